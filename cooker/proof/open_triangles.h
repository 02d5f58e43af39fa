#pragma once

#include <cstdint>
#include <vector>

namespace lodcook::proof {

/// A triangle that its hint did not prove.
struct Open {
  float distance;  // proven so far
  std::uint32_t triangle, hint;
};

/// The farthest few and as many spread over the rest.
std::vector<Open> picks(const std::vector<Open>& open);

}  // namespace lodcook::proof
