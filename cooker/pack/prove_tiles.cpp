#include "cooker/pack/prove_tiles.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <utility>

#include "cooker/pack/measure_slide.h"
#include "cooker/pack/position_ids.h"
#include "cooker/pack/unit_frame.h"
#include "cooker/proof/chain_proof.h"
#include "cooker/scene/parallel.h"

namespace lodcook::cooker {

namespace {

constexpr std::uint32_t tile_samples = 256;

/// Triangles [first, first + count) of all leaves in tree order, and the positions first seen in them.
struct Region {
  std::uint32_t first = 0, count = 0;
  std::uint32_t first_position = 0, end_position = 0;
};

/// Level 0 of the whole tree: the leaves' meshes one after the other, with positions numbered by first appearance. So a
/// tile's region is a run of triangles, and its positions are a run of numbers and a few lower ones that it shares with
/// regions before it.
class LeafSurface {
 public:
  LeafSurface(const TileTree& tree, std::span<const TileGeometry> tiles, const UnitFrame& frame)
      : numbers_(leaf_positions(tree, tiles)) {
    regions_.resize(tree.tiles.size());
    std::uint32_t vertex = 0, seen = 0;
    for (std::size_t t = 0; t < tree.tiles.size(); ++t) {
      Region& region = regions_[t];
      region.first = static_cast<std::uint32_t>(indices_.size() / 3);
      region.first_position = seen;
      if (!tree.tiles[t].children.empty()) continue;
      for (const std::uint32_t i : tiles[t].indices) indices_.push_back(numbers_.ids()[vertex + i]);
      for (const Vec3f source : tiles[t].sources) {
        const std::uint32_t id = numbers_.ids()[vertex++];
        if (id < seen) continue;
        seen = id + 1;
        positions_.push_back(frame(source));
      }
      region.count = static_cast<std::uint32_t>(indices_.size() / 3) - region.first;
      region.end_position = seen;
    }
    for (std::size_t t = tree.tiles.size(); t-- > 0;) {
      for (const std::uint32_t child : tree.tiles[t].children) {
        regions_[t].count += regions_[child].count;
        regions_[t].end_position = std::max(regions_[t].end_position, regions_[child].end_position);
      }
    }
  }

  [[nodiscard]] const Region& region(std::uint32_t tile) const noexcept { return regions_[tile]; }
  [[nodiscard]] const PositionIds& numbers() const noexcept { return numbers_; }
  [[nodiscard]] Vec3f position(std::uint32_t number) const noexcept { return positions_[number]; }
  [[nodiscard]] std::span<const std::uint32_t> indices(const Region& region) const noexcept {
    return std::span(indices_).subspan(3 * std::size_t{region.first}, 3 * std::size_t{region.count});
  }

 private:
  static std::vector<Vec3f> leaf_positions(const TileTree& tree, std::span<const TileGeometry> tiles) {
    std::vector<Vec3f> all;
    for (std::size_t t = 0; t < tiles.size(); ++t) {
      if (tree.tiles[t].children.empty()) all.insert(all.end(), tiles[t].sources.begin(), tiles[t].sources.end());
    }
    return all;
  }

  PositionIds numbers_;
  std::vector<Vec3f> positions_;  ///< By number.
  std::vector<std::uint32_t> indices_;
  std::vector<Region> regions_;
};

/// Dense numbers of one region's positions.
class RegionNumbers {
 public:
  RegionNumbers(const LeafSurface& leaves, const Region& region) : leaves_(leaves), region_(region) {
    for (const std::uint32_t i : leaves.indices(region)) {
      if (i < region.first_position) shared_.push_back(i);
    }
    std::sort(shared_.begin(), shared_.end());
    shared_.erase(std::unique(shared_.begin(), shared_.end()), shared_.end());
  }

