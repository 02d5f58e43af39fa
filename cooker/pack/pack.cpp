#include "cooker/pack/pack.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "cooker/pack/bounds.h"
#include "cooker/pack/error_rise.h"
#include "cooker/pack/lattice.h"
#include "cooker/pack/level_content.h"
#include "cooker/pack/object_coding.h"
#include "cooker/pack/prove_levels.h"
#include "cooker/pack/prove_poses.h"
#include "cooker/scene/parallel.h"
#include "formats/src/container_write.h"

namespace lodcook::cooker {

namespace {

bool finite(const Vec3f& p) noexcept { return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z); }

Status check_level(const LodLevel& level, const std::string& place) {
  const std::size_t vertices = level.vertices.vertex_count();
  const auto broken = [&](const char* message) { return Error{ErrorCode::internal, message, place}; };
  if (level.indices.empty() || level.indices.size() % 3 != 0) return broken("a level has no whole triangles");
  for (const std::uint32_t index : level.indices) {
    if (index >= vertices) return broken("a level's index is outside its vertices");
  }
  std::size_t next = 0;
  for (const DrawRange& draw : level.draws) {
    if (draw.first_index != next || draw.index_count % 3 != 0) return broken("draw ranges do not join");
    next += draw.index_count;
  }
  if (next != level.indices.size()) return broken("draw ranges do not cover a level");
  for (const Vec3f& p : level.vertices.positions) {
    if (!finite(p)) return Error{ErrorCode::non_finite, "a position is not finite", place};
  }
  return Done{};
}

Status check_chain(const LodChain& chain) {
  if (chain.levels.empty()) return Error{ErrorCode::internal, "a chain has no level", chain.name};
  if (!std::isfinite(chain.bounds.extent)) return Error{ErrorCode::non_finite, "the extent is not finite", chain.name};
  for (const LodLevel& level : chain.levels) {
    if (Status status = check_level(level, chain.name); !status) return status;
  }
  return Done{};
}

struct PackedLevels {
  std::vector<PackedLevel> levels;
  Lattice lattice;
};

std::size_t triangles(const PackedLevel& level) noexcept { return level.content.tiles.front().indices.size() / 3; }

PackedLevels pack_levels(const LodChain& chain, const PackOptions& options, std::vector<Warning>& warnings) {
  ObjectCoding coding = choose_coding(chain, options);
  if (coding.lattice.coarser_than_wanted) {
    warnings.push_back({"coarse_lattice", chain.name + ": coordinates are too large for the position step it needs"});
  }
  std::optional<PackedLevel> finest = make_level(chain.levels.front(), coding, options, Collapsed::keep);
  if (!finest) {
    warnings.push_back({"float_positions", chain.name + ": every triangle is smaller than the position step"});
    coding.lattice = {};
    finest = make_level(chain.levels.front(), coding, options, Collapsed::keep);
  }
  PackedLevels packed{{}, coding.lattice};
  packed.levels.push_back(std::move(*finest));
  for (std::size_t i = 1; i < chain.levels.size(); ++i) {
    std::optional<PackedLevel> level = make_level(chain.levels[i], coding, options, Collapsed::drop);
    if (!level || triangles(*level) >= triangles(packed.levels.back())) {
      warnings.push_back({"levels_collapsed", chain.name + ": level " + std::to_string(i) +
                                                  " and coarser ones are smaller than the position step"});
      break;
    }
    packed.levels.push_back(std::move(*level));
  }
  return packed;
}

/// What no proof looks at goes before it needs room.
void drop_packed(LodChain& chain) {
  chain.levels.front().vertices = VertexStreams();
  for (LodLevel& level : chain.levels) {
    level.indices = std::vector<std::uint32_t>();
    level.morph_targets = std::vector<MorphTarget>();
  }
}

/// The bound or the slide where it is proven, else the estimate; rising from level to level.
void set_errors(std::vector<PackedLevel>& levels, std::span<const LevelProofFacts> proofs, double lattice_error,
                double extent, bool slide_switches) {
  double previous = 0;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    LevelContent& level = levels[i].content;
    const bool proven = i < proofs.size() && proofs[i].proven;
    const double own = i == 0 ? lattice_error : (proven ? *proofs[i].relative.bound : level.estimate_relative);
    const double slide = proven && slide_switches ? proofs[i].relative.slide.value_or(0) : 0;
    const double error = i == 0 ? own : std::max({own, slide, risen_error(previous)});
    previous = error;
    level.proof = proven ? Proof::proven : Proof::none;
    level.error_relative = level.tiles.front().error_relative = error;
    level.error_absolute = level.tiles.front().error_absolute = error * extent;
  }
}

