#include "cooker/pack/pose_proof.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "cooker/pack/prove_levels.h"
#include "cooker/scene/pose.h"
#include "cooker/scene/vector_math.h"

namespace lodcook::cooker {
namespace {

std::vector<Vec3d> pose_all(const SkinnedMesh& mesh, const Pose& pose) {
  std::vector<Vec3d> out;
  out.reserve(mesh.positions.size());
  const std::size_t count = mesh.influences;
  for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
    out.push_back(posed_position(mesh.positions[v], std::span(mesh.joints).subspan(v * count, count),
                                 std::span(mesh.weights).subspan(v * count, count), pose.joints));
  }
  return out;
}

std::vector<Vec3f> into_frame(const std::vector<Vec3d>& points, Vec3d low, double side) {
  std::vector<Vec3f> out;
  out.reserve(points.size());
  for (const Vec3d p : points) out.push_back(to_float(scaled(subtract(p, low), 1 / side)));
  return out;
}

proof::ProofOptions options() {
  proof::ProofOptions options;
  options.most_rms_samples = 0;
  return options;
}

}  // namespace

SkinnedMesh skinned_mesh(const Object& object) {
  const VertexStreams& v = object.vertices;
  return {v.positions, v.joints, v.weights, v.influences_per_vertex, object.indices};
}

std::optional<PoseProof> PoseProof::make(const SkinnedMesh& source, double extent, const Pose& pose) {
  const std::vector<Vec3d> points = pose_all(source, pose);
  if (points.empty()) return std::nullopt;
  Vec3d low = points.front(), high = low;
  for (const Vec3d p : points) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  const double side = std::max({high.x - low.x, high.y - low.y, high.z - low.z});
  if (!(side > 0) || !std::isfinite(side)) return std::nullopt;
  const std::vector<Vec3f> positions = into_frame(points, low, side);
  PositionIds known(positions);
  Result<proof::Surface> level0 = proof::Surface::make({positions, source.indices, known.ids()});
  if (!level0) return std::nullopt;
  return PoseProof(pose, low, side, extent, std::move(known), std::move(*level0));
}

PoseProof::PoseProof(const Pose& pose, Vec3d low, double side, double extent, PositionIds known, proof::Surface level0)
    : pose_(&pose),
      low_(low),
      side_(side),
      extent_(extent),
      known_(std::move(known)),
      prover_(std::move(level0), options()) {}

std::vector<Vec3f> PoseProof::posed(const SkinnedMesh& mesh) const {
  return into_frame(pose_all(mesh, *pose_), low_, side_);
}

/// Vertices at one place in the bind pose may part in a pose, so it is posed positions that are numbered; one number
/// never stands for two places.
std::vector<std::uint32_t> PoseProof::ids(const std::vector<Vec3f>& level, const SkinnedMesh& before) const {
  const PositionIds own(level);
  const std::vector<Vec3f> unquantised = posed(before);
  std::vector<std::uint32_t> place(known_.count(), proof::none);  // of a number of level 0: the vertex that took it
  std::vector<std::uint32_t> out;
  out.reserve(level.size());
  for (std::size_t v = 0; v < level.size(); ++v) {
    const std::uint32_t fresh = known_.count() + own.ids()[v];
    std::uint32_t id = unquantised.empty() ? fresh : known_.find(unquantised[v], fresh);
    if (id < known_.count()) {
      if (place[id] == proof::none) place[id] = own.ids()[v];
      if (place[id] != own.ids()[v]) id = fresh;
    }
    out.push_back(id);
  }
  return out;
}

std::optional<proof::LevelProof> PoseProof::prove(const SkinnedMesh& level, const SkinnedMesh& before, double enough) {
  const std::vector<Vec3f> positions = posed(level);
  const std::vector<std::uint32_t> numbers = ids(positions, before);
  Result<proof::Surface> surface = proof::Surface::make({positions, level.indices, numbers});
  if (!surface) return std::nullopt;
  proof::LevelProof proof = prover_.prove(std::move(*surface), at_least_for(enough * extent_ / side_));
  for (double* length : {&proof.measured, &proof.bound}) *length *= side_ / extent_;
  return proof;
}

}  // namespace lodcook::cooker
