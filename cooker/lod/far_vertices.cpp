#include "cooker/lod/far_vertices.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cooker/lod/reach_grid.h"
#include "cooker/lod/vec.h"
#include "cooker/proof/surface.h"

namespace lodcook::cooker {

namespace {

constexpr std::uint32_t none = 0xFFFFFFFFU, not_asked = none - 1;

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

/// The smallest squared distance from a point to four triangles, given by twelve corners.
float nearest_of_four(Vec3f point, const Vec3f* const (&corners)[12]) {
  using proof::LaneVectors;
  const auto column = [&](int k) {
    const Vec3f &p = *corners[k], &q = *corners[k + 3], &r = *corners[k + 6], &s = *corners[k + 9];
    return LaneVectors{{p.x, q.x, r.x, s.x}, {p.y, q.y, r.y, s.y}, {p.z, q.z, r.z, s.z}};
  };
  const LaneVectors a = column(0), ab = column(1) - a, ac = column(2) - a, bc = ac - ab;
  const LaneVectors ap = LaneVectors{proof::splat(point.x), proof::splat(point.y), proof::splat(point.z)} - a;
  const LaneVectors bp = ap - ab;
  const auto to_edge = [](const LaneVectors& from, const LaneVectors& edge) {
    // an edge without length gives 0 / 0, which is clamped to 0
    const LaneVectors v = from - edge * proof::clamp01(dot(from, edge) / dot(edge, edge));
    return dot(v, v);
  };
  proof::Lanes best = proof::min(proof::min(to_edge(ap, ab), to_edge(ap, ac)), to_edge(bp, bc));
  const LaneVectors n = cross(ab, ac);
  const proof::Lanes height = dot(ap, n), zero = proof::splat(0);
  const proof::LaneMask over =
      (dot(cross(ab, ap), n) > zero) & (dot(cross(ap, ac), n) > zero) & (dot(cross(bc, bp), n) > zero);
  return proof::smallest(over ? height * height / dot(n, n) : best);
}

/// `kept`, or what is left of it in `storage` where triangles have two corners at one place.
std::span<const std::uint32_t> with_three_places(std::span<const std::uint32_t> kept,
                                                 std::span<const std::uint32_t> firsts,
                                                 std::vector<std::uint32_t>& storage) {
  const auto has_three = [&](std::size_t i) {
    const std::uint32_t a = firsts[kept[i]], b = firsts[kept[i + 1]], c = firsts[kept[i + 2]];
    return a != b && b != c && a != c;
  };
  std::size_t i = 0;
  while (i + 2 < kept.size() && has_three(i)) i += 3;
  if (i + 2 >= kept.size()) return kept;
  storage.assign(kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(i));
  for (i += 3; i + 2 < kept.size(); i += 3) {
    if (has_three(i)) storage.insert(storage.end(), {kept[i], kept[i + 1], kept[i + 2]});
  }
  return storage;
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

/// A place that the triangles around it do not show to be near.
struct Unsettled {
  std::uint32_t vertex;  // the first one at the place
  float reach2;          // squared: some triangle is no farther
};

/// The search of one step.
class LostPlaces {
 public:
  LostPlaces(const LevelMesh& mesh, std::span<const std::uint32_t> kept, std::span<const std::uint32_t> firsts,
             float limit)
      : mesh_(mesh), kept_(kept), firsts_(firsts), fans_(kept, firsts), limit2_(limit * limit) {}

  /// In order of their vertices.
  [[nodiscard]] std::vector<Unsettled> unsettled(std::span<const std::uint32_t> place_of,
                                                 std::span<const unsigned char> asked) {
    anchors_.assign(firsts_.size(), none);
    for (std::size_t v = 0; v < firsts_.size() && !asked.empty(); ++v) {
      if (asked[place_of[v]] == 0) anchors_[v] = not_asked;
    }
    for (const std::uint32_t i : kept_) anchors_[firsts_[i]] = firsts_[i];
    constexpr int most_sweeps = 3;
    for (int sweep = 0; sweep < most_sweeps && settle_some(); ++sweep) {
    }
    std::vector<unsigned char> lost(firsts_.size(), 0);
    for (const std::uint32_t i : mesh_.indices) lost[firsts_[i]] = anchors_[firsts_[i]] == none ? 1 : 0;
    std::vector<Unsettled> result;
    for (std::uint32_t v = 0; v < lost.size(); ++v) {
      if (lost[v] != 0) result.push_back({v, std::numeric_limits<float>::max()});
    }
    find_reaches(result);
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
        if (near_fan(p, next) <= limit2_) {
          anchor = next;
        } else if (last != next && near_fan(p, last) <= limit2_) {
          anchor = last;
        }
        (anchor != none ? settled : left) = true;
      }
    }
    return settled && left;
  }

