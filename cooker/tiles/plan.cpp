#include "cooker/tiles/plan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <memory>
#include <numeric>

#include "cooker/scene/parallel.h"
#include "cooker/tiles/free_depths.h"
#include "cooker/tiles/plan_items.h"
#include "cooker/tiles/spanning.h"

namespace lodcook::cooker {
namespace {

/// Most triangles of a part that stays whole: a grid of cells for its own sake has none.
std::uint32_t most_of_whole(const TilePlanOptions& options) {
  const Vec3f cell = options.cell_size;
  return options.every_cell && (cell.x > 0 || cell.y > 0 || cell.z > 0) ? 0 : options.budget / 4;
}

using Item = PlanItem;

struct Block {
  std::array<std::int32_t, 3> low{}, high{};  // cells, high exclusive
};

/// A part of the items that becomes one node.
struct Part {
  std::uint32_t first = 0, count = 0;
  std::uint32_t triangles = 0;
  std::int32_t parent = no_tile_node;
  bool is_left = true;
  Block block;
};

class Planner {
 public:
  Planner(PlanItems source, const TilePlanOptions& options, std::array<bool, 3> axes)
      : source_(std::move(source)), items_(source_.items), options_(options), axes_(axes) {
    const Vec3f s = options.cell_size;
    size_ = {axes[0] ? s.x : 0, axes[1] ? s.y : 0, axes[2] ? s.z : 0};
    origin_ = {options.cell_origin.x, options.cell_origin.y, options.cell_origin.z};
    by_cells_ = size_[0] > 0 || size_[1] > 0 || size_[2] > 0;
  }

  [[nodiscard]] bool cells_fit() const {
    const Block block = by_cells_ ? block_of_all() : Block{};
    constexpr std::int64_t most = 1 << 20;  // cells along a side: a city at one metre
    for (std::size_t a = 0; a < 3; ++a) {
      if (block.low[a] <= -farthest_cell || block.high[a] > farthest_cell) return false;
      if (std::int64_t{block.high[a]} - block.low[a] > most) return false;
    }
    return true;
  }

  TilePlan run() {
    Branch root;
    root.part.count = static_cast<std::uint32_t>(items_.size());
    root.part.triangles = weigh(0, root.part.count);
    if (by_cells_) root.part.block = block_of_all();
    divide(root);
    add(root);
    number_leaves();
    for (const Item& item : items_) append_triangles(item);
    return std::move(plan_);
  }

 private:
  static constexpr std::int32_t farthest_cell = 1 << 30;  // what is farther counts as this one

  /// A part with the two that it is split into; none where it becomes a leaf.
  struct Branch {
    Part part;
    std::array<std::unique_ptr<Branch>, 2> halves;
  };

  /// Parts hold items of their own, so the halves are divided at the same time.
  void divide(Branch& branch) {
    constexpr std::uint32_t worth_a_thread = 1 << 14;
    Part& part = branch.part;
    std::uint32_t middle = 0;
    Block left = part.block, right = part.block;
    if (!(by_cells_ ? split_cells(part, middle, left, right) : split_median(part, middle))) {
      sort_by_number(part);
      return;
    }
    const std::uint32_t on_left = weigh(part.first, middle);
    for (std::unique_ptr<Branch>& half : branch.halves) half = std::make_unique<Branch>();
    branch.halves[0]->part = {part.first, middle, on_left, no_tile_node, true, left};
    branch.halves[1]->part = {
        part.first + middle, part.count - middle, part.triangles - on_left, no_tile_node, false, right};
    const auto divide_half = [&](std::size_t half) { divide(*branch.halves[half]); };
    if (part.count >= worth_a_thread) {
      for_each_index(2, divide_half);
    } else {
      divide_half(0);
      divide_half(1);
    }
  }

  /// Depth first, left before right: nodes come parents first, leaves left to right.
  void add(Branch& branch) {
    const std::int32_t node = add(branch.part);
    for (std::unique_ptr<Branch>& half : branch.halves) {
      if (!half) continue;
      half->part.parent = node;
      add(*half);
    }
  }

  [[nodiscard]] std::uint32_t weigh(std::uint32_t first, std::uint32_t count) const {
    if (source_.wholes.empty()) return count;
    std::uint32_t triangles = 0;
    for (std::uint32_t i = first; i < first + count; ++i) triangles += source_.weight(items_[i]);
    return triangles;
  }

  void append_triangles(const Item& item) {
    if (item.whole == not_whole) {
      plan_.order.push_back(item.triangle);
      return;
    }
    const WholePart& whole = source_.wholes[item.whole];
    const auto first = source_.members.begin() + whole.first;
    plan_.order.insert(plan_.order.end(), first, first + whole.count);
  }

  [[nodiscard]] std::int32_t cell_of(float local, std::size_t axis) const {
    if (!(size_[axis] > 0)) return 0;
    const double cell = std::floor((origin_[axis] + local) / double{size_[axis]});
    return static_cast<std::int32_t>(std::clamp(cell, -double{farthest_cell}, double{farthest_cell}));
  }

