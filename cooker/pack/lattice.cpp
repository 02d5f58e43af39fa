#include "cooker/pack/lattice.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>

#include "cooker/pack/error_rise.h"
#include "cooker/scene/parallel.h"

namespace lodcook::cooker {

namespace {

// The exponent k of the largest 2^k <= value, for value > 0.
int floor_exponent(double value) {
  int exponent = 0;
  std::frexp(value, &exponent);  // value = m * 2^exponent with m in [0.5, 1)
  return exponent - 1;
}

int ceil_exponent(double value) {
  const int below = floor_exponent(value);
  return std::ldexp(1.0, below) == value ? below : below + 1;
}

/// How many edges have a length of each binary order of magnitude. The lattice follows no more of a length, and an
/// array of all lengths of a large model would be larger than the model.
class EdgeOrders {
 public:
  void add(const LodLevel& level) {
    for (std::size_t i = 0; i + 2 < level.indices.size(); i += 3) {
      for (std::size_t corner = 0; corner < 3; ++corner) {
        const Vec3f a = level.vertices.positions[level.indices[i + corner]];
        const Vec3f b = level.vertices.positions[level.indices[i + (corner + 1) % 3]];
        const double x = double{a.x} - double{b.x}, y = double{a.y} - double{b.y}, z = double{a.z} - double{b.z};
        const double length = std::sqrt(x * x + y * y + z * z);
        if (length > 0) ++counts_[static_cast<std::size_t>(floor_exponent(length) - lowest)];
      }
    }
  }

  void add(const EdgeOrders& other) {
    for (std::size_t order = 0; order < counts_.size(); ++order) counts_[order] += other.counts_[order];
  }

  /// The largest power of two that is at most the quantile of the lengths; nothing where there is none.
  [[nodiscard]] std::optional<double> quantile(std::uint64_t numerator, std::uint64_t denominator) const {
    const std::uint64_t count = std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0});
    if (count == 0) return std::nullopt;
    const std::uint64_t rank = count / denominator * numerator + count % denominator * numerator / denominator;
    std::uint64_t below = 0;
    std::size_t order = 0;
    while (below + counts_[order] <= rank) below += counts_[order++];
    return std::ldexp(1.0, static_cast<int>(order) + lowest);
  }

 private:
  static constexpr int lowest = -151, highest = 130;  // lengths between floats, but for 0
  std::array<std::uint64_t, highest - lowest + 1> counts_{};
};

double largest_coordinate(const CodedMeshes& meshes) {
  std::vector<double> largest(meshes.all.size(), meshes.extent);
  for_each_index(largest.size(), [&](std::size_t l) {
    for (const Vec3f& p : meshes.all[l]->vertices.positions) {
      largest[l] = std::max({largest[l], std::abs(double{p.x}), std::abs(double{p.y}), std::abs(double{p.z})});
    }
  });
  return std::accumulate(largest.begin(), largest.end(), meshes.extent,
                         [](double x, double y) { return std::max(x, y); });
}

/// Right to its power of two.
double wanted_step(const CodedMeshes& meshes) {
  const double extent = meshes.extent;
  double wanted = extent / 16384;
  std::vector<EdgeOrders> orders(meshes.finest.size());
  for_each_index(orders.size(), [&](std::size_t l) { orders[l].add(*meshes.finest[l]); });
  EdgeOrders edges;
  for (const EdgeOrders& level : orders) edges.add(level);
  if (const std::optional<double> median = edges.quantile(1, 2)) wanted = std::min(wanted, *median / 64);
  if (const std::optional<double> short_edge = edges.quantile(1, 20)) wanted = std::min(wanted, *short_edge / 8);
  // levels are told apart from there on; below it an estimate is as good as 0
  if (meshes.first_estimate >= smallest_error_rise) wanted = std::min(wanted, meshes.first_estimate * extent);
  return wanted;
}

}  // namespace

CodedMeshes::CodedMeshes(const LodChain& chain) : extent(chain.bounds.extent) {
  for (const LodLevel& level : chain.levels) all.push_back(&level);
  if (!all.empty()) finest.push_back(all.front());
  if (all.size() > 1) first_estimate = all[1]->estimate;
}

double Lattice::error() const noexcept { return step * 0.5 * std::sqrt(3.0); }

LatticePoint Lattice::point(Vec3f position) const noexcept {
  const auto nearest = [this](float coordinate) {
    // as std::llround, which is a call: a float over a power of two has so few bits that the half is added exactly
    const double value = double{coordinate} / step;
    return static_cast<std::int64_t>(value + (value < 0 ? -0.5 : 0.5));
  };
  return {nearest(position.x), nearest(position.y), nearest(position.z)};
}

Lattice choose_lattice(const CodedMeshes& meshes, const PackOptions& options) {
  Lattice lattice;
  const double extent = meshes.extent;
  if (options.lossless || !(extent > 0)) return lattice;

  const int finest = ceil_exponent(largest_coordinate(meshes)) - 24;
  lattice.step = options.lattice_step;
  if (lattice.step > std::ldexp(1.0, finest)) return lattice;
  const int wanted = options.position_bits > 0
                         ? ceil_exponent(std::ldexp(extent, -static_cast<int>(options.position_bits)))
                         : floor_exponent(wanted_step(meshes));
  if (!(lattice.step > 0)) lattice.step = std::ldexp(1.0, std::max(wanted, finest));
  lattice.coarser_than_wanted = wanted < finest;
  return lattice;
}

}  // namespace lodcook::cooker
