#include "cooker/app/options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

namespace lodcook::cooker {
namespace {

constexpr const char* program_examples = R"(
Examples:
  lodcook cook models -o cooked            every model below models, one container and manifest each
  lodcook info cooked/rock.glb.lodc        its levels, sizes and errors
  lodcook verify cooked --source models    proves that nothing is damaged or out of date
  lodcook export cooked/rock.glb.lodc --level 2 -o rock2.glb
  lodcook export cooked/terrain.ply.lodc --format 3dtiles -o tileset

Exit codes: 0 done, 1 wrong usage or configuration, 2 cannot read or write, 3 an input is invalid (the others are
cooked), 4 over a limit, 5 internal failure, 6 verification found a difference, 130 interrupted.)";

constexpr const char* cook_examples = R"(
Examples:
  lodcook cook models -o cooked
  lodcook cook rock.glb chair.obj -o cooked --set ratio=0.4 --set max_levels=6
  lodcook cook models -o cooked --group node --jobs 4 --json > cooked.json)";

constexpr const char* info_examples = R"(
Examples:
  lodcook info cooked/rock.glb.lodc --json
  lodcook info -v cooked/terrain.ply.lodc     with every tile)";

constexpr const char* verify_examples = R"(
Examples:
  lodcook verify cooked
  lodcook verify cooked --source models --json
  lodcook verify cooked --source models --errors)";

constexpr const char* export_examples = R"(
A level is a GLB. All levels are one GLB by the extension MSFT_lod, with MSFT_screencoverage as part of a 16:9 view's
area, for the reference view of the manifest beside FILE. 3dtiles is a new folder with tileset.json (3D Tiles 1.1) and
a GLB for each tile, of trees and of chains; model units count as metres and skinned objects are refused. An older
export in its place is replaced, any other folder that is not empty is left alone.

Examples:
  lodcook export cooked/rock.glb.lodc --level 2 -o rock2.glb
  lodcook export cooked/rock.glb.lodc --all-levels -o rock.glb
  lodcook export cooked/terrain.ply.lodc --format 3dtiles -o tileset)";

/// The keys that --set takes, in lines of a terminal's width.
std::string list_setting_keys() {
  constexpr std::size_t width = 100;
  std::string out = "\n\nKeys of --set and lodcook.json:", line = "\n ";
  for (const std::string& key : known_setting_keys()) {
    if (line.size() + key.size() > width) out += std::exchange(line, "\n ");
    line += ' ' + key;
  }
  return out + line;
}

struct Parsed {
  CookCommand cook;
  InfoCommand info;
  VerifyCommand verify;
  ExportCommand exported;
  std::optional<std::uint32_t> level, object;
  bool all_levels = false;
  std::string format = "glb";
  std::string config, group, prove;
  std::string tile_mode, tile_triangles, tile_size, tile_axes;
  std::vector<std::string> sets;
  std::uint32_t jobs = 0;
  bool json = false;
  int verbose = 0;
  bool quiet = false;
};

void add_common(CLI::App& app, Parsed& parsed) {
  app.add_flag("--json", parsed.json, "One JSON document on stdout");
  app.add_option("--jobs", parsed.jobs, "Worker processes (default: one for each core)")
      ->check(CLI::Range(1U, 1024U))
      ->type_name("N");
  app.add_flag("-v,--verbose", parsed.verbose, "Say more");
  app.add_flag("-q,--quiet", parsed.quiet, "Say nothing but errors");
}

/// An empty text (`--group "$UNSET"`) would count as not given.
std::string not_empty(const std::string& text) { return text.empty() ? "needs a value" : ""; }

