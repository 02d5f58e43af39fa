#include "cooker/import/ply_rows.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <string_view>
#include <type_traits>

#include "cooker/import/text_lines.h"

namespace lodcook::cooker {
namespace {

Error truncated() { return {ErrorCode::truncated, "the file ends before the elements that its header announces", {}}; }

template <class T>
double decode(const std::byte* bytes, bool big_endian) {
  std::byte copy[sizeof(T)];
  std::memcpy(copy, bytes, sizeof(T));
  if (big_endian != (std::endian::native == std::endian::big)) std::reverse(std::begin(copy), std::end(copy));
  T value;
  std::memcpy(&value, copy, sizeof(T));
  return static_cast<double>(value);
}

double decode(PlyType type, const std::byte* bytes, bool big_endian) {
  switch (type) {
    case PlyType::int8: return decode<std::int8_t>(bytes, big_endian);
    case PlyType::uint8: return decode<std::uint8_t>(bytes, big_endian);
    case PlyType::int16: return decode<std::int16_t>(bytes, big_endian);
    case PlyType::uint16: return decode<std::uint16_t>(bytes, big_endian);
    case PlyType::int32: return decode<std::int32_t>(bytes, big_endian);
    case PlyType::uint32: return decode<std::uint32_t>(bytes, big_endian);
    case PlyType::float32: return decode<float>(bytes, big_endian);
    case PlyType::float64: return decode<double>(bytes, big_endian);
  }
  return 0;
}

bool is_blank(std::byte b) {
  const char c = static_cast<char>(b);
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f' || c == '\x1A';
}

}  // namespace

void PlyRows::skip_blanks() {
  const auto start = std::find_if_not(rest_.begin(), rest_.end(), is_blank);
  rest_ = rest_.subspan(static_cast<std::size_t>(start - rest_.begin()));
}

Status PlyRows::read_text(double& out) {
  skip_blanks();
  if (rest_.empty()) return truncated();
  const auto end = static_cast<std::size_t>(std::find_if(rest_.begin(), rest_.end(), is_blank) - rest_.begin());
  const std::optional<double> number = to_number({reinterpret_cast<const char*>(rest_.data()), end});
  if (!number) return Error{ErrorCode::malformed, "a word stands where a number belongs", {}};
  out = *number;
  rest_ = rest_.subspan(end);
  return Done{};
}

Status PlyRows::read_value(PlyType type, double& out) {
  if (encoding_ == PlyEncoding::ascii) return read_text(out);
  const std::size_t size = size_of(type);
  if (rest_.size() < size) return truncated();
  out = decode(type, rest_.data(), encoding_ == PlyEncoding::big_endian);
  rest_ = rest_.subspan(size);
  return Done{};
}

Status PlyRows::read_list(const PlyProperty& property, std::vector<double>& out) {
  double count = 0;
  if (Status read = read_value(property.count_type, count); !read.ok()) return read;
  if (!(count >= 0) || count != std::floor(count)) return Error{ErrorCode::malformed, "a list has a count below 0", {}};
  if (count > static_cast<double>(rest_.size())) return truncated();
  out.resize(static_cast<std::size_t>(count));
  for (double& value : out)
    if (Status read = read_value(property.type, value); !read.ok()) return read;
  return Done{};
}

Status PlyRows::read(const PlyElement& element, PlyRow& row) {
  row.values.resize(element.properties.size());
  row.lists.resize(element.properties.size());
  for (std::size_t i = 0; i < element.properties.size(); ++i) {
    const PlyProperty& property = element.properties[i];
    Status read = property.is_list ? read_list(property, row.lists[i]) : read_value(property.type, row.values[i]);
    if (!read.ok()) return read;
  }
  return Done{};
}

Status PlyRows::finish() {
  skip_blanks();
  if (rest_.empty()) return Done{};
  return Error{ErrorCode::inconsistent,
               std::to_string(rest_.size()) + " bytes are left behind the elements that the header announces",
               {}};
}

}  // namespace lodcook::cooker
