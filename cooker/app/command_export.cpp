#include <lodcook/loader.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "cooker/app/commands.h"
#include "cooker/app/open_container.h"
#include "cooker/pack/export_glb.h"
#include "cooker/publish/publish.h"

namespace lodcook::cooker {

Result<int> run_export(const ExportCommand& command) {
  const Result<Container> container = open_container(command.file);
  if (!container) return container.error();
  std::error_code ignored;
  if (std::filesystem::equivalent(command.file, command.output, ignored)) {
    return Error{ErrorCode::invalid_argument, "the output would replace the container", command.output.string()};
  }
  const Result<std::vector<std::byte>> glb = export_glb(*container, command.object, command.level);
  if (!glb) return glb.error();
  const Status published = publish_file(command.output, *glb);
  if (!published) return published.error();
  return exit_done;
}

}  // namespace lodcook::cooker
