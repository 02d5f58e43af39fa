#include "cooker/lod/charts.h"

#include <algorithm>
#include <numeric>

namespace lodcook::cooker {

namespace {

class Sets {
 public:
  explicit Sets(std::size_t count) : parents_(count) { std::iota(parents_.begin(), parents_.end(), 0U); }

  std::uint32_t root(std::uint32_t i) {
    while (parents_[i] != i) {
      parents_[i] = parents_[parents_[i]];
      i = parents_[i];
    }
    return i;
  }

  void join(std::uint32_t a, std::uint32_t b) {
    a = root(a);
    b = root(b);
    parents_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::uint32_t> parents_;
};

bool same_surface(const Object& object, std::uint32_t a, std::uint32_t b) {
  if (object.vertex_materials[a] != object.vertex_materials[b]) return false;
  const auto& uvs = object.vertices.uvs;
  return std::all_of(uvs.begin(), uvs.end(), [&](const std::vector<Vec2f>& set) { return set[a] == set[b]; });
}

}  // namespace

std::vector<std::uint32_t> find_charts(const LevelZero& zero) {
  const Object& object = zero.object;
  if (object.vertices.uvs.empty()) return object.vertex_materials;
  Sets sets(zero.positions.size());
  for (std::size_t i = 0; i + 2 < object.indices.size(); i += 3) {
    sets.join(object.indices[i], object.indices[i + 1]);
    sets.join(object.indices[i], object.indices[i + 2]);
  }
  for (std::uint32_t place = 0; place < zero.places.count(); ++place) {
    const auto wedges = zero.places.at(place);
    for (std::size_t i = 1; i < wedges.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (same_surface(object, wedges[i], wedges[j])) {
          sets.join(wedges[i], wedges[j]);
          break;
        }
      }
    }
  }
  std::vector<std::uint32_t> charts(zero.positions.size());
  for (std::uint32_t v = 0; v < charts.size(); ++v) charts[v] = sets.root(v);
  return charts;
}

}  // namespace lodcook::cooker
