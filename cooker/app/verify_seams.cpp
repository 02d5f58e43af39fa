#include "cooker/app/verify_seams.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <numeric>

namespace lodcook::cooker {
namespace {

template <class T>
std::int64_t component(const DecodedAttribute& positions, std::size_t vertex, std::size_t c) {
  T value;
  std::memcpy(&value, positions.bytes.data() + vertex * positions.attribute.stride + c * sizeof(T), sizeof(T));
  if constexpr (std::is_same_v<T, float>) return std::bit_cast<std::int32_t>(value == 0 ? 0.0F : value);
  return static_cast<std::int64_t>(value);
}

/// Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
std::uint64_t mix(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15ULL;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31);
}

bool holds(const Aabb& box, Vec3f p) {
  return p.x >= box.min.x && p.y >= box.min.y && p.z >= box.min.z && p.x <= box.max.x && p.y <= box.max.y &&
         p.z <= box.max.z;
}

std::string describe(std::uint64_t cracks, const std::string& cut) {
  return std::to_string(cracks) + " cracked edges between the tiles of " + cut;
}

}  // namespace

TileSeams::TileSeams(const Container& container, std::uint32_t object) : container_(container), object_(object) {
  const ContainerObject& facts = container.objects()[object];
  const Level& coarsest = container.levels()[std::size_t{facts.first_level} + facts.level_count - 1];
  first_ = container.levels()[facts.first_level].first_tile;
  edges_.resize(coarsest.first_tile + coarsest.tile_count - first_);
  const std::vector<std::uint32_t> all = tiles();
  is_tree_ = std::any_of(all.begin(), all.end(), [&](std::uint32_t t) { return container.tiles()[t].parent >= 0; });
}

std::vector<std::uint32_t> TileSeams::tiles() const {
  std::vector<std::uint32_t> numbers(edges_.size());
  std::iota(numbers.begin(), numbers.end(), first_);
  return numbers;
}

void TileSeams::add(std::uint32_t tile, const DecodedTile& decoded) {
  check_box(tile, decoded);
  std::vector<std::uint32_t> indices;
  indices.reserve(decoded.index_count());
  for (std::uint32_t i = 0; i < decoded.index_count(); ++i) indices.push_back(decoded.index(i));
  add_edges(tile, points_of(tile, decoded), indices);
}

void TileSeams::add(std::uint32_t tile, const MeshInstance& instance, const SharedGeometry& mesh) {
  const double step = container_.objects()[object_].lattice_step;
  const Aabb& box = container_.tiles()[tile].box;
  std::vector<Point> points;
  for (const Vec3d p : placed_positions(mesh, instance)) {
    const bool inside = p.x >= double{box.min.x} && p.y >= double{box.min.y} && p.z >= double{box.min.z} &&
                        p.x <= double{box.max.x} && p.y <= double{box.max.y} && p.z <= double{box.max.z};
    if (!box_fault_ && !inside) box_fault_ = "an instance of tile " + std::to_string(tile) + " reaches out of its box";
    const auto point = [&](double c) -> std::int64_t {
      const auto value = static_cast<float>(c);
      return step == 0 ? std::bit_cast<std::int32_t>(value == 0 ? 0.0F : value) : std::llround(c / step);
    };
    points.push_back({point(p.x), point(p.y), point(p.z)});
  }
  add_edges(tile, points, placed_indices(mesh, instance));
}

void TileSeams::add_edges(std::uint32_t tile, std::span<const Point> points, std::span<const std::uint32_t> indices) {
  std::vector<Edge>& edges = edges_[tile - first_];
  edges.reserve(edges.size() + indices.size());
  for (std::size_t t = 0; t + 2 < indices.size(); t += 3) {
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const Point& from = points[indices[t + corner]];
      const Point& to = points[indices[t + (corner + 1) % 3]];
      if (from < to) edges.push_back({{from, to}, 1});
      if (to < from) edges.push_back({{to, from}, -1});
    }
  }
  edges = sum_uses(std::move(edges));
}

std::vector<TileSeams::Edge> TileSeams::sum_uses(std::vector<Edge> edges) {
  std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) { return a.ends < b.ends; });
  std::vector<Edge> open;
  for (auto edge = edges.begin(); edge != edges.end();) {
    Edge sum{edge->ends, 0};
    for (; edge != edges.end() && edge->ends == sum.ends; ++edge) sum.uses += edge->uses;
    if (sum.uses != 0) open.push_back(sum);
  }
  return open;
}

std::vector<TileSeams::Point> TileSeams::ends_of(const std::vector<Edge>& edges) {
  std::vector<Point> points;
  points.reserve(2 * edges.size());
  for (const Edge& edge : edges) points.insert(points.end(), edge.ends.begin(), edge.ends.end());
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  return points;
}

std::vector<TileSeams::Edge> TileSeams::open_edges(const std::vector<std::uint32_t>& cut) const {
  std::vector<Edge> edges;
  for (const std::uint32_t tile : cut) {
    const std::vector<Edge>& own = edges_[tile - first_];
    edges.insert(edges.end(), own.begin(), own.end());
  }
  return sum_uses(std::move(edges));
}