  /// `number` must be of the region; others get numbers of no level-0 position.
  std::uint32_t operator()(std::uint32_t number) {
    if (number >= region_.first_position && number < region_.end_position) return number - region_.first_position;
    const auto at = std::lower_bound(shared_.begin(), shared_.end(), number);
    if (at == shared_.end() || *at != number) return count() + foreign_++;
    return own() + static_cast<std::uint32_t>(at - shared_.begin());
  }

  [[nodiscard]] std::vector<Vec3f> positions() const {
    std::vector<Vec3f> out;
    out.reserve(count());
    for (std::uint32_t i = region_.first_position; i < region_.end_position; ++i) out.push_back(leaves_.position(i));
    for (const std::uint32_t i : shared_) out.push_back(leaves_.position(i));
    return out;
  }

  [[nodiscard]] std::uint32_t count() const noexcept { return own() + static_cast<std::uint32_t>(shared_.size()); }

 private:
  [[nodiscard]] std::uint32_t own() const noexcept { return region_.end_position - region_.first_position; }

  const LeafSurface& leaves_;
  const Region& region_;
  std::vector<std::uint32_t> shared_;
  std::uint32_t foreign_ = 0;
};

/// Normals, UVs and colours of level 0 of the whole tree, its triangles in the order of LeafSurface; empty where a tile
/// has none.
Object leaf_looks(const TileTree& tree, std::span<const TileGeometry> tiles) {
  Object out;
  if (std::any_of(tiles.begin(), tiles.end(), [](const TileGeometry& tile) { return tile.looks == nullptr; }))
    return out;
  std::size_t vertices = 0;
  for (std::size_t t = 0; t < tiles.size(); ++t) {
    if (!tree.tiles[t].children.empty()) continue;
    const TileGeometry& tile = tiles[t];
    for (const std::uint32_t i : tile.indices) out.indices.push_back(static_cast<std::uint32_t>(vertices + i));
    const std::size_t first = vertices;
    vertices += tile.positions.size();
    const auto append = [](auto& to, const auto& from) {
      to.resize(std::max(to.size(), from.size()));
      for (std::size_t set = 0; set < from.size(); ++set) {
        to[set].insert(to[set].end(), from[set].begin(), from[set].end());
      }
    };
    append(out.vertices.uvs, tile.looks->uvs);
    append(out.vertices.colors, tile.looks->colors);
    const std::vector<Vec3f>& normals = tile.looks->normals;
    out.vertices.normals.insert(out.vertices.normals.end(), normals.begin(), normals.end());
    out.vertex_materials.resize(vertices, 0);
    for (const DrawRange& draw : tile.draws) {
      for (const std::uint32_t i : tile.indices.subspan(draw.first_index, draw.index_count)) {
        out.vertex_materials[first + i] = draw.material;
      }
    }
  }
  return out;
}

/// Meshes gathered for a surface; numbers are a region's.
struct Gathered {
  std::vector<Vec3f> positions;
  std::vector<std::uint32_t> indices, ids;

  [[nodiscard]] std::size_t triangles() const noexcept { return indices.size() / 3; }
  [[nodiscard]] Result<proof::Surface> surface() const { return proof::Surface::make({positions, indices, ids}); }
};

class TreeProver {
 public:
  TreeProver(const TileTree& tree, std::span<const TileGeometry> tiles, double leaf_error,
             std::span<const Material> materials)
      : tree_(tree),
        tiles_(tiles),
        frame_(tree.bounds.box, tree.bounds.extent),
        leaves_(tree, tiles, frame_),
        facts_(tree.tiles.size()),
        errors_(tree.tiles.size(), leaf_error),
        left_out_error_(tree.left_out > 0 ? 2 * leaf_error : 0),
        materials_(materials),
        looks_(leaf_looks(tree, tiles)) {
    std::size_t most = 0;
    for (const TileGeometry& tile : tiles) most = std::max(most, tile.positions.size());
    each_.resize(most);
    std::iota(each_.begin(), each_.end(), 0U);
    for (std::size_t t = 0; t < tree.tiles.size(); ++t) {
      if (!tree.tiles[t].children.empty()) continue;
      facts_[t].proven = true;
      facts_[t].relative.bound = leaf_error;
    }
  }

