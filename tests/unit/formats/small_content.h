#pragma once

#include <cstdint>
#include <vector>

#include "formats/src/container_write.h"

namespace lodcook::test {

/// A vertex stream from 16-bit numbers, `stride` bytes for each vertex.
inline AttributeContent stream_u16(Semantic semantic, std::uint8_t components, std::uint32_t stride,
                                   const std::vector<std::uint16_t>& values) {
  AttributeContent content;
  content.attribute.semantic = semantic;
  content.attribute.type = ComponentType::u16;
  content.attribute.components = components;
  content.attribute.stride = stride;
  const std::span<const std::byte> bytes = std::as_bytes(std::span(values));
  content.bytes.assign(bytes.begin(), bytes.end());
  return content;
}

/// A square of two triangles on a lattice of step 1/4: corners (0,0), (1,0), (0,1), (1,1) at z = 0.
inline TileContent square_tile() {
  TileContent tile;
  tile.vertex_count = 4;
  tile.box = {{0, 0, 0}, {1, 1, 0}};
  tile.indices = {0, 1, 2, 2, 1, 3};
  tile.draws = {{0, 0, 6}};
  tile.attributes = {stream_u16(Semantic::position, 3, 8, {0, 0, 0, 0, 4, 0, 0, 0, 0, 4, 0, 0, 4, 4, 0, 0})};
  return tile;
}

/// One object of one level: square_tile().
inline ContainerContent square_content() {
  ContainerContent content;
  ObjectContent object;
  object.name = "square";
  object.bounds.box = {{0, 0, 0}, {1, 1, 0}};
  object.bounds.sphere = {{0.5F, 0.5F, 0}, 0.75F};
  object.bounds.extent = 1;
  object.lattice_step = 0.25;
  LevelContent level;
  level.box = object.bounds.box;
  level.sphere = object.bounds.sphere;
  level.tiles = {square_tile()};
  object.levels = {level};
  content.objects = {object};
  content.materials = {Material{}};
  return content;
}

}  // namespace lodcook::test
