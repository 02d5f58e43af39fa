#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lodcook/level_select.h"
#include "lodcook/result.h"

/// Chooses levels for many objects at once: arrays in, levels out. It chooses as choose_level() does, in 32-bit
/// numbers: within 1e-5 of a threshold the two may differ.
namespace lodcook {

/// The chains of all assets in use, laid out for choose_levels. Filled while loading; reading is safe from any thread.
class ChainTable {
 public:
  /// Copies a chain and returns its number. Fails with invalid_argument for a chain without levels, with
  /// over_level_limit for more than 32, with inconsistent where errors do not rise, distances fall, heights rise, a
  /// list is neither empty nor complete, or a number is not finite. A measure whose list is empty draws level 0.
  Result<std::uint32_t> add(const LevelChain& chain);

  [[nodiscard]] std::size_t size() const noexcept { return entries_.size(); }

  /// Levels of a chain. Objects with several chains: one entry in the arrays for each.
  [[nodiscard]] std::uint32_t level_count(std::uint32_t chain) const noexcept { return entries_[chain].level_count; }

  /// What choose_levels reads of a chain.
  struct Entry {
    float radius = 0;         ///< Model units.
    float cull_height = 0;    ///< 0: never culled.
    std::uint32_t first = 0;  ///< Of its thresholds.
    std::uint32_t level_count = 0;
  };

  [[nodiscard]] std::span<const Entry> entries() const noexcept { return entries_; }

  /// Of every chain -infinity for level 0, then the rising thresholds of the others (errors, switch distances, or
  /// 1 / screen height), filled up with at least one infinity to 1 + a multiple of four. The first two belong to none
  /// and are infinite.
  [[nodiscard]] std::span<const float> thresholds(Measure measure) const noexcept;

 private:
  std::vector<Entry> entries_;
  std::vector<float> errors_, distances_, inverse_heights_;
};

/// One element for each object in every array that is not empty. The caller owns them all.
struct ObjectArrays {
  Vec3d origin;                          ///< World space; what x, y and z count from, for worlds too large for floats.
  std::span<const float> x, y, z;        ///< Centres of the bounding spheres.
  std::span<const float> scale;          ///< largest_axis_scale of each. Empty: 1.
  std::span<const std::uint32_t> chain;  ///< Numbers of ChainTable::add. Empty: 0.
  std::span<const float> bias;           ///< Whole bias of each, effective_bias(). Empty: the global one for all.
  std::span<const float> draw_distance;  ///< Absent from here on: infinity for DrawClass::all, 0 for none. Empty: all.
  std::span<const std::uint8_t> forced;  ///< Level to draw instead, level_unknown: choose. Empty: choose all.
};

/// What happened in one pass.
struct SelectCounters {
  std::uint64_t per_level[32] = {};  ///< Objects drawn at each level.
  std::uint64_t culled = 0;          ///< Too small, beyond their distance, or never drawn.
  std::uint64_t switched = 0;        ///< Not as in the last frame, first frames excepted.
  std::uint64_t fallback = 0;        ///< For count_fallbacks.
};

/// One choice for every object. `levels` holds those of this view's last frame (level_unknown: none) and takes the new
/// ones. No allocation, no state; parts of the arrays may be chosen in different threads. Fails with invalid_argument
/// and touches nothing where the arrays' sizes differ or a chain's number is not in the table.
Status choose_levels(const View& view, const ChainTable& chains, const ObjectArrays& objects,
                     const SelectOptions& options, std::span<std::uint8_t> levels, SelectCounters* counters = nullptr);

}  // namespace lodcook
