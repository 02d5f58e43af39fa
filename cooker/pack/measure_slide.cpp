#include "cooker/pack/measure_slide.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <queue>
#include <utility>

#include "cooker/pack/triangles_near.h"
#include "cooker/scene/vector_math.h"

namespace lodcook::cooker {

using proof::cross;
using proof::dot;
using proof::operator+;
using proof::operator-;
using proof::operator*;

namespace {

constexpr std::size_t most_samples = 1024, least_samples = 128;
// where there is nothing but normals to compare
constexpr std::size_t most_normal_samples = 256, least_normal_samples = 64;
constexpr float color_tolerance = 0.1F;
constexpr float texel = 1.0F / 4096;       // of a large texture: what is less is not seen
constexpr std::size_t most_visits = 4096;  // triangles that the search for a value looks at

float length(Vec3f v) noexcept { return std::sqrt(dot(v, v)); }

template <class T>
T mix(const std::vector<T>& values, const std::uint32_t (&corners)[3], const float (&weights)[3]);

template <>
Vec2f mix(const std::vector<Vec2f>& values, const std::uint32_t (&corners)[3], const float (&weights)[3]) {
  Vec2f out{0, 0};
  for (int k = 0; k < 3; ++k) {
    out = {out.x + values[corners[k]].x * weights[k], out.y + values[corners[k]].y * weights[k]};
  }
  return out;
}

template <>
Vec3f mix(const std::vector<Vec3f>& values, const std::uint32_t (&corners)[3], const float (&weights)[3]) {
  Vec3f out{0, 0, 0};
  for (int k = 0; k < 3; ++k) out = out + values[corners[k]] * weights[k];
  return out;
}

template <>
Vec4f mix(const std::vector<Vec4f>& values, const std::uint32_t (&corners)[3], const float (&weights)[3]) {
  Vec4f out{0, 0, 0, 0};
  for (int k = 0; k < 3; ++k) {
    const Vec4f& v = values[corners[k]];
    const float w = weights[k];
    out = {out.x + v.x * w, out.y + v.y * w, out.z + v.z * w, out.w + v.w * w};
  }
  return out;
}

std::array<float, 4> channels(const Vec4f& c) noexcept { return {c.x, c.y, c.z, c.w}; }

bool same_color(const Vec4f& a, const Vec4f& b) noexcept {
  const auto x = channels(a), y = channels(b);
  for (std::size_t i = 0; i < 4; ++i) {
    if (std::abs(x[i] - y[i]) > color_tolerance) return false;
  }
  return true;
}

/// Weights of the point of a triangle nearest to `p` (relative to its first corner), as Ericson's Real-Time Collision
/// Detection, 5.1.5.
std::array<float, 3> nearest_weights(Vec3f ab, Vec3f ac, Vec3f p) noexcept {
  const float d1 = dot(ab, p), d2 = dot(ac, p);
  if (d1 <= 0 && d2 <= 0) return {1, 0, 0};
  const float d3 = dot(ab, p - ab), d4 = dot(ac, p - ab);
  if (d3 >= 0 && d4 <= d3) return {0, 1, 0};
  const float vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return {1 - d1 / (d1 - d3), d1 / (d1 - d3), 0};
  const float d5 = dot(ab, p - ac), d6 = dot(ac, p - ac);
  if (d6 >= 0 && d5 <= d6) return {0, 0, 1};
  const float vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return {1 - d2 / (d2 - d6), 0, d2 / (d2 - d6)};
  const float va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 >= d3 && d5 >= d6) {
    const float w = (d4 - d3) / ((d4 - d3) + (d5 - d6));
    return {0, 1 - w, w};
  }
  const float sum = va + vb + vc;
  return {va / sum, vb / sum, vc / sum};
}

}  // namespace

SlideJudge::SlideJudge(const Object& object, std::span<const Material> materials, const proof::Surface& level0,
                       std::uint32_t first_triangle)
    : object_(object), level0_(level0), first_(first_triangle) {
  for (const Material& material : materials) {
    std::uint32_t& sets = sets_read_.emplace_back(0);
    for (const TextureReference& texture : material.textures) {
      if (texture.uv_set < object.vertices.uvs.size()) sets |= 1U << texture.uv_set;
    }
    any_ = any_ || sets != 0;
  }
  any_ = any_ || !object.vertices.colors.empty();
  if (any_) stamps_.assign(level0.triangle_count(), 0);
}

