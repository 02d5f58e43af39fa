#include "cooker/lod/surface_judge.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "cooker/lod/vec.h"
#include "cooker/scene/vector_math.h"

namespace lodcook::cooker {

namespace {

constexpr std::size_t fewest_samples = 300, most_samples = 4000;
constexpr float facing_slack = 0.002F;
constexpr double most_slide = 0.05;  // beyond it the nearest point lies on another chart, and its UV says nothing

// small models are many, and judging would take most of their time
std::size_t samples_for(std::size_t triangles) { return std::clamp(triangles / 2, fewest_samples, most_samples); }

double area_of(Vec3f a, Vec3f b, Vec3f c) { return double{length(cross(b - a, c - a))} / 2; }

/// Numbers in [0, 1) that are the same on every machine.
class Sequence {
 public:
  float next() {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;  // Knuth's MMIX generator
    return static_cast<float>(state_ >> 40) * 0x1p-24F;
  }

 private:
  std::uint64_t state_ = 777;
};

double mean_length_per_uv(const LevelZero& zero) {
  const Object& object = zero.object;
  if (object.vertices.uvs.empty()) return 0;
  const std::vector<Vec2f>& uv = object.vertices.uvs.front();
  double surface = 0, chart = 0;
  for (std::size_t i = 0; i + 2 < object.indices.size(); i += 3) {
    const std::uint32_t a = object.indices[i], b = object.indices[i + 1], c = object.indices[i + 2];
    surface += area_of(zero.positions[a], zero.positions[b], zero.positions[c]);
    const double ux = double{uv[b].x} - uv[a].x, uy = double{uv[b].y} - uv[a].y;
    const double vx = double{uv[c].x} - uv[a].x, vy = double{uv[c].y} - uv[a].y;
    chart += std::abs(ux * vy - uy * vx) / 2;
  }
  return chart > 0 ? std::sqrt(surface / chart) : 0;
}

double mean_channel_difference(Vec4f a, Vec4f b) {
  return (std::abs(double{a.x} - b.x) + std::abs(double{a.y} - b.y) + std::abs(double{a.z} - b.z)) / 3;
}

double distance(Vec2f a, Vec2f b) {
  const double x = double{a.x} - b.x, y = double{a.y} - b.y;
  return std::sqrt(x * x + y * y);
}

template <class T>
T at(const std::vector<T>& values, std::span<const std::uint32_t> indices, std::uint32_t triangle, Vec3f weights) {
  const std::uint32_t* const corner = &indices[std::size_t{triangle} * 3];
  return blend(values[corner[0]], values[corner[1]], values[corner[2]], weights);
}

}  // namespace

SurfaceJudge::SurfaceJudge(const LevelZero& zero, const TriangleTree& tree)
    : zero_(zero),
      tree_(tree),
      samples_(sample(zero.positions, zero.object.indices, samples_for(zero.object.indices.size() / 3))),
      length_per_uv_(mean_length_per_uv(zero)) {}

std::vector<SurfaceJudge::Sample> SurfaceJudge::sample(std::span<const Vec3f> positions,
                                                       std::span<const std::uint32_t> indices, std::size_t count) {
  double total = 0;
  const auto corners = [&](std::size_t i) {
    return std::array<Vec3f, 3>{positions[indices[i]], positions[indices[i + 1]], positions[indices[i + 2]]};
  };
  for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
    const auto p = corners(i);
    total += area_of(p[0], p[1], p[2]);
  }
  std::vector<Sample> samples;
  const double area_per_sample = total / static_cast<double>(count);
  if (!(area_per_sample > 0)) return samples;
  samples.reserve(count + 1);
  Sequence sequence;
  double due = 0;
  for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
    const auto p = corners(i);
    for (due += area_of(p[0], p[1], p[2]); due >= area_per_sample; due -= area_per_sample) {
      float u = sequence.next(), v = sequence.next();
      if (u + v > 1) u = 1 - u, v = 1 - v;
      const Vec3f weights{1 - u - v, u, v};
      samples.push_back({blend(p[0], p[1], p[2], weights), cross(p[1] - p[0], p[2] - p[0]),
                         static_cast<std::uint32_t>(i / 3), weights});
    }
  }
  return samples;
}

double SurfaceJudge::rms_with(const std::vector<TriangleTree::Hit>& on_level, std::span<const Vec3f> positions,
                              std::span<const std::uint32_t> indices) const {
  const auto rms_of = [](const std::vector<TriangleTree::Hit>& hits) {
    double sum = 0;
    for (const TriangleTree::Hit& hit : hits) sum += double{hit.point.squared_distance};
    return hits.empty() ? 0.0 : std::sqrt(sum / static_cast<double>(hits.size()));
  };
  return std::max(rms_of(on_level), rms_of(nearest_to(sample(positions, indices, samples_.size()), tree_)));
}

std::vector<TriangleTree::Hit> SurfaceJudge::nearest_to(const std::vector<Sample>& samples, const TriangleTree& tree) {
  std::vector<TriangleTree::Hit> hits;
  hits.reserve(samples.size());
  std::uint32_t hint = TriangleTree::no_triangle;
  for (const Sample& s : samples) {
    hits.push_back(tree.nearest(s.position, hint));
    hint = hits.back().triangle;
  }
  return hits;
}

double SurfaceJudge::rms(std::span<const Vec3f> positions, std::span<const std::uint32_t> indices) const {
  return rms_with(nearest_to(samples_, TriangleTree(positions, indices)), positions, indices);
}

SurfaceDifference SurfaceJudge::compare(const LevelSurface& level) const {
  std::vector<Vec3f> positions;
  positions.reserve(level.vertices.vertex_count());
  for (const Vec3f p : level.vertices.positions) positions.push_back(zero_.box.to_unit(p));
  const TriangleTree tree(positions, level.indices);
  SurfaceDifference result;
  const std::vector<TriangleTree::Hit> plain = nearest_to(samples_, tree);
  result.rms = rms_with(plain, positions, level.indices);
  const VertexStreams& ours = level.vertices;
  const VertexStreams& theirs = zero_.object.vertices;
  for (std::size_t i = 0; i < samples_.size(); ++i) {
    const Sample& s = samples_[i];
    const TriangleTree::Hit hit = tree.facing(s.position, s.facing, facing_slack, plain[i]);
    const auto there = [&](const auto& values) { return at(values, level.indices, hit.triangle, hit.point.weights); };
    const auto here = [&](const auto& values) { return at(values, zero_.object.indices, s.triangle, s.weights); };
    if (!ours.normals.empty()) {
      const Vec3f a = normalized(there(ours.normals), {0, 0, 1}), b = normalized(here(theirs.normals), {0, 0, 1});
      result.normal_degrees += angle_of_cosine(double{dot(a, b)}) * 180 / std::numbers::pi;
    }
    if (!ours.uvs.empty()) {
      const Vec2f a = there(ours.uvs.front()), b = here(theirs.uvs.front());
      result.slide += std::min(most_slide, distance(a, b) * length_per_uv_);
    }
    if (!ours.colors.empty()) {
      result.color += mean_channel_difference(there(ours.colors.front()), here(theirs.colors.front()));
    }
  }
  const double count = std::max<double>(1, static_cast<double>(samples_.size()));
  result.normal_degrees /= count;
  result.slide /= count;
  result.color /= count;
  return result;
}

}  // namespace lodcook::cooker
