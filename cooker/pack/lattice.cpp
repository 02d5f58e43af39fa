#include "cooker/pack/lattice.h"

#include <algorithm>
#include <cmath>

namespace lodcook::cooker {

namespace {

// Levels are told apart from this part of the extent on (level_errors); below it an estimate is as good as 0.
constexpr double smallest_error_rise = 1e-6;

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

void append_edge_lengths(const LodLevel& level, std::vector<double>& lengths) {
  for (std::size_t i = 0; i + 2 < level.indices.size(); i += 3) {
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const Vec3f a = level.vertices.positions[level.indices[i + corner]];
      const Vec3f b = level.vertices.positions[level.indices[i + (corner + 1) % 3]];
      const double x = double{a.x} - double{b.x}, y = double{a.y} - double{b.y}, z = double{a.z} - double{b.z};
      const double length = std::sqrt(x * x + y * y + z * z);
      if (length > 0) lengths.push_back(length);
    }
  }
}

double quantile(std::vector<double>& values, std::size_t numerator, std::size_t denominator) {
  const std::size_t rank =
      values.size() / denominator * numerator + values.size() % denominator * numerator / denominator;
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(rank), values.end());
  return values[rank];
}

double largest_coordinate(const CodedMeshes& meshes) {
  double largest = meshes.extent;
  for (const LodLevel* level : meshes.all) {
    for (const Vec3f& p : level->vertices.positions) {
      largest = std::max({largest, std::abs(double{p.x}), std::abs(double{p.y}), std::abs(double{p.z})});
    }
  }
  return largest;
}

double wanted_step(const CodedMeshes& meshes) {
  const double extent = meshes.extent;
  double wanted = extent / 16384;
  std::vector<double> lengths;
  for (const LodLevel* level : meshes.finest) append_edge_lengths(*level, lengths);
  if (!lengths.empty()) {
    wanted = std::min(wanted, quantile(lengths, 1, 2) / 64);
    wanted = std::min(wanted, quantile(lengths, 1, 20) / 8);
  }
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
  return {std::llround(double{position.x} / step), std::llround(double{position.y} / step),
          std::llround(double{position.z} / step)};
}

Lattice choose_lattice(const CodedMeshes& meshes, const PackOptions& options) {
  Lattice lattice;
  const double extent = meshes.extent;
  if (options.lossless || !(extent > 0)) return lattice;

  const int finest = ceil_exponent(largest_coordinate(meshes)) - 24;
  const int wanted = options.position_bits > 0
                         ? ceil_exponent(std::ldexp(extent, -static_cast<int>(options.position_bits)))
                         : floor_exponent(wanted_step(meshes));
  lattice.step = options.lattice_step > 0 ? options.lattice_step : std::ldexp(1.0, std::max(wanted, finest));
  lattice.coarser_than_wanted = wanted < finest;
  return lattice;
}

}  // namespace lodcook::cooker
