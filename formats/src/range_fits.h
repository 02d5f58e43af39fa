#pragma once

#include <cstdint>

namespace lodcook {

/// Whether [offset, offset + size) lies within [0, limit). Right for every value; the sum is never formed.
constexpr bool range_fits(std::uint64_t offset, std::uint64_t size, std::uint64_t limit) noexcept {
  return offset <= limit && size <= limit - offset;
}

}  // namespace lodcook
