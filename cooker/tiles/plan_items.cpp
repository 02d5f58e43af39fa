#include "cooker/tiles/plan_items.h"

#include <algorithm>
#include <cmath>

#include "cooker/scene/parallel.h"

namespace lodcook::cooker {
namespace {

struct PartBox {
  Vec3f min, max;
  std::uint32_t count = 0;
  std::uint32_t whole = not_whole;

  void grow(Vec3f p) noexcept {
    min = {std::min(min.x, p.x), std::min(min.y, p.y), std::min(min.z, p.z)};
    max = {std::max(max.x, p.x), std::max(max.y, p.y), std::max(max.z, p.z)};
  }

  [[nodiscard]] double longest_side() const noexcept {
    return std::max({double{max.x} - min.x, double{max.y} - min.y, double{max.z} - min.z});
  }

  [[nodiscard]] std::array<float, 3> center() const noexcept {
    return {min.x / 2 + max.x / 2, min.y / 2 + max.y / 2, min.z / 2 + max.z / 2};
  }
};

bool is_left_out(const std::vector<bool>& left_out, std::uint32_t t) { return !left_out.empty() && left_out[t]; }

std::vector<PartBox> measure_parts(const PlanTriangles& triangles, const std::vector<bool>& left_out) {
  std::vector<PartBox> boxes;
  if (triangles.parts.empty()) return boxes;
  boxes.resize(std::size_t{*std::max_element(triangles.parts.begin(), triangles.parts.end())} + 1);
  for (std::uint32_t t = 0; t < triangles.count(); ++t) {
    if (is_left_out(left_out, t)) continue;
    PartBox& box = boxes[triangles.parts[t]];
    if (box.count == 0) box.min = box.max = triangles.corner(t, 0);
    for (std::size_t k = 0; k < 3; ++k) box.grow(triangles.corner(t, k));
    ++box.count;
  }
  return boxes;
}

std::vector<PlanItem> all_items(const PlanTriangles& triangles) {
  constexpr std::size_t most = 1 << 15;
  std::vector<PlanItem> items(triangles.count());
  for_ranges(items.size(), most, [&](std::size_t first, std::size_t last) {
    for (auto t = static_cast<std::uint32_t>(first); t < last; ++t) items[t] = {triangles.centroid(t), t, not_whole};
  });
  return items;
}

}  // namespace

std::array<float, 3> PlanTriangles::centroid(std::uint32_t triangle) const noexcept {
  std::array<float, 3> sum{0, 0, 0};
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3f& p = corner(triangle, k);
    sum[0] += p.x / 3;
    sum[1] += p.y / 3;
    sum[2] += p.z / 3;
  }
  return sum;
}

double PlanTriangles::longest_edge(std::uint32_t triangle) const noexcept {
  double longest = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3f a = corner(triangle, k), b = corner(triangle, (k + 1) % 3);
    const double x = double{a.x} - b.x, y = double{a.y} - b.y, z = double{a.z} - b.z;
    longest = std::max(longest, x * x + y * y + z * z);
  }
  return std::sqrt(longest);
}

PlanItems make_items(const PlanTriangles& triangles, const std::vector<bool>& left_out, std::uint32_t most_of_whole,
                     double longest_whole) {
  PlanItems out;
  std::vector<PartBox> parts = measure_parts(triangles, left_out);
  std::uint32_t members = 0;
  for (PartBox& part : parts) {
    if (part.count < 2 || part.count > most_of_whole || part.longest_side() > longest_whole) continue;
    part.whole = static_cast<std::uint32_t>(out.wholes.size());
    out.wholes.push_back({members, 0});
    members += part.count;
  }
  out.members.resize(members);
  if (members == 0 && left_out.empty()) {
    out.items = all_items(triangles);
    return out;
  }
  for (std::uint32_t t = 0; t < triangles.count(); ++t) {
    if (is_left_out(left_out, t)) continue;
    const PartBox* const part = parts.empty() ? nullptr : &parts[triangles.parts[t]];
    if (part == nullptr || part->whole == not_whole) {
      out.items.push_back({triangles.centroid(t), t, not_whole});
      continue;
    }
    WholePart& whole = out.wholes[part->whole];
    if (whole.count == 0) out.items.push_back({part->center(), t, part->whole});
    out.members[whole.first + whole.count++] = t;
  }
  return out;
}

}  // namespace lodcook::cooker
