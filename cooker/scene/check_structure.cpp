#include "cooker/scene/check_structure.h"

#include <algorithm>
#include <initializer_list>
#include <string>

#include "cooker/scene/repair_log.h"
#include "cooker/scene/transform.h"
#include "cooker/scene/vector_math.h"

namespace lodcook::cooker {
namespace {

bool in_range(std::uint32_t index, std::size_t count) noexcept { return index == no_index || index < count; }

Error bad_index(std::string message, std::string place) {
  return {ErrorCode::invalid_index, std::move(message), std::move(place)};
}

Error disagree(std::string message, std::string place) {
  return {ErrorCode::inconsistent, std::move(message), std::move(place)};
}

template <class T>
bool fits(const std::vector<T>& values, std::size_t count) noexcept {
  return values.empty() || values.size() == count;
}

bool morphs_fit(const Primitive& primitive) noexcept {
  const std::size_t count = primitive.vertices.vertex_count();
  return std::all_of(primitive.morph_targets.begin(), primitive.morph_targets.end(), [count](const MorphTarget& t) {
    return fits(t.position_deltas, count) && fits(t.normal_deltas, count) && fits(t.tangent_deltas, count);
  });
}

Status check_arrays(const Primitive& primitive, const std::string& place) {
  const VertexStreams& v = primitive.vertices;
  const std::size_t count = v.vertex_count();
  if (count >= no_index) return Error{ErrorCode::over_limit, "more vertices than 32-bit numbers can tell apart", place};
  if (!fits(v.normals, count)) return disagree("not one normal for each position", place);
  if (!fits(v.tangents, count)) return disagree("not one tangent for each position", place);
  if (v.uvs.size() > max_uv_sets) return Error{ErrorCode::over_limit, "more than 8 sets of UVs", place};
  if (v.colors.size() > max_color_sets) return Error{ErrorCode::over_limit, "more than 4 sets of colours", place};
  for (const auto& set : v.uvs) {
    if (!fits(set, count)) return disagree("not one UV for each position", place);
  }
  for (const auto& set : v.colors) {
    if (!fits(set, count)) return disagree("not one colour for each position", place);
  }
  if (v.joints.size() != v.weights.size() || v.joints.size() != count * v.influences_per_vertex) {
    return disagree("joints and weights are not as many as the vertices need", place);
  }
  if (!morphs_fit(primitive)) return disagree("a morph target has not one difference for each position", place);
  return Done{};
}

Status check_primitive(const Scene& scene, const Primitive& primitive, const std::string& place) {
  if (const Status arrays = check_arrays(primitive, place); !arrays) return arrays;
  if (!in_range(primitive.material, scene.materials.size())) return bad_index("the material does not exist", place);
  if (primitive.indices.size() % 3 != 0) return disagree("the indices are not whole triangles", place);
  const std::size_t count = primitive.vertices.vertex_count();
  for (std::size_t i = 0; i < primitive.indices.size(); ++i) {
    if (primitive.indices[i] < count) continue;
    return bad_index("index " + std::to_string(primitive.indices[i]) + " of triangle " + std::to_string(i / 3) +
                         " is outside the " + std::to_string(count) + " vertices",
                     place);
  }
  return Done{};
}

Status check_node(const Scene& scene, std::size_t n) {
  const Node& node = scene.nodes[n];
  const std::string place = element_name("node", node.name, n);
  if (node.parent != no_index && node.parent >= n) {
    return disagree(
        node.parent < scene.nodes.size() ? "the parent does not come before the node" : "the parent does not exist",
        place);
  }
  if (!in_range(node.mesh, scene.meshes.size())) return bad_index("the mesh does not exist", place);
  if (!in_range(node.skin, scene.skins.size())) return bad_index("the skin does not exist", place);
  if (!is_finite(node.local)) return Error{ErrorCode::non_finite, "the transform is not finite", place};
  for (std::size_t i = 0; i < node.instances.size(); ++i) {
    if (is_finite(node.instances[i])) continue;
    return Error{ErrorCode::non_finite, "the transform of instance " + std::to_string(i) + " is not finite", place};
  }
  return Done{};
}

Status check_skin(const Scene& scene, std::size_t s) {
  const Skin& skin = scene.skins[s];
  const std::string place = element_name("skin", skin.name, s);
  if (skin.joints.size() != skin.inverse_binds.size()) return disagree("not one inverse bind for each joint", place);
  for (const std::uint32_t joint : skin.joints) {
    if (joint >= scene.nodes.size()) return bad_index("a joint is not a node", place);
  }
  for (const Mat4d& bind : skin.inverse_binds) {
    if (!is_finite(bind)) return Error{ErrorCode::non_finite, "an inverse bind matrix is not finite", place};
  }
  return Done{};
}

/// Joint numbers in use, by mesh: one more than the highest; joints of weight 0 may be anything.
std::vector<std::uint32_t> joints_needed(const Scene& scene) {
  std::vector<std::uint32_t> needed(scene.meshes.size(), 0);
  for (std::size_t m = 0; m < scene.meshes.size(); ++m) {
    for (const Primitive& primitive : scene.meshes[m].primitives) {
      const VertexStreams& v = primitive.vertices;
      for (std::size_t i = 0; i < v.joints.size(); ++i) {
        if (v.weights[i] != 0) needed[m] = std::max(needed[m], v.joints[i] + 1U);
      }
    }
  }
  return needed;
}

Status check_uses(const Scene& scene, const SceneOptions& options) {
  const std::vector<std::uint32_t> needed = joints_needed(scene);
  std::uint64_t triangles = 0;
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    const Node& node = scene.nodes[n];
    if (node.mesh == no_index) continue;
    if (node.skin != no_index && needed[node.mesh] > scene.skins[node.skin].joints.size()) {
      return bad_index("the mesh names joint " + std::to_string(needed[node.mesh] - 1) + " of " +
                           std::to_string(scene.skins[node.skin].joints.size()) + " in the skin",
                       element_name("node", node.name, n));
    }
    std::uint64_t shown = 0;
    for (const Primitive& primitive : scene.meshes[node.mesh].primitives) shown += primitive.indices.size() / 3;
    const std::uint64_t times = std::max<std::size_t>(1, node.instances.size());
    if (shown != 0 && times > (options.max_triangles - triangles) / shown) {
      return Error{ErrorCode::over_triangle_limit,
                   "more than " + std::to_string(options.max_triangles) + " triangles with all instances",
                   element_name("node", node.name, n)};
    }
    triangles += shown * times;
  }
  return Done{};
}

Status check_world(const Scene& scene) {
  const std::vector<Mat4d> world = world_transforms(scene.nodes);
  for (std::size_t n = 0; n < world.size(); ++n) {
    bool finite = is_finite(world[n]);
    for (const Mat4d& instance : scene.nodes[n].instances) finite = finite && is_finite(multiply(world[n], instance));
    if (finite) continue;
    return Error{ErrorCode::non_finite, "the transform to world space overflows",
                 element_name("node", scene.nodes[n].name, n)};
  }
  return Done{};
}

}  // namespace

