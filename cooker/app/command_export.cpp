#include <lodcook/loader.h>

#include <utility>

#include "cooker/app/commands.h"
#include "cooker/app/open_container.h"
#include "cooker/pack/export_glb.h"
#include "cooker/publish/publish.h"

namespace lodcook::cooker {

Result<int> run_export(const ExportCommand& command) {
  const Result<Container> container = open_container(command.file);
  if (!container) return container.error();
  const Result<std::vector<std::byte>> glb = export_glb(*container, command.object, command.level);
  if (!glb) return glb.error();
  const Status published = publish_file(command.output, *glb);
  if (!published) return published.error();
  return exit_done;
}

}  // namespace lodcook::cooker
