#include "cooker/import/collada_text.h"

#include <algorithm>
#include <string_view>

#include "cooker/import/text_lines.h"

namespace lodcook::cooker {

std::optional<std::string> readable_collada(std::span<const std::byte> bytes) {
  std::string buffer;
  const Result<std::string_view> text = text_of(bytes, buffer);
  if (!text.ok()) return std::nullopt;
  std::string out;
  out.reserve(text->size());
  std::string_view rest = *text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('>'), rest.size() - 1) + 1;
    out += rest.substr(0, end);
    rest.remove_prefix(end);
    const std::size_t start = rest.find_first_not_of(" \t\r\n");
    const bool number = start != rest.npos && rest.find_first_of("+-.0123456789", start) == start;
    if (number) rest.remove_prefix(start);
  }
  const bool same = buffer.empty() && out.size() == bytes.size();
  return same ? std::nullopt : std::optional<std::string>(std::move(out));
}

}  // namespace lodcook::cooker
