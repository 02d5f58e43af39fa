#include <lodcook/loader.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "cooker/app/commands.h"
#include "cooker/app/interrupt.h"
#include "cooker/app/log.h"
#include "cooker/app/open_container.h"
#include "cooker/app/recorded_heights.h"
#include "cooker/app/tileset_folder.h"
#include "cooker/pack/export_glb.h"
#include "cooker/publish/publish.h"

namespace lodcook::cooker {
namespace {

Result<std::vector<std::byte>> make_glb(const ExportCommand& command, const Container& container) {
  const std::uint32_t object = command.object.value_or(0);
  if (command.kind == ExportKind::level) return export_glb(container, object, command.level);
  if (object >= container.objects().size()) return Error{ErrorCode::invalid_argument, "there is no such object", {}};
  const ScreenHeights heights = recorded_heights(command.file, container, object);
  if (!heights.recorded)
    log_note("no manifest of the container beside it: screen coverages are for 60 degrees, 1080 px");
  return export_all_levels(container, object, heights.levels, heights.cull);
}

Result<int> export_file(const ExportCommand& command, const Container& container) {
  if (!command.object && container.objects().size() > 1) {
    log_note("exporting object 0 of " + std::to_string(container.objects().size()) + ": --object K for another");
  }
  const Result<std::vector<std::byte>> glb = make_glb(command, container);
  if (!glb) return glb.error();
  const Status published = publish_file(command.output, *glb);
  if (!published) return published.error();
  return exit_done;
}

Result<int> export_folder(const ExportCommand& command, const Container& container) {
  catch_interrupts();
  const Result<bool> whole = write_tileset_folder(container, command.object, command.output);
  if (!whole) return whole.error();
  if (*whole) return exit_done;
  log_error("interrupted");
  return exit_interrupted;
}

}  // namespace

Result<int> run_export(const ExportCommand& command) {
  const Result<Container> container = open_container(command.file);
  if (!container) return container.error();
  std::error_code ignored;
  if (std::filesystem::equivalent(command.file, command.output, ignored)) {
    return Error{ErrorCode::invalid_argument, "the output would replace the container", command.output.string()};
  }
  return command.kind == ExportKind::tileset ? export_folder(command, *container) : export_file(command, *container);
}

}  // namespace lodcook::cooker
