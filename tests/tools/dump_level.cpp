// dump_level FILE.lodc [OBJECT [LEVEL]]: a decoded level as JSON on stdout, by the public loader alone; with
// `tile NUMBER` for OBJECT LEVEL one tile of the container. Numbers are flat arrays: positions without the origin, 3
// per vertex; uvs, colors and influences per set.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lodcook/loader.h>

namespace {

using lodcook::Semantic;

void print_floats(const char* key, const std::vector<float>& values) {
  std::printf("\"%s\":[", key);
  for (std::size_t i = 0; i < values.size(); ++i)
    std::printf("%s%.9g", i == 0 ? "" : ",", static_cast<double>(values[i]));
  std::printf("],\n");
}

void print_indices(const lodcook::DecodedTile& tile) {
  std::printf("\"indices\":[");
  for (std::uint32_t i = 0; i < tile.index_count(); ++i) std::printf("%s%u", i == 0 ? "" : ",", tile.index(i));
  std::printf("],\n");
}

void print_attributes(const lodcook::DecodedTile& tile) {
  static const char* const names[] = {"position", "normals", "tangents", "uv", "color", "joints", "weights"};
  static const unsigned components[] = {3, 3, 4, 2, 4, 4, 4};
  for (const lodcook::DecodedAttribute& stream : tile.attributes()) {
    const auto semantic = static_cast<unsigned>(stream.attribute.semantic);
    if (stream.attribute.semantic == Semantic::position && !stream.attribute.morph) continue;
    std::string key = names[semantic];
    if (semantic > 2) key += std::to_string(stream.attribute.set);
    if (stream.attribute.morph) key = "morph" + std::to_string(stream.attribute.morph_target) + "_" + key;
    print_floats(key.c_str(), decode_floats(stream, tile.vertex_count(), components[semantic]));
  }
}

void print_draws(const lodcook::Container& container, const lodcook::DecodedTile& tile) {
  std::printf("\"draws\":[");
  bool first = true;
  for (const lodcook::DrawRange& draw : tile.draws()) {
    std::printf("%s{\"material\":%u,\"first\":%u,\"count\":%u}", first ? "" : ",", draw.material, draw.first_index,
                draw.index_count);
    first = false;
  }
  std::printf("],\n\"materials\":%zu,\n", container.materials().size());
}

int fail(const lodcook::Error& error) {
  std::fprintf(stderr, "%s\n", to_string(error).c_str());
  return 1;
}

lodcook::Result<std::uint32_t> tile_number(const lodcook::Container& container, int argc, char** argv) {
  const auto argument = [&](int i) {
    return static_cast<std::uint32_t>(argc > i ? std::strtoul(argv[i], nullptr, 10) : 0);
  };
  if (argc > 2 && std::string_view(argv[2]) == "tile") return argument(3);
  const std::vector<std::uint32_t> cut = container.level_cut(argument(2), argument(3));
  if (cut.size() == 1) return cut.front();
  return lodcook::Error{lodcook::ErrorCode::invalid_argument, "no such level, or one of several tiles", argv[1]};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  auto source = lodcook::open_file(argv[1]);
  if (!source) return fail(source.error());
  auto container = lodcook::Container::open(std::move(*source));
  if (!container) return fail(container.error());
  const auto number = tile_number(*container, argc, argv);
  if (!number) return fail(number.error());
  const auto tile = container->load_tile(*number);
  if (!tile) return fail(tile.error());

  const lodcook::Tile& entry = container->tiles()[*number];
  const lodcook::ContainerObject& found = container->objects()[entry.object];
  std::vector<float> positions;
  for (const lodcook::Vec3f& p : decode_positions(found, entry, *tile))
    positions.insert(positions.end(), {p.x, p.y, p.z});
  std::printf("{\n");
  print_floats("positions", positions);
  print_indices(*tile);
  print_attributes(*tile);
  print_draws(*container, *tile);
  const lodcook::Vec3d& origin = found.bounds.origin;
  std::printf("\"origin\":[%.17g,%.17g,%.17g]\n}\n", origin.x, origin.y, origin.z);
}