std::vector<TileSeams::Point> TileSeams::points_of(std::uint32_t tile, const DecodedTile& decoded) const {
  std::vector<Point> points(decoded.vertex_count());
  const DecodedAttribute* const positions = decoded.find(Semantic::position);
  const Tile& facts = container_.tiles()[tile];
  for (std::size_t v = 0; v < points.size(); ++v) {
    for (std::size_t c = 0; c < 3; ++c) {
      switch (positions->attribute.type) {
        case ComponentType::u16: points[v][c] = facts.origin[c] + component<std::uint16_t>(*positions, v, c); break;
        case ComponentType::u32: points[v][c] = facts.origin[c] + component<std::uint32_t>(*positions, v, c); break;
        default: points[v][c] = component<float>(*positions, v, c);
      }
    }
  }
  return points;
}

void TileSeams::check_box(std::uint32_t tile, const DecodedTile& decoded) {
  const Tile& facts = container_.tiles()[tile];
  for (const Vec3f p : decode_positions(container_.objects()[object_], facts, decoded)) {
    if (!box_fault_ && !holds(facts.box, p)) box_fault_ = "tile " + std::to_string(tile) + " reaches out of its box";
  }
}

void TileSeams::find_border() {
  if (border_known_) return;
  border_ = ends_of(open_edges(leaf_cut()));
  find_outlines();
  border_known_ = true;
}

void TileSeams::find_outlines() {
  outlines_.resize(edges_.size());
  for (std::size_t t = 0; t < edges_.size(); ++t) {  // parents come after their children
    std::int32_t child = container_.tiles()[first_ + t].first_child;
    std::vector<Edge> edges = child < 0 ? edges_[t] : std::vector<Edge>();
    for (; child >= 0; child = container_.tiles()[static_cast<std::size_t>(child)].next_sibling) {
      const std::vector<Edge>& below = outlines_[static_cast<std::size_t>(child) - first_];
      edges.insert(edges.end(), below.begin(), below.end());
    }
    outlines_[t] = sum_uses(std::move(edges));
  }
}

std::vector<TileSeams::Point> TileSeams::seam_of(const std::vector<std::uint32_t>& cut) const {
  std::vector<Edge> edges;
  for (const std::uint32_t tile : cut) {
    const std::vector<Edge>& outline = outlines_[tile - first_];
    edges.insert(edges.end(), outline.begin(), outline.end());
  }
  return ends_of(edges);
}

std::uint64_t TileSeams::count_cracks(const std::vector<std::uint32_t>& cut) {
  find_border();
  const std::vector<Point> seam = seam_of(cut);
  const auto touches = [](const std::vector<Point>& points, const Edge& edge) {
    return std::binary_search(points.begin(), points.end(), edge.ends[0]) ||
           std::binary_search(points.begin(), points.end(), edge.ends[1]);
  };
  const std::vector<Edge> open = open_edges(cut);
  return static_cast<std::uint64_t>(std::count_if(
      open.begin(), open.end(), [&](const Edge& edge) { return touches(seam, edge) && !touches(border_, edge); }));
}

bool TileSeams::border_is_kept(const std::vector<std::uint32_t>& cut) const {
  const auto same = [](const Edge& a, const Edge& b) { return a.ends == b.ends && a.uses == b.uses; };
  const std::vector<Edge> own = open_edges(cut), border = open_edges(leaf_cut());
  return std::equal(own.begin(), own.end(), border.begin(), border.end(), same);
}

std::uint32_t TileSeams::below_tail(std::uint32_t tile) const {
  const std::span<const Tile> tiles = container_.tiles();
  while (tiles[tile].first_child >= 0 && tiles[static_cast<std::size_t>(tiles[tile].first_child)].next_sibling < 0) {
    tile = static_cast<std::uint32_t>(tiles[tile].first_child);
  }
  return tile;
}

std::vector<std::uint32_t> TileSeams::random_cut(std::uint64_t number) const {
  const std::uint64_t seed = mix(number);
  const std::uint64_t chance = 128 + seed % 112;  // of 256, to refine
  std::vector<std::uint32_t> cut;
  std::vector<std::uint32_t> stack;
  for (const std::uint32_t t : tiles()) {
    if (container_.tiles()[t].parent < 0) stack.push_back(t);
  }
  if (stack.size() == 1) stack[0] = below_tail(stack[0]);
  while (!stack.empty()) {
    const std::uint32_t tile = stack.back();
    stack.pop_back();
    std::int32_t child = container_.tiles()[tile].first_child;
    if (child < 0 || mix(seed ^ tile) % 256 >= chance) {
      cut.push_back(tile);
      continue;
    }
    for (; child >= 0; child = container_.tiles()[static_cast<std::size_t>(child)].next_sibling) {
      stack.push_back(static_cast<std::uint32_t>(child));
    }
  }
  return cut;
}

std::vector<std::uint32_t> TileSeams::leaf_cut() const { return container_.level_cut(object_, 0); }

std::optional<std::string> TileSeams::find_fault(std::uint32_t random_cuts) {
  if (box_fault_) return box_fault_;
  const std::uint32_t levels = container_.objects()[object_].level_count;
  for (std::uint32_t level = 1; level < levels; ++level) {
    const std::uint64_t cracks = count_cracks(container_.level_cut(object_, level));
    if (cracks > 0) return describe(cracks, "level " + std::to_string(level));
  }
  for (std::uint32_t number = 0; number < random_cuts; ++number) {
    const std::uint64_t cracks = count_cracks(random_cut(number));
    if (cracks > 0) return describe(cracks, "random cut " + std::to_string(number));
  }
  return std::nullopt;
}

}  // namespace lodcook::cooker
