#include "formats/src/hash.h"

#include <xxhash.h>

#include <new>

namespace lodcook {

static_assert(sizeof(XXH64_state_t) <= 88 && alignof(XXH64_state_t) <= 8);

std::uint64_t hash64(std::span<const std::byte> bytes) noexcept {
  const void* const data = bytes.data();
  // An empty span may have no address, which xxHash would take but analysers do not believe.
  if (data == nullptr) return XXH64("", 0, 0);
  return XXH64(data, bytes.size(), 0);
}

Hasher64::Hasher64() noexcept { XXH64_reset(new (state_) XXH64_state_t, 0); }

void Hasher64::update(std::span<const std::byte> bytes) noexcept {
  if (bytes.empty()) return;
  XXH64_update(std::launder(reinterpret_cast<XXH64_state_t*>(state_)), bytes.data(), bytes.size());
}

std::uint64_t Hasher64::value() const noexcept {
  return XXH64_digest(std::launder(reinterpret_cast<const XXH64_state_t*>(state_)));
}

}  // namespace lodcook
