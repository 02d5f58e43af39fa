#pragma once

#include <cmath>
#include <cstdint>
#include <string>

#include "lodcook/result.h"

/// Small questions that several table checks ask.
namespace lodcook::format {

/// An error at one record of a table.
inline Error fault(ErrorCode code, const char* message, const char* table, std::uint64_t record) {
  return {code, message, std::string(table) + " " + std::to_string(record)};
}

template <class Float, std::size_t N>
bool all_finite(const Float (&values)[N]) noexcept {
  for (const Float value : values) {
    if (!std::isfinite(value)) return false;
  }
  return true;
}

/// min before max in every axis, and finite.
inline bool box_is_sound(const float (&box)[6]) noexcept {
  return all_finite(box) && box[0] <= box[3] && box[1] <= box[4] && box[2] <= box[5];
}

inline bool box_contains(const float (&outer)[6], const float (&inner)[6]) noexcept {
  for (int axis = 0; axis < 3; ++axis) {
    if (inner[axis] < outer[axis] || inner[axis + 3] > outer[axis + 3]) return false;
  }
  return true;
}

/// Centre and radius.
inline bool sphere_is_sound(const float (&sphere)[4]) noexcept { return all_finite(sphere) && sphere[3] >= 0; }

inline bool error_is_sound(double error) noexcept { return std::isfinite(error) && error >= 0; }

}  // namespace lodcook::format
