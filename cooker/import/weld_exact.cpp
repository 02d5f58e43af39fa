#include "cooker/import/weld_exact.h"

#include <meshoptimizer.h>

#include <algorithm>
#include <vector>

namespace lodcook::cooker {
namespace {

/// Calls visit(array, elements per vertex) for every array of the primitive that is not empty.
template <class Visit>
void for_each_array(Primitive& primitive, const Visit& visit) {
  const auto one = [&](auto& array, std::size_t elements) {
    if (!array.empty()) visit(array, elements);
  };
  VertexStreams& v = primitive.vertices;
  one(v.normals, 1);
  one(v.tangents, 1);
  for (auto& set : v.uvs) one(set, 1);
  for (auto& set : v.colors) one(set, 1);
  one(v.joints, v.influences_per_vertex);
  one(v.weights, v.influences_per_vertex);
  for (MorphTarget& target : primitive.morph_targets) {
    one(target.position_deltas, 1);
    one(target.normal_deltas, 1);
    one(target.tangent_deltas, 1);
  }
  one(v.positions, 1);
}

constexpr std::size_t max_streams = 16;  // of one meshopt_generateVertexRemapMulti

std::vector<meshopt_Stream> streams_of(Primitive& primitive) {
  constexpr std::size_t piece = 256;  // the most that meshoptimizer compares in one stream
  std::vector<meshopt_Stream> out;
  for_each_array(primitive, [&](auto& array, std::size_t elements) {
    const std::size_t stride = sizeof(array[0]) * elements;
    const auto* bytes = reinterpret_cast<const unsigned char*>(array.data());
    for (std::size_t at = 0; at < stride; at += piece)
      out.push_back({bytes + at, std::min(piece, stride - at), stride});
  });
  return out;
}

}  // namespace

void weld_exact(Primitive& primitive) {
  const std::size_t count = primitive.vertices.vertex_count();
  std::vector<std::uint32_t>& indices = primitive.indices;
  if (count == 0 || indices.empty()) {
    primitive.vertices = {};
    primitive.morph_targets.clear();
    return;
  }
  // adding zero turns -0 into 0, which is the same place
  for (Vec3f& p : primitive.vertices.positions) p = {p.x + 0.0F, p.y + 0.0F, p.z + 0.0F};
  std::vector<meshopt_Stream> streams = streams_of(primitive);
  std::vector<std::vector<unsigned int>> classes;
  while (streams.size() > max_streams) {
    std::vector<unsigned int>& equal = classes.emplace_back(count);
    meshopt_generateVertexRemapMulti(equal.data(), indices.data(), indices.size(), count, streams.data(), max_streams);
    streams.erase(streams.begin(), streams.begin() + max_streams);
    streams.push_back({equal.data(), sizeof(unsigned int), sizeof(unsigned int)});
  }
  std::vector<unsigned int> remap(count);
  const std::size_t kept = meshopt_generateVertexRemapMulti(remap.data(), indices.data(), indices.size(), count,
                                                            streams.data(), streams.size());
  meshopt_remapIndexBuffer(indices.data(), indices.data(), indices.size(), remap.data());
  for_each_array(primitive, [&](auto& array, std::size_t elements) {
    auto out = array;
    meshopt_remapVertexBuffer(out.data(), array.data(), count, sizeof(array[0]) * elements, remap.data());
    out.resize(kept * elements);
    out.shrink_to_fit();
    array = std::move(out);
  });
}

}  // namespace lodcook::cooker
