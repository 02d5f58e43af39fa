#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lodcook::cooker {

/// What a name says of an authored level: "rock_LOD1" is level 1 of "rock".
struct LevelName {
  std::string base;
  std::uint32_t number = 0;
};

/// Reads "<base>_LOD<number>" (the letters in any case; '-', '.' or ' ' for '_'; one or two digits). Nothing for every
/// other name.
std::optional<LevelName> level_name(std::string_view name);

}  // namespace lodcook::cooker
