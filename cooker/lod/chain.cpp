#include "cooker/lod/chain.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "cooker/lod/ladder.h"
#include "cooker/scene/parallel.h"

namespace lodcook::cooker {

namespace {

constexpr std::size_t fewest_triangles_per_chart = 4;
constexpr double most_of_previous = 0.9;  // a level has at least a tenth fewer triangles than the one before

void grow(Aabb& box, Vec3f low, Vec3f high) {
  box.min = {std::min(box.min.x, low.x), std::min(box.min.y, low.y), std::min(box.min.z, low.z)};
  box.max = {std::max(box.max.x, high.x), std::max(box.max.y, high.y), std::max(box.max.z, high.z)};
}

Aabb box_over(std::span<const VertexStreams* const> levels) {
  const Vec3f first = levels.front()->positions.front();
  std::vector<Aabb> boxes(levels.size(), {first, first});
  for_each_index(levels.size(), [&](std::size_t l) {
    for (const Vec3f p : levels[l]->positions) grow(boxes[l], p, p);
  });
  for (const Aabb& box : boxes) grow(boxes.front(), box.min, box.max);
  return boxes.front();
}

Sphere sphere_over(std::span<const VertexStreams* const> levels, const Aabb& box) {
  const auto middle = [](float a, float b) { return static_cast<float>((double{a} + b) / 2); };
  const Vec3f center{middle(box.min.x, box.max.x), middle(box.min.y, box.max.y), middle(box.min.z, box.max.z)};
  std::vector<double> farthest(levels.size());
  for_each_index(levels.size(), [&](std::size_t l) {
    for (const Vec3f p : levels[l]->positions) {
      const double x = double{p.x} - center.x, y = double{p.y} - center.y, z = double{p.z} - center.z;
      farthest[l] = std::max(farthest[l], x * x + y * y + z * z);
    }
  });
  const double radius = std::sqrt(*std::max_element(farthest.begin(), farthest.end()));
  const auto rounded = static_cast<float>(radius);
  return {center, double{rounded} < radius ? std::nextafter(rounded, std::numeric_limits<float>::max()) : rounded};
}

/// Each triangle takes its texture from one chart: with few triangles for a chart the picture bleeds over its borders.
void warn_of_bleeding(LodChain& chain, const LevelCandidate& candidate) {
  const bool textured = !candidate.surface.vertices.uvs.empty() && candidate.rung == Rung::positions;
  if (!textured || candidate.charts * fewest_triangles_per_chart <= candidate.triangle_count()) return;
  const auto said = [](const Warning& warning) { return warning.id == "texture_bleeds"; };
  if (std::any_of(chain.warnings.begin(), chain.warnings.end(), said)) return;
  chain.warnings.push_back({"texture_bleeds", "from level " + std::to_string(chain.levels.size()) +
                                                  " on there are fewer than " +
                                                  std::to_string(fewest_triangles_per_chart) +
                                                  " triangles for each of the " + std::to_string(candidate.charts) +
                                                  " UV charts; only new textures would keep the picture in place"});
}

/// Adds levels to level 0 (which need not be filled yet) until there is a reason to stop, and gives the reason.
const char* extend(LodChain& chain, const LevelZero& zero, const ChainOptions& options) {
  Ladder ladder(zero, options);
  std::vector<LodLevel>& levels = chain.levels;
  const std::size_t triangles = zero.object.indices.size() / 3;
  while (levels.size() < options.max_levels) {
    const std::size_t previous = levels.size() > 1 ? levels.back().indices.size() / 3 : triangles;
    const auto most = static_cast<std::size_t>(most_of_previous * static_cast<double>(previous));
    const std::size_t target = next_target(previous, options);
    if (target > most) return "triangle_floor";
    std::optional<LevelCandidate> next = ladder.next(target, most + 1);
    if (!next) return ladder.failure();
    if (options.max_error > 0 && next->estimate > options.max_error) return "max_error";
    warn_of_bleeding(chain, *next);
    LodLevel level = ordered_level(next->surface, options.order);
    level.estimate = std::max(next->estimate, levels.back().estimate);
    level.method = method_name(next->rung);
    level.redone = next->redone;
    level.replaced = next->replaced;
    levels.push_back(std::move(level));
  }
  return "level_cap";
}

}  // namespace

Bounds bounds_over(std::span<const VertexStreams* const> meshes) {
  Bounds bounds;
  bounds.box = box_over(meshes);
  bounds.sphere = sphere_over(meshes, bounds.box);
  return bounds;
}

Result<LodChain> build_chain(const Object& object, const ChainOptions& options) {
  if (object.indices.size() < 3) return Error{ErrorCode::no_triangles, "object has no triangles", object.name};
  LodChain chain;
  chain.name = object.name;
  const LevelZero zero(object);
  chain.levels.emplace_back();
  chain.stopped = extend(chain, zero, options);
  // Last: it is as large as the object, and the first steps need the most memory.
  chain.levels.front() = ordered_level(object, options.order);
  chain.levels.front().method = "source";
  std::vector<const VertexStreams*> streams;
  for (const LodLevel& level : chain.levels) streams.push_back(&level.vertices);
  chain.bounds = bounds_over(streams);
  chain.bounds.origin = object.origin;
  chain.bounds.extent = zero.box.extent;
  return chain;
}

}  // namespace lodcook::cooker