  std::vector<LevelProofFacts> run() {
    for (std::uint32_t t = 0; t < tree_.tiles.size(); ++t) {
      if (tree_.tiles[t].parent < 0) prove(t);  // every tile of a flat list is the root of a chain of its own
    }
    return std::move(facts_);
  }

 private:
  using Prover = std::optional<proof::ChainProof>;

  /// Proves all inner tiles from `t` down. Gives a prover that can go on from tile `t`; none for leaves and where
  /// nothing could be proven.
  Prover prove(std::uint32_t t) {
    const std::vector<std::uint32_t>& children = tree_.tiles[t].children;
    if (children.empty()) return std::nullopt;
    Prover prover = children.size() == 1 ? prove(children.front()) : std::nullopt;
    if (!prover) prover = children.size() == 1 ? begin(t) : join(t);
    return prove_on(t, std::move(prover));
  }

  /// Tile `t` as the next level of a prover whose last level are its children.
  Prover prove_on(std::uint32_t t, Prover prover) {
    const TileMesh& tile = tree_.tiles[t];
    for (const std::uint32_t child : tile.children) errors_[t] = std::max(errors_[t], errors_[child]);
    RegionNumbers numbers(leaves_, leaves_.region(t));
    Gathered level;
    append_tile(t, numbers, level);
    Result<proof::Surface> surface = level.surface();
    if (prover && surface) {
      facts_[t] = facts_of(prover->prove(std::move(*surface), at_least_for(errors_[t])));
      if (facts_[t].relative.bound) *facts_[t].relative.bound += left_out_error_;
      compare_looks(t, level, prover->level0());
    } else {
      prover.reset();
    }
    errors_[t] = std::max(errors_[t], facts_[t].own_error(tile.mesh.estimate));
    return prover;
  }

  void compare_looks(std::uint32_t t, const Gathered& level, const proof::Surface& level0) {
    if (looks_.indices.empty()) return;
    const TileGeometry& tile = tiles_[t];
    SlideJudge judge(looks_, materials_, level0, leaves_.region(t).first);
    const double reach = facts_[t].relative.bound.value_or(0);
    const PaintDifference found =
        judge.measure({level.positions, tile.indices, tile.draws, each_, tile.looks, level.ids, reach});
    facts_[t].relative.slide = found.slide;
    facts_[t].normals = found.normals;
  }

  static proof::ProofOptions options() {
    proof::ProofOptions options;
    options.most_rms_samples = tile_samples;
    return options;
  }

  Result<proof::Surface> level0(std::uint32_t t) const {
    RegionNumbers numbers(leaves_, leaves_.region(t));
    Gathered gathered;
    gathered.positions = numbers.positions();
    append_leaves(t, numbers, gathered);
    for (std::uint32_t i = 0; i < numbers.count(); ++i) gathered.ids.push_back(i);
    return gathered.surface();
  }

  /// A prover whose last level is level 0.
  Prover begin(std::uint32_t t) const {
    Result<proof::Surface> surface = level0(t);
    if (!surface) return std::nullopt;
    return proof::ChainProof(std::move(*surface), options());
  }

  /// The proofs of a tile's children, made side by side, as one.
  Prover join(std::uint32_t t) {
    const std::vector<std::uint32_t>& children = tree_.tiles[t].children;
    std::vector<proof::Heritage> heritages(children.size());
    for_each_index(children.size(), [&](std::size_t c) {
      if (Prover child = prove(children[c])) {
        heritages[c] = child->heritage(leaves_.region(children[c]).count, tiles_[children[c]].indices.size() / 3);
      }
    });
    bool all_leaves = true;
    for (std::size_t c = 0; c < children.size(); ++c) {
      const bool leaf = tree_.tiles[children[c]].children.empty();
      all_leaves = all_leaves && leaf;
      if (!leaf && heritages[c].hints.empty()) return begin(t);
    }
    if (all_leaves) return begin(t);
    return join(t, heritages);
  }

