#include "cooker/lod/locks.h"

#include "cooker/lod/edge_fans.h"
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

/// One walk over all edges finds the open ones and the folded ones. Each edge is met from its lower vertex, which marks
/// the half-edges that run the other way.
OpenEdges walk_edges(const LevelMesh& mesh, std::vector<unsigned char>& folded) {
  const EdgeFans fans(mesh);
  const std::vector<Vec3f> faces = face_vectors(mesh);
  const std::size_t count = mesh.vertices.size();
  OpenEdges open{std::vector<std::uint32_t>(count, none), std::vector<std::uint32_t>(count, none)};
  std::vector<unsigned char> opposed(mesh.indices.size(), 0);
  for (std::uint32_t vertex = 0; vertex < count; ++vertex) {
    for (std::uint32_t e = fans.begin(vertex); e < fans.end(vertex); ++e) {
      const std::uint32_t target = fans[e].target;
      if (target < vertex) {
        if (opposed[e] == 0) open.add(vertex, target);
        continue;
      }
      std::uint32_t back = none;
      int back_count = 0;
      for (std::uint32_t b = fans.begin(target); b < fans.end(target); ++b) {
        // no branch: none would be foreseen
        const bool opposes = fans[b].target == vertex;
        opposed[b] = static_cast<unsigned char>(opposed[b] | (opposes ? 1 : 0));
        back_count += opposes ? 1 : 0;
        back = opposes ? b : back;
      }
      if (back_count == 0) open.add(vertex, target);
      if (back_count != 1 || !is_folded(faces[fans[e].triangle], faces[fans[back].triangle])) continue;
      if (fans.is_single(vertex, target)) folded[vertex] = folded[target] = 1;
    }
  }
  return open;
}

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
  const OpenEdges open = walk_edges(mesh, locks.flags);
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
