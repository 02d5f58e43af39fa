#include "cooker/app/prove_again.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "cooker/pack/lattice.h"
#include "cooker/pack/pose_proof.h"
#include "cooker/pack/position_ids.h"
#include "cooker/pack/prove_poses.h"
#include "cooker/pack/prove_tiles.h"
#include "cooker/pack/shared_geometry.h"
#include "cooker/pack/unit_frame.h"
#include "cooker/proof/chain_proof.h"

namespace lodcook::cooker {
namespace {

using Shape = DecodedGeometry;

/// The positions, but corners of one triangle that the lattice made equal are set apart by the least there is, so that
/// the triangle counts as it did before it was quantised.
std::vector<Vec3f> with_corners_apart(const Shape& shape) {
  std::vector<Vec3f> out = shape.positions;
  for (std::size_t t = 0; t + 2 < shape.indices.size(); t += 3) {
    for (std::size_t k = 1; k < 3; ++k) {
      const std::uint32_t a = shape.indices[t], b = shape.indices[t + k], other = shape.indices[t + (3 - k)];
      if (a == b) continue;
      while (out[a] == out[b] || (other != b && out[other] == out[b])) {
        out[b].x = std::nextafter(out[b].x, std::numeric_limits<float>::max());
      }
    }
  }
  return out;
}

/// Numbers decoded positions by the source's positions that they stand for.
class SourceIds {
 public:
  SourceIds(const Object& source, const PositionIds& known, double step)
      : decoded_(decode(source.vertices.positions, step)), unknown_(known.count()) {
    numbers_.assign(decoded_.count(), proof::none);
    vertices_.assign(decoded_.count(), proof::none);
    for (std::size_t v = 0; v < known.ids().size(); ++v) {
      std::uint32_t& vertex = vertices_[decoded_.ids()[v]];
      vertex = std::min(vertex, static_cast<std::uint32_t>(v));
      std::uint32_t& number = numbers_[decoded_.ids()[v]];
      number = std::min(number, known.ids()[v]);
    }
  }

  [[nodiscard]] std::vector<std::uint32_t> operator()(const Shape& shape) const {
    const std::vector<Vec3f> apart = with_corners_apart(shape);
    const PositionIds own(apart);
    std::vector<std::uint32_t> ids;
    ids.reserve(apart.size());
    for (std::size_t v = 0; v < apart.size(); ++v) {
      const std::uint32_t found = decoded_.find(apart[v], proof::none);
      ids.push_back(found == proof::none ? unknown_ + own.ids()[v] : numbers_[found]);
    }
    return ids;
  }

  /// A vertex of the source that a decoded position stands for; none where there is none.
  [[nodiscard]] std::uint32_t vertex(Vec3f position) const {
    const std::uint32_t found = decoded_.find(position, proof::none);
    return found == proof::none ? found : vertices_[found];
  }

 private:
  static std::vector<Vec3f> decode(const std::vector<Vec3f>& positions, double step) {
    if (step == 0) return positions;
    const Lattice lattice{step};
    std::vector<Vec3f> out;
    out.reserve(positions.size());
    for (const Vec3f p : positions) {
      const LatticePoint point = lattice.point(p);
      const auto on = [&](std::int64_t c) { return static_cast<float>(static_cast<double>(c) * step); };
      out.push_back({on(point[0]), on(point[1]), on(point[2])});
    }
    return out;
  }

  PositionIds decoded_;
  std::vector<std::uint32_t> numbers_, vertices_;  // by number of decoded_
  std::uint32_t unknown_;
};

/// Proves shapes of one object against its source, finest first.
class SourceProver {
 public:
  static Result<SourceProver> make(const Object& source, const ContainerObject& object) {
    const UnitFrame frame(object.bounds.box, object.bounds.extent);
    const PositionIds known(source.vertices.positions);
    const std::vector<Vec3f> positions = frame(source.vertices.positions);
    Result<proof::Surface> level0 = proof::Surface::make({positions, source.indices, known.ids()});
    if (!level0) return std::move(level0).error();
    return SourceProver(frame, SourceIds(source, known, object.lattice_step), std::move(*level0));
  }

  /// A deviation up to `at_least` is not looked at closer.
  Result<ProvenAgain> prove(const Shape& shape, double at_least) {
    const std::vector<Vec3f> positions = frame_(shape.positions);
    const std::vector<std::uint32_t> ids = ids_(shape);
    Result<proof::Surface> level = proof::Surface::make({positions, shape.indices, ids});
    if (!level) return std::move(level).error();
    const proof::LevelProof proof = proof_.prove(std::move(*level), static_cast<float>(at_least));
    return ProvenAgain{proof.measured, proof.bound, proof.exhausted > 0};
  }

