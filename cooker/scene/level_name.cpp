#include "cooker/scene/level_name.h"

#include "cooker/scene/ascii.h"

namespace lodcook::cooker {
namespace {

bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

}  // namespace

std::optional<LevelName> level_name(std::string_view name) {
  constexpr std::size_t most_digits = 2;  // a chain has 32 levels at most
  std::size_t digits = 0;
  while (digits < name.size() && is_digit(name[name.size() - 1 - digits])) ++digits;
  if (digits == 0 || digits > most_digits) return std::nullopt;
  const std::string_view number = name.substr(name.size() - digits);
  const std::string_view word = name.substr(0, name.size() - digits);
  constexpr std::size_t mark = 4;  // the separator and "lod"
  if (word.size() <= mark) return std::nullopt;
  const std::string_view end = word.substr(word.size() - mark);
  const bool separated = std::string_view("_-. ").find(end[0]) != std::string_view::npos;
  if (!separated || ascii_lower(end[1]) != 'l' || ascii_lower(end[2]) != 'o' || ascii_lower(end[3]) != 'd')
    return std::nullopt;
  LevelName out{std::string(word.substr(0, word.size() - mark)), 0};
  for (const char c : number) out.number = out.number * 10 + static_cast<std::uint32_t>(c - '0');
  return out;
}

}  // namespace lodcook::cooker
