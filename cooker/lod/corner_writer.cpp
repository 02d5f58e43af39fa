#include "cooker/lod/corner_writer.h"

#include "cooker/lod/level_output.h"
#include "cooker/lod/vec.h"
#include "cooker/lod/vertex_match.h"

namespace lodcook::cooker {

namespace {

constexpr std::uint32_t none = 0xFFFFFFFFU;
constexpr float joined_cosine = 0.98480775F;  // 10 degrees

template <class T>
T mean(const std::vector<T>& values, const CornerBlend& blended) {
  const auto& v = blended.vertices;
  if (blended.weights.x == 1) return values[v[0]];
  return blend(values[v[0]], values[v[1]], values[v[2]], blended.weights);
}

}  // namespace

struct CornerWriter::Values {
  Vec3f normal;
  Vec4f tangent;
  std::array<Vec2f, max_uv_sets> uvs;
  std::array<Vec4f, max_color_sets> colors;
};

CornerWriter::CornerWriter(const LevelZero& zero, std::size_t corner_count)
    : zero_(zero), first_at_place_(zero.places.count(), none) {
  level_.indices.reserve(corner_count);
  level_.vertices.uvs.resize(zero.object.vertices.uvs.size());
  level_.vertices.colors.resize(zero.object.vertices.colors.size());
}

bool CornerWriter::matches(std::uint32_t vertex, const Values& values, std::uint32_t wedge) const {
  const Object& object = zero_.object;
  if (level_.materials[vertex] != object.vertex_materials[wedge]) return false;
  const VertexStreams& written = level_.vertices;
  if (!written.normals.empty() && dot(written.normals[vertex], values.normal) < joined_cosine) return false;
  for (std::size_t set = 0; set < written.uvs.size(); ++set) {
    if (!nearly_equal(written.uvs[set][vertex], values.uvs[set])) return false;
  }
  for (std::size_t set = 0; set < written.colors.size(); ++set) {
    if (!nearly_equal(written.colors[set][vertex], values.colors[set])) return false;
  }
  if (!written.tangents.empty() && written.tangents[vertex].w != values.tangent.w) return false;
  return wedges_[vertex] == wedge ||
         (same_skin(object.vertices, wedges_[vertex], wedge) && same_morphs(object, wedges_[vertex], wedge, false));
}

void CornerWriter::append(const Values& values, const LevelCorner& corner) {
  const VertexStreams& source = zero_.object.vertices;
  VertexStreams& written = level_.vertices;
  written.positions.push_back(source.positions[corner.wedge]);
  if (!source.normals.empty()) written.normals.push_back(values.normal);
  if (!source.tangents.empty()) written.tangents.push_back(values.tangent);
  for (std::size_t set = 0; set < written.uvs.size(); ++set) written.uvs[set].push_back(values.uvs[set]);
  for (std::size_t set = 0; set < written.colors.size(); ++set) written.colors[set].push_back(values.colors[set]);
  level_.materials.push_back(zero_.object.vertex_materials[corner.wedge]);
  wedges_.push_back(corner.wedge);
}

void CornerWriter::add(const LevelCorner& corner) {
  const VertexStreams& source = zero_.object.vertices;
  Values values;
  if (!source.normals.empty()) {
    values.normal = normalized(mean(source.normals, corner.shading), source.normals[corner.wedge]);
  }
  for (std::size_t set = 0; set < source.uvs.size(); ++set) values.uvs[set] = mean(source.uvs[set], corner.surface);
  for (std::size_t set = 0; set < source.colors.size(); ++set)
    values.colors[set] = mean(source.colors[set], corner.shading);
  if (!source.tangents.empty()) {
    const Vec4f first = source.tangents[corner.surface.vertices[0]];
    const Vec4f t = mean(source.tangents, corner.surface);
    const Vec3f unit = normalized({t.x, t.y, t.z}, {first.x, first.y, first.z});
    values.tangent = {unit.x, unit.y, unit.z, first.w};
  }
  const std::uint32_t place = zero_.places.of_vertex[corner.wedge];
  std::uint32_t vertex = first_at_place_[place];
  while (vertex != none && !matches(vertex, values, corner.wedge)) vertex = next_at_place_[vertex];
  if (vertex == none) {
    vertex = static_cast<std::uint32_t>(wedges_.size());
    append(values, corner);
    next_at_place_.push_back(first_at_place_[place]);
    first_at_place_[place] = vertex;
  }
  level_.indices.push_back(vertex);
}

LevelSurface CornerWriter::finish() {
  const Object& object = zero_.object;
  const VertexStreams& source = object.vertices;
  level_.vertices.influences_per_vertex = source.influences_per_vertex;
  for (const std::size_t wedge : wedges_) {
    const std::size_t n = source.influences_per_vertex, first = wedge * n;
    for (std::size_t i = first; i < first + n; ++i) {
      level_.vertices.joints.push_back(source.joints[i]);
      level_.vertices.weights.push_back(source.weights[i]);
    }
  }
  level_.morph_targets = gather_morph_targets(object.morph_targets, wedges_);
  return std::move(level_);
}

}  // namespace lodcook::cooker