CLI::App* add_cook(CLI::App& program, Parsed& parsed) {
  CLI::App* app = program.add_subcommand("cook", "Cook files and folders into OUT, mirroring sub-folders");
  app->add_option("INPUT", parsed.cook.inputs, "Models, or folders that are searched for them")->required();
  app->add_option("-o,--output", parsed.cook.output, "Folder for containers, manifests and the index")
      ->required()
      ->type_name("OUT");
  app->add_option("--config", parsed.config, "Settings file in place of every lodcook.json")
      ->check(not_empty)
      ->type_name("FILE");
  app->add_option("--set", parsed.sets, "One setting, as in lodcook.json (view.height_px=1440); may be repeated")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  app->add_option("--group", parsed.group, "One object for the whole model, each top-level node, or each mesh")
      ->check(not_empty)
      ->type_name("model|node|mesh");
  app->add_option("--prove", parsed.prove, "Whether errors are to be proven")->check(not_empty)->type_name("off|on");
  app->add_option("--tile-mode", parsed.tile_mode,
                  "Cut objects into a tree of tiles; auto: only large ones; flat: a list, each tile a chain")
      ->check(not_empty)
      ->type_name("off|auto|tree|flat");
  app->add_option("--tile-triangles", parsed.tile_triangles, "Most triangles of a tile (implies --tile-mode tree)")
      ->check(not_empty)
      ->type_name("N");
  app->add_option("--tile-size", parsed.tile_size, "Cut at multiples of this length (implies --tile-mode tree)")
      ->check(not_empty)
      ->type_name("X[,Y,Z]");
  app->add_option("--tile-axes", parsed.tile_axes, "Which axes are cut")->check(not_empty)->type_name("auto|xz|xyz");
  app->add_flag("--in-process", parsed.cook.in_process,
                "Cook one after another in this process, without limits on memory and time");
  app->footer(cook_examples + list_setting_keys());
  add_common(*app, parsed);
  return app;
}

CLI::App* add_info(CLI::App& program, Parsed& parsed) {
  CLI::App* app = program.add_subcommand("info", "Print a container's levels, tiles, sizes, errors and materials");
  app->add_option("FILE", parsed.info.file, "A container, name.ext.lodc")->required();
  app->footer(info_examples);
  add_common(*app, parsed);
  return app;
}

CLI::App* add_verify(CLI::App& program, Parsed& parsed) {
  CLI::App* app =
      program.add_subcommand("verify", "Prove a cooked folder: hashes, manifests, every level decodes, tiles meet");
  app->add_option("OUT", parsed.verify.output, "A folder that was cooked into")->required();
  CLI::Option* source =
      app->add_option("--source", parsed.verify.sources, "The INPUTs it was cooked from, to compare with")
          ->type_name("INPUT");
  app->add_flag("--errors", parsed.verify.errors,
                "Prove every error again from the sources, and cook them again for the rest")
      ->needs(source);
  app->footer(verify_examples);
  add_common(*app, parsed);
  return app;
}

CLI::App* add_export(CLI::App& program, Parsed& parsed) {
  CLI::App* app = program.add_subcommand("export", "Write levels as GLB, or tiles as a folder of 3D Tiles");
  app->add_option("FILE", parsed.exported.file, "A container, name.ext.lodc")->required();
  app->add_option("--format", parsed.format, "What to write (default glb)")
      ->check(CLI::IsMember({"glb", "3dtiles"}))
      ->type_name("glb|3dtiles");
  CLI::Option* level = app->add_option("--level", parsed.level, "One level, 0 is the finest")->type_name("N");
  app->add_flag("--all-levels", parsed.all_levels, "All levels in one GLB")->excludes(level);
  app->add_option("--object", parsed.object, "Which object of the container (default: 0, for 3dtiles all)")
      ->type_name("K");
  app->add_option("-o,--output", parsed.exported.output, "The file to write, for 3dtiles the folder")
      ->required()
      ->type_name("OUT");
  app->footer(export_examples);
  add_common(*app, parsed);
  return app;
}

Status split_setting(const std::string& text, std::vector<SettingOverride>& out) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    return Error{ErrorCode::invalid_argument, "--set takes KEY=VALUE, not '" + text + "'", {}};
  }
  out.push_back({text.substr(0, equals), text.substr(equals + 1)});
  return Done{};
}

/// A budget or size without a mode asks for tiles.
void add_tile_overrides(const Parsed& parsed, std::vector<SettingOverride>& out) {
  const bool asked = !parsed.tile_triangles.empty() || !parsed.tile_size.empty();
  if (!parsed.tile_mode.empty() || asked) {
    out.push_back({"tiles.mode", parsed.tile_mode.empty() ? "tree" : parsed.tile_mode});
  }
  if (!parsed.tile_triangles.empty()) out.push_back({"tiles.triangles", parsed.tile_triangles});
  const bool list = parsed.tile_size.find(',') != std::string::npos;
  if (!parsed.tile_size.empty()) out.push_back({"tiles.size", list ? "[" + parsed.tile_size + "]" : parsed.tile_size});
  if (!parsed.tile_axes.empty()) out.push_back({"tiles.axes", parsed.tile_axes});
}

