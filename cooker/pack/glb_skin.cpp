#include "cooker/pack/glb_skin.h"

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "cooker/scene/transform.h"

namespace lodcook::cooker {

namespace {

using Numbers = std::vector<double>;

std::string json_numbers(const Numbers& values) {
  std::vector<std::string> numbers;
  for (const double value : values) numbers.push_back(json::number(static_cast<float>(value)));
  return json::array(numbers);
}

// Unit quaternion xyzw of a rotation whose columns are unit vectors (Shepperd's choice of the largest component).
Numbers rotation_of(const std::array<double, 9>& r) {
  const auto at = [&](std::size_t row, std::size_t column) { return r[3 * column + row]; };
  const double xx = at(0, 0), yy = at(1, 1), zz = at(2, 2);
  Numbers q;
  if (xx + yy + zz > 0) {
    q = {at(2, 1) - at(1, 2), at(0, 2) - at(2, 0), at(1, 0) - at(0, 1), 1 + xx + yy + zz};
  } else if (xx > yy && xx > zz) {
    q = {1 + xx - yy - zz, at(0, 1) + at(1, 0), at(0, 2) + at(2, 0), at(2, 1) - at(1, 2)};
  } else if (yy > zz) {
    q = {at(0, 1) + at(1, 0), 1 - xx + yy - zz, at(1, 2) + at(2, 1), at(0, 2) - at(2, 0)};
  } else {
    q = {at(0, 2) + at(2, 0), at(1, 2) + at(2, 1), 1 - xx - yy + zz, at(1, 0) - at(0, 1)};
  }
  const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  if (!(length > 0)) return {0, 0, 0, 1};
  for (double& component : q) component /= length;
  return q;
}

// Scale, and the three axes made orthonormal one after the other.
struct Frame {
  Numbers scale;
  std::array<double, 9> axes{1, 0, 0, 0, 1, 0, 0, 0, 1};
};

Frame frame_of(const Mat4d& m) {
  Frame frame;
  for (std::size_t c = 0; c < 3; ++c) {
    std::array<double, 3> axis{m.m[4 * c], m.m[4 * c + 1], m.m[4 * c + 2]};
    frame.scale.push_back(std::sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]));
    for (std::size_t before = 0; before < c; ++before) {
      double along = 0;
      for (std::size_t i = 0; i < 3; ++i) along += axis[i] * frame.axes[3 * before + i];
      for (std::size_t i = 0; i < 3; ++i) axis[i] -= along * frame.axes[3 * before + i];
    }
    const double length = std::sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    for (std::size_t i = 0; length > 0 && i < 3; ++i) frame.axes[3 * c + i] = axis[i] / length;
  }
  if (determinant3(m) < 0) {
    frame.scale[0] = -frame.scale[0];
    for (std::size_t i = 0; i < 3; ++i) frame.axes[i] = -frame.axes[i];
  }
  return frame;
}

json::Object joint_node(const Joint& joint) {
  json::Object node;
  if (!joint.name.empty()) node.add("name", json::text(joint.name));
  const Mat4d& m = joint.local_rest;
  if (m == Mat4d{}) return node;
  const Frame frame = frame_of(m);
  node.add("translation", json_numbers({m.m[12], m.m[13], m.m[14]}));
  node.add("rotation", json_numbers(rotation_of(frame.axes)));
  node.add("scale", json_numbers(frame.scale));
  return node;
}

void add_children(json::Object& node, const std::vector<std::size_t>& children) {
  std::vector<std::string> numbers;
  for (const std::size_t child : children) numbers.push_back(json::number(child));
  if (!numbers.empty()) node.add("children", json::array(numbers));
}

}  // namespace

std::size_t add_skin(GlbDocument& document, std::span<const Joint> skeleton) {
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
