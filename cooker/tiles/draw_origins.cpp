#include "cooker/tiles/draw_origins.h"

#include <algorithm>
#include <iterator>

namespace lodcook::cooker {
namespace {

/// A draw group and a part that has triangles in it.
struct Source {
  std::uint32_t group = 0, part = 0;
  friend auto operator<=>(const Source&, const Source&) = default;
};

/// Ascending, each once.
using Sources = std::vector<Source>;

Sources sources_of_leaf(const Object& object, std::span<const std::uint32_t> triangles) {
  Sources sources;
  for (const std::uint32_t t : triangles) {
    const Source source{object.vertex_materials[object.indices[3 * std::size_t{t}]], object.triangle_parts[t]};
    if (sources.empty() || sources.back() != source) sources.push_back(source);
  }
  std::sort(sources.begin(), sources.end());
  sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
  return sources;
}

Sources merge(const Sources& a, const Sources& b) {
  Sources out;
  out.reserve(a.size() + b.size());
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
  return out;
}

DrawOrigin origin_of(const Object& object, const Sources& sources, std::uint32_t group) {
  DrawOrigin origin;
  const auto [first, last] = std::equal_range(sources.begin(), sources.end(), Source{group, 0},
                                              [](const Source& a, const Source& b) { return a.group < b.group; });
  origin.source_draws = std::max(1U, static_cast<std::uint32_t>(last - first));
  if (object.draw_groups.empty()) return origin;
  const std::uint32_t part = object.draw_groups[group].part;
  if (part != no_index) origin.placement = object.parts[part].placement;
  return origin;
}

std::vector<DrawOrigin> settle(const Object& object, const Sources& sources, LodLevel& mesh) {
  std::vector<DrawOrigin> origins;
  for (DrawRange& draw : mesh.draws) {
    origins.push_back(origin_of(object, sources, draw.material));
    draw.material = material_of(object, draw.material);
  }
  return origins;
}

void settle_rest(const Object& object, Sources sources, InstancedLeaf& leaf) {
  const auto is_instance = [&](const Source& source) {
    return std::binary_search(leaf.parts.begin(), leaf.parts.end(), source.part);
  };
  sources.erase(std::remove_if(sources.begin(), sources.end(), is_instance), sources.end());
  leaf.draw_origins = settle(object, sources, leaf.rest);
}

std::vector<const TileNode*> leaves_of(const TilePlan& plan) {
  std::vector<const TileNode*> leaves;
  for (const TileNode& node : plan.nodes) {
    if (node.is_leaf()) leaves.push_back(&node);
  }
  return leaves;
}

}  // namespace

void settle_draws(const Object& object, const TilePlan& plan, std::span<TileMesh> tiles) {
  if (object.triangle_parts.empty()) return;
  std::vector<Sources> sources(tiles.size());
  const std::vector<const TileNode*> leaves = leaves_of(plan);
  std::size_t leaf = leaves.size();
  for (std::size_t t = tiles.size(); t-- > 0;) {  // children come after their parents
    TileMesh& tile = tiles[t];
    if (tile.children.empty()) {
      const TileNode& node = *leaves[--leaf];
      sources[t] = sources_of_leaf(object, std::span(plan.order).subspan(node.first_triangle, node.triangle_count));
    }
    for (const std::uint32_t child : tile.children) {
      sources[t] = sources[t].empty() ? std::move(sources[child]) : merge(sources[t], sources[child]);
      sources[child] = Sources();
    }
    if (tile.instanced) settle_rest(object, sources[t], *tile.instanced);
    tile.draw_origins = settle(object, sources[t], tile.mesh);
  }
}

}  // namespace lodcook::cooker
