#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <span>
#include <vector>

#include "lodcook/level_batch.h"

using namespace lodcook;

namespace {

/// Processor time of this thread, which others on the machine do not lengthen.
double seconds() noexcept {
  std::timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// What the peer loop keeps of a chain.
struct PlainChain {
  std::vector<float> errors;
  float radius = 1;
};

struct World {
  std::vector<PlainChain> chains;
  ChainTable table;
  std::vector<float> x, y, z, scale;
  std::vector<std::uint32_t> chain;

  explicit World(std::size_t objects) {
    std::mt19937 random(7);
    std::uniform_real_distribution<float> part(-1, 1);
    for (int c = 0; c < 200; ++c) add_chain(random, 8 + c % 5);
    for (std::size_t i = 0; i < objects; ++i) {
      x.push_back(500 * part(random));
      y.push_back(20 * part(random));
      z.push_back(500 * part(random));
      scale.push_back(1.5F + part(random));
      chain.push_back(static_cast<std::uint32_t>(random() % chains.size()));
    }
  }

  void add_chain(std::mt19937& random, int levels) {
    std::uniform_real_distribution<double> part(0.7, 1.4);
    std::vector<double> errors = {0};
    for (double error = 0.001 * part(random); static_cast<int>(errors.size()) < levels; error *= 1.9 * part(random)) {
      errors.push_back(std::max(error, errors.back() * 1.01));
    }
    const Result<std::uint32_t> added = table.add({errors, {}, {}, 1, 0});
    if (!added) std::abort();
    chains.push_back({std::vector<float>(errors.begin(), errors.end()), 1});
  }

  ObjectArrays arrays() const {
    ObjectArrays objects;
    objects.x = x;
    objects.y = y;
    objects.z = z;
    objects.scale = scale;
    objects.chain = chain;
    return objects;
  }
};

/// The loop one would write: distance, then from the coarsest level to the first within the budget, with hysteresis.
void plain_loop(const View& view, const World& world, std::size_t first, std::span<std::uint8_t> levels) {
  const float budget = 1, hysteresis = 0.1F;
  const float k = static_cast<float>(pixels_per_unit(view));
  const float eye[3] = {static_cast<float>(view.position.x), static_cast<float>(view.position.y),
                        static_cast<float>(view.position.z)};
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const std::size_t o = first + i;
    const float dx = world.x[o] - eye[0], dy = world.y[o] - eye[1], dz = world.z[o] - eye[2];
    const PlainChain& chain = world.chains[world.chain[o]];
    const float near = std::sqrt(dx * dx + dy * dy + dz * dz) - chain.radius * world.scale[o];
    std::size_t level = 0;
    if (near > 0) {
      const float pixels = world.scale[o] * k / near;
      for (level = chain.errors.size() - 1; level > 0; --level) {
        const bool coarser = levels[i] != level_unknown && level > levels[i];
        if (chain.errors[level] * pixels <= (coarser ? budget * (1 - hysteresis) : budget)) break;
      }
    }
    levels[i] = static_cast<std::uint8_t>(level);
  }
}

ObjectArrays part_of(const ObjectArrays& all, std::size_t first, std::size_t count) {
  ObjectArrays part = all;
  part.x = all.x.subspan(first, count);
  part.y = all.y.subspan(first, count);
  part.z = all.z.subspan(first, count);
  part.scale = all.scale.subspan(first, count);
  part.chain = all.chain.subspan(first, count);
  return part;
}

/// Median over the passes of the seconds of one, each over the next `count` objects of the world, the camera moving
/// when it begins anew.
template <class Choose>
double median_pass(std::size_t objects, std::size_t count, int passes, const Choose& choose) {
  std::vector<double> times;
  std::size_t first = 0;
  for (int pass = 0, round = 0; pass < passes; ++pass) {
    const View view = perspective_view({round * 0.8, 1.7, round * 0.3}, 1.0471975511965976, 1080);
    const double start = seconds();
    choose(view, first);
    times.push_back(seconds() - start);
    first += count;
    if (first + count <= objects) continue;
    first = 0;
    ++round;
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

void measure(const char* title, std::size_t objects, std::size_t count, int passes) {
  const World world(objects);
  SelectOptions options;
  options.hysteresis = {HysteresisKind::pixel_error, 0.1};
  std::vector<std::uint8_t> levels(objects, level_unknown), plain = levels;
  const ObjectArrays arrays = world.arrays();
  SelectCounters counters;
  const double ours = median_pass(objects, count, passes, [&](const View& view, std::size_t first) {
    const std::span<std::uint8_t> chosen = std::span(levels).subspan(first, count);
    if (!choose_levels(view, world.table, part_of(arrays, first, count), options, chosen, &counters)) std::abort();
  });
  const double theirs = median_pass(objects, count, passes, [&](const View& view, std::size_t first) {
    plain_loop(view, world, first, std::span(plain).subspan(first, count));
  });
  std::size_t differ = 0;
  for (std::size_t i = 0; i < objects; ++i) differ += levels[i] != plain[i] ? 1U : 0U;
  const double each = 1e9 / static_cast<double>(count);
  std::printf("| %s | %.4f | %.2f | %.4f | %.2f | %.2f | %zu of %zu |\n", title, ours * 1e3, ours * each, theirs * 1e3,
              theirs * each, theirs / ours, differ, objects);
}

}  // namespace

/// select_speed [RUNS]: levels by pixel error with hysteresis and counters for 200 chains of 8 to 12 levels, one
/// thread. A frame does more than choosing levels, so that neither caches nor branch predictor remember the crowd of
/// the last one: hence 100 crowds in turn. The same crowd over and over flatters the plain loop, whose branches are
/// then learnt.
int main(int argc, char** argv) {
  const int runs = std::max(1, argc > 1 ? std::atoi(argv[1]) : 3);
  std::printf("| objects | choose_levels ms | ns each | plain loop ms | ns each | times faster | levels differ |\n");
  std::printf("| --- | --- | --- | --- | --- | --- | --- |\n");
  measure("10 000, 100 crowds in turn", 1'000'000, 10'000, 200 * runs);
  measure("10 000, the same again", 10'000, 10'000, 100 * runs);
  measure("1 000 000", 1'000'000, 1'000'000, 5 * runs);
}
