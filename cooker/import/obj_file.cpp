#include "cooker/import/obj_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "cooker/import/reference_path.h"
#include "cooker/import/text_lines.h"

namespace lodcook::cooker {
namespace {

std::string quoted(std::string_view word) {
  std::string out = "'";
  out.append(as_utf8(word.substr(0, 40)));
  out.push_back('\'');
  return out;
}

class ObjParser {
 public:
  explicit ObjParser(std::string_view text)
      : lines_(text), ends_in_line_(!text.empty() && text.back() != '\n' && text.back() != '\r') {}

  Result<ObjFile> parse() {
    while (const std::optional<std::string_view> line = lines_.next()) {
      std::string_view rest = *line;
      const std::string_view key = take_word(rest);
      if (key.empty() || key[0] == '#') continue;
      if (Status taken = take(key, rest); !taken.ok()) return std::move(taken).error();
    }
    if (Status checked = check(); !checked.ok()) return std::move(checked).error();
    finish_colors();
    return std::move(file_);
  }

 private:
  Status take(std::string_view key, std::string_view rest);
  Status take_position(std::string_view rest);
  Status take_uv(std::string_view rest);
  Status take_normal(std::string_view rest);
  Status take_face(std::string_view rest);
  Result<ObjCorner> corner(std::string_view word) const;
  Result<std::uint32_t> index(std::string_view text, std::size_t count) const;
  Status take_element(std::string_view rest, std::uint64_t& count, bool chain);
  Result<std::size_t> numbers(std::string_view rest, double* out, std::size_t most) const;
  void take_name(std::string_view key, std::string_view rest);
  void finish_colors();
  [[nodiscard]] bool last_face_is_mixed() const;
  Status check() const;

  [[nodiscard]] Error error(ErrorCode code, std::string message) const {
    return {code, std::move(message), "line " + std::to_string(lines_.number())};
  }

