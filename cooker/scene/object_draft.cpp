#include "cooker/scene/object_draft.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include "cooker/scene/transform.h"
#include "cooker/scene/vector_math.h"

namespace lodcook::cooker {
namespace {

// squares and cubes of it still fit 32-bit floats, which later stages compute areas and volumes in
constexpr double largest_coordinate = 1e12;
/// Of the names of nodes whose draw ranges are not to be merged with others'.
constexpr std::string_view own_draws_prefix = "NM_";

/// Bind poses of the skins in use, found once for each.
class BindPoses {
 public:
  BindPoses(const Scene& scene, const std::vector<Mat4d>& world, const std::vector<ObjectPlan>& plans)
      : poses_(scene.skins.size()), used_(scene.skins.size(), false) {
    std::vector<std::vector<double>> carried(scene.skins.size());
    std::vector<WorldBox> boxes(scene.skins.size());
    for (std::size_t s = 0; s < carried.size(); ++s) carried[s].resize(scene.skins[s].joints.size());
    for (const ObjectPlan& plan : plans) {
      for (const Part& part : plan.parts) {
        if (part.skin == no_index) continue;
        used_[part.skin] = true;
        for (const Primitive& primitive : scene.meshes[part.mesh].primitives) {
          grow(boxes[part.skin], primitive.vertices.positions, Mat4d{});
          const VertexStreams& v = primitive.vertices;
          for (std::size_t i = 0; i < v.joints.size(); ++i) carried[part.skin][v.joints[i]] += v.weights[i];
        }
      }
    }
    for (std::size_t s = 0; s < poses_.size(); ++s) {
      if (used_[s]) poses_[s] = find_bind_pose(scene.skins[s], world, carried[s], boxes[s].min, boxes[s].max);
    }
  }

  [[nodiscard]] const BindPose& of(std::uint32_t skin) const { return poses_[skin]; }

  void report(const Scene& scene, RepairLog& log) const {
    for (std::size_t s = 0; s < poses_.size(); ++s) {
      if (used_[s] && !poses_[s].agreed)
        log.add(Repair::bind_pose_differs, element_name("skin", scene.skins[s].name, s));
    }
  }

 private:
  std::vector<BindPose> poses_;
  std::vector<bool> used_;
};

bool has_normal_map(const Scene& scene, const Primitive& primitive) {
  if (primitive.material == no_index) return false;
  const auto& textures = scene.materials[primitive.material].textures;
  return std::any_of(textures.begin(), textures.end(),
                     [](const TextureReference& t) { return t.slot == TextureSlot::normal; });
}

/// Morph targets of an object by name, or by mesh and number where they have none.
class MorphNames {
 public:
  /// Numbers the primitive's targets in the object and widens the object's layout by what they have.
  std::vector<std::uint32_t> number(StreamLayout& layout, const Primitive& primitive, std::uint32_t mesh) {
    std::vector<std::uint32_t> numbers;
    std::map<std::string, std::uint32_t> seen;
    for (std::uint32_t k = 0; k < primitive.morph_targets.size(); ++k) {
      const MorphTarget& target = primitive.morph_targets[k];
      const Key key = target.name.empty() ? Key{{}, mesh, k} : Key{target.name, no_index, seen[target.name]++};
      const auto [at, added] = numbers_.try_emplace(key, static_cast<std::uint32_t>(layout.morph_targets.size()));
      if (added) layout.morph_targets.push_back({target.name, false, false});
      MorphLayout& shared = layout.morph_targets[at->second];
      shared.normals = shared.normals || !target.normal_deltas.empty();
      shared.tangents = shared.tangents || !target.tangent_deltas.empty();
      numbers.push_back(at->second);
    }
    return numbers;
  }

