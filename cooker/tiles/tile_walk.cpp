#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <optional>

#include "cooker/lod/level_zero_tools.h"
#include "cooker/lod/rung_chain.h"
#include "cooker/scene/parallel.h"
#include "cooker/tiles/draw_origins.h"
#include "cooker/tiles/find_instances.h"
#include "cooker/tiles/lone_triangles.h"
#include "cooker/tiles/near_borders.h"
#include "cooker/tiles/tile_halving.h"
#include "cooker/tiles/tile_tree.h"

namespace lodcook::cooker {
namespace {

constexpr std::uint32_t most_levels = 31;  // the container's limit, level 0 included, is 32

/// What a node of the plan hands to its parent.
struct Made {
  std::vector<TileMesh> tiles;      // below the node, children before parents; `children` and `parent` index this list
  std::vector<std::uint32_t> tops;  // those without a parent yet
  TileTriangles triangles;          // of the tops together
  std::uint32_t stalled = 0;
};

void grow(Aabb& box, const Aabb& other) {
  box.min = {std::min(box.min.x, other.min.x), std::min(box.min.y, other.min.y), std::min(box.min.z, other.min.z)};
  box.max = {std::max(box.max.x, other.max.x), std::max(box.max.y, other.max.y), std::max(box.max.z, other.max.z)};
}

class Walk {
 public:
  Walk(const Object& object, const ChainOptions& chain, const TileOptions& options)
      : zero_(options.step ? LevelZero(object, *options.step) : LevelZero(object)),
        chain_(chain),
        options_(options),
        halving_(zero_, chain) {}

  Result<TileTree> run() {
    Status planned = Done{};
    for_each_index(2, [&](std::size_t which) { which == 0 ? void(planned = plan()) : halving_.prepare(); });
    if (!planned) return std::move(planned).error();
    halving_.set_locks({std::move(plan_.free_depth), std::move(held_)});
    TileTree tree;
    Made made = make(0);
    join_root(made);
    tree.stopped = halve_on(made, 0, most_levels);
    tree.name = zero_.object.name;
    tree.stalled = made.stalled;
    tree.tiles = in_tree_order(std::move(made));
    settle_draws(zero_.object, plan_, tree.tiles);
    tree.bounds = bounds_of(tree.tiles);
    tree.left_out = left_out_;
    tree.warnings = std::move(warnings_);
    return tree;
  }

 private:
  Status plan() {
    const Object& object = zero_.object;
    std::vector<Vec3f> positions;
    positions.reserve(zero_.places.count());
    for (std::uint32_t p = 0; p < zero_.places.count(); ++p) {
      positions.push_back(object.vertices.positions[zero_.places.at(p).front()]);
    }
    std::vector<std::uint32_t> places, kept, parts;
    places.reserve(object.indices.size());
    kept.reserve(object.indices.size() / 3);
    for (std::size_t i = 0; i + 2 < object.indices.size(); i += 3) {
      const std::uint32_t a = place_of_corner(i), b = place_of_corner(i + 1), c = place_of_corner(i + 2);
      if (options_.step && (a == b || b == c || c == a)) continue;
      places.insert(places.end(), {a, b, c});
      kept.push_back(static_cast<std::uint32_t>(i / 3));
      if (!object.triangle_parts.empty()) parts.push_back(object.triangle_parts[i / 3]);
    }
    TilePlanOptions options = options_.plan;
    options.cell_origin = object.origin;
    options.every_cell = options_.flat;
    Result<TilePlan> made = plan_tiles(positions, places, options, parts);
    if (!made) return std::move(made).error();
    plan_ = std::move(*made);
    if (!options_.meshes.empty()) {
      instances_ = find_instances(plan_, {places, parts, positions.size()}, options_.meshes);
    }
    for (std::uint32_t& triangle : plan_.order) triangle = kept[triangle];
    keep_lone_triangles(positions, kept.size());
    if (options_.lock_open_borders) hold_borders(positions, places);
    return Done{};
  }

  /// Some of what the lattice leaves no area is needed in the leaves.
  void keep_lone_triangles(std::span<const Vec3f> positions, std::size_t kept) {
    const std::size_t count = zero_.object.indices.size() / 3;
    std::vector<std::uint32_t> lone, corners;
    if (kept < count) {
      for (std::size_t i = 0; i < 3 * count; ++i) corners.push_back(place_of_corner(i));
      lone = find_lone_triangles({corners, positions}, plan_.order);
      left_out_ = static_cast<std::uint32_t>(count - kept - lone.size());
    }
    planned_ = add_to_leaves(plan_, lone, {corners, positions});
    if (left_out_ > 0) warn_of_collapsed(left_out_);
  }

