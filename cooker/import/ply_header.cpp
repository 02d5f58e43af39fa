#include "cooker/import/ply_header.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

#include "cooker/import/text_lines.h"

namespace lodcook::cooker {
namespace {

struct TypeName {
  std::string_view name;
  PlyType type;
};

constexpr TypeName type_names[] = {
    {"char", PlyType::int8},       {"int8", PlyType::int8},       {"uchar", PlyType::uint8},
    {"uint8", PlyType::uint8},     {"short", PlyType::int16},     {"int16", PlyType::int16},
    {"ushort", PlyType::uint16},   {"uint16", PlyType::uint16},   {"int", PlyType::int32},
    {"int32", PlyType::int32},     {"uint", PlyType::uint32},     {"uint32", PlyType::uint32},
    {"float", PlyType::float32},   {"float32", PlyType::float32}, {"double", PlyType::float64},
    {"float64", PlyType::float64},
};

std::optional<PlyType> type_of(std::string_view name) {
  const auto found =
      std::find_if(std::begin(type_names), std::end(type_names), [&](const TypeName& t) { return t.name == name; });
  return found == std::end(type_names) ? std::nullopt : std::optional<PlyType>(found->type);
}

Error malformed(const std::string& what) { return {ErrorCode::malformed, "the PLY header " + what, {}}; }

Status take_format(std::string_view rest, PlyHeader& out) {
  const std::string_view name = take_word(rest);
  if (name == "ascii")
    out.encoding = PlyEncoding::ascii;
  else if (name == "binary_little_endian")
    out.encoding = PlyEncoding::little_endian;
  else if (name == "binary_big_endian")
    out.encoding = PlyEncoding::big_endian;
  else
    return malformed("names no known encoding");
  return Done{};
}

Status take_element(std::string_view rest, PlyHeader& out) {
  PlyElement element;
  element.name = take_word(rest);
  const std::string_view count = take_word(rest);
  const auto [stop, failure] = std::from_chars(count.data(), count.data() + count.size(), element.count);
  if (element.name.empty() || failure != std::errc{} || stop != count.data() + count.size())
    return malformed("has an element without a count");
  out.elements.push_back(std::move(element));
  return Done{};
}

Status take_property(std::string_view rest, PlyHeader& out) {
  if (out.elements.empty()) return malformed("has a property before any element");
  PlyProperty property;
  std::string_view type = take_word(rest);
  if (type == "list") {
    const std::optional<PlyType> count_type = type_of(take_word(rest));
    if (!count_type || *count_type == PlyType::float32 || *count_type == PlyType::float64)
      return malformed("has a list whose count is no whole number");
    property.is_list = true;
    property.count_type = *count_type;
    type = take_word(rest);
  }
  const std::optional<PlyType> value_type = type_of(type);
  property.name = take_word(rest);
  if (!value_type || property.name.empty()) return malformed("has a property of no known type");
  property.type = *value_type;
  out.elements.back().properties.push_back(std::move(property));
  return Done{};
}

Status take_line(std::string_view line, PlyHeader& out, bool& has_format) {
  std::string_view rest = line;
  const std::string_view key = take_word(rest);
  if (key == "format") has_format = true;
  if (key == "format") return take_format(rest, out);
  if (key == "element") return take_element(rest, out);
  if (key == "property") return take_property(rest, out);
  if (key == "comment" && take_word(rest) == "TextureFile") out.texture_files.emplace_back(trimmed(rest));
  // anything else is a remark, some of them broken over two lines; the elements must fill the file exactly in any case
  return Done{};
}

/// The least that one row takes: in a text every value needs a digit and a blank.
std::uint64_t row_bytes(const PlyElement& element, PlyEncoding encoding) {
  std::uint64_t out = 0;
  for (const PlyProperty& p : element.properties)
    out += encoding == PlyEncoding::ascii ? 2 : size_of(p.is_list ? p.count_type : p.type);
  return out;
}

Status check_size(const PlyHeader& header, std::size_t file_size) {
  // the very last value of a text may lack its blank
  std::uint64_t left = file_size - header.body + (header.encoding == PlyEncoding::ascii ? 1 : 0);
  for (const PlyElement& element : header.elements) {
    const std::uint64_t row = row_bytes(element, header.encoding);
    if (row == 0) continue;
    if (element.count > left / row)
      return Error{ErrorCode::truncated,
                   "the header announces " + std::to_string(element.count) + " elements '" + element.name +
                       "', more than the file can hold",
                   {}};
    left -= element.count * row;
  }
  return Done{};
}

}  // namespace

std::size_t size_of(PlyType type) noexcept {
  constexpr std::size_t sizes[] = {1, 1, 2, 2, 4, 4, 4, 8};
  return sizes[static_cast<std::size_t>(type)];
}

Result<PlyHeader> parse_ply_header(std::span<const std::byte> file) {
  const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
  PlyHeader out;
  bool has_format = false;
  for (std::size_t at = 0, line_number = 0; at < text.size(); ++line_number) {
    const std::size_t end = text.find_first_of("\r\n", at);
    if (end == text.npos) break;
    const std::string_view line = trimmed(text.substr(at, end - at));
    at = end + (text.substr(end).starts_with("\r\n") ? 2 : 1);
    if (line_number == 0 && line != "ply")
      return Error{ErrorCode::malformed, "the file does not start as PLY files do", {}};
    if (line_number == 0) continue;
    if (line == "end_header") {
      out.body = at;
      if (!has_format) return malformed("names no encoding");
      if (Status size = check_size(out, file.size()); !size.ok()) return std::move(size).error();
      return out;
    }
    if (Status taken = take_line(line, out, has_format); !taken.ok()) return std::move(taken).error();
  }
  return Error{ErrorCode::truncated, "the PLY header has no end", {}};
}

}  // namespace lodcook::cooker
