#pragma once

#include <cstddef>
#include <cstdint>

#include "cooker/scene/vertex_streams.h"

namespace lodcook::cooker {

struct WeightRepairs {
  std::size_t corrected = 0;  ///< Vertices with a weight below 0 or not finite, or a sum off 1 by more than 0.01.
  std::size_t reduced = 0;    ///< Vertices that lost more than 1/255 of their weight to `most_influences`.
};

/// Gives every vertex of a skinned buffer weights that descend, are finite, sum to 1 and are at most `most_influences`
/// (the largest ones stay and share what the others had). A joint named twice is joined; a vertex without any weight
/// follows joint 0. influences_per_vertex shrinks to what is used.
WeightRepairs repair_weights(VertexStreams& vertices, std::uint32_t most_influences);

}  // namespace lodcook::cooker
