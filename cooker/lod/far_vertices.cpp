#include "cooker/lod/far_vertices.h"

#include <cmath>
#include <limits>

#include "cooker/lod/triangle_tree.h"
#include "cooker/lod/vec.h"
#include "cooker/proof/surface.h"

namespace lodcook::cooker {

namespace {

constexpr std::uint32_t none = 0xFFFFFFFFU;
constexpr float above = 1.001F;        // rounding must not refuse what closest_point would not
constexpr float least_area2 = 1e-30F;  // of twice a triangle, squared: below it products underflow

/// For each vertex the first one at its place.
std::vector<std::uint32_t> first_at_place(std::span<const std::uint32_t> place_of, std::size_t place_count) {
  std::vector<std::uint32_t> first(place_count, none), firsts;
  firsts.reserve(place_of.size());
  for (std::uint32_t v = 0; v < place_of.size(); ++v) {
    if (first[place_of[v]] == none) first[place_of[v]] = v;
    firsts.push_back(first[place_of[v]]);
  }
  return firsts;
}

/// Whether a point is at most the square root of `limit2` from a triangle. Points over it, and such as are farther
/// beyond an edge's plane than that, need no division: they are most.
bool near_triangle(Vec3f point, Vec3f a, Vec3f b, Vec3f c, float limit2) {
  const Vec3f ab = b - a, ac = c - a, bc = c - b, ap = point - a, bp = point - b;
  const Vec3f n = cross(ab, ac);
  const float n2 = dot(n, n), limit = limit2 * n2, height = dot(ap, n);
  if (n2 > least_area2) {
    if (height * height > limit * above) return false;
    const float beyond_ab = dot(cross(ap, ab), n), beyond_bc = dot(cross(bp, bc), n), beyond_ca = dot(cross(ac, ap), n);
    if (beyond_ab < 0 && beyond_bc < 0 && beyond_ca < 0) return height * height <= limit;
    const auto too_far = [&](float beyond, Vec3f edge) {
      return beyond > 0 && beyond * beyond > limit * dot(edge, edge) * above;
    };
    if (too_far(beyond_ab, ab) || too_far(beyond_bc, bc) || too_far(beyond_ca, ac)) return false;
  }
  return closest_point(point, a, b, c).squared_distance <= limit2;
}

/// Triangles by the first vertex at the place of each corner.
class Fans {
 public:
  Fans(std::span<const std::uint32_t> indices, std::span<const std::uint32_t> firsts)
      : begins_(firsts.size() + 1, 0), triangles_(indices.size()) {
    for (const std::uint32_t i : indices) ++begins_[firsts[i] + 1];
    for (std::size_t v = 1; v < begins_.size(); ++v) begins_[v] += begins_[v - 1];
    std::vector<std::uint32_t> cursors(begins_.begin(), begins_.end() - 1);
    for (std::size_t i = 0; i < indices.size(); ++i) {
      triangles_[cursors[firsts[indices[i]]]++] = static_cast<std::uint32_t>(i / 3);
    }
  }

  [[nodiscard]] std::span<const std::uint32_t> at(std::uint32_t vertex) const {
    return {triangles_.data() + begins_[vertex], triangles_.data() + begins_[vertex + 1]};
  }

 private:
  std::vector<std::uint32_t> begins_, triangles_;
};

/// The search of one step.
class LostPlaces {
 public:
  LostPlaces(const LevelMesh& mesh, std::span<const std::uint32_t> kept, std::span<const std::uint32_t> firsts,
             float limit)
      : mesh_(mesh), kept_(kept), firsts_(firsts), fans_(kept, firsts), limit2_(limit * limit) {}

  /// The first vertices of places that the triangles around them do not show to be near; ascending.
  [[nodiscard]] std::vector<std::uint32_t> unsettled() {
    anchors_.assign(firsts_.size(), none);
    for (const std::uint32_t i : kept_) anchors_[firsts_[i]] = firsts_[i];
    constexpr int most_sweeps = 3;
    for (int sweep = 0; sweep < most_sweeps && settle_some(); ++sweep) {
    }
    std::vector<unsigned char> lost(firsts_.size(), 0);
    for (const std::uint32_t i : mesh_.indices) lost[firsts_[i]] = anchors_[firsts_[i]] == none ? 1 : 0;
    std::vector<std::uint32_t> result;
    for (std::uint32_t v = 0; v < lost.size(); ++v) {
      if (lost[v] != 0) result.push_back(v);
    }
    return result;
  }

 private:
  /// Whether anything was settled and anything is left.
  bool settle_some() {
    bool settled = false, left = false;
    for (std::size_t i = 0; i + 2 < mesh_.indices.size(); i += 3) {
      for (std::size_t k = 0; k < 3; ++k) {
        std::uint32_t& anchor = anchors_[firsts_[mesh_.indices[i + k]]];
        if (anchor != none) continue;
        const Vec3f p = mesh_.positions[mesh_.indices[i + k]];
        const std::uint32_t next = anchors_[firsts_[mesh_.indices[i + (k + 1) % 3]]];
        const std::uint32_t last = anchors_[firsts_[mesh_.indices[i + (k + 2) % 3]]];
        if (near_fan(p, next)) {
          anchor = next;
        } else if (last != next && near_fan(p, last)) {
          anchor = last;
        }
        (anchor != none ? settled : left) = true;
      }
    }
    return settled && left;
  }

  [[nodiscard]] bool near_fan(Vec3f point, std::uint32_t anchor) const {
    if (anchor == none) return false;
    const std::vector<Vec3f>& p = mesh_.positions;
    const Vec3f way = p[anchor] - point;
    if (dot(way, way) <= limit2_) return true;
    for (const std::uint32_t t : fans_.at(anchor)) {
      const std::uint32_t* const corners = &kept_[3 * std::size_t{t}];
      if (near_triangle(point, p[corners[0]], p[corners[1]], p[corners[2]], limit2_)) return true;
    }
    return false;
  }

  const LevelMesh& mesh_;
  std::span<const std::uint32_t> kept_, firsts_;
  Fans fans_;
  float limit2_;
  /// By the first vertex at each place: one that stayed and has a triangle near that place; none: not known yet.
  std::vector<std::uint32_t> anchors_;
};

}  // namespace

std::vector<FarVertex> find_far_vertices(const LevelMesh& mesh, std::span<const std::uint32_t> place_of,
                                         std::size_t place_count, std::span<const std::uint32_t> kept, float limit) {
  std::vector<FarVertex> far;
  const std::vector<std::uint32_t> firsts = first_at_place(place_of, place_count);
  const std::vector<std::uint32_t> vertices = LostPlaces(mesh, kept, firsts, limit).unsettled();
  if (vertices.empty()) return far;
  const std::span<const Vec3f> positions(mesh.positions.data(), place_of.size());
  const Result<proof::Surface> surface =
      proof::Surface::make({positions, kept, place_of}, proof::Surface::Use::nearest);
  if (!surface) return far;
  std::uint32_t triangle = 0;
  for (const std::uint32_t v : vertices) {
    const Vec3f p = positions[v];
    float squared = proof::distance2(surface->record(triangle), p);
    if (!surface->nearest(p, squared, triangle, limit * limit) || squared <= limit * limit) continue;
    far.push_back({v, std::sqrt(squared)});
  }
  return far;
}

}  // namespace lodcook::cooker