  TextLines lines_;
  bool ends_in_line_;
  ObjFile file_;
  ObjRun names_;
  bool names_changed_ = true;
};

std::string_view without_comment(std::string_view text) {
  return text.substr(0, std::min(text.find('#'), text.size()));
}

Status ObjParser::take(std::string_view key, std::string_view rest) {
  if (key == "v") return take_position(without_comment(rest));
  if (key == "vt") return take_uv(without_comment(rest));
  if (key == "vn") return take_normal(without_comment(rest));
  if (key == "f" || key == "fo") return take_face(without_comment(rest));
  if (key == "l") return take_element(without_comment(rest), file_.lines, true);
  if (key == "p") return take_element(without_comment(rest), file_.points, false);
  if (key == "curv" || key == "curv2" || key == "surf") ++file_.curves;
  if (key == "mtllib") file_.material_libraries.emplace_back(trimmed(rest));
  take_name(key, rest);
  return Done{};
}

void ObjParser::take_name(std::string_view key, std::string_view rest) {
  const std::string name = as_utf8(trimmed(rest));
  if (key == "o") {
    names_.object = name;
    names_.group.clear();
  } else if (key == "g") {
    names_.group = name;
  } else if (key == "usemtl") {
    names_.material = name;
  } else {
    return;
  }
  names_changed_ = true;
}

Result<std::size_t> ObjParser::numbers(std::string_view rest, double* out, std::size_t most) const {
  std::size_t count = 0;
  for (std::string_view word = take_word(rest); !word.empty(); word = take_word(rest)) {
    const std::optional<double> number = to_number(word);
    if (!number) return error(ErrorCode::malformed, quoted(word) + " is not a number");
    if (count == most) return error(ErrorCode::malformed, "more than " + std::to_string(most) + " numbers");
    out[count++] = *number;
  }
  return count;
}

/// "v x y z", also with w (which polygons do not use) or with a colour, alpha included.
Status ObjParser::take_position(std::string_view rest) {
  double n[7] = {};
  const Result<std::size_t> count = numbers(rest, n, 7);
  if (!count.ok()) return count.error();
  if (*count < 3) return error(ErrorCode::malformed, "a vertex of fewer than 3 numbers");
  file_.positions.push_back({n[0], n[1], n[2]});
  if (*count < 6) return Done{};
  file_.colors.resize(file_.positions.size() - 1, {1, 1, 1, 1});
  file_.colors.push_back({static_cast<float>(n[3]), static_cast<float>(n[4]), static_cast<float>(n[5]),
                          *count == 7 ? static_cast<float>(n[6]) : 1.0F});
  return Done{};
}

Status ObjParser::take_uv(std::string_view rest) {
  double n[3] = {};
  const Result<std::size_t> count = numbers(rest, n, 3);
  if (!count.ok()) return count.error();
  if (*count < 1) return error(ErrorCode::malformed, "a texture coordinate without numbers");
  file_.uvs.push_back({static_cast<float>(n[0]), static_cast<float>(n[1])});
  return Done{};
}

Status ObjParser::take_normal(std::string_view rest) {
  double n[3] = {};
  const Result<std::size_t> count = numbers(rest, n, 3);
  if (!count.ok()) return count.error();
  if (*count < 3) return error(ErrorCode::malformed, "a normal of fewer than 3 numbers");
  const double length = std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  const bool sound = length > 0 && std::isfinite(length);
  const auto part = [&](double v) { return sound ? static_cast<float>(v / length) : 0.0F; };
  file_.normals.push_back({part(n[0]), part(n[1]), part(n[2])});
  return Done{};
}

/// Counted from 1, or backwards from the last one so far. One that comes later in the file is allowed for.
Result<std::uint32_t> ObjParser::index(std::string_view text, std::size_t count) const {
  std::int64_t value = 0;
  const auto [stop, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure == std::errc::invalid_argument || stop != text.data() + text.size())
    return error(ErrorCode::malformed, quoted(text) + " is not an index");
  if (value < 0) value += static_cast<std::int64_t>(count) + 1;
  if (failure != std::errc{} || value < 1 || value >= no_obj_index)
    return error(ErrorCode::invalid_index, quoted(text) + " names nothing");
  return static_cast<std::uint32_t>(value - 1);
}

Result<ObjCorner> ObjParser::corner(std::string_view word) const {
  ObjCorner out;
  const std::size_t counts[3] = {file_.positions.size(), file_.uvs.size(), file_.normals.size()};
  std::uint32_t* const targets[3] = {&out.position, &out.uv, &out.normal};
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t end = std::min(word.find('/'), word.size());
    const std::string_view text = word.substr(0, end);
    const bool last = end == word.size();
    if (!text.empty() || i == 0) {
      const Result<std::uint32_t> number = index(text, counts[i]);
      if (!number.ok()) return number.error();
      *targets[i] = *number;
    }
    if (last) return out;
    word.remove_prefix(end + 1);
  }
  return error(ErrorCode::malformed, "a corner of more than three indices");
}

Status ObjParser::take_face(std::string_view rest) {
  const std::size_t first = file_.corners.size();
  for (std::string_view word = take_word(rest); !word.empty(); word = take_word(rest)) {
    const Result<ObjCorner> taken = corner(word);
    if (!taken.ok()) return taken.error();
    file_.corners.push_back(*taken);
  }
  const std::size_t count = file_.corners.size() - first;
  if (count == 0) return error(ErrorCode::malformed, "a face without corners");
  if (count < 3) {
    file_.corners.resize(first);
    ++(count == 1 ? file_.points : file_.lines);
    return Done{};
  }
  if (names_changed_) {
    names_.first_face = file_.face_ends.size();
    file_.runs.push_back(names_);
    names_changed_ = false;
  }
  file_.face_ends.push_back(file_.corners.size());
  return Done{};
}

Status ObjParser::take_element(std::string_view rest, std::uint64_t& count, bool chain) {
  std::uint64_t words = 0;
  for (std::string_view word = take_word(rest); !word.empty(); word = take_word(rest), ++words) {
    const Result<ObjCorner> taken = corner(word);
    if (!taken.ok()) return taken.error();
  }
  count += chain && words > 0 ? words - 1 : words;
  return Done{};
}

/// Some writers give colours as bytes.
void ObjParser::finish_colors() {
  if (file_.colors.empty()) return;
  file_.colors.resize(file_.positions.size(), {1, 1, 1, 1});
  const auto over_one = [](const Vec4f& c) { return c.x > 1 || c.y > 1 || c.z > 1; };
  if (std::none_of(file_.colors.begin(), file_.colors.end(), over_one)) return;
  for (Vec4f& c : file_.colors) {
    if (c == Vec4f{1, 1, 1, 1}) continue;
    c = {c.x / 255, c.y / 255, c.z / 255, c.w > 1 ? c.w / 255 : c.w};
  }
}

/// All corners of a face are written alike: v, v/t, v//n or v/t/n.
bool ObjParser::last_face_is_mixed() const {
  if (file_.face_ends.empty()) return false;
  const std::size_t faces = file_.face_ends.size();
  const std::size_t first = faces > 1 ? file_.face_ends[faces - 2] : 0;
  const ObjCorner& a = file_.corners[first];
  for (std::size_t c = first + 1; c < file_.face_ends.back(); ++c) {
    const ObjCorner& b = file_.corners[c];
    if ((a.uv == no_obj_index) != (b.uv == no_obj_index) || (a.normal == no_obj_index) != (b.normal == no_obj_index)) {
      return true;
    }
  }
  return false;
}

Status ObjParser::check() const {
  std::vector<bool> used(file_.positions.size());
  for (const ObjCorner& c : file_.corners) {
    const bool uv = c.uv == no_obj_index || c.uv < file_.uvs.size();
    const bool normal = c.normal == no_obj_index || c.normal < file_.normals.size();
    if (c.position >= file_.positions.size() || !uv || !normal)
      return Error{
          ErrorCode::invalid_index, "a face names a vertex, texture coordinate or normal that is not there", {}};
    used[c.position] = true;
  }
  if (ends_in_line_ && last_face_is_mixed()) {
    return error(ErrorCode::truncated,
                 "the file ends inside a line, and some corners of its last face lack indices that "
                 "others have: it has been cut");
  }
  const auto unused = static_cast<std::size_t>(std::count(used.begin(), used.end(), false));
  // writers that leave out the last line's end exist, and so do spare vertices; together they mean a cut file
  if (ends_in_line_ && !file_.corners.empty() && unused > used.size() / 100)
    return error(ErrorCode::truncated, "the file ends inside a line and no face uses " + std::to_string(unused) +
                                           " of its " + std::to_string(used.size()) + " vertices: it has been cut");
  return Done{};
}

}  // namespace

Result<ObjFile> parse_obj(std::string_view text) { return ObjParser(text).parse(); }

}  // namespace lodcook::cooker
