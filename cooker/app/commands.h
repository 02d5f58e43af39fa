#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <variant>
#include <vector>

#include <lodcook/result.h>

#include "cooker/app/configuration.h"

namespace lodcook::cooker {

struct CookCommand {
  std::vector<std::filesystem::path> inputs;
  std::filesystem::path output;
  std::optional<std::filesystem::path> config;
  std::vector<SettingOverride> overrides;
  std::uint32_t jobs = 0;  ///< 0: one for each core.
  bool in_process = false;
  bool json = false;
};

struct InfoCommand {
  std::filesystem::path file;
  bool every_tile = false;  ///< A line for each tile, not only for each level of tiles.
  bool json = false;
};

struct VerifyCommand {
  std::filesystem::path output;
  std::vector<std::filesystem::path> sources;  ///< INPUTs to compare with; empty: none.
  bool errors = false;                         ///< Prove all errors again; needs `sources`.
  std::uint32_t jobs = 0;                      ///< Threads; 0: one for each core.
  bool json = false;
};

enum class ExportKind : std::uint8_t {
  level,       ///< One level as a GLB.
  all_levels,  ///< One GLB with MSFT_lod.
  tileset,     ///< A folder of 3D Tiles.
};

struct ExportCommand {
  std::filesystem::path file, output;
  ExportKind kind = ExportKind::level;
  std::optional<std::uint32_t> object;  ///< None: all of a tileset, else the first.
  std::uint32_t level = 0;
};

/// The hidden command behind every worker process.
struct WorkerCommand {};

using Command = std::variant<CookCommand, InfoCommand, VerifyCommand, ExportCommand, WorkerCommand>;

/// Each runs one command. The value is the exit code of a run that came to its end; an error is a run that did not.
Result<int> run_cook(const CookCommand& command);
Result<int> run_info(const InfoCommand& command);
Result<int> run_verify(const VerifyCommand& command);
Result<int> run_export(const ExportCommand& command);

/// Cooks what arrives on stdin until it ends.
int run_worker();

/// Writes a command's result to stdout. Fails with cannot_write, for a full disk or a closed pipe.
Status print_result(const std::string& text);

constexpr int exit_done = 0;
constexpr int exit_invalid_input = 3;
constexpr int exit_difference = 6;
constexpr int exit_interrupted = 130;

}  // namespace lodcook::cooker
