#include "cooker/scene/weld.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>

#include "cooker/scene/equal_rows.h"
#include "cooker/scene/parallel.h"
#include "cooker/scene/scene.h"
#include "cooker/scene/vector_math.h"

namespace lodcook::cooker {
namespace {

/// Cells are eight distances wide: a look-up meets 2 cells on average and never more than 8, and since clusters mostly
/// lie a distance apart, a cell holds few of them.
constexpr double distances_per_cell = 8;

struct Cell {
  std::int64_t x = 0, y = 0, z = 0;
};

/// As std::floor, which is a call where the processor's own rounding may not be used.
std::int64_t floored(double value) noexcept {
  const auto truncated = static_cast<std::int64_t>(value);
  return truncated - (static_cast<double>(truncated) > value ? 1 : 0);
}

double distance_squared(Vec3f a, Vec3f b) noexcept {
  const Vec3d d = subtract(to_double(a), to_double(b));
  return dot(d, d);
}

/// Clusters found so far, by cell; clusters of one slot are chained, in no order that an answer depends on.
class ClusterGrid {
 public:
  ClusterGrid(const std::vector<Vec3f>& positions, double distance, std::size_t most_clusters)
      : positions_(positions),
        distance_(distance),
        cells_per_length_(1 / (distance * distances_per_cell)),
        head_(std::bit_ceil(most_clusters + 1), no_index),
        next_(positions.size(), no_index) {}

  /// The lowest cluster within `reach` (at most the grid's distance) of `p` that reaches as far itself; or no_index.
  [[nodiscard]] std::uint32_t find(Vec3f p, double reach_squared, const std::vector<float>& reach_squared_of) const {
    std::uint32_t best = no_index;
    visit_near(p, [&](std::uint32_t c) {
      const double reach = std::min(reach_squared, static_cast<double>(reach_squared_of[c]));
      if (c < best && distance_squared(p, positions_[c]) <= reach) best = c;
      return true;
    });
    return best;
  }

  /// Whether find() would give another than itself, were all but itself clusters.
  [[nodiscard]] bool has_other(std::uint32_t position, const std::vector<float>& reach_squared_of) const {
    const Vec3f p = positions_[position];
    bool found = false;
    visit_near(p, [&](std::uint32_t c) {
      const auto reach = static_cast<double>(std::min(reach_squared_of[position], reach_squared_of[c]));
      found = c != position && distance_squared(p, positions_[c]) <= reach;
      return !found;
    });
    return found;
  }

  /// Several threads may insert at a time; what is asked meanwhile may miss it.
  void insert(std::uint32_t cluster) {
    const Vec3f p = positions_[cluster];
    const std::atomic_ref<std::uint32_t> head(head_[slot(cell({p.x, p.y, p.z}))]);
    next_[cluster] = head.exchange(cluster, std::memory_order_relaxed);
  }

 private:
  /// Calls visit(cluster) for all that may be within the grid's distance, until it returns false.
  template <class Visit>
  void visit_near(Vec3f p, const Visit& visit) const {
    const Cell low = cell({p.x - distance_, p.y - distance_, p.z - distance_});
    const Cell high = cell({p.x + distance_, p.y + distance_, p.z + distance_});
    for (std::int64_t x = low.x; x <= high.x; ++x) {
      for (std::int64_t y = low.y; y <= high.y; ++y) {
        for (std::int64_t z = low.z; z <= high.z; ++z) {
          for (std::uint32_t c = head_[slot({x, y, z})]; c != no_index; c = next_[c]) {
            if (!visit(c)) return;
          }
        }
      }
    }
  }

  [[nodiscard]] Cell cell(Vec3d p) const noexcept {
    return {floored(p.x * cells_per_length_), floored(p.y * cells_per_length_), floored(p.z * cells_per_length_)};
  }

  [[nodiscard]] std::size_t slot(Cell c) const noexcept {
    std::uint64_t hash = static_cast<std::uint64_t>(c.x) * 0x9E3779B97F4A7C15ULL;
    hash = (hash ^ static_cast<std::uint64_t>(c.y) ^ (hash >> 29U)) * 0xBF58476D1CE4E5B9ULL;
    hash = (hash ^ static_cast<std::uint64_t>(c.z) ^ (hash >> 32U)) * 0x94D049BB133111EBULL;
    return (hash ^ (hash >> 31U)) & (head_.size() - 1);
  }

