#pragma once

#include <cstddef>
#include <memory>
#include <new>

namespace lodcook {

/// Alignment of everything a tile decodes to: a cache line, and what graphics interfaces ask of an upload.
constexpr std::size_t decoded_alignment = 64;

struct AlignedDelete {
  void operator()(std::byte* bytes) const noexcept { ::operator delete[](bytes, std::align_val_t{decoded_alignment}); }
};

using AlignedBytes = std::unique_ptr<std::byte[], AlignedDelete>;

/// Uninitialised, 64-byte aligned; null where there is no memory.
inline AlignedBytes allocate_aligned(std::size_t size) noexcept {
  return AlignedBytes(
      static_cast<std::byte*>(::operator new[](size, std::align_val_t{decoded_alignment}, std::nothrow)));
}

constexpr std::size_t round_up_to_alignment(std::size_t size) noexcept {
  return (size + (decoded_alignment - 1)) & ~(decoded_alignment - 1);
}

}  // namespace lodcook
