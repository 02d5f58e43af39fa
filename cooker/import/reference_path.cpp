#include "cooker/import/reference_path.h"

#include <algorithm>

#include "cooker/import/characters.h"
#include "manifest/utf8.h"

namespace lodcook::cooker {
namespace {

constexpr std::size_t max_reference_bytes = 4096;  // PATH_MAX of the usual systems

// RFC 3986, section 3.1
bool starts_with_scheme(std::string_view text) {
  if (text.empty() || !is_letter(text[0])) return false;
  const auto end = std::find_if(text.begin(), text.end(), [](char c) {
    return !is_letter(c) && !is_digit(c) && c != '+' && c != '-' && c != '.';
  });
  return end != text.end() && *end == ':';
}

bool starts_with_drive(std::string_view part) { return part.size() >= 2 && is_letter(part[0]) && part[1] == ':'; }

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = manifest::utf8_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

Error forbidden(const char* why) { return {ErrorCode::forbidden_path, why, {}}; }

}  // namespace

std::string as_utf8(std::string_view text) {
  if (is_utf8(text)) return std::string(text);
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      out += c;
    } else {
      out += static_cast<char>(0xC0 | (byte >> 6));
      out += static_cast<char>(0x80 | (byte & 0x3F));
    }
  }
  return out;
}

std::string decode_percent(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escape = text[i] == '%' && i + 2 < text.size() && hex_value(text[i + 1]) >= 0;
    if (escape && hex_value(text[i + 2]) >= 0) {
      out += static_cast<char>(hex_value(text[i + 1]) * 16 + hex_value(text[i + 2]));
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

std::string join(const ReferencePath& path) {
  std::string out;
  for (std::uint32_t i = 0; i < path.climbs; ++i) out += "../";
  for (std::size_t i = 0; i < path.parts.size(); ++i) {
    if (i > 0) out += '/';
    out += path.parts[i];
  }
  return out;
}

Result<ReferencePath> parse_reference(std::string_view reference) {
  if (reference.empty()) return forbidden("an empty file name");
  if (reference.size() > max_reference_bytes) return forbidden("a file name longer than 4096 bytes");
  if (reference.find('\0') != std::string_view::npos) return forbidden("a file name with a NUL in it");
  std::string text = as_utf8(reference);
  std::replace(text.begin(), text.end(), '\\', '/');
  if (text[0] == '/') return forbidden("an absolute path");
  if (starts_with_drive(text)) return forbidden("a path with a drive letter");
  if (starts_with_scheme(text)) return forbidden("a path with a scheme");

  ReferencePath out;
  std::string_view rest = text;
  bool names_a_folder = false;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('/'), rest.size());
    const std::string_view part = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    names_a_folder = part.empty() || part == "." || part == "..";
    if (starts_with_drive(part)) return forbidden("a path with a drive letter");
    if (part == ".." && out.parts.empty()) ++out.climbs;
    if (part == ".." && !out.parts.empty()) out.parts.pop_back();
    if (!names_a_folder) out.parts.emplace_back(part);
  }
  if (out.parts.empty() || names_a_folder || text.back() == '/') return forbidden("a path that names no file");
  return out;
}

}  // namespace lodcook::cooker
