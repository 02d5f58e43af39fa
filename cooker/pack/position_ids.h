#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <lodcook/types.h>

namespace lodcook::cooker {

/// Numbers positions: equal ones (-0 as 0) have one number, in order of first appearance.
class PositionIds {
 public:
  explicit PositionIds(std::span<const Vec3f> positions);

  /// By index into the positions it was made of.
  [[nodiscard]] const std::vector<std::uint32_t>& ids() const noexcept { return ids_; }
  [[nodiscard]] std::uint32_t count() const noexcept { return static_cast<std::uint32_t>(firsts_.size()); }

  /// The number of an equal position; a new one, not remembered, where there is none: `fallback`.
  [[nodiscard]] std::uint32_t find(Vec3f position, std::uint32_t fallback) const noexcept;

 private:
  [[nodiscard]] std::size_t slot_of(Vec3f position) const noexcept;

  std::vector<Vec3f> firsts_;  ///< By number.
  std::vector<std::uint32_t> ids_;
  std::vector<std::uint32_t> slots_;
};

}  // namespace lodcook::cooker
