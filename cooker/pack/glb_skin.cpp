#include "cooker/pack/glb_skin.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "cooker/pack/glb_transform.h"

namespace lodcook::cooker {

namespace {

bool fits_floats(double value) { return std::abs(value) <= double{std::numeric_limits<float>::max()}; }

bool fits_floats(const Joint& joint) {
  const auto [t, r, s] = decompose(joint.local_rest);
  return std::ranges::all_of(joint.inverse_bind.m, [](double x) { return fits_floats(x); }) &&
         std::ranges::all_of(std::array{t.x, t.y, t.z, s.x, s.y, s.z}, [](double x) { return fits_floats(x); });
}

json::Object joint_node(const Joint& joint) {
  json::Object node;
  if (!joint.name.empty()) node.add("name", json::text(joint.name));
  const Mat4d& m = joint.local_rest;
  if (m == Mat4d{}) return node;
  add_transform(node, decompose(m));
  return node;
}

void add_children(json::Object& node, const std::vector<std::size_t>& children) {
  std::vector<std::string> numbers;
  for (const std::size_t child : children) numbers.push_back(json::number(child));
  if (!numbers.empty()) node.add("children", json::array(numbers));
}

}  // namespace

Result<std::size_t> add_skin(GlbDocument& document, std::span<const Joint> skeleton) {
  for (const Joint& joint : skeleton) {
    if (fits_floats(joint)) continue;
    return Error{ErrorCode::non_finite, "its transform is beyond the range of floats", "joint '" + joint.name + '\''};
  }
  const std::size_t first = document.nodes.size();
  std::vector<std::vector<std::size_t>> children(skeleton.size());
  std::vector<std::size_t> roots;
  for (std::size_t j = 0; j < skeleton.size(); ++j) {
    const std::int32_t parent = skeleton[j].parent;
    (parent < 0 ? roots : children[static_cast<std::size_t>(parent)]).push_back(first + j);
  }

  std::vector<float> inverse_binds;
  std::vector<std::string> joints;
  for (std::size_t j = 0; j < skeleton.size(); ++j) {
    json::Object node = joint_node(skeleton[j]);
    add_children(node, children[j]);
    document.nodes.push_back(node.str());
    joints.push_back(json::number(first + j));
    const Mat4d& m = skeleton[j].inverse_bind;
    for (std::size_t i = 0; i < 16; ++i) {
      const bool last_row = i % 4 == 3;
      inverse_binds.push_back(last_row ? (i == 15 ? 1.0F : 0.0F) : static_cast<float>(m.m[i]));
    }
  }
  if (roots.size() > 1) {
    json::Object common;
    common.add("name", json::text("skeleton"));
    add_children(common, roots);
    roots = {document.nodes.size()};
    document.nodes.push_back(common.str());
  }
  document.scene_roots.insert(document.scene_roots.end(), roots.begin(), roots.end());

  json::Object skin;
  skin.add("inverseBindMatrices", json::number(document.add_floats(inverse_binds, 16, false)));
  skin.add("joints", json::array(joints));
  document.skins.push_back(skin.str());
  return document.skins.size() - 1;
}

}  // namespace lodcook::cooker
