#include "tests/golden/random_change.h"

#include <cstdint>
#include <iterator>

namespace lodcook::test {

void change_something(std::vector<std::byte>& file, std::mt19937& random) {
  constexpr std::uint64_t numbers[] = {0,
                                       1,
                                       2,
                                       3,
                                       0x7F,
                                       0x80,
                                       0xFF,
                                       0x7FFF,
                                       0x8000,
                                       0xFFFF,
                                       0x7FFFFFFF,
                                       0x80000000,
                                       0xFFFFFFFF,
                                       0x7FF0000000000000,
                                       0x7FF8000000000000,
                                       ~std::uint64_t{0}};
  const std::size_t at = random() % file.size();
  switch (random() % 4) {
    case 0: file[at] ^= static_cast<std::byte>(1U << (random() % 8)); return;
    case 1: file[at] = static_cast<std::byte>(random() % 256); return;
    default: break;
  }
  const std::size_t width = std::size_t{2} << (random() % 3);
  const std::size_t aligned = at / width * width;
  std::uint64_t number = numbers[random() % std::size(numbers)];
  if (random() % 2 == 0) {
    std::uint64_t old = 0;
    for (std::size_t i = 0; i < width && aligned + i < file.size(); ++i)
      old |= std::to_integer<std::uint64_t>(file[aligned + i]) << (8 * i);
    number = old + (random() % 9) - 4;
  }
  for (std::size_t i = 0; i < width && aligned + i < file.size(); ++i)
    file[aligned + i] = static_cast<std::byte>(number >> (8 * i));
}

}  // namespace lodcook::test