  /// Of each, by the triangles at the anchors beside it.
  void find_reaches(std::vector<Unsettled>& places) const {
    if (places.empty()) return;
    std::vector<std::uint32_t> number(firsts_.size(), none);
    for (std::uint32_t i = 0; i < places.size(); ++i) number[places[i].vertex] = i;
    for (std::size_t i = 0; i < mesh_.indices.size(); ++i) {
      const std::uint32_t vertex = firsts_[mesh_.indices[i]];
      if (number[vertex] == none) continue;
      float& reach2 = places[number[vertex]].reach2;
      for (const std::size_t other : {i - i % 3 + (i + 1) % 3, i - i % 3 + (i + 2) % 3}) {
        const std::uint32_t anchor = anchors_[firsts_[mesh_.indices[other]]];
        reach2 = std::min(reach2, near_fan(mesh_.positions[vertex], anchor));
      }
    }
  }

  /// Squared distance to the triangles at an anchor, or to one of them that is near enough; the largest number without.
  [[nodiscard]] float near_fan(Vec3f point, std::uint32_t anchor) const {
    float best = std::numeric_limits<float>::max();
    if (anchor >= not_asked) return best;
    const std::vector<Vec3f>& p = mesh_.positions;
    const Vec3f way = p[anchor] - point;
    best = dot(way, way);
    const std::span<const std::uint32_t> fan = fans_.at(anchor);
    for (std::size_t i = 0; i < fan.size() && best > limit2_; i += 4) {
      const Vec3f* corners[12];
      for (std::size_t k = 0; k < 12; ++k) {
        corners[k] = &p[kept_[3 * std::size_t{fan[std::min(i + k / 3, fan.size() - 1)]} + k % 3]];
      }
      best = std::min(best, nearest_of_four(point, corners));
    }
    return best;
  }

  const LevelMesh& mesh_;
  std::span<const std::uint32_t> kept_, firsts_;
  Fans fans_;
  float limit2_;
  /// By the first vertex at each place: one that stayed and has a triangle near that place; none: not known yet;
  /// not_asked: of no interest.
  std::vector<std::uint32_t> anchors_;
};

/// The corners of the triangles that may be nearest to one of the places.
std::vector<std::uint32_t> triangles_in_reach(std::span<const Vec3f> positions, std::span<const std::uint32_t> kept,
                                              std::span<const Unsettled> places) {
  ReachGrid grid;
  for (const Unsettled& place : places) grid.add(positions[place.vertex], std::sqrt(place.reach2));
  std::vector<std::uint32_t> result;
  for (std::size_t i = 0; i + 2 < kept.size(); i += 3) {
    if (!grid.touches(positions[kept[i]], positions[kept[i + 1]], positions[kept[i + 2]])) continue;
    result.insert(result.end(), {kept[i], kept[i + 1], kept[i + 2]});
  }
  return result;
}

}  // namespace

std::vector<FarVertex> find_far_vertices(const LevelMesh& mesh, std::span<const std::uint32_t> place_of,
                                         std::size_t place_count, std::span<const std::uint32_t> kept, float limit,
                                         std::span<const unsigned char> asked) {
  std::vector<FarVertex> far;
  const std::vector<std::uint32_t> firsts = first_at_place(place_of, place_count);
  std::vector<std::uint32_t> storage;
  kept = with_three_places(kept, firsts, storage);
  const std::vector<Unsettled> places = LostPlaces(mesh, kept, firsts, limit).unsettled(place_of, asked);
  if (places.empty()) return far;
  const std::span<const Vec3f> positions(mesh.positions.data(), place_of.size());
  const std::vector<std::uint32_t> near = triangles_in_reach(positions, kept, places);
  const Result<proof::Surface> surface =
      proof::Surface::make({positions, near, place_of}, proof::Surface::Use::nearest);
  if (!surface) return far;
  std::uint32_t triangle = 0;
  for (const auto& [vertex, reach2] : places) {
    const Vec3f p = positions[vertex];
    float squared = proof::distance2(surface->record(triangle), p);
    if (!surface->nearest(p, squared, triangle, limit * limit) || squared <= limit * limit) continue;
    far.push_back({vertex, std::sqrt(squared)});
  }
  return far;
}

}  // namespace lodcook::cooker