 private:
  SourceProver(const UnitFrame& frame, SourceIds ids, proof::Surface level0)
      : frame_(frame), ids_(std::move(ids)), proof_(std::move(level0), {}) {}

  UnitFrame frame_;
  SourceIds ids_;
  proof::ChainProof proof_;
};

/// What a pose needs of a level that is one tile. Fails where the tile holds no joints and weights.
Result<SkinnedMesh> decoded_mesh(const Container& container, std::uint32_t number) {
  Shape shape;
  SharedGeometries meshes(container);
  if (Status status = append_tile(container, meshes, number, shape); !status) return std::move(status).error();
  const Result<DecodedTile> decoded = container.load_tile(number);
  if (!decoded) return decoded.error();
  constexpr std::uint32_t per_set = 4;
  const std::uint32_t vertices = decoded->vertex_count();
  SkinnedMesh out{std::move(shape.positions), {}, {}, 0, std::move(shape.indices)};
  std::vector<std::vector<float>> joints, weights;
  for (std::uint8_t set = 0;; ++set) {
    const DecodedAttribute* j = decoded->find(Semantic::joints, set);
    const DecodedAttribute* w = decoded->find(Semantic::weights, set);
    if (j == nullptr || w == nullptr) break;
    joints.push_back(decode_floats(*j, vertices, per_set));
    weights.push_back(decode_floats(*w, vertices, per_set));
  }
  if (joints.empty()) return Error{ErrorCode::inconsistent, "has no joints", container.objects()[0].name};
  out.influences = per_set * static_cast<std::uint32_t>(joints.size());
  for (std::size_t v = 0; v < vertices; ++v) {
    for (std::size_t set = 0; set < joints.size(); ++set) {
      for (std::size_t i = per_set * v; i < per_set * (v + 1); ++i) {
        out.joints.push_back(static_cast<std::uint16_t>(joints[set][i]));
        out.weights.push_back(weights[set][i]);
      }
    }
  }
  return out;
}

/// The vertices of the source that a decoded level stands on; one that has none comes back as it is.
SkinnedMesh before_quantising(const SkinnedMesh& decoded, const SkinnedMesh& source, const SourceIds& ids) {
  SkinnedMesh out{decoded.positions, {}, {}, std::max(decoded.influences, source.influences), {}};
  const std::size_t per = out.influences;
  out.joints.resize(per * out.positions.size());
  out.weights.resize(per * out.positions.size());
  for (std::size_t v = 0; v < out.positions.size(); ++v) {
    const std::uint32_t found = ids.vertex(out.positions[v]);
    const SkinnedMesh& from = found == proof::none ? decoded : source;
    const std::size_t number = found == proof::none ? v : found;
    out.positions[v] = from.positions[number];
    for (std::size_t i = 0; i < from.influences; ++i) {
      out.joints[v * per + i] = from.joints[number * from.influences + i];
      out.weights[v * per + i] = from.weights[number * from.influences + i];
    }
  }
  return out;
}

/// Raises what was proven of each level of a chain to the worst pose.
Status prove_poses_again(const Object& source, const Container& container, std::uint32_t object,
                         std::span<const Pose> poses, std::vector<ProvenAgain>& levels) {
  const SkinnedMesh finest = skinned_mesh(source);
  const SourceIds ids(source, PositionIds(source.vertices.positions), container.objects()[object].lattice_step);
  std::vector<SkinnedMesh> meshes(1), before(1);
  for (std::uint32_t k = 1; k < levels.size(); ++k) {
    Result<SkinnedMesh> mesh = decoded_mesh(container, container.level_cut(object, k).front());
    if (!mesh) return std::move(mesh).error();
    before.push_back(before_quantising(*mesh, finest, ids));
    meshes.push_back(std::move(*mesh));
  }
  for (const Pose* pose : poses_to_prove(poses, source)) {
    std::optional<PoseProof> prover = PoseProof::make(finest, double{container.objects()[object].bounds.extent}, *pose);
    for (std::size_t k = 1; prover && k < levels.size(); ++k) {
      const std::optional<proof::LevelProof> proof = prover->prove(meshes[k], before[k], levels[k].bound);
      if (!proof) break;
      levels[k].measured = std::max(levels[k].measured, proof->measured);
      levels[k].bound = std::max(levels[k].bound, proof->bound);
      levels[k].exhausted = levels[k].exhausted || proof->exhausted > 0;
    }
  }
  return Done{};
}

/// The tiles of one object in an order where those below a tile follow it.
struct TreeOrder {
  TileTree tree;
  std::vector<std::uint32_t> numbers;  ///< In the container, by place in the tree.
};

TreeOrder order_tiles(const Container& container, std::uint32_t object) {
  TreeOrder order;
  const std::span<const Tile> tiles = container.tiles();
  const ContainerObject& facts = container.objects()[object];
  order.tree.bounds = facts.bounds;
  struct Visit {
    std::uint32_t number;
    std::int32_t parent;
  };
  std::vector<Visit> stack;
  for (std::uint32_t t = 0; t < tiles.size(); ++t) {
    if (tiles[t].object == object && tiles[t].parent < 0) stack.push_back({t, -1});
  }
  while (!stack.empty()) {
    const Visit visit = stack.back();
    stack.pop_back();
    const auto place = static_cast<std::uint32_t>(order.tree.tiles.size());
    TileMesh& tile = order.tree.tiles.emplace_back();
    tile.parent = visit.parent;
    tile.level = tiles[visit.number].level;
    order.numbers.push_back(visit.number);
    if (visit.parent >= 0) order.tree.tiles[static_cast<std::size_t>(visit.parent)].children.push_back(place);
    for (std::int32_t c = tiles[visit.number].first_child; c >= 0;
         c = tiles[static_cast<std::size_t>(c)].next_sibling) {
      stack.push_back({static_cast<std::uint32_t>(c), static_cast<std::int32_t>(place)});
    }
  }
  return order;
}

Result<std::vector<std::optional<ProvenAgain>>> prove_inner_tiles(const Container& container, SharedGeometries& meshes,
                                                                  std::uint32_t object, std::uint32_t first) {
  const TreeOrder order = order_tiles(container, object);
  std::vector<Shape> shapes(order.numbers.size());
  std::vector<std::vector<Vec3f>> apart;
  std::vector<TileGeometry> geometry;
  for (std::size_t t = 0; t < shapes.size(); ++t) {
    if (Status status = append_tile(container, meshes, order.numbers[t], shapes[t]); !status)
      return std::move(status).error();
    apart.push_back(with_corners_apart(shapes[t]));
  }
  for (std::size_t t = 0; t < shapes.size(); ++t) {
    geometry.push_back({shapes[t].positions, apart[t], shapes[t].indices});
  }
  const std::vector<LevelProofFacts> facts = prove_tiles(order.tree, geometry, 0, 1);
  std::vector<std::optional<ProvenAgain>> proven(facts.size());
  for (std::size_t t = 0; t < facts.size(); ++t) {
    if (order.tree.tiles[t].children.empty() || !facts[t].proven) continue;
    const LevelError& error = facts[t].relative;
    proven[order.numbers[t] - first] = {error.measured.value_or(0), error.bound.value_or(0), facts[t].exhausted > 0};
  }
  return proven;
}

}  // namespace

Result<ObjectProvenAgain> prove_again(const Object& source, const Container& container, std::uint32_t object,
                                      std::span<const Pose> poses) {
  const ContainerObject& facts = container.objects()[object];
  if (!(facts.bounds.extent > 0)) return Error{ErrorCode::no_triangles, "has no extent", facts.name};
  Result<SourceProver> prover = SourceProver::make(source, facts);
  if (!prover) return std::move(prover).error();
  const double lattice_error = Lattice{facts.lattice_step}.error() / double{facts.bounds.extent};
  const std::uint32_t first = container.levels()[facts.first_level].first_tile;
  const std::span<const Tile> tiles = container.tiles();
  const bool is_tree = std::any_of(tiles.begin(), tiles.end(),
                                   [&](const Tile& tile) { return tile.object == object && tile.parent >= 0; });
  ObjectProvenAgain out;
  SharedGeometries meshes(container);
  for (std::uint32_t level = 0; level < (is_tree ? 1 : facts.level_count); ++level) {
    Shape shape;
    for (const std::uint32_t tile : container.level_cut(object, level)) {
      if (Status status = append_tile(container, meshes, tile, shape); !status) return std::move(status).error();
    }
    const Result<ProvenAgain> proven = prover->prove(shape, level == 0 ? lattice_error : 0);
    if (!proven) return proven.error();
    out.levels.push_back(*proven);
  }
  if (!is_tree && source.skinned && !poses.empty()) {
    if (Status status = prove_poses_again(source, container, object, poses, out.levels); !status) {
      return std::move(status).error();
    }
  }
  if (!is_tree) return out;
  out.leaf_error = lattice_error;
  Result<std::vector<std::optional<ProvenAgain>>> inner = prove_inner_tiles(container, meshes, object, first);
  if (!inner) return std::move(inner).error();
  out.tiles = std::move(*inner);
  return out;
}

}  // namespace lodcook::cooker