 private:
  using Key = std::tuple<std::string, std::uint32_t, std::uint32_t>;
  std::map<Key, std::uint32_t> numbers_;
};

void widen(StreamLayout& layout, const VertexStreams& v) {
  layout.normals = layout.normals || !v.normals.empty();
  layout.tangents = layout.tangents || !v.tangents.empty();
  layout.uv_sets = std::max(layout.uv_sets, v.uvs.size());
  layout.color_sets = std::max(layout.color_sets, v.colors.size());
}

std::vector<std::uint32_t> inverted(const std::vector<std::uint32_t>& numbers, std::size_t count) {
  std::vector<std::uint32_t> from(count, no_index);
  for (std::uint32_t k = 0; k < numbers.size(); ++k) from[numbers[k]] = k;
  return from;
}

bool is_skinned(const Part& part, const Primitive& primitive) {
  return part.skin != no_index && !primitive.vertices.joints.empty();
}

/// Adds each primitive of a plan with its placing; joints come later.
void draft_parts(ObjectDraft& draft, const ObjectPlan& plan, const Scene& scene, const BindPoses& poses) {
  MorphNames morphs;
  for (std::uint32_t number = 0; number < plan.parts.size(); ++number) {
    const Part& part = plan.parts[number];
    for (const Primitive& primitive : scene.meshes[part.mesh].primitives) {
      if (primitive.indices.empty()) continue;
      BakePart bake;
      bake.primitive = &primitive;
      bake.part = number;
      bake.rigid = !is_skinned(part, primitive);
      bake.to_world = bake.rigid ? part.world : poses.of(part.skin).to_world;
      bake.targets = morphs.number(draft.layout, primitive, part.mesh);
      widen(draft.layout, primitive.vertices);
      if (!bake.rigid)
        draft.layout.influences = std::max(draft.layout.influences, primitive.vertices.influences_per_vertex);
      grow(draft.box, primitive.vertices.positions, bake.to_world);
      draft.parts.push_back(std::move(bake));
    }
  }
  for (BakePart& part : draft.parts) part.targets = inverted(part.targets, draft.layout.morph_targets.size());
}

std::vector<ObjectPart> list_object_parts(const ObjectPlan& plan, const Scene& scene) {
  std::vector<ObjectPart> parts;
  parts.reserve(plan.parts.size());
  for (const Part& part : plan.parts) {
    const bool own_draws = scene.nodes[part.node].name.starts_with(own_draws_prefix);
    parts.push_back({part.placement, own_draws, part.skin == no_index ? part.mesh : no_index, part.world});
  }
  return parts;
}

/// Tangents are kept where every normal-mapped part has them; a viewer makes better ones than could be filled in.
void settle_tangents(ObjectDraft& draft, const Scene& scene, RepairLog& log) {
  if (!draft.layout.tangents) return;
  const bool missing = std::any_of(draft.parts.begin(), draft.parts.end(), [&](const BakePart& part) {
    return part.primitive->vertices.tangents.empty() && has_normal_map(scene, *part.primitive);
  });
  if (!missing) return;
  draft.layout.tangents = false;
  for (MorphLayout& target : draft.layout.morph_targets) target.tangents = false;
  log.add(Repair::tangents_dropped, element_name("object", draft.name, 0));
}

Mat4d translation(Vec3d by) noexcept {
  Mat4d m;
  m.m[12] = by.x;
  m.m[13] = by.y;
  m.m[14] = by.z;
  return m;
}

/// One binding for each skin and each node with rigid parts, where anything of the draft is skinned.
void draft_bindings(ObjectDraft& draft, const ObjectPlan& plan, const Scene& scene, const std::vector<Mat4d>& world,
                    const BindPoses& poses) {
  if (draft.layout.influences == 0) return;
  const Mat4d from_origin = translation(draft.origin);
  std::map<std::pair<bool, std::uint32_t>, std::uint32_t> known;
  std::size_t at = 0;
  for (const Part& part : plan.parts) {
    for (const Primitive& primitive : scene.meshes[part.mesh].primitives) {
      if (primitive.indices.empty()) continue;
      BakePart& bake = draft.parts[at++];
      const auto number = static_cast<std::uint32_t>(draft.bindings.size());
      const auto [found, added] = known.try_emplace({bake.rigid, bake.rigid ? part.node : part.skin}, number);
      bake.binding = found->second;
      if (!added) continue;
      JointBinding& binding = draft.bindings.emplace_back();
      if (bake.rigid) {
        binding.requests.push_back({part.node, multiply(inverse_affine(world[part.node]), from_origin)});
        continue;
      }
      const Skin& skin = scene.skins[part.skin];
      const BindPose& pose = poses.of(part.skin);
      for (std::size_t j = 0; j < skin.joints.size(); ++j) {
        binding.requests.push_back({skin.joints[j], multiply(pose.inverse_binds[j], from_origin)});
      }
    }
  }
}

Status check_size(const ObjectDraft& draft, std::uint64_t triangles_so_far, const SceneOptions& options) {
  const std::string place = element_name("object", draft.name, 0);
  std::uint64_t triangles = triangles_so_far, vertices = 0;
  for (const BakePart& part : draft.parts) {
    triangles += part.primitive->indices.size() / 3;
    vertices += part.primitive->vertices.vertex_count();
  }
  if (triangles > options.max_triangles) {
    return Error{ErrorCode::over_triangle_limit,
                 "more than " + std::to_string(options.max_triangles) + " triangles with all instances", place};
  }
  if (vertices >= no_index)
    return Error{ErrorCode::over_limit, "more vertices than 32-bit numbers can tell apart", place};
  constexpr std::uint64_t morph_bytes_per_vertex = 36, most_morph_bytes = 4ULL << 30;
  if (!draft.layout.morph_targets.empty() &&
      vertices > most_morph_bytes / morph_bytes_per_vertex / draft.layout.morph_targets.size()) {
    return Error{ErrorCode::over_memory_limit, "morph targets need more than 4 GiB", place};
  }
  const Vec3d low = draft.box.min, high = draft.box.max;
  for (const double c : {low.x, low.y, low.z, high.x, high.y, high.z}) {
    if (!(std::abs(c) <= largest_coordinate)) {
      return Error{ErrorCode::over_limit, "a coordinate beyond 10^12 in world space", place};
    }
  }
  return Done{};
}

/// Whether a transform makes everything flat, to a billionth of its size.
bool flattens(const Mat4d& m) noexcept {
  constexpr double flat = 1e-9;
  double longest = 0;
  for (int column = 0; column < 3; ++column) {
    const Vec3d axis{m.m[4 * column], m.m[4 * column + 1], m.m[4 * column + 2]};
    longest = std::max(longest, std::sqrt(dot(axis, axis)));
  }
  return std::abs(determinant3(m)) <= flat * longest * longest * longest;
}

/// Joint numbers mean nothing without a skin that says which nodes they are.
void report_unskinned(const ObjectPlan& plan, const Scene& scene, RepairLog& log) {
  for (const Part& part : plan.parts) {
    const Mesh& mesh = scene.meshes[part.mesh];
    const bool jointed = std::any_of(mesh.primitives.begin(), mesh.primitives.end(),
                                     [](const Primitive& p) { return !p.vertices.joints.empty(); });
    if (jointed && part.skin == no_index) log.add(Repair::joints_dropped, element_name("mesh", mesh.name, part.mesh));
  }
}

void report_flattened(const ObjectPlan& plan, const Scene& scene, RepairLog& log) {
  for (const Part& part : plan.parts) {
    if (flattens(part.world)) {
      log.add(Repair::flattened_node, element_name("node", scene.nodes[part.node].name, part.node));
    }
  }
}

}  // namespace

Result<std::vector<ObjectDraft>> draft_objects(const Scene& scene, const std::vector<Mat4d>& world,
                                               const std::vector<ObjectPlan>& plans, const SceneOptions& options,
                                               RepairLog& log) {
  const BindPoses poses(scene, world, plans);
  poses.report(scene, log);
  constexpr std::size_t most_requests = 1U << 20U;  // sixteen times the joints that can be numbered
  std::vector<ObjectDraft> drafts;
  std::uint64_t triangles = 0;
  std::size_t requests = 0;
  for (const ObjectPlan& plan : plans) {
    ObjectDraft& draft = drafts.emplace_back();
    draft.name = plan.name;
    draft_parts(draft, plan, scene, poses);
    if (options.keep_parts) draft.object_parts = list_object_parts(plan, scene);
    if (const Status size = check_size(draft, triangles, options); !size) return size.error();
    for (const BakePart& part : draft.parts) triangles += part.primitive->indices.size() / 3;
    draft.origin = choose_origin(draft.box);
    settle_tangents(draft, scene, log);
    draft_bindings(draft, plan, scene, world, poses);
    for (const JointBinding& binding : draft.bindings) requests += binding.requests.size();
    if (requests > most_requests) {
      return Error{ErrorCode::over_limit, "the objects together use more joints than can be told apart",
                   element_name("object", draft.name, 0)};
    }
    report_flattened(plan, scene, log);
    report_unskinned(plan, scene, log);
  }
  return drafts;
}

Result<Skeleton> bind_joints(const std::vector<Node>& nodes, const std::vector<Mat4d>& world,
                             std::vector<ObjectDraft>& drafts) {
  std::vector<JointRequest> requests;
  for (const ObjectDraft& draft : drafts) {
    for (const JointBinding& binding : draft.bindings) {
      requests.insert(requests.end(), binding.requests.begin(), binding.requests.end());
    }
  }
  if (requests.empty()) return Skeleton{};
  auto built = build_skeleton(nodes, world, requests);
  if (!built) return std::move(built).error();
  std::size_t at = 0;
  for (ObjectDraft& draft : drafts) {
    for (JointBinding& binding : draft.bindings) {
      for (std::size_t j = 0; j < binding.requests.size(); ++j) {
        binding.numbers.push_back(static_cast<std::uint16_t>(built->numbers[at++]));
      }
    }
  }
  built->numbers.clear();
  return built;
}

}  // namespace lodcook::cooker
