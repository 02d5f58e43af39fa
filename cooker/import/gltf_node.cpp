#include "cooker/import/gltf_node.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "cooker/import/gltf_accessor.h"
#include "cooker/import/gltf_schema.h"
#include "cooker/scene/transform.h"

namespace lodcook::cooker {
namespace {

std::size_t index_of(const GltfDocument& document, const cgltf_node& node) {
  return cgltf_node_index(&document.root(), &node);
}

Status check_ancestors(const GltfDocument& document) {
  const cgltf_data& root = document.root();
  const std::uint32_t most = document.options().max_depth;
  std::vector<std::size_t> depths(root.nodes_count, 0);
  for (std::size_t i = 0; i < root.nodes_count; ++i) {
    std::size_t steps = 1;
    const cgltf_node* node = root.nodes[i].parent;
    while (node != nullptr && depths[index_of(document, *node)] == 0 && steps <= root.nodes_count) {
      node = node->parent;
      ++steps;
    }
    if (steps > root.nodes_count) {
      return Error{ErrorCode::inconsistent, "a node is its own ancestor", place_of("nodes", i)};
    }
    std::size_t depth = steps + (node == nullptr ? 0 : depths[index_of(document, *node)]);
    if (depth > most) {
      return Error{ErrorCode::over_depth_limit, "nodes are nested deeper than " + std::to_string(most),
                   place_of("nodes", i)};
    }
    for (const cgltf_node* n = &root.nodes[i]; n != node; n = n->parent) depths[index_of(document, *n)] = depth--;
  }
  return Done{};
}

bool is_finite(const Mat4d& matrix) {
  return std::all_of(std::begin(matrix.m), std::end(matrix.m), [](double x) { return std::isfinite(x); });
}

Light read_light(const cgltf_light& from) {
  Light out;
  out.name = text_of(from.name);
  out.kind = from.type == cgltf_light_type_directional ? LightKind::directional
             : from.type == cgltf_light_type_spot      ? LightKind::spot
                                                       : LightKind::point;
  out.color = {from.color[0], from.color[1], from.color[2]};
  out.intensity = from.intensity;
  out.range = from.range;
  if (out.kind == LightKind::spot) {
    out.inner_cone_radians = from.spot_inner_cone_angle;
    out.outer_cone_radians = from.spot_outer_cone_angle;
  }
  return out;
}

// The TRS of every instance as doubles, `n` numbers each; absent attributes give the neutral value.
Result<std::vector<float>> instance_numbers(GltfDocument& document, const cgltf_mesh_gpu_instancing& from,
                                            std::string_view name, std::uint32_t n, std::size_t count,
                                            std::vector<float> neutral) {
  std::vector<float> out;
  for (std::size_t i = 0; i < count; ++i) out.insert(out.end(), neutral.begin(), neutral.end());
  for (std::size_t i = 0; i < from.attributes_count; ++i) {
    const cgltf_attribute& attribute = from.attributes[i];
    if (name != attribute.name) continue;
    const std::string place = place_of("accessors", cgltf_accessor_index(&document.root(), attribute.data));
    if (component_count(*attribute.data) != n || attribute.data->count != count) {
      return Error{ErrorCode::inconsistent, "instances need one " + std::string(name) + " each", place};
    }
    Status read = read_floats(document, *attribute.data, Integers::as_declared, {}, {out, n});
    if (!read.ok()) return std::move(read).error();
  }
  return out;
}

Result<std::vector<Mat4d>> read_instances(GltfDocument& document, const cgltf_mesh_gpu_instancing& from) {
  if (from.attributes_count == 0) return std::vector<Mat4d>();
  const cgltf_accessor& first = *from.attributes[0].data;
  if (Status ok = check_accessor(document, first); !ok.ok()) return std::move(ok).error();
  const std::size_t count = first.count;
  if (first.buffer_view == nullptr) {
    if (Status ok = document.charge_zeros(count * sizeof(Mat4d)); !ok.ok()) return std::move(ok).error();
  }
  auto translations = instance_numbers(document, from, "TRANSLATION", 3, count, {0, 0, 0});
  if (!translations.ok()) return std::move(translations).error();
  auto rotations = instance_numbers(document, from, "ROTATION", 4, count, {0, 0, 0, 1});
  if (!rotations.ok()) return std::move(rotations).error();
  auto scales = instance_numbers(document, from, "SCALE", 3, count, {1, 1, 1});
  if (!scales.ok()) return std::move(scales).error();
  std::vector<Mat4d> out;
  out.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const float* t = translations->data() + i * 3;
    const float* r = rotations->data() + i * 4;
    const float* s = scales->data() + i * 3;
    out.push_back(compose({t[0], t[1], t[2]}, unit_quaternion({r[0], r[1], r[2], r[3]}), {s[0], s[1], s[2]}));
  }
  return out;
}

class TreeBuilder {
 public:
  explicit TreeBuilder(GltfDocument& document) : document_(document) {
    tree_.numbers.assign(document.root().nodes_count, no_index);
  }

