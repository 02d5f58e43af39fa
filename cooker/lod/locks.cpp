#include "cooker/lod/locks.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "cooker/lod/corner_fans.h"
#include "cooker/lod/vec.h"

namespace lodcook::cooker {

namespace {

constexpr std::uint32_t none = 0xFFFFFFFFU;
constexpr double folded_cosine2 = 0.75;  // of 150 degrees between the normals of two faces, squared

/// The open edge that enters or leaves each vertex; the vertex itself where there are several.
struct OpenEdges {
  std::vector<std::uint32_t> in, out;

  void add(std::uint32_t origin, std::uint32_t target) {
    in[target] = in[target] == none ? origin : target;
    out[origin] = out[origin] == none ? target : origin;
  }
};

/// Twice the area of each face along its normal.
std::vector<Vec3f> face_vectors(const LevelMesh& mesh) {
  std::vector<Vec3f> vectors;
  vectors.reserve(mesh.triangle_count());
  for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
    const Vec3f a = mesh.positions[mesh.indices[i]];
    vectors.push_back(cross(mesh.positions[mesh.indices[i + 1]] - a, mesh.positions[mesh.indices[i + 2]] - a));
  }
  return vectors;
}

bool is_folded(Vec3f a, Vec3f b) {
  const float along = dot(a, b);
  return along < 0 && double{along} * along > folded_cosine2 * dot(a, a) * dot(b, b);
}

/// Finds the open edges and the folded ones. Both half-edges of an edge have a corner at each of its ends, so one fan
/// tells all about the edges at its vertex.
class EdgeWalk {
 public:
  EdgeWalk(const LevelMesh& mesh, std::vector<unsigned char>& folded)
      : fans_(mesh),
        faces_(face_vectors(mesh)),
        folded_(folded),
        open_{std::vector<std::uint32_t>(mesh.vertices.size(), none),
              std::vector<std::uint32_t>(mesh.vertices.size(), none)} {}

  OpenEdges walk() {
    for (std::uint32_t vertex = 0; vertex < open_.in.size(); ++vertex) look_at(vertex);
    return std::move(open_);
  }

 private:
  using Corners = std::span<const CornerFans::Corner>;

  /// The half-edges that enter a vertex from another one.
  struct Entering {
    std::uint32_t count = 0;
    std::uint32_t corner = 0;  ///< In the fan: one that such a half-edge leads to.
  };

  void look_at(std::uint32_t vertex) {
    constexpr std::size_t many = 64;  // comparing all with all takes longer than sorting
    const Corners fan = fans_.at(vertex);
    if (fan.size() <= few) {
      look_at_few(vertex, fan);
    } else if (fan.size() < many) {
      for (const CornerFans::Corner& corner : fan) take(vertex, fan, corner, entering_from(fan, corner.next));
    } else {
      look_at_many(vertex, fan);
    }
  }

  void look_at_few(std::uint32_t vertex, Corners fan) {
    std::array<std::uint32_t, few> lasts;
    lasts.fill(none);
    for (std::size_t k = 0; k < fan.size(); ++k) lasts[k] = fan[k].last;
    for (const CornerFans::Corner& corner : fan) {
      Entering found;
      for (std::uint32_t k = 0; k < few; ++k) {  // of fixed length and without branches: compilers take four at once
        const std::uint32_t equal = lasts[k] == corner.next ? ~0U : 0U;
        found.count -= equal;
        found.corner |= equal & k;
      }
      take(vertex, fan, corner, found);
    }
  }

  void look_at_many(std::uint32_t vertex, Corners fan) {
    std::vector<std::uint32_t> by_last(fan.size());
    std::iota(by_last.begin(), by_last.end(), 0U);
    const auto last = [fan](std::uint32_t k) { return fan[k].last; };
    std::ranges::sort(by_last, {}, last);
    for (const CornerFans::Corner& corner : fan) {
      const auto first = std::ranges::lower_bound(by_last, corner.next, {}, last);
      const auto end = std::ranges::upper_bound(first, by_last.end(), corner.next, {}, last);
      const auto count = static_cast<std::uint32_t>(end - first);
      take(vertex, fan, corner, {count, count > 0 ? *first : 0});
    }
  }

  static Entering entering_from(Corners fan, std::uint32_t target) {
    Entering found;
    for (std::uint32_t k = 0; k < fan.size(); ++k) {
      if (fan[k].last == target) ++found.count, found.corner = k;
    }
    return found;
  }

  void take(std::uint32_t vertex, Corners fan, const CornerFans::Corner& corner, const Entering& found) {
    if (found.count == 0) open_.add(vertex, corner.next);
    if (found.count != 1 || corner.next < vertex) return;
    if (!is_folded(faces_[corner.triangle], faces_[fan[found.corner].triangle])) return;
    if (std::ranges::count(fan, corner.next, &CornerFans::Corner::next) == 1)
      folded_[vertex] = folded_[corner.next] = 1;
  }

  static constexpr std::size_t few = 8;
  CornerFans fans_;
  std::vector<Vec3f> faces_;
  std::vector<unsigned char>& folded_;
  OpenEdges open_;
};

bool single(std::uint32_t open, std::uint32_t vertex) { return open != none && open != vertex; }

/// Whether the two vertices of a position are the two sides of a seam that runs through it.
bool is_seam(const OpenEdges& open, std::span<const std::uint32_t> place_of, std::uint32_t a, std::uint32_t b) {
  if (!single(open.in[a], a) || !single(open.out[a], a) || !single(open.in[b], b) || !single(open.out[b], b))
    return false;
  const std::uint32_t in_a = place_of[open.in[a]], out_a = place_of[open.out[a]];
  return in_a == place_of[open.out[b]] && out_a == place_of[open.in[b]] && in_a != out_a;
}

}  // namespace

Locks find_locks(const LevelMesh& mesh, std::span<const std::uint32_t> place_of, std::size_t place_count) {
  Locks locks;
  locks.flags.assign(mesh.positions.size(), 0);
  const OpenEdges open = EdgeWalk(mesh, locks.flags).walk();
  for (const unsigned char flag : locks.flags) locks.folded += flag;
  std::vector<std::uint32_t> first(place_count, none), second(place_count, none);
  std::vector<unsigned char> wedges(place_count, 0);
  for (std::uint32_t vertex = 0; vertex < mesh.vertices.size(); ++vertex) {
    const std::uint32_t place = place_of[vertex];
    if (wedges[place] == 0) first[place] = vertex;
    if (wedges[place] == 1) second[place] = vertex;
    if (wedges[place] < 3) ++wedges[place];
  }
  for (std::size_t place = 0; place < place_count; ++place) {
    const std::uint32_t a = first[place];
    if (wedges[place] == 1) locks.places += open.in[a] == a || open.out[a] == a ? 1 : 0;
    if (wedges[place] == 2) locks.places += is_seam(open, place_of, a, second[place]) ? 0 : 1;
    if (wedges[place] == 3) ++locks.places;
  }
  return locks;
}

}  // namespace lodcook::cooker
