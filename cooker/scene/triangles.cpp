#include "cooker/scene/triangles.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <tuple>

#include "cooker/scene/parallel.h"
#include "cooker/scene/vector_math.h"

namespace lodcook::cooker {
namespace {

/// Below it squares of edges leave the range that floats are computed in later.
constexpr double shortest_length = 1e-30;

using Corners = std::array<std::uint32_t, 3>;

/// The triangle's ids turned so that the lowest comes first; winding kept.
Corners turned(Corners ids) noexcept {
  if (ids[1] < ids[0] && ids[1] <= ids[2]) return {ids[1], ids[2], ids[0]};
  if (ids[2] < ids[0] && ids[2] < ids[1]) return {ids[2], ids[0], ids[1]};
  return ids;
}

/// Triangles by their lowest corner: hashing all of them would miss the cache once for each.
struct LowestGroups {
  struct Triangle {
    std::uint32_t second = 0, third = 0;  ///< The corners after the lowest.
    std::uint32_t number = 0;
  };
  std::vector<std::uint32_t> begins;  ///< One more than corners.
  std::vector<Triangle> triangles;
};

LowestGroups group_by_lowest(const std::vector<std::uint32_t>& indices, std::span<const std::uint32_t> corner_ids) {
  const auto corners = [&](std::size_t t) {
    return turned({corner_ids[indices[3 * t]], corner_ids[indices[3 * t + 1]], corner_ids[indices[3 * t + 2]]});
  };
  const std::size_t count = indices.size() / 3;
  LowestGroups groups{std::vector<std::uint32_t>(corner_ids.size() + 1), std::vector<LowestGroups::Triangle>(count)};
  for (std::size_t t = 0; t < count; ++t) ++groups.begins[corners(t)[0] + 1];
  for (std::size_t i = 1; i < groups.begins.size(); ++i) groups.begins[i] += groups.begins[i - 1];
  std::vector<std::uint32_t> cursors(groups.begins.begin(), groups.begins.end() - 1);
  for (std::size_t t = 0; t < count; ++t) {
    const Corners ids = corners(t);
    groups.triangles[cursors[ids[0]]++] = {ids[1], ids[2], static_cast<std::uint32_t>(t)};
  }
  return groups;
}

std::vector<bool> find_repeated(LowestGroups groups, std::size_t triangles) {
  using Triangle = LowestGroups::Triangle;
  const auto corners = [](const Triangle& t) { return std::tie(t.second, t.third); };
  const auto goes_first = [](const Triangle& a, const Triangle& b) {
    return std::tie(a.second, a.third, a.number) < std::tie(b.second, b.third, b.number);
  };
  std::vector<bool> repeated(triangles, false);
  for (std::size_t corner = 0; corner + 1 < groups.begins.size(); ++corner) {
    const std::span<Triangle> group(groups.triangles.data() + groups.begins[corner],
                                    groups.begins[corner + 1] - groups.begins[corner]);
    if (group.size() > 1) std::sort(group.begin(), group.end(), goes_first);
    for (std::size_t i = 1; i < group.size(); ++i) {
      if (corners(group[i]) == corners(group[i - 1])) repeated[group[i].number] = true;
    }
  }
  return repeated;
}

}  // namespace

bool has_no_area(Vec3f a, Vec3f b, Vec3f c) noexcept {
  constexpr double flat = 1e-7;
  const Vec3d da = to_double(a), db = to_double(b), dc = to_double(c);
  const Vec3d ab = subtract(db, da), bc = subtract(dc, db), ca = subtract(da, dc);
  const double longest_squared = std::max({dot(ab, ab), dot(bc, bc), dot(ca, ca)});
  if (longest_squared <= shortest_length * shortest_length) return true;
  const Vec3d n = cross(ab, bc);
  const double area_squared = dot(n, n), limit = flat * longest_squared;
  // nearly every triangle is told without a root
  return !(area_squared > 2 * limit * limit) && std::sqrt(area_squared) <= limit;
}

bool have_zero_area(std::span<const std::uint32_t> indices, std::span<const Vec3f> positions) {
  constexpr std::size_t most = 1 << 15;
  std::atomic<bool> found = false;
  for_ranges(indices.size() / 3, most, [&](std::size_t first, std::size_t last) {
    for (std::size_t t = first; t < last; ++t) {
      const std::uint32_t* const corner = &indices[3 * t];
      if (has_no_area(positions[corner[0]], positions[corner[1]], positions[corner[2]])) {
        found.store(true, std::memory_order_relaxed);
        return;
      }
    }
  });
  return found;
}

std::size_t drop_zero_area(std::vector<std::uint32_t>& indices, std::span<const Vec3f> positions,
                           std::vector<std::uint32_t>* labels) {
  if (!have_zero_area(indices, positions)) return 0;
  const std::size_t triangles = indices.size() / 3, labelled = labels == nullptr ? 0 : labels->size();
  std::size_t kept = 0;
  for (std::size_t t = 0; t < triangles; ++t) {
    const std::array<std::uint32_t, 3> corner{indices[3 * t], indices[3 * t + 1], indices[3 * t + 2]};
    if (has_no_area(positions[corner[0]], positions[corner[1]], positions[corner[2]])) continue;
    std::copy(corner.begin(), corner.end(), &indices[3 * kept]);
    if (labelled > 0) (*labels)[kept] = (*labels)[t];
    ++kept;
  }
  indices.resize(3 * kept);
  if (labelled > 0) labels->resize(kept);
  return triangles - kept;
}

std::vector<bool> find_duplicates(const std::vector<std::uint32_t>& indices,
                                  std::span<const std::uint32_t> corner_ids) {
  return find_repeated(group_by_lowest(indices, corner_ids), indices.size() / 3);
}

}  // namespace lodcook::cooker