  Prover join(std::uint32_t t, std::vector<proof::Heritage>& heritages) const {
    RegionNumbers numbers(leaves_, leaves_.region(t));
    Gathered parent;
    proof::Heritage joined;
    joined.hints.reserve(leaves_.region(t).count);
    for (std::size_t c = 0; c < heritages.size(); ++c) {
      const std::uint32_t child = tree_.tiles[t].children[c];
      proof::Heritage& heritage = heritages[c];
      const auto offset = static_cast<std::uint32_t>(parent.triangles());
      if (heritage.hints.empty()) {  // a leaf stands for itself
        const std::uint32_t count = leaves_.region(child).count;
        heritage.errors.assign(count, 0);
        for (std::uint32_t i = 0; i < count; ++i) heritage.hints.push_back(i);
        append_leaf(child, numbers, parent);
      } else {
        append_tile(child, numbers, parent);
      }
      joined.errors.insert(joined.errors.end(), heritage.errors.begin(), heritage.errors.end());
      for (const std::uint32_t hint : heritage.hints) {
        joined.hints.push_back(hint == proof::none ? hint : hint + offset);
      }
      heritage = {};
    }
    Result<proof::Surface> level = parent.surface();
    Result<proof::Surface> source = level0(t);
    if (!level || !source) return std::nullopt;
    return proof::ChainProof(std::move(*source), std::move(*level), joined, options());
  }

  void append_leaves(std::uint32_t t, RegionNumbers& numbers, Gathered& out) const {
    const std::span<const std::uint32_t> indices = leaves_.indices(leaves_.region(t));
    out.indices.reserve(out.indices.size() + indices.size());
    for (const std::uint32_t i : indices) out.indices.push_back(numbers(i));
  }

  /// Level 0 of a leaf, with vertices of its own.
  void append_leaf(std::uint32_t t, RegionNumbers& numbers, Gathered& out) const {
    for (const std::uint32_t i : leaves_.indices(leaves_.region(t))) {
      out.indices.push_back(static_cast<std::uint32_t>(out.positions.size()));
      out.positions.push_back(leaves_.position(i));
      out.ids.push_back(numbers(i));
    }
  }

  /// A tile as it will be decoded.
  void append_tile(std::uint32_t t, RegionNumbers& numbers, Gathered& out) const {
    const TileGeometry& tile = tiles_[t];
    const auto offset = static_cast<std::uint32_t>(out.positions.size());
    for (std::size_t v = 0; v < tile.positions.size(); ++v) {
      out.positions.push_back(frame_(tile.positions[v]));
      out.ids.push_back(numbers(leaves_.numbers().find(tile.sources[v], proof::none)));
    }
    for (const std::uint32_t i : tile.indices) out.indices.push_back(offset + i);
  }

  const TileTree& tree_;
  std::span<const TileGeometry> tiles_;
  UnitFrame frame_;
  LeafSurface leaves_;
  std::vector<LevelProofFacts> facts_;
  std::vector<double> errors_;
  double left_out_error_;
  std::span<const Material> materials_;
  Object looks_;
  std::vector<std::uint32_t> each_;  ///< 0, 1, 2 ...
};

}  // namespace

std::vector<LevelProofFacts> prove_tiles(const TileTree& tree, std::span<const TileGeometry> tiles, double leaf_error,
                                         std::uint32_t threads, std::span<const Material> materials) {
  if (!(tree.bounds.extent > 0)) return std::vector<LevelProofFacts>(tree.tiles.size());
  std::vector<LevelProofFacts> facts;
  with_threads(threads, [&] { facts = TreeProver(tree, tiles, leaf_error, materials).run(); });
  return facts;
}

}  // namespace lodcook::cooker