Result<Command> finish_cook(Parsed& parsed) {
  CookCommand& cook = parsed.cook;
  if (!parsed.config.empty()) cook.config = parsed.config;
  for (const std::string& text : parsed.sets) {
    const Status split = split_setting(text, cook.overrides);
    if (!split) return split.error();
  }
  if (!parsed.group.empty()) cook.overrides.push_back({"group", parsed.group});
  if (!parsed.prove.empty()) cook.overrides.push_back({"prove", parsed.prove});
  add_tile_overrides(parsed, cook.overrides);
  cook.jobs = parsed.jobs;
  cook.json = parsed.json;
  return Command(std::move(cook));
}

Result<Command> finish_export(Parsed& parsed) {
  ExportCommand& exported = parsed.exported;
  exported.object = parsed.object;
  exported.level = parsed.level.value_or(0);
  const bool chosen = parsed.level.has_value() || parsed.all_levels;
  if (parsed.format == "3dtiles") {
    if (chosen) return Error{ErrorCode::invalid_argument, "3dtiles holds all levels: leave out --level", {}};
    exported.kind = ExportKind::tileset;
  } else {
    if (!chosen) return Error{ErrorCode::invalid_argument, "a GLB needs --level N or --all-levels", {}};
    exported.kind = parsed.all_levels ? ExportKind::all_levels : ExportKind::level;
  }
  return Command(std::move(exported));
}

Error usage_error(const CLI::App& program, const CLI::ParseError& error, int argc, const char* const* argv) {
  std::string message = error.what();
  const auto commands = program.get_subcommands([](const CLI::App*) { return true; });
  const auto is_named = [&](const CLI::App* command) { return command->get_name() == argv[1]; };
  if (argc > 1 && argv[1][0] != '-' && std::none_of(commands.begin(), commands.end(), is_named)) {
    message = std::string("there is no command '") + argv[1] + "'";
  }
  return {ErrorCode::invalid_argument, message + " (see lodcook --help)", {}};
}

Verbosity verbosity_of(const Parsed& parsed) {
  if (parsed.quiet) return Verbosity::quiet;
  return parsed.verbose > 0 ? Verbosity::verbose : Verbosity::normal;
}

}  // namespace

Result<Invocation> parse_command_line(int argc, const char* const* argv) {
  Invocation invocation;
  if (argc == 2 && std::string_view(argv[1]) == "worker") {
    invocation.command = WorkerCommand{};
    return invocation;
  }
  CLI::App program("lodcook turns 3D models into level-of-detail containers that a game can load and stream.",
                   "lodcook");
  program.footer(program_examples);
  program.set_version_flag("--version", "lodcook " LODCOOK_VERSION);
  program.require_subcommand(1);
  Parsed parsed;
  const CLI::App* cook = add_cook(program, parsed);
  const CLI::App* info = add_info(program, parsed);
  const CLI::App* verify = add_verify(program, parsed);
  add_export(program, parsed);
  try {
    program.parse(argc, argv);
  } catch (const CLI::Success& success) {
    std::ostringstream text;
    program.exit(success, text, text);
    invocation.text = text.str();
    return invocation;
  } catch (const CLI::ParseError& error) {
    return usage_error(program, error, argc, argv);
  }
  invocation.verbosity = verbosity_of(parsed);
  if (*cook) {
    Result<Command> command = finish_cook(parsed);
    if (!command) return std::move(command).error();
    invocation.command = std::move(*command);
  } else if (*info) {
    parsed.info.json = parsed.json;
    parsed.info.every_tile = parsed.verbose > 0;
    invocation.command = std::move(parsed.info);
  } else if (*verify) {
    parsed.verify.json = parsed.json;
    parsed.verify.jobs = parsed.jobs;
    invocation.command = std::move(parsed.verify);
  } else {
    Result<Command> command = finish_export(parsed);
    if (!command) return std::move(command).error();
    invocation.command = std::move(*command);
  }
  return invocation;
}

}  // namespace lodcook::cooker
