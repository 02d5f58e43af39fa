// tile_locks FILE.lodc: the share of positions that tiles of each level of the first object's tree keep because level 0
// of another tile has them too.
#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <utility>
#include <vector>

#include <lodcook/loader.h>

using namespace lodcook;

namespace {

using Position = std::array<float, 3>;

struct Leaves {
  std::uint32_t first = 0, last = 0;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  auto source = open_file(argv[1]);
  if (!source) return std::puts(to_string(source.error()).c_str()), 1;
  const auto container = Container::open(std::move(*source));
  if (!container) return std::puts(to_string(container.error()).c_str()), 1;
  const ContainerObject& object = container->objects()[0];
  const std::span<const Tile> tiles = container->tiles();
  std::vector<std::vector<Position>> positions(tiles.size());
  std::map<Position, Leaves> leaves_of;
  std::vector<Leaves> below(tiles.size());
  for (std::uint32_t t = 0; t < tiles.size(); ++t) {
    const auto decoded = container->load_tile(t);
    if (!decoded) return std::puts(to_string(decoded.error()).c_str()), 1;
    for (const Vec3f p : decode_positions(object, tiles[t], *decoded)) positions[t].push_back({p.x, p.y, p.z});
    std::sort(positions[t].begin(), positions[t].end());
    positions[t].erase(std::unique(positions[t].begin(), positions[t].end()), positions[t].end());
  }
  std::uint32_t leaf = 0;
  const auto visit = [&](const auto& self, std::uint32_t t) -> void {
    below[t].first = leaf;
    std::int32_t child = tiles[t].first_child;
    if (child < 0) {
      for (const Position& p : positions[t]) leaves_of.try_emplace(p, Leaves{leaf, leaf}).first->second.last = leaf;
      ++leaf;
    }
    for (; child >= 0; child = tiles[static_cast<std::size_t>(child)].next_sibling)
      self(self, static_cast<std::uint32_t>(child));
    below[t].last = leaf - 1;
  };
  for (std::uint32_t t = 0; t < tiles.size(); ++t) {
    if (tiles[t].parent < 0) visit(visit, t);
  }
  std::map<std::uint32_t, std::array<std::size_t, 2>> counts;  // by level: locked, all
  for (std::uint32_t t = 0; t < tiles.size(); ++t) {
    for (const Position& p : positions[t]) {
      const auto found = leaves_of.find(p);
      const bool shared =
          found != leaves_of.end() && (found->second.first < below[t].first || found->second.last > below[t].last);
      counts[tiles[t].level][0] += shared ? 1 : 0;
      ++counts[tiles[t].level][1];
    }
  }
  for (const auto& [level, count] : counts)
    std::printf("%u %.4f\n", level, static_cast<double>(count[0]) / static_cast<double>(count[1]));
}
