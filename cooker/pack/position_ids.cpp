#include "cooker/pack/position_ids.h"

#include <bit>

namespace lodcook::cooker {

namespace {

constexpr std::uint32_t empty = 0xFFFFFFFFU;

Vec3f without_negative_zero(Vec3f p) noexcept { return {p.x + 0.0F, p.y + 0.0F, p.z + 0.0F}; }

std::uint64_t hash(Vec3f p) noexcept {
  std::uint64_t h = std::bit_cast<std::uint32_t>(p.x);
  h = h * 0x9E3779B97F4A7C15U + std::bit_cast<std::uint32_t>(p.y);
  h = h * 0x9E3779B97F4A7C15U + std::bit_cast<std::uint32_t>(p.z);
  h *= 0x9E3779B97F4A7C15U;
  return h ^ (h >> 29);
}

}  // namespace

PositionIds::PositionIds(std::span<const Vec3f> positions) {
  slots_.assign(std::bit_ceil(positions.size() + positions.size() / 2 + 1), empty);
  ids_.reserve(positions.size());
  for (const Vec3f raw : positions) {
    const Vec3f p = without_negative_zero(raw);
    std::uint32_t& slot = slots_[slot_of(p)];
    if (slot == empty) {
      slot = count();
      firsts_.push_back(p);
    }
    ids_.push_back(slot);
  }
}

std::size_t PositionIds::slot_of(Vec3f p) const noexcept {
  std::size_t at = hash(p) & (slots_.size() - 1);
  while (slots_[at] != empty && firsts_[slots_[at]] != p) at = (at + 1) & (slots_.size() - 1);
  return at;
}

std::uint32_t PositionIds::find(Vec3f position, std::uint32_t fallback) const noexcept {
  const std::uint32_t found = slots_[slot_of(without_negative_zero(position))];
  return found == empty ? fallback : found;
}

}  // namespace lodcook::cooker
