#pragma once

#include <cstddef>
#include <random>
#include <vector>

namespace lodcook::test {

/// One change of those that break parsers: a flipped bit, a byte, a number of 2, 4 or 8 bytes near a limit.
void change_something(std::vector<std::byte>& file, std::mt19937& random);

}  // namespace lodcook::test
