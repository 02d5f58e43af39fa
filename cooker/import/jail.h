#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lodcook/result.h>

#include "cooker/import/import.h"
#include "cooker/import/jailed_file.h"
#include "cooker/import/reference_path.h"
#include "cooker/scene/scene.h"

namespace lodcook::cooker {

/// The only way from an importer to the file system: opens regular files below the model's folder or an allowed root
/// and nothing else, and remembers what was asked for. Links are resolved before the check. A name is looked up as it
/// is spelt, then, part by part, in any letter case (ASCII), so that models made on other systems are found. Not for
/// use from two threads at once.
class Jail {
 public:
  /// Fails with not_found where the model is not there, with cannot_open where its folder or a root cannot be resolved.
  static Result<Jail> around(const std::filesystem::path& model, const ImportOptions& options);

  /// The model itself. Fails with over_file_size_limit above max_asset_bytes before anything is allocated.
  [[nodiscard]] Result<FileBytes> read_model() const;

  /// Reads a file that the model names, relative to the model's folder, and records it as a dependency, a missing one
  /// too. Fails with forbidden_path, missing_dependency, cannot_open, cannot_read, or over_file_size_limit once all
  /// files together exceed max_reference_bytes. The message names both files.
  Result<FileBytes> read(std::string_view reference, Spelling spelling);

  /// Whether read() would find a file it may open. Records nothing.
  bool exists(std::string_view reference, Spelling spelling);

  /// Records a texture, which is named but never opened. Returns its path relative to the model's folder with '/', as
  /// found on disk, or as asked where it is missing. A path that leads outside (drive letters, absolute paths and the
  /// like are common in exported materials) is replaced by its file name and looked up beside the model. Never fails:
  /// what is missing or was replaced gets a warning.
  std::string name_texture(std::string_view reference, Spelling spelling);

  /// The model's folder, canonical.
  [[nodiscard]] const std::filesystem::path& folder() const noexcept { return folder_; }

  /// The model's file name, UTF-8.
  [[nodiscard]] const std::string& model_name() const noexcept { return model_name_; }

  /// The error with the model's name before its place; one of read() is left alone, for it names the model already.
  [[nodiscard]] Error at_model(Error error) const;

  /// What was asked for so far, sorted by path, each file once.
  [[nodiscard]] std::vector<Dependency> dependencies() const;

  [[nodiscard]] const std::vector<Warning>& warnings() const noexcept { return warnings_; }

  /// The first error of read(), for importers that go on without a file in silence.
  [[nodiscard]] const std::optional<Error>& first_refusal() const noexcept { return first_refusal_; }

 private:
  struct Found {
    std::filesystem::path root;       ///< Canonical, one of roots_.
    std::filesystem::path canonical;  ///< Below `root`, no links.
    std::string path;                 ///< Relative to the model's folder, as spelt on disk.
  };

  Jail() = default;
  Result<Found> find(std::string_view reference, Spelling spelling);
  Result<Found> find_parsed(const ReferencePath& asked);
  Result<Found> check_below_roots(const std::filesystem::path& file, std::string path) const;
  std::optional<std::string> spelling_on_disk(const std::filesystem::path& folder, const std::string& name);
  const std::vector<std::string>& listing(const std::filesystem::path& folder);
  Status charge(const Found& found, std::uint64_t bytes);
  Result<FileBytes> read_found(const Found& found);
  void record(Dependency dependency);
  Error in_model(Error error, std::string_view reference) const;
  void warn(const char* id, std::string message);

  std::filesystem::path model_;
  std::filesystem::path folder_;
  std::string model_name_;
  std::vector<std::filesystem::path> roots_;
  std::uint64_t max_asset_bytes_ = 0;
  std::uint64_t max_reference_bytes_ = 0;
  std::uint64_t charged_bytes_ = 0;
  std::map<std::string, std::uint64_t> charged_files_;
  std::map<std::string, std::vector<std::string>> listings_;
  std::map<std::string, Dependency> dependencies_;
  std::vector<Warning> warnings_;
  std::optional<Error> first_refusal_;
};

}  // namespace lodcook::cooker
