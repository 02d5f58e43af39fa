#include "cooker/scene/triangles.h"

#include <algorithm>
#include <array>

#include "cooker/scene/equal_rows.h"
#include "cooker/scene/vector_math.h"

namespace lodcook::cooker {
namespace {

/// Below it squares of edges leave the range that floats are computed in later.
constexpr double shortest_length = 1e-30;

using Corners = std::array<std::uint32_t, 3>;

/// The triangle's ids turned so that the lowest comes first; winding kept.
Corners turned(Corners ids) noexcept {
  std::rotate(ids.begin(), std::min_element(ids.begin(), ids.end()), ids.end());
  return ids;
}

}  // namespace

bool has_no_area(Vec3f a, Vec3f b, Vec3f c) noexcept {
  constexpr double flat = 1e-7;
  const Vec3d da = to_double(a), db = to_double(b), dc = to_double(c);
  const Vec3d ab = subtract(db, da), bc = subtract(dc, db), ca = subtract(da, dc);
  const double longest_squared = std::max({dot(ab, ab), dot(bc, bc), dot(ca, ca)});
  if (longest_squared <= shortest_length * shortest_length) return true;
  const Vec3d n = cross(ab, bc);
  return std::sqrt(dot(n, n)) <= flat * longest_squared;
}

std::size_t drop_zero_area(std::vector<std::uint32_t>& indices, std::span<const Vec3f> positions) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
    const std::uint32_t a = indices[i], b = indices[i + 1], c = indices[i + 2];
    if (has_no_area(positions[a], positions[b], positions[c])) continue;
    indices[kept] = a;
    indices[kept + 1] = b;
    indices[kept + 2] = c;
    kept += 3;
  }
  const std::size_t dropped = (indices.size() - kept) / 3;
  indices.resize(kept);
  return dropped;
}

std::size_t drop_duplicates(std::vector<std::uint32_t>& indices, std::span<const std::uint32_t> corner_ids) {
  const std::size_t triangles = indices.size() / 3;
  std::vector<Corners> rows(triangles);
  for (std::size_t t = 0; t < triangles; ++t) {
    rows[t] = turned({corner_ids[indices[3 * t]], corner_ids[indices[3 * t + 1]], corner_ids[indices[3 * t + 2]]});
  }
  const RowColumn column{reinterpret_cast<const std::byte*>(rows.data()), sizeof(Corners)};
  const std::vector<std::uint32_t> first = equal_rows({&column, 1}, triangles);
  std::size_t kept = 0;
  for (std::size_t t = 0; t < triangles; ++t) {
    if (first[t] != t) continue;
    for (std::size_t k = 0; k < 3; ++k) indices[kept++] = indices[3 * t + k];
  }
  indices.resize(kept);
  return triangles - kept / 3;
}

}  // namespace lodcook::cooker
