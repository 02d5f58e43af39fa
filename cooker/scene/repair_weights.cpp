#include "cooker/scene/repair_weights.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace lodcook::cooker {
namespace {

struct Influence {
  std::uint16_t joint = 0;
  double weight = 0;
};

constexpr double sum_tolerance = 0.01;      // eight weights of 8 bits are off by at most 8/510
constexpr double noticed_loss = 1.0 / 255;  // one step of a stored weight

/// The usable influences of one vertex, one for each joint. Sets `corrected` where one was not.
void gather(const VertexStreams& vertices, std::size_t vertex, std::vector<Influence>& out, bool& corrected) {
  out.clear();
  const std::size_t per_vertex = vertices.influences_per_vertex;
  for (std::size_t i = vertex * per_vertex; i < (vertex + 1) * per_vertex; ++i) {
    const float weight = vertices.weights[i];
    if (!std::isfinite(weight) || weight < 0) corrected = true;
    if (!std::isfinite(weight) || weight <= 0) continue;
    const auto same = std::find_if(out.begin(), out.end(), [&](Influence k) { return k.joint == vertices.joints[i]; });
    if (same == out.end()) {
      out.push_back({vertices.joints[i], weight});
    } else {
      same->weight += weight;
    }
  }
}

double sum_of(const std::vector<Influence>& influences) noexcept {
  double sum = 0;
  for (const Influence& k : influences) sum += k.weight;
  return sum;
}

/// Descending, at most `most`, summing to 1.
void settle(std::vector<Influence>& influences, std::size_t most, WeightRepairs& repairs, bool corrected) {
  const double given = sum_of(influences);
  if (influences.empty()) influences.push_back({0, 1});
  if (corrected || std::abs(given - 1) > sum_tolerance) ++repairs.corrected;
  std::sort(influences.begin(), influences.end(), [](const Influence& a, const Influence& b) {
    return a.weight != b.weight ? a.weight > b.weight : a.joint < b.joint;
  });
  const double before = sum_of(influences);
  if (influences.size() > most) influences.resize(most);
  const double kept = sum_of(influences);
  if (before - kept > noticed_loss * before) ++repairs.reduced;
  for (Influence& k : influences) k.weight /= kept;
}

}  // namespace

WeightRepairs repair_weights(VertexStreams& vertices, std::uint32_t most_influences) {
  WeightRepairs repairs;
  if (vertices.joints.empty()) return repairs;
  const std::size_t most = std::max<std::uint32_t>(1, most_influences);
  const std::size_t wide = std::min<std::size_t>(most, vertices.influences_per_vertex);
  const std::size_t count = vertices.vertex_count();
  std::vector<std::uint16_t> joints(count * wide, 0);
  std::vector<float> weights(count * wide, 0.0F);
  std::vector<Influence> influences;
  std::size_t used = 1;
  for (std::size_t v = 0; v < count; ++v) {
    bool corrected = false;
    gather(vertices, v, influences, corrected);
    settle(influences, most, repairs, corrected);
    std::size_t kept = 0;
    for (const Influence& k : influences) {
      const auto weight = static_cast<float>(k.weight);
      if (!(weight > 0)) continue;
      joints[v * wide + kept] = k.joint;
      weights[v * wide + kept++] = weight;
    }
    used = std::max(used, kept);
  }
  for (std::size_t v = 0; used < wide && v < count; ++v) {
    std::copy_n(joints.begin() + static_cast<std::ptrdiff_t>(v * wide), used,
                joints.begin() + static_cast<std::ptrdiff_t>(v * used));
    std::copy_n(weights.begin() + static_cast<std::ptrdiff_t>(v * wide), used,
                weights.begin() + static_cast<std::ptrdiff_t>(v * used));
  }
  joints.resize(count * used);
  weights.resize(count * used);
  vertices.influences_per_vertex = static_cast<std::uint32_t>(used);
  vertices.joints = std::move(joints);
  vertices.weights = std::move(weights);
  return repairs;
}

}  // namespace lodcook::cooker