  Result<NodeTree> build() {
    const cgltf_data& root = document_.root();
    if (root.scene != nullptr) {
      if (Status ok = add_scene(*root.scene); !ok.ok()) return std::move(ok).error();
    } else {
      for (std::size_t i = 0; i < root.scenes_count; ++i) {
        if (Status ok = add_scene(root.scenes[i]); !ok.ok()) return std::move(ok).error();
      }
    }
    for (std::size_t i = 0; i < root.nodes_count && root.scenes_count == 0; ++i) {
      if (root.nodes[i].parent != nullptr) continue;
      if (Status ok = add_subtree(root.nodes[i]); !ok.ok()) return std::move(ok).error();
    }
    for (std::size_t i = 0; i < root.skins_count; ++i) {
      for (std::size_t j = 0; j < root.skins[i].joints_count; ++j) {
        if (Status ok = add_joint(*root.skins[i].joints[j]); !ok.ok()) return std::move(ok).error();
      }
    }
    return std::move(tree_);
  }

 private:
  bool has(const cgltf_node& node) const { return tree_.numbers[index_of(document_, node)] != no_index; }

  Status add_scene(const cgltf_scene& scene) {
    for (std::size_t i = 0; i < scene.nodes_count; ++i) {
      if (Status ok = add_subtree(*scene.nodes[i]); !ok.ok()) return ok;
    }
    return Done{};
  }

  // a stack of our own: depth is the file's to choose
  Status add_subtree(const cgltf_node& top) {
    std::vector<const cgltf_node*> waiting{&top};
    while (!waiting.empty()) {
      const cgltf_node& node = *waiting.back();
      waiting.pop_back();
      if (has(node)) continue;
      if (Status ok = add(node, true); !ok.ok()) return ok;
      for (std::size_t i = node.children_count; i > 0; --i) waiting.push_back(node.children[i - 1]);
    }
    return Done{};
  }

  Status add_joint(const cgltf_node& joint) {
    std::vector<const cgltf_node*> chain;
    for (const cgltf_node* node = &joint; node != nullptr && !has(*node); node = node->parent) chain.push_back(node);
    for (; !chain.empty(); chain.pop_back()) {
      if (Status ok = add(*chain.back(), false); !ok.ok()) return ok;
    }
    return Done{};
  }

  Status add(const cgltf_node& from, bool is_shown) {
    const cgltf_data& root = document_.root();
    const std::size_t index = index_of(document_, from);
    Node node;
    node.name = text_of(from.name);
    if (from.parent != nullptr) node.parent = tree_.numbers[index_of(document_, *from.parent)];
    node.local = document_.local_transform(from);
    bool finite = is_finite(node.local);
    if (is_shown && from.mesh != nullptr) {
      node.mesh = static_cast<std::uint32_t>(cgltf_mesh_index(&root, from.mesh));
      if (from.skin != nullptr) node.skin = static_cast<std::uint32_t>(cgltf_skin_index(&root, from.skin));
    }
    if (node.mesh != no_index && from.has_mesh_gpu_instancing != 0) {
      Result<std::vector<Mat4d>> instances = read_instances(document_, from.mesh_gpu_instancing);
      if (!instances.ok()) return std::move(instances).error();
      node.instances = *std::move(instances);
      finite = finite && std::all_of(node.instances.begin(), node.instances.end(), is_finite);
    }
    if (!finite) return Error{ErrorCode::non_finite, "its transform is not finite", place_of("nodes", index)};
    const auto number = static_cast<std::uint32_t>(tree_.nodes.size());
    if (is_shown && from.light != nullptr) tree_.lights.push_back({number, read_light(*from.light)});
    tree_.numbers[index] = number;
    tree_.nodes.push_back(std::move(node));
    return Done{};
  }

  GltfDocument& document_;
  NodeTree tree_;
};

Result<Skin> read_skin(GltfDocument& document, const cgltf_skin& from, const NodeTree& tree, const std::string& place) {
  Skin out;
  out.name = text_of(from.name);
  for (std::size_t i = 0; i < from.joints_count; ++i) {
    out.joints.push_back(tree.numbers[index_of(document, *from.joints[i])]);
  }
  out.inverse_binds.resize(from.joints_count);
  const cgltf_accessor* binds = from.inverse_bind_matrices;
  if (binds == nullptr) return out;
  if (binds->type != cgltf_type_mat4 || binds->component_type != cgltf_component_type_r_32f) {
    return Error{ErrorCode::malformed, "its inverse bind matrices are not 4 x 4 floats", place};
  }
  if (Status ok = check_accessor(document, *binds); !ok.ok()) return std::move(ok).error();
  if (binds->count < from.joints_count) {
    return Error{ErrorCode::inconsistent, "fewer inverse bind matrices than joints", place};
  }
  std::vector<float> numbers(binds->count * 16);
  Status read = read_floats(document, *binds, Integers::as_declared, {}, {numbers, 16});
  if (!read.ok()) return std::move(read).error();
  for (std::size_t i = 0; i < from.joints_count; ++i) {
    std::copy_n(numbers.data() + i * 16, 16, out.inverse_binds[i].m);
    if (!is_finite(out.inverse_binds[i])) {
      return Error{ErrorCode::non_finite, "an inverse bind matrix is not finite", place};
    }
  }
  return out;
}

}  // namespace

Result<NodeTree> read_nodes(GltfDocument& document) {
  if (Status ok = check_ancestors(document); !ok.ok()) return std::move(ok).error();
  return TreeBuilder(document).build();
}

Result<std::vector<Skin>> read_skins(GltfDocument& document, const NodeTree& tree) {
  std::vector<Skin> out;
  for (std::size_t i = 0; i < document.root().skins_count; ++i) {
    Result<Skin> skin = read_skin(document, document.root().skins[i], tree, place_of("skins", i));
    if (!skin.ok()) return std::move(skin).error();
    out.push_back(*std::move(skin));
  }
  return out;
}

}  // namespace lodcook::cooker
