#include "cooker/pack/prove_poses.h"

#include <algorithm>
#include <array>
#include <optional>

#include "cooker/pack/attribute_codes.h"
#include "cooker/pack/pose_proof.h"

namespace lodcook::cooker {
namespace {

/// The weights of one vertex as they will be decoded.
void decode_weights(std::span<float> weights) {
  std::array<std::uint8_t, max_skin_influences> codes{};
  encode_weights(weights, std::span(codes).first(weights.size()));
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = static_cast<float>(codes[i]) / 255.0F;
}

/// A level before it is quantised and as it will be decoded.
struct LevelMeshes {
  SkinnedMesh before, decoded;
};

LevelMeshes meshes_of(const VertexStreams& vertices, const PackedLevel& packed, bool float_weights) {
  const std::size_t per = vertices.influences_per_vertex;
  const std::size_t count = std::min(per, max_skin_influences);
  LevelMeshes out;
  out.before.influences = static_cast<std::uint32_t>(count);
  for (const std::uint32_t source : packed.sources) {
    out.before.positions.push_back(vertices.positions[source]);
    for (std::size_t i = source * per; i < source * per + count; ++i) {
      out.before.joints.push_back(vertices.joints[i]);
      out.before.weights.push_back(vertices.weights[i]);
    }
  }
  out.before.indices = packed.content.tiles.front().indices;
  out.decoded = out.before;
  out.decoded.positions = packed.positions;
  for (std::size_t v = 0; v < packed.sources.size() && !float_weights; ++v) {
    decode_weights(std::span(out.decoded.weights).subspan(v * count, count));
  }
  return out;
}

void take_worse(LevelProofFacts& facts, const proof::LevelProof& proof, const Pose& pose) {
  facts.exhausted += proof.exhausted;
  facts.corner_tests += proof.corner_tests;
  facts.queries += proof.queries;
  if (proof.bound <= facts.relative.bound.value_or(0)) return;
  facts.relative.bound = proof.bound;
  facts.relative.measured = proof.measured;
  facts.pose = PosedAt{pose.animation, pose.time_seconds};
}

}  // namespace

std::vector<const Pose*> poses_to_prove(std::span<const Pose> poses, const Object& object) {
  constexpr std::size_t most_triangles = 1'000'000;
  const std::size_t triangles = std::max<std::size_t>(1, object.indices.size() / 3);
  const std::size_t taken = std::min(poses.size(), std::max<std::size_t>(1, most_triangles / triangles));
  std::vector<const Pose*> out;
  for (std::size_t i = 0; i < taken; ++i) out.push_back(&poses[i * poses.size() / taken]);
  return out;
}

bool prove_poses(const Object& object, const LodChain& chain, std::span<const PackedLevel> levels,
                 std::span<const Pose> poses, bool float_weights, std::vector<LevelProofFacts>& facts) {
  const SkinnedMesh finest = skinned_mesh(object);
  std::vector<LevelMeshes> meshes(1);
  for (std::size_t k = 1; k < levels.size() && facts[k].proven; ++k) {
    meshes.push_back(meshes_of(chain.levels[k].vertices, levels[k], float_weights));
  }
  if (meshes.size() == 1) return true;
  bool all = true;
  for (const Pose* pose : poses_to_prove(poses, object)) {
    std::optional<PoseProof> prover = PoseProof::make(finest, double{chain.bounds.extent}, *pose);
    for (std::size_t k = 1; prover && k < meshes.size(); ++k) {
      const std::optional<proof::LevelProof> proof =
          prover->prove(meshes[k].decoded, meshes[k].before, facts[k].relative.bound.value_or(0));
      if (proof) take_worse(facts[k], *proof, *pose);
      all = all && proof;
      if (!proof) break;
    }
    all = all && prover;
  }
  return all;
}

}  // namespace lodcook::cooker