  [[nodiscard]] Block block_of_all() const {
    Block block;
    for (std::size_t a = 0; a < 3; ++a) {
      block.low[a] = std::numeric_limits<std::int32_t>::max();
      block.high[a] = std::numeric_limits<std::int32_t>::min();
      for (const Item& item : items_) {
        const std::int32_t cell = cell_of(item.center[a], a);
        block.low[a] = std::min(block.low[a], cell);
        block.high[a] = std::max(block.high[a], cell + 1);
      }
    }
    return block;
  }

  /// Which items a leaf holds depends on no library, but nth_element leaves them in an order of its own.
  void sort_by_number(const Part& part) {
    if (source_.wholes.empty()) return;  // split_evenly keeps their order
    const auto first = items_.begin() + part.first;
    std::sort(first, first + part.count, [](const Item& a, const Item& b) { return a.triangle < b.triangle; });
  }

  /// The half with the least centres goes to the front, of equal centres those of the first triangles; items come and
  /// stay in ascending order of their triangles.
  void split_evenly(const Part& part, std::size_t axis, std::uint32_t middle) {
    const auto first = items_.begin() + part.first, last = first + part.count;
    std::vector<float> centers;
    centers.reserve(part.count);
    for (auto item = first; item != last; ++item) centers.push_back(item->center[axis]);
    std::nth_element(centers.begin(), centers.begin() + middle, centers.end());
    const float line = centers[middle];
    auto equal_on_left = middle - std::count_if(centers.begin(), centers.begin() + middle,
                                                [line](float center) { return center < line; });
    std::vector<Item> right;
    right.reserve(part.count - middle);
    auto left = first;
    for (auto item = first; item != last; ++item) {
      const float center = item->center[axis];
      if (center < line || (center == line && equal_on_left-- > 0)) {
        *left++ = *item;
      } else {
        right.push_back(*item);
      }
    }
    std::copy(right.begin(), right.end(), left);
  }

  bool split_median(const Part& part, std::uint32_t& middle) {
    if (part.triangles <= options_.budget || part.count < 2) return false;
    const auto first = items_.begin() + part.first, last = first + part.count;
    const std::size_t axis = longest_axis(first, last);
    const auto before = [axis](const Item& a, const Item& b) {
      return a.center[axis] != b.center[axis] ? a.center[axis] < b.center[axis] : a.triangle < b.triangle;
    };
    if (part.triangles == part.count) {
      middle = part.count / 2;
      if (source_.wholes.empty()) {
        split_evenly(part, axis, middle);
      } else {
        std::nth_element(first, first + middle, last, before);
      }
    } else {
      middle = split_by_weight(part, before);
    }
    return true;
  }

  /// Where the items before weigh nearest to a half, of two such places the first; neither side is empty.
  template <class Before>
  std::uint32_t split_by_weight(const Part& part, const Before& before) {
    const auto first = items_.begin() + part.first;
    const double half = part.triangles / 2.0;
    std::uint32_t low = 0, high = part.count, weight = 0;  // items before `low` weigh `weight`, at most a half
    while (high - low > 1) {
      const std::uint32_t at = low + (high - low) / 2;
      std::nth_element(first + low, first + at, first + high, before);
      const std::uint32_t more = weigh(part.first + low, at - low);
      if (weight + more <= half) {
        weight += more;
        low = at;
      } else {
        high = at;
      }
    }
    const double short_by = half - weight, over_by = double{1} * weight + weigh(part.first + low, 1) - half;
    const std::uint32_t middle = short_by <= over_by ? low : low + 1;
    return std::clamp(middle, 1U, part.count - 1);
  }

  template <class It>
  std::size_t longest_axis(It first, It last) const {
    std::array<float, 3> low = first->center, high = first->center;
    for (It item = first; item != last; ++item) {
      for (std::size_t a = 0; a < 3; ++a) {
        low[a] = std::min(low[a], item->center[a]);
        high[a] = std::max(high[a], item->center[a]);
      }
    }
    std::size_t best = 0;
    float longest = -1;
    for (std::size_t a = 0; a < 3; ++a) {
      if (!axes_[a] || !(high[a] - low[a] > longest)) continue;
      longest = high[a] - low[a];
      best = a;
    }
    return best;
  }

  /// Halves the block until both halves hold something; narrows part.block on the way.
  bool split_cells(Part& part, std::uint32_t& middle, Block& left, Block& right) {
    const auto first = items_.begin() + part.first, last = first + part.count;
    const std::uint32_t least = options_.every_cell ? 1 : std::max<std::uint32_t>(options_.budget / 8, 1);
    while (part.triangles >= least) {
      std::size_t axis = 0;
      std::int32_t most = 0;
      for (std::size_t a = 0; a < 3; ++a) {
        const std::int32_t cells = part.block.high[a] - part.block.low[a];
        if (cells > most) {
          most = cells;
          axis = a;
        }
      }
      if (most <= 1) return false;
      const std::int32_t line = part.block.low[axis] + most / 2;
      left = right = part.block;
      left.high[axis] = right.low[axis] = line;
      const auto cut =
          std::stable_partition(first, last, [&](const Item& item) { return cell_of(item.center[axis], axis) < line; });
      middle = static_cast<std::uint32_t>(cut - first);
      if (middle > 0 && middle < part.count) return true;
      part.block = middle == 0 ? right : left;
    }
    return false;
  }