/// Points spread over the area, from the fractions of two irrational steps (R2 sequence).
std::vector<SlideJudge::Sample> SlideJudge::sample(const PaintedLevel& level) const {
  std::vector<double> areas;  // summed
  double total = 0;
  for (std::size_t i = 0; i + 2 < level.indices.size(); i += 3) {
    const Vec3f a = level.positions[level.indices[i]];
    total +=
        double{length(cross(level.positions[level.indices[i + 1]] - a, level.positions[level.indices[i + 2]] - a))};
    areas.push_back(total);
  }
  std::vector<Sample> samples;
  if (!(total > 0)) return samples;
  const std::size_t triangles = level0_.triangle_count();
  const std::size_t count = any_ ? std::min(most_samples, least_samples + triangles / 8)
                                 : std::min(most_normal_samples, least_normal_samples + triangles / 64);
  std::size_t triangle = 0, draw = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double wanted = total * (static_cast<double>(i) + 0.5) / static_cast<double>(count);
    while (triangle + 1 < areas.size() && areas[triangle] < wanted) ++triangle;
    while (draw + 1 < level.draws.size() && level.draws[draw + 1].first_index <= 3 * triangle) ++draw;
    const double u = std::sqrt(std::fmod(0.5 + 0.7548776662466927 * static_cast<double>(i), 1.0));
    const double v = std::fmod(0.5 + 0.5698402909980532 * static_cast<double>(i), 1.0);
    Sample s{};
    s.material = level.draws.empty() ? 0 : level.draws[draw].material;
    const double weights[3] = {1 - u, u * (1 - v), u * v};
    Vec3f corner[3];
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t at = level.indices[3 * triangle + k];
      corner[k] = level.positions[at];
      s.corners[k] = level.sources[at];
      s.weights[k] = static_cast<float>(weights[k]);
      s.position = s.position + corner[k] * s.weights[k];
    }
    s.hint = hint_of(level, triangle, s.position);
    s.facing = cross(corner[1] - corner[0], corner[2] - corner[0]);
    samples.push_back(s);
  }
  return samples;
}

/// At a corner of the level's triangle that level 0 has too, the triangle towards `p`.
std::uint32_t SlideJudge::hint_of(const PaintedLevel& level, std::size_t triangle, Vec3f p) const {
  if (level.ids.empty()) return proof::none;
  for (std::size_t k = 0; k < 3; ++k) {
    const std::uint32_t v = level0_.vertex_of(level.ids[level.indices[3 * triangle + k]]);
    if (v != proof::none) return level0_.fan_triangle(v, p);
  }
  return proof::none;
}

/// `last`: where the search before it ended.
std::uint32_t SlideJudge::nearest(const Sample& sample, std::uint32_t last) const {
  std::uint32_t triangle = last;
  float best = distance2(level0_.record(last), sample.position);
  if (sample.hint != proof::none) {
    const float there = distance2(level0_.record(sample.hint), sample.position);
    if (there < best) best = there, triangle = sample.hint;
  }
  best *= 1.0001F;
  level0_.nearest(sample.position, best, triangle);
  return triangle;
}

SlideJudge::Spot SlideJudge::spot_on(std::uint32_t triangle, Vec3f p) const {
  const proof::TriangleRecord& r = level0_.record(triangle);
  const std::array<float, 3> weights = nearest_weights(r.ab, r.ac, p - r.a);
  Spot spot;
  spot.triangle = triangle;
  spot.position = r.a + r.ab * weights[1] + r.ac * weights[2];
  std::copy(weights.begin(), weights.end(), spot.weights);
  return spot;
}

/// The way along the spot's triangle to where it has the coordinates; none (a large number) where it has no area in UV.
double SlideJudge::uv_way_on(const Vec2f& wanted, const Spot& spot, const std::vector<Vec2f>& uvs) const {
  const std::uint32_t corners[3] = {vertex(spot.triangle, 0), vertex(spot.triangle, 1), vertex(spot.triangle, 2)};
  const Vec2f here = mix(uvs, corners, spot.weights);
  const Vec2f a = uvs[corners[0]], b = uvs[corners[1]], c = uvs[corners[2]];
  const double bx = double{b.x} - a.x, by = double{b.y} - a.y, cx = double{c.x} - a.x, cy = double{c.y} - a.y;
  const double dx = double{wanted.x} - here.x, dy = double{wanted.y} - here.y;
  const double area = bx * cy - by * cx;
  if (!(std::abs(area) > 1e-20)) return std::numeric_limits<double>::max();
  const auto s = static_cast<float>((dx * cy - dy * cx) / area), t = static_cast<float>((bx * dy - by * dx) / area);
  const proof::TriangleRecord& r = level0_.record(spot.triangle);
  const double way = double{length(r.ab * s + r.ac * t)};
  return std::isfinite(way) ? way : std::numeric_limits<double>::max();
}

