#pragma once

#include <cstdint>
#include <string>

namespace lodcook::cooker {

/// "1 level", "2 levels".
inline std::string counted(std::uint64_t number, const std::string& noun) {
  return std::to_string(number) + ' ' + noun + (number == 1 ? "" : "s");
}

}  // namespace lodcook::cooker