Status check_structure(const Scene& scene, const SceneOptions& options) {
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    if (const Status node = check_node(scene, n); !node) return node;
  }
  for (std::size_t m = 0; m < scene.meshes.size(); ++m) {
    const std::string place = element_name("mesh", scene.meshes[m].name, m);
    for (const Primitive& primitive : scene.meshes[m].primitives) {
      if (const Status checked = check_primitive(scene, primitive, place); !checked) return checked;
    }
  }
  for (std::size_t s = 0; s < scene.skins.size(); ++s) {
    if (const Status skin = check_skin(scene, s); !skin) return skin;
  }
  for (const SceneLight& light : scene.lights) {
    if (!in_range(light.node, scene.nodes.size())) {
      return bad_index("the node does not exist", element_name("light", light.light.name, 0));
    }
  }
  if (const Status uses = check_uses(scene, options); !uses) return uses;
  return check_world(scene);
}

Status check_positions(const Scene& scene) {
  for (std::size_t m = 0; m < scene.meshes.size(); ++m) {
    for (const Primitive& primitive : scene.meshes[m].primitives) {
      const auto refuse = [&](const std::vector<Vec3f>& values, const char* what) -> Status {
        if (std::all_of(values.begin(), values.end(), [](Vec3f v) { return is_finite(v); })) return Done{};
        const auto at = std::find_if(primitive.indices.begin(), primitive.indices.end(),
                                     [&](std::uint32_t v) { return !is_finite(values[v]); });
        if (at == primitive.indices.end()) return Done{};
        return Error{ErrorCode::non_finite, std::string(what) + " of vertex " + std::to_string(*at) + " is not finite",
                     element_name("mesh", scene.meshes[m].name, m)};
      };
      if (const Status p = refuse(primitive.vertices.positions, "the position"); !p) return p;
      for (const MorphTarget& target : primitive.morph_targets) {
        if (const Status d = refuse(target.position_deltas, "the morph difference"); !d) return d;
      }
    }
  }
  return Done{};
}

}  // namespace lodcook::cooker