  const std::vector<Vec3f>& positions_;
  double distance_;
  double cells_per_length_;
  std::vector<std::uint32_t> head_;
  std::vector<std::uint32_t> next_;
};

constexpr std::size_t most_of_range = 1 << 14;  // positions or triangles that one thread works on at a time

/// value = min(value, other), where other threads may do the same to `value`.
void lower(float& value, float other) noexcept {
  const std::atomic_ref<float> shared(value);
  float seen = shared.load(std::memory_order_relaxed);
  while (other < seen && !shared.compare_exchange_weak(seen, other, std::memory_order_relaxed)) {
  }
}

/// Square of how far each position may be welded, at the lowest vertex of each position.
std::vector<float> weld_reach_squared(const std::vector<Vec3f>& positions, std::span<const std::uint32_t> indices,
                                      const std::vector<std::uint32_t>& same, double distance, double least_distance) {
  constexpr double part_of_edge = 0.25;  // two corners of an edge can then not meet in a third point
  std::vector<float> reach(positions.size(), static_cast<float>(distance * distance));
  const auto least = static_cast<float>(least_distance * least_distance);
  for_ranges(indices.size() / 3, most_of_range, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = 3 * first; i < 3 * last; i += 3) {
      const std::array<std::uint32_t, 3> corners{same[indices[i]], same[indices[i + 1]], same[indices[i + 2]]};
      for (std::size_t k = 0; k < 3; ++k) {
        const std::uint32_t a = corners[k], b = corners[(k + 1) % 3];
        if (a == b) continue;
        const double length_squared = distance_squared(positions[a], positions[b]);
        const float limit = std::max(static_cast<float>(length_squared * part_of_edge * part_of_edge), least);
        lower(reach[a], limit);
        lower(reach[b], limit);
      }
    }
  });
  return reach;
}

/// Marks positions that can be welded to no other. They are most, and to find them asks for no order; one thread alone
/// would only do more.
std::vector<unsigned char> find_alone(const std::vector<Vec3f>& positions, const std::vector<std::uint32_t>& same,
                                      const std::vector<float>& reach, double distance) {
  std::vector<unsigned char> alone(positions.size(), 0);
  if (usable_threads() == 1) return alone;
  ClusterGrid grid(positions, distance, positions.size());
  for_ranges(positions.size(), most_of_range, [&](std::size_t first, std::size_t last) {
    for (auto v = static_cast<std::uint32_t>(first); v < last; ++v) {
      if (same[v] == v) grid.insert(v);
    }
  });
  for_ranges(positions.size(), most_of_range, [&](std::size_t first, std::size_t last) {
    for (auto v = static_cast<std::uint32_t>(first); v < last; ++v) {
      alone[v] = same[v] == v && !grid.has_other(v, reach) ? 1 : 0;
    }
  });
  return alone;
}

}  // namespace

std::vector<std::uint32_t> weld_positions(std::vector<Vec3f>& positions, std::span<const std::uint32_t> indices,
                                          double distance, double least_distance) {
  std::vector<std::uint32_t> same = equal_positions(positions);
  if (!(distance > 0)) return same;
  const std::vector<float> reach = weld_reach_squared(positions, indices, same, distance, least_distance);
  const std::vector<unsigned char> alone = find_alone(positions, same, reach, distance);
  const auto company = static_cast<std::size_t>(std::count(alone.begin(), alone.end(), 0));
  ClusterGrid grid(positions, distance, company);
  for (std::uint32_t v = 0; v < positions.size(); ++v) {
    if (alone[v] != 0 || same[v] != v) continue;
    const std::uint32_t cluster = grid.find(positions[v], reach[v], reach);
    if (cluster == no_index) {
      grid.insert(v);
    } else {
      same[v] = cluster;
    }
  }
  for (std::uint32_t v = 0; v < positions.size(); ++v) {
    same[v] = same[same[v]];  // an equal position lies before, so its cluster is known
    positions[v] = positions[same[v]];
  }
  return same;
}

}  // namespace lodcook::cooker
