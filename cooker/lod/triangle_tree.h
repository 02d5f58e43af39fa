#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <lodcook/types.h>

namespace lodcook::cooker {

/// The point of a triangle that is closest to a point.
struct TrianglePoint {
  Vec3f weights;  ///< Of the three corners; each in 0..1, sum 1.
  float squared_distance = 0;
};

TrianglePoint closest_point(Vec3f p, Vec3f a, Vec3f b, Vec3f c) noexcept;

/// Finds the triangle nearest to a point. Keeps views of the arrays it is built from: they must outlive it. Of
/// triangles at the same distance the first in the index buffer is found, so the answer does not depend on the tree.
class TriangleTree {
 public:
  static constexpr std::uint32_t no_triangle = 0xFFFFFFFFU;
  static constexpr std::uint32_t any_material = 0xFFFFFFFFU;

  struct Hit {
    std::uint32_t triangle = no_triangle;
    TrianglePoint point;
  };

  /// `vertex_materials` may be empty: then no search may ask for a material.
  TriangleTree(std::span<const Vec3f> positions, std::span<const std::uint32_t> indices,
               std::span<const std::uint32_t> vertex_materials = {});

  /// `hint`: a triangle that is likely near, or no_triangle. `material`: only triangles of it, the hint among them.
  [[nodiscard]] Hit nearest(Vec3f p, std::uint32_t hint = no_triangle, std::uint32_t material = any_material) const;

  /// The nearest triangle whose face looks to the side of `direction`, if it is at most `slack` farther than the
  /// nearest one; else the nearest one.
  [[nodiscard]] Hit nearest_facing(Vec3f p, Vec3f direction, float slack, std::uint32_t hint = no_triangle,
                                   std::uint32_t material = any_material) const;

  /// nearest_facing where `nearest` has been found already.
  [[nodiscard]] Hit facing(Vec3f p, Vec3f direction, float slack, const Hit& nearest,
                           std::uint32_t material = any_material) const;

 private:
  struct Node {
    Vec3f low;
    std::uint32_t first = 0;  ///< Of a leaf: into order_. Else the second child; the first one follows its parent.
    Vec3f high;
    std::uint32_t count = 0;  ///< Triangles of a leaf; 0: not a leaf.
  };
  struct Center {
    Vec3f point;
    std::uint32_t triangle;
  };
  struct Search;

  void build(std::span<Center> centers, std::size_t self, std::size_t first);
  void build_leaf(std::span<const Center> centers, Node& leaf, std::size_t first);
  void visit_leaf(const Node& node, Search& search) const;
  void walk(Search& search) const;
  [[nodiscard]] Vec3f corner(std::uint32_t triangle, std::uint32_t k) const noexcept {
    return positions_[indices_[3 * std::size_t{triangle} + k]];
  }

  std::span<const Vec3f> positions_;
  std::span<const std::uint32_t> indices_;
  std::span<const std::uint32_t> vertex_materials_;
  std::vector<std::uint32_t> order_;
  std::vector<Node> nodes_;
};

}  // namespace lodcook::cooker
