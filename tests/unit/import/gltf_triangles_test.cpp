#include "cooker/import/gltf_triangles.h"

#include <doctest/doctest.h>

namespace lodcook::cooker {
namespace {

using Indices = std::vector<std::uint32_t>;

// glTF 2.0, section 3.7.2.1: p_i = {v_i, v_{i+(1+i%2)}, v_{i+(2-i%2)}}
TEST_CASE("every second triangle of a strip is turned round") {
  CHECK(as_triangle_list(cgltf_primitive_type_triangle_strip, {10, 11, 12, 13, 14}) ==
        Indices{10, 11, 12, 11, 13, 12, 12, 13, 14});
}

// p_i = {v_{i+1}, v_{i+2}, v_0}
TEST_CASE("a fan turns about its first corner") {
  CHECK(as_triangle_list(cgltf_primitive_type_triangle_fan, {10, 11, 12, 13}) == Indices{11, 12, 10, 12, 13, 10});
}

TEST_CASE("an incomplete triangle is left out") {
  CHECK(as_triangle_list(cgltf_primitive_type_triangles, {0, 1, 2, 3, 4}) == Indices{0, 1, 2});
  CHECK(as_triangle_list(cgltf_primitive_type_triangles, {0, 1}).empty());
  CHECK(as_triangle_list(cgltf_primitive_type_triangle_strip, {0, 1}).empty());
  CHECK(as_triangle_list(cgltf_primitive_type_triangle_fan, {}).empty());
}

TEST_CASE("triangles are counted before anything is made") {
  CHECK(triangle_count(cgltf_primitive_type_triangles, 4'000'000'000) == 1'333'333'333);
  CHECK(triangle_count(cgltf_primitive_type_triangle_strip, 5) == 3);
  CHECK(triangle_count(cgltf_primitive_type_triangle_fan, 2) == 0);
  CHECK(triangle_count(cgltf_primitive_type_lines, 6) == 0);
}

TEST_CASE("vertices that no triangle uses are left out, in order") {
  Indices indices{7, 5, 9, 5, 9, 7};
  const auto picks = compact_vertices(indices, 1'000'000'000);
  REQUIRE(picks.has_value());
  CHECK(*picks == Indices{5, 7, 9});
  CHECK(indices == Indices{1, 0, 2, 0, 2, 1});
}

TEST_CASE("a buffer that is used whole stays as it is") {
  Indices indices{2, 1, 0};
  CHECK_FALSE(compact_vertices(indices, 3).has_value());
  CHECK(indices == Indices{2, 1, 0});
  Indices none;
  CHECK(compact_vertices(none, 3)->empty());
}

}  // namespace
}  // namespace lodcook::cooker