Bounds bound_levels(const std::vector<PackedLevel>& levels, const Bounds& chain_bounds) {
  Bounds bounds;
  bounds.origin = chain_bounds.origin;
  bounds.extent = chain_bounds.extent;
  bounds.box = levels.front().content.box;
  for (const PackedLevel& level : levels) bounds.box = join(bounds.box, level.content.box);
  bounds.sphere.center = middle(bounds.box);
  for (const PackedLevel& level : levels) {
    bounds.sphere.radius = std::max(bounds.sphere.radius, farthest(bounds.sphere.center, level.positions));
  }
  return bounds;
}

}  // namespace

Status check_options(const PackOptions& options) {
  const auto refuse = [](const char* message) { return Error{ErrorCode::invalid_value, message, "quantisation"}; };
  if (options.position_bits != 0 && (options.position_bits < 4 || options.position_bits > 24)) {
    return refuse("position bits must be 0 or 4 to 24");
  }
  if (options.normal_bits != 8 && options.normal_bits != 10 && options.normal_bits != 12) {
    return refuse("normal bits must be 8, 10 or 12");
  }
  if (options.uv_bits < 8 || options.uv_bits > 16) return refuse("UV bits must be 8 to 16");
  if (options.color_bits != 8 && options.color_bits != 16) return refuse("colour bits must be 8 or 16");
  return Done{};
}

Result<PackedObject> pack_chain(const Object& object, std::span<const Material> materials, LodChain chain,
                                const PackOptions& options, std::vector<Warning>& warnings,
                                std::span<const Pose> poses) {
  if (Status status = check_options(options); !status) return std::move(status).error();
  if (Status status = check_chain(chain); !status) return std::move(status).error();
  PackedLevels packed = pack_levels(chain, options, warnings);
  const double extent = chain.bounds.extent;
  const double lattice_error = extent > 0 ? packed.lattice.error() / extent : 0;
  drop_packed(chain);
  std::vector<LevelProofFacts> proofs;
  if (options.prove) proofs = prove_levels(object, materials, chain, packed.levels, lattice_error);
  if (object.skinned && !poses.empty() && extent > 0 && options.prove &&
      !prove_poses(object, chain, packed.levels, poses, options.lossless, proofs)) {
    warnings.push_back({"pose_unproven", chain.name + ": its errors could not be proven in a pose of an animation"});
  }
  set_errors(packed.levels, proofs, lattice_error, extent, options.slide_switches);

  PackedObject out;
  if (std::any_of(proofs.begin(), proofs.end(), [](const LevelProofFacts& proof) { return !proof.proven; })) {
    warnings.push_back({"unproven_level", chain.name + ": a level could not be proven; its estimate switches"});
  }
  for (LevelProofFacts& proof : proofs) {
    if (proof.exhausted > 0) {
      warnings.push_back({"proof_exhausted",
                          chain.name + ": the proof of a level ran out of its budget; its bound is true, but wide"});
    }
    out.errors.push_back(proof.relative);
    out.normal_angles.push_back(proof.normals);
    out.poses.push_back(std::move(proof.pose));
  }
  out.content.name = chain.name;
  out.content.bounds = bound_levels(packed.levels, chain.bounds);
  out.content.lattice_step = packed.lattice.step;
  out.content.skinned = object.skinned;
  for (const MorphTarget& morph : object.morph_targets) out.content.morph_names.push_back(morph.name);
  for (PackedLevel& level : packed.levels) out.content.levels.push_back(std::move(level.content));
  return out;
}

Result<std::vector<std::byte>> write_asset(const ObjectSet& set, std::vector<ObjectContent> objects,
                                           const PackOptions& options, std::vector<ObjectContent> shared_meshes) {
  ContainerContent content;
  content.objects = std::move(objects);
  content.shared_meshes = std::move(shared_meshes);
  content.materials = set.materials;
  content.skeleton = set.skeleton;
  content.placements = set.placements;
  content.lights = set.lights;
  WriteOptions write;
  write.meshopt = options.meshopt;
  write.zstd_level = options.zstd_level;
  write.run_all = for_each_index;
  return write_container(content, write);
}

}  // namespace lodcook::cooker
