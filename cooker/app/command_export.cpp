#include <lodcook/loader.h>

#include <utility>

#include "cooker/app/commands.h"
#include "cooker/pack/export_glb.h"
#include "cooker/publish/publish.h"

namespace lodcook::cooker {

Result<int> run_export(const ExportCommand& command) {
  Result<std::unique_ptr<ByteSource>> source = open_file(command.file.string());
  if (!source) return std::move(source).error();
  const Result<Container> container = Container::open(std::move(*source));
  if (!container) return Error{container.error().code, container.error().message, command.file.string()};
  const Result<std::vector<std::byte>> glb = export_glb(*container, command.object, command.level);
  if (!glb) return glb.error();
  const Status published = publish_file(command.output, *glb);
  if (!published) return published.error();
  return exit_done;
}

}  // namespace lodcook::cooker
