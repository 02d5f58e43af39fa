#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "formats/src/select_hysteresis.h"
#include "formats/src/select_lanes.h"
#include "lodcook/level_batch.h"

namespace lodcook {
namespace {

constexpr std::size_t most_levels = 32;   // Limits::max_levels_per_object
constexpr std::size_t block_size = 1024;  // what counting looks at again lies in the first-level cache
constexpr float largest = std::numeric_limits<float>::max();
constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

/// What is the same for all objects of a pass. By every measure a level is reached where base + threshold * per is at
/// most the distance, with base = scale * radius * near_radius and per = scale * bias * (per_constant + radius *
/// per_radius):
///   pixel error    error * scale * bias * K / (distance - radius * scale) <= budget
///   distance       switch_distance <= distance / (scale * bias)
///   screen height  1 / height <= distance / (radius * scale * bias * reach)
/// An orthographic view has a distance of 1 and no near side. `sure` and `stay` are
/// the hysteresis as factors on the threshold. Nothing is divided and no root taken: both sides are squared.
struct Pass {
  const ChainTable::Entry* entries = nullptr;
  const float* thresholds = nullptr;
  std::array<float, 3> eye{};  ///< From the arrays' origin.
  bool orthographic = false;
  float near_radius = 0, per_constant = 0, per_radius = 0;
  float sure = 1, stay = 1;
  float band = largest;  ///< Below a threshold a level may stay this far at most.
  float bias = 1;
  float cull_reach = 0;  ///< Screen height = radius * scale * bias * this / distance.
  float cull_back = 1;
};

void set_hysteresis(Measure measure, Hysteresis hysteresis, Pass& pass) noexcept {
  const FallingBand falling = falling_band(hysteresis);
  pass.sure = static_cast<float>(1 / falling.coarsen);
  pass.stay = static_cast<float>(1 / falling.refine);
  if (measure != Measure::distance) return;
  const double h = valid_hysteresis(hysteresis);
  if (hysteresis.kind == HysteresisKind::symmetric) {
    pass.sure = static_cast<float>(1 + h);
    pass.stay = static_cast<float>(1 - h);
  } else if (hysteresis.kind == HysteresisKind::distance_band) {
    pass.stay = 0.9F;
    pass.band = static_cast<float>(h);
  }
}

void set_measure(const View& view, Measure measure, double budget_px, Pass& pass) noexcept {
  const double k = pixels_per_unit(view);
  switch (measure) {
    case Measure::distance: pass.per_constant = 1; break;
    case Measure::screen_height: pass.per_radius = pass.cull_reach; break;
    case Measure::pixel_error:
      pass.near_radius = view.orthographic ? 0 : 1;
      pass.per_constant = budget_px > 0 ? static_cast<float>(k / budget_px) : infinity;
      break;
  }
  // no threshold is reached in a view that is unusable
  if (!(view.reach > 0 && std::isfinite(view.reach) && k >= 0)) pass.per_constant = not_a_number;
}

Pass pass_of(const View& view, const ChainTable& chains, const ObjectArrays& objects, const SelectOptions& options) {
  Pass pass;
  // distances say nothing of an orthographic view
  const bool by_height = options.measure == Measure::distance && view.orthographic;
  const Measure measure = by_height ? Measure::screen_height : options.measure;
  pass.entries = chains.entries().data();
  pass.thresholds = chains.thresholds(measure).data();
  pass.eye = {static_cast<float>(view.position.x - objects.origin.x),
              static_cast<float>(view.position.y - objects.origin.y),
              static_cast<float>(view.position.z - objects.origin.z)};
  pass.orthographic = view.orthographic;
  pass.bias = static_cast<float>(effective_bias(options.bias, {}));
  pass.cull_reach = static_cast<float>(view.reach);
  pass.cull_back = static_cast<float>(1 + (options.cull_hysteresis > 0 ? options.cull_hysteresis : 0));
  set_measure(view, measure, options.budget_px, pass);
  set_hysteresis(measure, options.hysteresis, pass);
  return pass;
}

/// One object without its level: the squares of its distance and of what is compared with thresholds (1 in an
/// orthographic view), and its share of Pass's rule.
template <class T>
struct Measured {
  T distance, square, size, base, per;
};

/// The same for one object and for four.
template <class T>
Measured<T> measured(const Pass& pass, T x, T y, T z, T scale, T bias, T radius) noexcept {
  Measured<T> m;
  m.distance = x * x + y * y + z * z;
  const T one = m.distance * 0.0F + 1.0F;  // no number where the distance is none
  m.square = pass.orthographic ? one : m.distance;
  bias = pick((bias > 0.0F) & (bias <= largest), bias, bias * 0.0F + 1.0F);
  m.size = scale * bias;
  m.base = scale * radius * pass.near_radius;
  m.per = m.size * (radius * pass.per_radius + pass.per_constant);
  return m;
}

float value_or(std::span<const float> values, std::size_t at, float otherwise) noexcept {
  return values.empty() ? otherwise : values[at];
}

/// The last level moved as far as the thresholds force it. Four thresholds at a time, both limits in one sum.
std::uint8_t count_levels(const Pass& pass, const ChainTable::Entry& entry, const Measured<float>& m,
                          std::uint8_t previous) noexcept {
  const bool known = previous < most_levels;
  const float sure = known ? pass.sure : 1, stay = known ? pass.stay : 1;
  const Lanes band = splat(known ? pass.band : largest);
  const Lanes square = splat(m.square), base = splat(m.base), per = splat(m.per);
  const float* thresholds = pass.thresholds + entry.first + 1;
  LaneMask passed{}, within{};
  for (std::uint32_t four = 0; four < (entry.level_count + 3) / 4; ++four, thresholds += 4) {
    const Lanes threshold = load_lanes(thresholds);
    const Lanes coarsen = base + threshold * sure * per;
    const Lanes refine = base + larger(threshold - band, threshold * stay) * per;
    passed += coarsen * coarsen <= square;
    within += refine * refine <= square;
  }
  const std::int32_t counts = -sum(passed + within * 256);
  const int least = counts & 255, most = counts >> 8;
  return static_cast<std::uint8_t>(std::max(least, std::min(known ? int{previous} : least, most)));
}

std::uint8_t choose_one(const Pass& pass, const ObjectArrays& objects, std::size_t i, std::uint8_t previous) noexcept {
  const ChainTable::Entry& entry = pass.entries[objects.chain.empty() ? 0 : objects.chain[i]];
  const float scale = value_or(objects.scale, i, 1), draw = value_or(objects.draw_distance, i, infinity);
  const Measured<float> m =
      measured(pass, objects.x[i] - pass.eye[0], objects.y[i] - pass.eye[1], objects.z[i] - pass.eye[2], scale,
               value_or(objects.bias, i, pass.bias), entry.radius);
  if (draw <= 0 || (draw <= largest && m.distance >= draw * draw)) return level_culled;
  const float reach = m.size * entry.radius * pass.cull_reach;
  const float cull = previous == level_culled ? entry.cull_height * pass.cull_back : entry.cull_height;
  if (reach * reach < cull * cull * m.square) return level_culled;
  if (!(scale > 0 && m.distance <= largest)) return 0;
  return count_levels(pass, entry, m, previous);
}

Lanes lanes_or(std::span<const float> values, std::size_t at, float otherwise) noexcept {
  return values.empty() ? splat(otherwise) : load_lanes(values.data() + at);
}

/// Radius, cull height, and the thresholds of the last level and of the next coarser one, of four objects.
struct Gathered {
  Lanes radius, cull, threshold, next;
};

Gathered gather(const Pass& pass, const ObjectArrays& objects, std::size_t first, const std::uint8_t* levels) noexcept {
  std::array<const ChainTable::Entry*, 4> entries;
  std::array<const float*, 4> at;
  for (std::size_t i = 0; i < 4; ++i) {
    entries[i] = pass.entries + (objects.chain.empty() ? 0 : objects.chain[first + i]);
    const std::uint32_t level = levels[first + i];
    // without a last level: the table's first thresholds, which are never reached
    at[i] = pass.thresholds + (level < entries[i]->level_count ? entries[i]->first + level : 0);
  }
  const auto of_entries = [&entries](float ChainTable::Entry::*member) {
    return Lanes{entries[0]->*member, entries[1]->*member, entries[2]->*member, entries[3]->*member};
  };
  return {of_entries(&ChainTable::Entry::radius), of_entries(&ChainTable::Entry::cull_height),
          Lanes{at[0][0], at[1][0], at[2][0], at[3][0]}, Lanes{at[0][1], at[1][1], at[2][1], at[3][1]}};
}

/// Which of four objects surely keep their level: almost all of them in almost every frame.
LaneMask steady(const Pass& pass, const ObjectArrays& objects, std::size_t first, const std::uint8_t* levels) noexcept {
  const Gathered chain = gather(pass, objects, first, levels);
  const Lanes scale = lanes_or(objects.scale, first, 1);
  const Measured<Lanes> m =
      measured(pass, load_lanes(objects.x.data() + first) - pass.eye[0],
               load_lanes(objects.y.data() + first) - pass.eye[1], load_lanes(objects.z.data() + first) - pass.eye[2],
               scale, lanes_or(objects.bias, first, pass.bias), chain.radius);
  const Lanes refine =
      larger(Lanes{}, m.base + larger(chain.threshold - pass.band, chain.threshold * pass.stay) * m.per);
  const Lanes coarsen = m.base + chain.next * pass.sure * m.per;
  const Lanes reach = m.size * chain.radius * pass.cull_reach;
  LaneMask keeps = (refine * refine <= m.square) & (m.square < coarsen * coarsen) & (scale > 0.0F) &
                   (reach * reach >= chain.cull * chain.cull * m.square);
  if (!objects.draw_distance.empty()) {
    const Lanes draw = load_lanes(objects.draw_distance.data() + first);
    keeps &= (draw > 0.0F) & (m.distance < draw * draw);
  }
  return keeps;
}

void choose_range(const Pass& pass, const ObjectArrays& objects, std::span<std::uint8_t> levels) noexcept {
  std::size_t first = 0;
  for (; first + 4 <= levels.size(); first += 4) {
    const LaneMask keeps = steady(pass, objects, first, levels.data());
    if (all(keeps)) continue;
    for (std::size_t i = 0; i < 4; ++i) {
      if (keeps[i] == 0) levels[first + i] = choose_one(pass, objects, first + i, levels[first + i]);
    }
  }
  for (; first < levels.size(); ++first) levels[first] = choose_one(pass, objects, first, levels[first]);
}

void force_levels(const Pass& pass, const ObjectArrays& objects, std::span<std::uint8_t> levels) noexcept {
  for (std::size_t i = 0; i < levels.size(); ++i) {
    if (objects.forced[i] >= most_levels || levels[i] == level_culled) continue;
    const std::uint32_t last = pass.entries[objects.chain.empty() ? 0 : objects.chain[i]].level_count - 1;
    levels[i] = static_cast<std::uint8_t>(std::min(std::uint32_t{objects.forced[i]}, last));
  }
}

/// Four histograms side by side, so that equal neighbours need not wait for each other.
using Histogram = std::array<std::array<std::uint32_t, 256>, 4>;

/// Adds a block to the histogram and returns how many objects switched.
std::uint32_t count_block(const std::uint8_t* before, std::span<const std::uint8_t> levels,
                          Histogram& histogram) noexcept {
  std::uint32_t switched = 0;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    switched += before[i] != levels[i] && before[i] != level_unknown ? 1U : 0U;
  }
  for (std::size_t i = 0; i < levels.size(); ++i) ++histogram[i % 4][levels[i]];
  return switched;
}

void add_counts(const Histogram& histogram, std::uint64_t switched, SelectCounters& counters) noexcept {
  for (const std::array<std::uint32_t, 256>& part : histogram) {
    for (std::size_t level = 0; level < most_levels; ++level) counters.per_level[level] += part[level];
    counters.culled += part[level_culled];
  }
  counters.switched += switched;
}

template <class T>
std::span<const T> part_of(std::span<const T> values, std::size_t first, std::size_t count) noexcept {
  return values.empty() ? values : values.subspan(first, count);
}

ObjectArrays part_of(const ObjectArrays& all, std::size_t first, std::size_t count) noexcept {
  return {all.origin,
          part_of(all.x, first, count),
          part_of(all.y, first, count),
          part_of(all.z, first, count),
          part_of(all.scale, first, count),
          part_of(all.chain, first, count),
          part_of(all.bias, first, count),
          part_of(all.draw_distance, first, count),
          part_of(all.forced, first, count)};
}

bool sizes_agree(const ObjectArrays& objects, std::size_t count) noexcept {
  const auto fits = [count](std::size_t size) { return size == 0 || size == count; };
  return objects.x.size() == count && objects.y.size() == count && objects.z.size() == count &&
         fits(objects.scale.size()) && fits(objects.chain.size()) && fits(objects.bias.size()) &&
         fits(objects.draw_distance.size()) && fits(objects.forced.size());
}

Status check_arrays(const ChainTable& chains, const ObjectArrays& objects, std::size_t count) {
  if (!sizes_agree(objects, count)) return Error{ErrorCode::invalid_argument, "the arrays differ in size", ""};
  std::uint32_t highest = 0;
  for (const std::uint32_t chain : objects.chain) highest = std::max(highest, chain);
  if (count > 0 && highest >= chains.size()) {
    return Error{ErrorCode::invalid_argument, "there is no such chain", "chain " + std::to_string(highest)};
  }
  return Done{};
}

}  // namespace

Status choose_levels(const View& view, const ChainTable& chains, const ObjectArrays& objects,
                     const SelectOptions& options, std::span<std::uint8_t> levels, SelectCounters* counters) {
  if (Status status = check_arrays(chains, objects, levels.size()); !status) return status;
  const Pass pass = pass_of(view, chains, objects, options);
  std::array<std::uint8_t, block_size> before;
  Histogram histogram{};
  std::uint64_t switched = 0;
  for (std::size_t first = 0; first < levels.size(); first += block_size) {
    const std::span<std::uint8_t> block = levels.subspan(first, std::min(block_size, levels.size() - first));
    const ObjectArrays part = part_of(objects, first, block.size());
    if (counters != nullptr) std::copy(block.begin(), block.end(), before.begin());
    choose_range(pass, part, block);
    if (!objects.forced.empty()) force_levels(pass, part, block);
    if (counters != nullptr) switched += count_block(before.data(), block, histogram);
  }
  if (counters != nullptr) add_counts(histogram, switched, *counters);
  return Done{};
}

}  // namespace lodcook