/// Walks from the spot over neighbours, nearest to `from` first.
template <class Values>
double SlideJudge::way_to_value(Vec3f from, const Spot& spot, const Vec4f& wanted, const Vec4f& here,
                                const Values& value_of, float tolerance) {
  using Next = std::pair<float, std::uint32_t>;
  std::priority_queue<Next, std::vector<Next>, std::greater<>> queue;
  ++stamp_;
  stamps_[spot.triangle] = stamp_;
  queue.emplace(0.0F, spot.triangle);
  float distance = 0;
  for (std::size_t visits = 0; !queue.empty() && visits < most_visits; ++visits) {
    const std::uint32_t t = queue.top().second;
    distance = std::max(distance, queue.top().first);
    queue.pop();
    std::array<float, 4> low = channels(here), high = low;
    for (int k = 0; k < 3; ++k) {
      const std::array<float, 4> color = channels(value_of(vertex(t, k)));
      for (std::size_t c = 0; c < 4; ++c) {
        low[c] = std::min(low[c], color[c]);
        high[c] = std::max(high[c], color[c]);
      }
    }
    bool holds = true;
    const std::array<float, 4> asked = channels(wanted);
    for (std::size_t c = 0; c < 4; ++c) {
      holds = holds && asked[c] >= low[c] - tolerance && asked[c] <= high[c] + tolerance;
    }
    if (holds) break;
    for (int edge = 0; edge < 3; ++edge) {
      const std::uint32_t beside = level0_.neighbor(t, edge);
      if (beside == proof::none || stamps_[beside] == stamp_) continue;
      stamps_[beside] = stamp_;
      queue.emplace(std::sqrt(distance2(level0_.record(beside), from)), beside);
    }
  }
  return double{distance};
}

bool SlideJudge::stands_for(std::uint32_t triangle, const Sample& sample) const {
  const auto& materials = object_.vertex_materials;
  if (!materials.empty() && materials[vertex(triangle, 0)] != sample.material) return false;
  return dot(level0_.record(triangle).normal, sample.facing) > 0;
}

double SlideJudge::uv_way_within(const Sample& sample, const Spot& spot, const Vec2f& wanted,
                                 const std::vector<Vec2f>& uvs, double reach) const {
  double best = std::numeric_limits<double>::max();
  for (const std::uint32_t t : triangles_near(level0_, sample.position, static_cast<float>(reach), most_visits)) {
    if (!stands_for(t, sample)) continue;
    const Spot other = spot_on(t, sample.position);
    const double apart = double{length(other.position - spot.position)};
    if (apart >= best) continue;
    const std::uint32_t corners[3] = {vertex(t, 0), vertex(t, 1), vertex(t, 2)};
    const Vec2f there = mix(uvs, corners, other.weights);
    const bool same = std::abs(wanted.x - there.x) < texel && std::abs(wanted.y - there.y) < texel;
    const double way = same ? 0 : uv_way_on(wanted, other, uvs);
    // beyond the triangle its coordinates go on as they please
    if (way <= double{std::sqrt(level0_.record(t).longest_edge2)}) best = std::min(best, apart + way);
  }
  return best;
}

