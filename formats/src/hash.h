#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace lodcook {

/// XXH64 with seed 0.
std::uint64_t hash64(std::span<const std::byte> bytes) noexcept;

/// XXH64 with seed 0 of bytes that come piece by piece: the same value as hash64 of their concatenation.
class Hasher64 {
 public:
  Hasher64() noexcept;
  void update(std::span<const std::byte> bytes) noexcept;
  [[nodiscard]] std::uint64_t value() const noexcept;

 private:
  alignas(8) std::byte state_[88];
};

}  // namespace lodcook
