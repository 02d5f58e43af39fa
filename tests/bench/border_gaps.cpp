// border_gaps FILE.lodc: how far parts that only border on one another drift apart. Prints for each level of the first
// object's tree the median and the 95th percentile of the distances, over the extent, from the ends of open edges to
// the nearest open edge of another part. Taken are ends that at level 0 are within 0.01 of the extent of another
// part's.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include <lodcook/loader.h>

#include "cooker/lod/vec.h"
#include "cooker/tiles/open_edges.h"

namespace {

using namespace lodcook;
using cooker::OpenEdge;

struct Mesh {
  std::vector<std::uint32_t> indices;
  std::vector<OpenEdge> open;
};

class Places {
 public:
  std::uint32_t operator()(Vec3f p) {
    const auto [found, fresh] = numbers_.try_emplace({p.x, p.y, p.z}, static_cast<std::uint32_t>(at.size()));
    if (fresh) at.push_back(p);
    return found->second;
  }
  std::vector<Vec3f> at;

 private:
  std::map<std::array<float, 3>, std::uint32_t> numbers_;
};

std::vector<std::uint32_t> find_parts(std::size_t count, const std::vector<std::uint32_t>& indices) {
  std::vector<std::uint32_t> parts(count);
  std::iota(parts.begin(), parts.end(), 0U);
  const auto root = [&](std::uint32_t p) {
    while (parts[p] != p) p = parts[p] = parts[parts[p]];
    return p;
  };
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const std::uint32_t a = root(indices[i]), b = root(indices[i - i % 3]);
    parts[a] = b;
  }
  for (std::uint32_t p = 0; p < count; ++p) parts[p] = root(p);
  return parts;
}

float distance_to(Vec3f p, Vec3f a, Vec3f b) {
  using namespace cooker;
  const Vec3f along = b - a;
  const float t = std::clamp(dot(p - a, along) / dot(along, along), 0.0F, 1.0F);
  return length(p - (a + along * t));
}

std::vector<std::pair<std::uint32_t, float>> gaps_of(const Mesh& mesh, const std::vector<Vec3f>& at,
                                                     const std::vector<std::uint32_t>& parts) {
  std::vector<std::uint32_t> ends;
  for (const OpenEdge& edge : mesh.open) ends.insert(ends.end(), {edge.low, edge.high});
  std::sort(ends.begin(), ends.end());
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  std::vector<std::pair<std::uint32_t, float>> gaps;
  for (const std::uint32_t p : ends) {
    float least = INFINITY;
    for (const OpenEdge& edge : mesh.open) {
      if (parts[edge.low] != parts[p]) least = std::min(least, distance_to(at[p], at[edge.low], at[edge.high]));
    }
    gaps.emplace_back(p, least);
  }
  return gaps;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  auto source = open_file(argv[1]);
  if (!source) return std::puts(to_string(source.error()).c_str()), 1;
  const auto container = Container::open(std::move(*source));
  if (!container) return std::puts(to_string(container.error()).c_str()), 1;
  const ContainerObject& object = container->objects()[0];
  Places places;
  std::vector<Mesh> levels(object.level_count);
  for (std::uint32_t level = 0; level < object.level_count; ++level) {
    for (const std::uint32_t tile : container->level_cut(0, level)) {
      const auto decoded = container->load_tile(tile);
      if (!decoded) return std::puts(to_string(decoded.error()).c_str()), 1;
      const std::vector<Vec3f> positions = decode_positions(object, container->tiles()[tile], *decoded);
      for (std::size_t i = 0; i < decoded->index_count(); ++i)
        levels[level].indices.push_back(places(positions[decoded->index(i)]));
    }
  }
  std::vector<std::uint32_t> same(places.at.size());
  std::iota(same.begin(), same.end(), 0U);
  for (Mesh& mesh : levels) mesh.open = cooker::open_edges(mesh.indices, same, same.size());
  const std::vector<std::uint32_t> parts = find_parts(same.size(), levels[0].indices);
  const float extent = object.bounds.extent;
  std::vector<bool> taken(same.size());
  for (const auto& [p, gap] : gaps_of(levels[0], places.at, parts)) taken[p] = gap <= 0.01F * extent;
  for (std::uint32_t level = 0; level < object.level_count; ++level) {
    std::vector<float> gaps;
    for (const auto& [p, gap] : gaps_of(levels[level], places.at, parts)) {
      if (taken[p]) gaps.push_back(gap / extent);
    }
    if (gaps.empty()) continue;
    std::sort(gaps.begin(), gaps.end());
    std::printf("level %u: %zu triangles, %zu ends, gap median %.5f, 95 %% below %.5f of the extent\n", level,
                levels[level].indices.size() / 3, gaps.size(), double{gaps[gaps.size() / 2]},
                double{gaps[gaps.size() * 95 / 100]});
  }
}