  [[nodiscard]] std::uint32_t first_of(std::int32_t node) const {
    return node == no_tile_node ? 0 : plan_.nodes[static_cast<std::size_t>(node)].first_triangle;
  }

  /// A right child ends where its parent does.
  [[nodiscard]] std::uint32_t behind_sibling(const Part& part) const {
    const TileNode& parent = plan_.nodes[static_cast<std::size_t>(part.parent)];
    return parent.first_triangle + parent.triangle_count - part.triangles;
  }

  std::int32_t add(const Part& part) {
    TileNode node;
    node.parent = part.parent;
    node.first_triangle = part.parent == no_tile_node || part.is_left ? first_of(part.parent) : behind_sibling(part);
    node.triangle_count = part.triangles;
    std::copy(part.block.low.begin(), part.block.low.end(), node.cell);
    const auto index = static_cast<std::int32_t>(plan_.nodes.size());
    if (part.parent != no_tile_node) {
      TileNode& parent = plan_.nodes[static_cast<std::size_t>(part.parent)];
      node.depth = parent.depth + 1;
      (part.is_left ? parent.left : parent.right) = index;
    }
    plan_.nodes.push_back(node);
    return index;
  }

  void number_leaves() {
    std::uint32_t leaves = 0;
    for (TileNode& node : plan_.nodes) {
      if (node.is_leaf()) {
        node.first_leaf = leaves++;
        node.leaf_count = 1;
      }
    }
    for (std::size_t i = plan_.nodes.size(); i-- > 0;) {
      TileNode& node = plan_.nodes[i];
      if (node.is_leaf()) continue;
      const TileNode& l = plan_.nodes[static_cast<std::size_t>(node.left)];
      const TileNode& r = plan_.nodes[static_cast<std::size_t>(node.right)];
      node.first_leaf = l.first_leaf;
      node.leaf_count = l.leaf_count + r.leaf_count;
    }
  }

  PlanItems source_;
  std::vector<Item>& items_;
  const TilePlanOptions& options_;
  std::array<bool, 3> axes_;
  std::array<float, 3> size_{};
  std::array<double, 3> origin_{};
  bool by_cells_ = false;
  TilePlan plan_;
};

std::array<bool, 3> axes_of(std::span<const Vec3f> positions, TileAxes axes, float cell_height) {
  if (axes == TileAxes::xz) return {true, false, true};
  if (axes == TileAxes::xyz) return {true, true, true};
  Vec3f low = positions[0], high = positions[0];
  for (const Vec3f& p : positions) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  const float height = high.y - low.y;
  const bool flat = height < 0.25F * std::max(high.x - low.x, high.z - low.z) || height < cell_height;
  return {true, !flat, true};
}

/// Plans anew without what is longer than the limit, where anything is. `any_whole`: the plan keeps parts whole, which
/// may be longer too.
void use_limit(TilePlan& plan, const PlanTriangles& triangles, const TilePlanOptions& options, std::array<bool, 3> axes,
               double limit, bool any_whole) {
  const std::vector<bool> spanning = find_spanning(triangles, limit, options.budget);
  if (spanning.empty() && !any_whole) return;
  PlanItems items = make_items(triangles, spanning, most_of_whole(options), limit);
  if (items.items.empty()) return;
  TilePlan again = Planner(std::move(items), options, axes).run();
  if (again.nodes.size() == 1) return;
  plan = std::move(again);
  if (!spanning.empty()) add_shared_leaf(plan, spanning);
}

}  // namespace

Result<TilePlan> plan_tiles(std::span<const Vec3f> positions, std::span<const std::uint32_t> indices,
                            const TilePlanOptions& options, std::span<const std::uint32_t> parts) {
  if (indices.size() < 3) return Error{ErrorCode::no_triangles, "nothing to tile", {}};
  for (const std::uint32_t i : indices) {
    if (i >= positions.size()) return Error{ErrorCode::invalid_index, "index " + std::to_string(i), "tile plan"};
  }
  const PlanTriangles triangles{positions, indices, parts};
  const std::array<bool, 3> axes = axes_of(positions, options.axes, options.cell_size.y);
  const std::uint32_t most_kept = most_of_whole(options);
  constexpr double any_length = std::numeric_limits<double>::infinity();
  PlanItems items = make_items(triangles, {}, most_kept, any_length);
  const bool any_whole = !items.wholes.empty();
  Planner first(std::move(items), options, axes);
  if (!first.cells_fit())
    return Error{ErrorCode::invalid_value, "more than 2^20 cells along a side, or 2^30 from the origin", "tile size"};
  TilePlan plan = first.run();
  const double limit = spanning_sides * tile_side(plan, triangles, options);
  if (plan.nodes.size() > 1 && limit > 0) use_limit(plan, triangles, options, axes, limit, any_whole);
  plan.free_depth = free_depths(plan, indices, positions.size());
  return plan;
}

}  // namespace lodcook::cooker
