#include "cooker/import/obj_primitive.h"

#include <algorithm>
#include <cmath>

#include "cooker/import/local_origin.h"
#include "cooker/import/weld_exact.h"

namespace lodcook::cooker {

std::uint32_t ObjPrimitiveBuilder::vertex_of(const ObjCorner& corner) {
  std::uint32_t& first = first_vertex_[corner.position];
  for (std::uint32_t v = first; v != no_index; v = next_vertex_[v])
    if (corners_[v].uv == corner.uv && corners_[v].normal == corner.normal) return v;
  next_vertex_.push_back(first);
  first = static_cast<std::uint32_t>(corners_.size());
  corners_.push_back(corner);
  return first;
}

Status ObjPrimitiveBuilder::add_face(std::size_t face) {
  const std::size_t begin = face == 0 ? 0 : file_.face_ends[face - 1], end = file_.face_ends[face];
  triangles_ += end - begin - 2;
  if (triangles_ > max_triangles_)
    return Error{ErrorCode::over_triangle_limit, "more than " + std::to_string(max_triangles_) + " triangles", {}};
  ring_.clear();
  cut_.clear();
  for (std::size_t i = begin; i < end; ++i) {
    const Vec3d& p = file_.positions[file_.corners[i].position];
    if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z))
      return Error{ErrorCode::non_finite,
                   "vertex " + std::to_string(file_.corners[i].position + 1) + " is not finite and a face uses it",
                   {}};
    ring_.push_back(p);
  }
  if (!cutter_.cut(ring_, cut_)) ++crossing_polygons_;
  for (const std::uint32_t corner : cut_) indices_.push_back(vertex_of(file_.corners[begin + corner]));
  return Done{};
}

Result<Primitive> ObjPrimitiveBuilder::finish() {
  const auto any = [&](std::uint32_t ObjCorner::*index) {
    return std::any_of(corners_.begin(), corners_.end(), [&](const ObjCorner& c) { return c.*index != no_obj_index; });
  };
  Primitive out;
  VertexStreams& vertices = out.vertices;
  for (const ObjCorner& c : corners_) vertices.positions.push_back(relative_to(file_.positions[c.position], origin_));
  for (const Vec3f& p : vertices.positions)
    if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z))
      return Error{ErrorCode::non_finite, "a coordinate does not fit 32 bits", {}};
  if (any(&ObjCorner::normal))
    for (const ObjCorner& c : corners_)
      vertices.normals.push_back(c.normal == no_obj_index ? Vec3f{} : file_.normals[c.normal]);
  if (any(&ObjCorner::uv)) {
    std::vector<Vec2f>& uvs = vertices.uvs.emplace_back();
    for (const ObjCorner& c : corners_)
      uvs.push_back(c.uv == no_obj_index ? Vec2f{} : Vec2f{file_.uvs[c.uv].x, 1 - file_.uvs[c.uv].y});
  }
  if (!file_.colors.empty()) {
    std::vector<Vec4f>& colors = vertices.colors.emplace_back();
    for (const ObjCorner& c : corners_) colors.push_back(file_.colors[c.position]);
  }
  for (const ObjCorner& c : corners_) first_vertex_[c.position] = no_index;
  corners_.clear();
  next_vertex_.clear();
  out.indices = std::move(indices_);
  indices_.clear();
  weld_exact(out);
  return out;
}

Result<Primitive> ObjPrimitiveBuilder::build(std::span<const std::pair<std::size_t, std::size_t>> ranges) {
  for (const auto& [first, end] : ranges)
    for (std::size_t face = first; face < end; ++face)
      if (Status added = add_face(face); !added.ok()) return std::move(added).error();
  return finish();
}

}  // namespace lodcook::cooker
