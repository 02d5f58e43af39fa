// What a game in a browser would do: opens a cooked file, and writes every stream and index of every tile to stdout as
// bytes. Built for WebAssembly and natively; check_wasm compares.
#include <cstdio>
#include <utility>

#include "lodcook/lod_asset.h"
#include "lodcook/switch_distance.h"

namespace {

using namespace lodcook;

int fail(const Error& error) {
  std::fprintf(stderr, "%s\n", to_string(error).c_str());
  return 1;
}

void write(std::span<const std::byte> bytes) { std::fwrite(bytes.data(), 1, bytes.size(), stdout); }

/// The file whole, since there is no mapping in a sandbox.
std::vector<std::byte> read_file(const char* path) {
  std::vector<std::byte> bytes;
  std::FILE* const file = std::fopen(path, "rb");
  if (file == nullptr) return bytes;
  std::byte part[4096];
  for (std::size_t got = 1; got > 0;) {
    got = std::fread(part, 1, sizeof(part), file);
    bytes.insert(bytes.end(), part, part + got);
  }
  std::fclose(file);
  return bytes;
}

}  // namespace

int main(int argc, char** argv) {
  Result<LodAsset> asset = LodAsset::open(own_memory(read_file(argc > 1 ? argv[1] : "")));
  if (!asset) return fail(asset.error());
  for (std::uint32_t tile = 0; tile < asset->container().tiles().size(); ++tile) {
    const Result<DecodedTile> decoded = asset->container().load_tile(tile);
    if (!decoded) return fail(decoded.error());
    for (const DecodedAttribute& attribute : decoded->attributes()) write(attribute.bytes);
    write(decoded->index_bytes());
  }
  const View view = perspective_view({}, 1.0471975511965976, 1080);
  for (std::uint32_t object = 0; object < asset->object_count(); ++object) {
    for (double distance = 1; distance < 1e6; distance *= 1.5) {
      const std::uint8_t level = choose_level(view, asset->chain(object), {0, 0, distance}, 1, {});
      std::fwrite(&level, 1, 1, stdout);
    }
  }
  return 0;
}
