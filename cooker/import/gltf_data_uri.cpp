#include "cooker/import/gltf_data_uri.h"

#include <cstdint>
#include <string>

#include "cooker/import/characters.h"
#include "cooker/import/reference_path.h"

namespace lodcook::cooker {
namespace {

int base64_value(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+' || c == '-') return 62;
  if (c == '/' || c == '_') return 63;
  return -1;
}

Result<std::vector<std::byte>> decode_base64(std::string_view text) {
  while (!text.empty() && text.back() == '=') text.remove_suffix(1);
  std::vector<std::byte> out;
  out.reserve(text.size() / 4 * 3 + 2);
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char c : text) {
    const int value = base64_value(c);
    if (value < 0) return Error{ErrorCode::malformed, "a data URI is not base64", {}};
    bits = (bits << 6) | static_cast<std::uint32_t>(value);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out.push_back(static_cast<std::byte>((bits >> count) & 0xFF));
  }
  // one character alone is six bits: less than a byte
  if (text.size() % 4 == 1) return Error{ErrorCode::truncated, "a data URI ends inside a base64 group", {}};
  return out;
}

}  // namespace

bool is_data_uri(std::string_view uri) { return uri.size() >= 5 && lower_case(uri.substr(0, 5)) == "data:"; }

Result<std::vector<std::byte>> decode_data_uri(std::string_view uri) {
  const std::size_t comma = uri.find(',');
  if (comma == std::string_view::npos) return Error{ErrorCode::malformed, "a data URI has no comma", {}};
  const std::string_view head = uri.substr(0, comma);
  const std::string_view body = uri.substr(comma + 1);
  constexpr std::string_view mark = ";base64";
  if (head.size() >= mark.size() && lower_case(head.substr(head.size() - mark.size())) == mark) {
    return body.find('%') == std::string_view::npos ? decode_base64(body) : decode_base64(decode_percent(body));
  }
  const std::string text = decode_percent(body);
  const auto* bytes = reinterpret_cast<const std::byte*>(text.data());
  return std::vector<std::byte>(bytes, bytes + text.size());
}

}  // namespace lodcook::cooker