  void hold_borders(std::span<const Vec3f> positions, std::span<const std::uint32_t> places) {
    constexpr float most_apart = 0.001F;  // of the extent
    held_ = near_borders(positions, places, most_apart * zero_.box.extent);
    const auto count = std::count(held_.begin(), held_.end(), true);
    if (count == 0) return held_.clear();
    warnings_.push_back(
        {"open_borders_locked", zero_.object.name + ": " + std::to_string(count) +
                                    " positions stay in every level since borders of different parts meet there"});
  }

  [[nodiscard]] std::uint32_t place_of_corner(std::size_t corner) const {
    return zero_.places.of_vertex[zero_.object.indices[corner]];
  }

  void warn_of_collapsed(std::size_t count) {
    warnings_.push_back({"collapsed_triangles", zero_.object.name + ": " + std::to_string(count) +
                                                    " triangles smaller than the position step left out"});
  }

  Made make(std::uint32_t number) {
    const TileNode& node = plan_.nodes[number];
    if (node.is_leaf()) return options_.flat ? make_chain(node) : make_leaf(node);
    Made left, right;
    for_each_index(2, [&](std::size_t half) {
      (half == 0 ? left : right) = make(static_cast<std::uint32_t>(half == 0 ? node.left : node.right));
    });
    if (number == 0 && plan_.shared != no_tile_node) {
      left = join(make(static_cast<std::uint32_t>(plan_.shared)), std::move(left));
    }
    Made made = join(std::move(left), std::move(right));
    if (std::optional<Halved> halved = halving_.halve(made.triangles, node.depth)) {
      add_parent(made, std::move(*halved));
      std::copy(std::begin(node.cell), std::end(node.cell), made.tiles.back().cell);
    } else {
      ++made.stalled;
    }
    return made;
  }

  Made make_leaf(const TileNode& node) {
    const std::span<const std::uint32_t> order(plan_.order.data() + node.first_triangle, node.triangle_count);
    Made made;
    Halved leaf = halving_.leaf(order, node.depth);
    const std::span<const std::uint32_t> planned =
        order.first(planned_[static_cast<std::size_t>(&node - plan_.nodes.data())]);
    if (planned.size() < order.size()) leaf.triangles = halving_.leaf(planned, node.depth).triangles;
    made.triangles = std::move(leaf.triangles);
    leaf.tile.level = 0;
    leaf.tile.instanced = leave_out_instances(order, planned, node.depth);
    const bool shared = plan_.shared != no_tile_node && &node == &plan_.nodes[static_cast<std::size_t>(plan_.shared)];
    if (shared) leaf.tile.shared = SharedReason::spanning;
    std::copy(std::begin(node.cell), std::end(node.cell), leaf.tile.cell);
    made.tiles.push_back(std::move(leaf.tile));
    made.tops.push_back(0);
    return made;
  }

  /// Nothing where the leaf has no instance.
  std::optional<InstancedLeaf> leave_out_instances(std::span<const std::uint32_t> triangles,
                                                   std::span<const std::uint32_t> planned, std::uint32_t depth) {
    if (instances_.empty()) return std::nullopt;
    InstancedLeaf out;
    for (const std::uint32_t t : planned) {
      const std::uint32_t part = zero_.object.triangle_parts[t];
      if (instances_[part] && (out.parts.empty() || out.parts.back() != part)) out.parts.push_back(part);
    }
    if (out.parts.empty()) return std::nullopt;
    std::sort(out.parts.begin(), out.parts.end());
    out.parts.erase(std::unique(out.parts.begin(), out.parts.end()), out.parts.end());
    std::vector<std::uint32_t> rest;
    for (const std::uint32_t t : triangles) {
      if (!std::binary_search(out.parts.begin(), out.parts.end(), zero_.object.triangle_parts[t])) rest.push_back(t);
    }
    out.rest = halving_.leaf(rest, depth).tile.mesh;
    return out;
  }

  Made join(Made left, Made right) {
    const auto offset = static_cast<std::uint32_t>(left.tiles.size());
    for (TileMesh& tile : right.tiles) {
      for (std::uint32_t& child : tile.children) child += offset;
      if (tile.parent >= 0) tile.parent += static_cast<std::int32_t>(offset);
      left.tiles.push_back(std::move(tile));
    }
    for (const std::uint32_t top : right.tops) left.tops.push_back(top + offset);
    left.triangles = halving_.join(std::move(left.triangles), std::move(right.triangles));
    left.stalled += right.stalled;
    return left;
  }