/// At a seam the nearest triangle may be of the other chart, so those beside it are asked too.
double SlideJudge::uv_way(const Sample& sample, const Spot& spot, const PaintedLevel& painted) {
  const VertexStreams& level = *painted.vertices;
  double worst = 0;
  const std::uint32_t sets = sample.material < sets_read_.size() ? sets_read_[sample.material] : 0;
  for (std::size_t set = 0; set < level.uvs.size() && set < object_.vertices.uvs.size(); ++set) {
    if ((sets >> set & 1U) == 0) continue;
    const std::vector<Vec2f>& uvs = object_.vertices.uvs[set];
    const std::uint32_t corners[3] = {vertex(spot.triangle, 0), vertex(spot.triangle, 1), vertex(spot.triangle, 2)};
    const Vec2f wanted = mix(level.uvs[set], sample.corners, sample.weights), here = mix(uvs, corners, spot.weights);
    if (std::abs(wanted.x - here.x) < texel && std::abs(wanted.y - here.y) < texel) continue;
    double way = uv_way_on(wanted, spot, uvs);
    for (int edge = 0; edge < 3; ++edge) {
      const std::uint32_t beside = level0_.neighbor(spot.triangle, edge);
      if (beside == proof::none) continue;
      const Spot other = spot_on(beside, sample.position);
      const double there = uv_way_on(wanted, other, uvs);
      way = std::min(way, there + double{length(other.position - spot.position)});
    }
    const double reach = double{std::sqrt(level0_.record(spot.triangle).longest_edge2)};
    if (way > std::max(worst, reach)) {  // far beyond the triangle its coordinates go on as they please
      const auto value_of = [&uvs](std::uint32_t v) { return Vec4f{uvs[v].x, uvs[v].y, 0, 0}; };
      const double found =
          way_to_value(sample.position, spot, {wanted.x, wanted.y, 0, 0}, {here.x, here.y, 0, 0}, value_of, texel);
      way = way < std::numeric_limits<double>::max() ? std::min(way, std::max(reach, found)) : found;
    }
    if (way > std::max(worst, painted.reach) && painted.reach > 0) {
      way = std::min(way, uv_way_within(sample, spot, wanted, uvs, painted.reach));
    }
    worst = std::max(worst, way);
  }
  return worst;
}

double SlideJudge::color_way(const Sample& sample, const Spot& spot, const VertexStreams& level) {
  double worst = 0;
  const std::uint32_t corners[3] = {vertex(spot.triangle, 0), vertex(spot.triangle, 1), vertex(spot.triangle, 2)};
  for (std::size_t set = 0; set < level.colors.size() && set < object_.vertices.colors.size(); ++set) {
    const Vec4f wanted = mix(level.colors[set], sample.corners, sample.weights);
    const Vec4f here = mix(object_.vertices.colors[set], corners, spot.weights);
    if (same_color(wanted, here)) continue;
    const std::vector<Vec4f>& colors = object_.vertices.colors[set];
    const auto value_of = [&colors](std::uint32_t v) { return colors[v]; };
    worst = std::max(worst, way_to_value(sample.position, spot, wanted, here, value_of, color_tolerance));
  }
  return worst;
}

double SlideJudge::normal_degrees(const Sample& sample, const Spot& spot, const VertexStreams& level) const {
  const std::uint32_t corners[3] = {vertex(spot.triangle, 0), vertex(spot.triangle, 1), vertex(spot.triangle, 2)};
  const Vec3d a = normalized(to_double(mix(level.normals, sample.corners, sample.weights)));
  const Vec3d b = normalized(to_double(mix(object_.vertices.normals, corners, spot.weights)));
  // equal directions are told apart by rounding alone
  const Vec3d across = cross(a, b);
  return std::atan2(std::sqrt(dot(across, across)), dot(a, b)) * 180 / std::numbers::pi;
}

PaintDifference SlideJudge::measure(const PaintedLevel& level) {
  PaintDifference out;
  const bool shaded = !object_.vertices.normals.empty() && !level.vertices->normals.empty();
  if (!any_ && !shaded) return out;
  NormalAngle angle;
  std::vector<double> ways;
  std::uint32_t hint = 0;
  for (const Sample& s : sample(level)) {
    hint = nearest(s, hint);
    if (!(dot(level0_.record(hint).normal, s.facing) > 0)) continue;
    const Spot spot = spot_on(hint, s.position);
    if (shaded) {
      const double degrees = normal_degrees(s, spot, *level.vertices);
      angle.mean_degrees += degrees;
      angle.worst_degrees = std::max(angle.worst_degrees, degrees);
      ++angle.samples;
    }
    if (any_) ways.push_back(std::max(uv_way(s, spot, level), color_way(s, spot, *level.vertices)));
  }
  if (angle.samples > 0) {
    angle.mean_degrees /= angle.samples;
    out.normals = angle;
  }
  if (ways.empty()) return out;
  const auto rank = static_cast<std::ptrdiff_t>((ways.size() - 1) * 99 / 100);
  std::nth_element(ways.begin(), ways.begin() + rank, ways.end());
  out.slide = ways[static_cast<std::size_t>(rank)];
  return out;
}

}  // namespace lodcook::cooker
