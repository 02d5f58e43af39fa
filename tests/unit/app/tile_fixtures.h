#pragma once

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "formats/src/container_write.h"

namespace lodcook::test {

using LatticePoint = std::array<std::uint16_t, 3>;

inline TileContent lattice_tile(const std::vector<LatticePoint>& points, std::vector<std::uint32_t> indices,
                                double error, const Aabb& box, std::int32_t parent) {
  TileContent tile;
  tile.parent = parent;
  tile.vertex_count = static_cast<std::uint32_t>(points.size());
  tile.error_absolute = error;
  tile.error_relative = error / 4;
  tile.box = box;
  tile.draws = {{0, 0, static_cast<std::uint32_t>(indices.size())}};
  tile.indices = std::move(indices);
  std::vector<std::uint16_t> values;
  for (const LatticePoint& p : points) values.insert(values.end(), {p[0], p[1], p[2], 0});
  AttributeContent positions;
  positions.attribute.type = ComponentType::u16;
  positions.attribute.components = 3;
  positions.attribute.stride = 8;
  const auto bytes = std::as_bytes(std::span(values));
  positions.bytes.assign(bytes.begin(), bytes.end());
  tile.attributes = {positions};
  return tile;
}

/// Two triangles for each rectangle between two columns of points, from below to above. Where a column has fewer points
/// than the other one, its last stands for the rest.
inline std::vector<std::uint32_t> between(const std::vector<std::uint32_t>& left,
                                          const std::vector<std::uint32_t>& right) {
  std::vector<std::uint32_t> indices;
  std::size_t l = 0, r = 0;
  while (l + 1 < left.size() || r + 1 < right.size()) {
    if (r + 1 < right.size()) {
      indices.insert(indices.end(), {left[l], right[r], right[r + 1]});
      ++r;
    }
    if (l + 1 < left.size()) {
      indices.insert(indices.end(), {left[l], right[r], left[l + 1]});
      ++l;
    }
  }
  return indices;
}

/// A strip of 2 x 4 unit squares as two columns of 8 triangles: tiles 0 and 1, the left one and the right one. 2 and 3
/// stand for one of them each, with an outer side of one edge, and 4 for both. What they share are the five points at
/// x = 1; unless `kept`, 2 lacks the middle one.
inline ObjectContent two_columns(bool kept) {
  const Aabb left_box{{0, 0, 0}, {1, 4, 0}}, right_box{{1, 0, 0}, {2, 4, 0}}, box{{0, 0, 0}, {2, 4, 0}};
  const auto column = [](std::uint16_t x, std::vector<std::uint16_t> heights) {
    std::vector<LatticePoint> points;
    for (const std::uint16_t y : heights) points.push_back({x, y, 0});
    return points;
  };
  const auto joined = [](std::vector<LatticePoint> a, const std::vector<LatticePoint>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
  };
  const std::vector<std::uint32_t> five_and_five = between({0, 1, 2, 3, 4}, {5, 6, 7, 8, 9});
  const std::vector<std::uint16_t> all{0, 1, 2, 3, 4};
  ObjectContent object;
  object.name = "columns";
  object.bounds.box = box;
  object.bounds.sphere = {{1, 2, 0}, 2.5F};
  object.bounds.extent = 4;
  object.lattice_step = 1;
  const auto add = [&](std::vector<TileContent> tiles, double error) {
    LevelContent level;
    level.error_absolute = error;
    level.error_relative = error / 4;
    level.box = box;
    level.sphere = object.bounds.sphere;
    level.tiles = std::move(tiles);
    object.levels.push_back(std::move(level));
  };
  add({lattice_tile(joined(column(0, all), column(1, all)), five_and_five, 0, left_box, 2),
       lattice_tile(joined(column(1, all), column(2, all)), five_and_five, 0, right_box, 3)},
      0);
  const TileContent whole_left =
      lattice_tile(joined(column(0, {0, 4}), column(1, all)), between({0, 1}, {2, 3, 4, 5, 6}), 0.25, left_box, 4);
  const TileContent lacking_left = lattice_tile(joined(column(0, {0, 4}), column(1, {0, 1, 3, 4})),
                                                between({0, 1}, {2, 3, 4, 5}), 0.25, left_box, 4);
  const TileContent right =
      lattice_tile(joined(column(1, all), column(2, {0, 4})), between({0, 1, 2, 3, 4}, {5, 6}), 0.25, right_box, 4);
  add({kept ? whole_left : lacking_left, right}, 0.25);
  add({lattice_tile(joined(column(0, {0, 4}), column(2, {0, 4})), between({0, 1}, {2, 3}), 0.5, box, -1)}, 0.5);
  return object;
}

inline Container open_object(const ObjectContent& object) {
  ContainerContent content;
  content.materials.resize(1);
  content.objects = {object};
  Result<std::vector<std::byte>> bytes = write_container(content, {});
  REQUIRE_MESSAGE(bytes.ok(), to_string(bytes.error()));
  Result<Container> container = Container::open(own_memory(std::move(*bytes)));
  REQUIRE_MESSAGE(container.ok(), to_string(container.error()));
  return std::move(*container);
}

}  // namespace lodcook::test