  static void add_parent(Made& made, Halved halved) {
    const auto number = static_cast<std::int32_t>(made.tiles.size());
    TileMesh& tile = halved.tile;
    double below = 0;
    tile.region = made.tiles[made.tops.front()].region;
    for (const std::uint32_t top : made.tops) {
      TileMesh& child = made.tiles[top];
      child.parent = number;
      tile.level = std::max(tile.level, child.level + 1);
      below = std::max(below, child.mesh.estimate);
      grow(tile.region, child.region);
    }
    tile.mesh.estimate = below + halved.step_error;
    tile.children = std::move(made.tops);
    made.tops = {static_cast<std::uint32_t>(number)};
    made.triangles = std::move(halved.triangles);
    made.tiles.push_back(std::move(tile));
  }

  /// There is one root: tiles that nothing could halve together still get a common parent.
  void join_root(Made& made) {
    if (made.tops.size() > 1) add_parent(made, halving_.join_unhalved(made.triangles));
  }

  /// A leaf with a chain of its own below its parent in the tree. What leaves share has a free depth above their own.
  Made make_chain(const TileNode& node) {
    Made made = make_leaf(node);
    halve_on(made, node.depth, most_levels - std::min(most_levels, node.depth));  // each ancestor is a level more
    for (TileMesh& tile : made.tiles) std::copy(std::begin(node.cell), std::end(node.cell), tile.cell);
    return made;
  }

  /// Halves what is left of a root, or of one leaf by itself.
  const char* halve_on(Made& made, std::uint32_t depth, std::uint32_t highest) {
    while (made.tiles.back().level < highest) {
      const std::size_t count = made.triangles.count();
      if (static_cast<double>(next_target(count, chain_)) > 0.9 * static_cast<double>(count)) return "triangle_floor";
      std::optional<Halved> halved = halving_.halve(made.triangles, depth);
      if (!halved) return "no_progress";
      if (halved->step_error > 0.5) return "step_error";
      const double estimate = made.tiles.back().mesh.estimate + halved->step_error;
      if (chain_.max_error > 0 && estimate > chain_.max_error) return "max_error";
      add_parent(made, std::move(*halved));
    }
    return "level_cap";
  }

  /// Root first, each tile's children after it from left to right.
  static std::vector<TileMesh> in_tree_order(Made made) {
    std::vector<TileMesh> out;
    out.reserve(made.tiles.size());
    struct Visit {
      std::uint32_t tile;
      std::int32_t parent;
    };
    std::vector<Visit> stack;
    for (auto top = made.tops.rbegin(); top != made.tops.rend(); ++top) stack.push_back({*top, -1});
    while (!stack.empty()) {
      const Visit visit = stack.back();
      stack.pop_back();
      const auto number = static_cast<std::int32_t>(out.size());
      TileMesh tile = std::move(made.tiles[visit.tile]);
      for (auto child = tile.children.rbegin(); child != tile.children.rend(); ++child)
        stack.push_back({*child, number});
      tile.children.clear();
      tile.parent = visit.parent;
      if (visit.parent >= 0)
        out[static_cast<std::size_t>(visit.parent)].children.push_back(static_cast<std::uint32_t>(number));
      out.push_back(std::move(tile));
    }
    return out;
  }

  [[nodiscard]] Bounds bounds_of(const std::vector<TileMesh>& tiles) const {
    std::vector<const VertexStreams*> streams;
    streams.reserve(tiles.size());
    for (const TileMesh& tile : tiles) streams.push_back(&tile.mesh.vertices);
    Bounds bounds = bounds_over(streams);
    bounds.origin = zero_.object.origin;
    bounds.extent = zero_.box.extent;
    return bounds;
  }

  const LevelZero zero_;
  const ChainOptions& chain_;
  const TileOptions& options_;
  TileHalving halving_;
  TilePlan plan_;
  std::vector<std::uint32_t> planned_;  // by node: triangles of three places, which alone are halved
  std::uint32_t left_out_ = 0;
  std::vector<bool> held_;       // by place
  std::vector<bool> instances_;  // by part; empty: there are none
  std::vector<Warning> warnings_;
};

}  // namespace

Result<TileTree> build_tiles(const Object& object, const ChainOptions& chain, const TileOptions& options) {
  if (object.indices.size() < 3) return Error{ErrorCode::no_triangles, "object has no triangles", object.name};
  std::optional<Result<TileTree>> tree;
  with_threads(options.threads, [&] { tree = Walk(object, chain, options).run(); });
  return std::move(*tree);
}

}  // namespace lodcook::cooker
