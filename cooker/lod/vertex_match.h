#pragma once

#include "cooker/scene/object.h"

/// When attributes of two vertices count as one.
namespace lodcook::cooker {

/// By 1/4096, one texel of the largest usual texture.
bool nearly_equal(Vec2f a, Vec2f b) noexcept;

/// By 0.01 in each channel.
bool nearly_equal(Vec4f a, Vec4f b) noexcept;

/// Joints and weights alike.
bool same_skin(const VertexStreams& vertices, std::size_t a, std::size_t b) noexcept;

/// Position deltas of every morph target alike; with `normals` the normal deltas too, within 15 degrees.
bool same_morphs(const Object& object, std::size_t a, std::size_t b, bool normals) noexcept;

}  // namespace lodcook::cooker
