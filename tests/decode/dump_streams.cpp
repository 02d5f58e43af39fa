#include <cstdio>

#include "lodcook/loader.h"

using namespace lodcook;

namespace {

bool write(std::span<const std::byte> bytes) {
  return std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size();
}

int fail(const Error& error) {
  std::fprintf(stderr, "%s\n", to_string(error).c_str());
  return exit_code(error.code);
}

bool write(const DecodedTile& tile) {
  bool written = write(tile.index_bytes());
  for (const DecodedAttribute& attribute : tile.attributes()) written = written && write(attribute.bytes);
  return written;
}

}  // namespace

/// dump_streams FILE.lodc: for every tile and then for every shared mesh the decoded bytes of its indices and of its
/// attributes, to stdout.
int main(int argc, char** argv) {
  if (argc != 2) return 1;
  Result<std::unique_ptr<ByteSource>> source = open_file(argv[1]);
  if (!source) return fail(source.error());
  const Result<Container> container = Container::open(std::move(*source));
  if (!container) return fail(container.error());
  for (std::uint32_t t = 0; t < container->tiles().size(); ++t) {
    const Result<DecodedTile> tile = container->load_tile(t);
    if (!tile) return fail(tile.error());
    if (!write(*tile)) return 2;
  }
  for (std::uint32_t m = 0; m < container->shared_meshes().size(); ++m) {
    const Result<DecodedTile> mesh = container->load_shared_mesh(m);
    if (!mesh) return fail(mesh.error());
    if (!write(*mesh)) return 2;
  }
  return 0;
}
