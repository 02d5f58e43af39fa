#include "cooker/app/open_container.h"

#include <utility>

namespace lodcook::cooker {

Result<Container> open_container(const std::filesystem::path& file) {
  Result<std::unique_ptr<ByteSource>> source = open_file(file.string());
  if (!source) return std::move(source).error();
  Result<Container> container = Container::open(std::move(*source));
  if (container) return container;
  Error error = std::move(container).error();
  error.place = error.place.empty() ? file.string() : file.string() + ", " + error.place;
  return error;
}

}  // namespace lodcook::cooker
