#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <lodcook/result.h>
#include <lodcook/types.h>

#include "cooker/scene/bake.h"
#include "cooker/scene/group.h"
#include "cooker/scene/placement_plan.h"
#include "cooker/scene/repair_log.h"
#include "cooker/scene/skeleton.h"

namespace lodcook::cooker {

/// The joints that some parts of a draft follow: those of one skin, or one node for rigid parts.
struct JointBinding {
  std::vector<JointRequest> requests;
  std::vector<std::uint16_t> numbers;  ///< Filled by bind_joints.
};

/// An object before its vertices are written: which primitives go where, and what they need together.
struct ObjectDraft {
  std::string name;
  std::vector<BakePart> parts;
  std::vector<ObjectPart> object_parts;  ///< Object::parts.
  std::vector<DrawGroup> draw_groups;    ///< Object::draw_groups.
  std::vector<JointBinding> bindings;    ///< Empty where nothing is skinned.
  StreamLayout layout;
  WorldBox box;
  Vec3d origin;
};

/// Works out box, origin and layout of each planned object. Fails with over_triangle_limit where instances multiply the
/// triangles beyond the limit, with non_finite where placed coordinates leave the range that 32-bit floats can hold.
Result<std::vector<ObjectDraft>> draft_objects(const Scene& scene, const std::vector<Mat4d>& world,
                                               const std::vector<ObjectPlan>& plans, const SceneOptions& options,
                                               RepairLog& log);

/// Numbers the joints of all drafts in one skeleton; its `numbers` are left out.
Result<Skeleton> bind_joints(const std::vector<Node>& nodes, const std::vector<Mat4d>& world,
                             std::vector<ObjectDraft>& drafts);

}  // namespace lodcook::cooker
