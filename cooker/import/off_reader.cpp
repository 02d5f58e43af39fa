#include "cooker/import/off_reader.h"

#include <cmath>

#include "cooker/import/polygon_mesh.h"
#include "cooker/import/text_lines.h"

namespace lodcook::cooker {
namespace {

class OffParser {
 public:
  explicit OffParser(std::string_view text) : lines_(text) {}

  Result<PolygonMesh> parse() {
    if (Status head = take_head(); !head.ok()) return std::move(head).error();
    for (std::uint64_t i = 0; i < vertex_count_; ++i)
      if (Status taken = take_vertex(); !taken.ok()) return std::move(taken).error();
    for (std::uint64_t i = 0; i < face_count_; ++i)
      if (Status taken = take_face(); !taken.ok()) return std::move(taken).error();
    return std::move(mesh_);
  }

 private:
  Status take_head();
  Status take_kind(std::string_view kind);
  Status take_counts(std::string_view line);
  Status take_vertex();
  Status take_face();
  /// The next line that is not empty, without its remark.
  Result<std::string_view> next_line();
  Status numbers(std::string_view line, std::vector<double>& out) const;

  [[nodiscard]] Error error(ErrorCode code, std::string message) const {
    return {code, std::move(message), "line " + std::to_string(lines_.number())};
  }

  TextLines lines_;
  bool normals_ = false, colors_ = false, uvs_ = false;
  std::uint64_t vertex_count_ = 0, face_count_ = 0;
  std::vector<double> numbers_;
  PolygonMesh mesh_;
};

Result<std::string_view> OffParser::next_line() {
  while (const std::optional<std::string_view> line = lines_.next()) {
    const std::string_view content = trimmed(line->substr(0, line->find('#')));
    if (!content.empty()) return content;
  }
  return error(ErrorCode::truncated, "the file ends before the vertices and faces that it announces");
}

Status OffParser::numbers(std::string_view line, std::vector<double>& out) const {
  out.clear();
  for (std::string_view word = take_word(line); !word.empty(); word = take_word(line)) {
    const std::optional<double> number = to_number(word);
    if (!number) return error(ErrorCode::malformed, "a word stands where a number belongs");
    out.push_back(*number);
  }
  return Done{};
}

Status OffParser::take_kind(std::string_view kind) {
  const auto take = [&](std::string_view prefix) {
    const bool found = kind.starts_with(prefix);
    if (found) kind.remove_prefix(prefix.size());
    return found;
  };
  uvs_ = take("ST");
  colors_ = take("C");
  normals_ = take("N");
  if (kind == "OFF") return Done{};
  if (kind == "4OFF" || kind == "nOFF" || kind == "4nOFF")
    return error(ErrorCode::unsupported_feature, "OFF files of other than three dimensions are not read");
  return error(ErrorCode::malformed, "the file does not start as OFF files do");
}

Status OffParser::take_head() {
  const Result<std::string_view> line = next_line();
  if (!line.ok()) return line.error();
  std::string_view rest = *line;
  const std::string_view kind = take_word(rest);
  if (to_number(kind)) return take_counts(*line);
  if (Status taken = take_kind(kind); !taken.ok()) return taken;
  rest = trimmed(rest);
  if (rest.starts_with("BINARY")) return error(ErrorCode::unsupported_feature, "binary OFF files are not read");
  if (!rest.empty()) return take_counts(rest);
  const Result<std::string_view> counts = next_line();
  return counts.ok() ? take_counts(*counts) : Status(counts.error());
}

Status OffParser::take_counts(std::string_view line) {
  if (Status read = numbers(line, numbers_); !read.ok()) return read;
  if (numbers_.size() < 2) return error(ErrorCode::malformed, "the numbers of vertices and faces are missing");
  for (int i = 0; i < 2; ++i) {
    const double count = numbers_[static_cast<std::size_t>(i)];
    if (!(count >= 0) || count != std::floor(count) || count >= no_index)
      return error(ErrorCode::malformed, "the number of vertices or faces is no count");
    (i == 0 ? vertex_count_ : face_count_) = static_cast<std::uint64_t>(count);
  }
  return Done{};
}

/// Position, normal, colour (three or four parts, or bytes), texture coordinate, in this order.
Status OffParser::take_vertex() {
  const Result<std::string_view> line = next_line();
  if (!line.ok()) return line.error();
  if (Status read = numbers(*line, numbers_); !read.ok()) return read;
  const std::size_t least = 3U + (normals_ ? 3U : 0U) + (colors_ ? 3U : 0U) + (uvs_ ? 2U : 0U);
  const std::vector<double>& n = numbers_;
  if (n.size() < least) return error(ErrorCode::malformed, "a vertex has too few numbers");
  const auto part = [&](std::size_t i) { return static_cast<float>(n[i]); };
  mesh_.positions.push_back({n[0], n[1], n[2]});
  std::size_t at = 3;
  if (normals_) {
    mesh_.normals.push_back({part(at), part(at + 1), part(at + 2)});
    at += 3;
  }
  if (colors_) {
    const bool alpha = n.size() > least;
    const bool bytes = n[at] > 1 || n[at + 1] > 1 || n[at + 2] > 1;
    const float scale = bytes ? 255.0F : 1.0F;
    mesh_.colors.push_back(
        {part(at) / scale, part(at + 1) / scale, part(at + 2) / scale, alpha ? part(at + 3) / scale : 1});
    at += alpha ? 4 : 3;
  }
  if (uvs_) mesh_.uvs.push_back({part(at), part(at + 1)});
  return Done{};
}

Status OffParser::take_face() {
  const Result<std::string_view> line = next_line();
  if (!line.ok()) return line.error();
  if (Status read = numbers(*line, numbers_); !read.ok()) return read;
  const double count = numbers_[0];
  if (!(count >= 0) || count > static_cast<double>(numbers_.size() - 1))
    return error(ErrorCode::malformed, "a face has fewer corners than it announces");
  const auto corners = static_cast<std::size_t>(count);
  mesh_.points += corners == 1 ? 1 : 0;
  mesh_.lines += corners == 2 ? 1 : 0;
  for (std::size_t i = 1; i <= corners; ++i) {
    const double index = numbers_[i];
    if (!(index >= 0) || index != std::floor(index) || index >= static_cast<double>(mesh_.positions.size()))
      return error(ErrorCode::invalid_index, "a face names a vertex that is not there");
    if (corners >= 3) mesh_.corners.push_back(static_cast<std::uint32_t>(index));
  }
  if (corners >= 3) mesh_.face_ends.push_back(mesh_.corners.size());
  return Done{};
}

}  // namespace

Result<Scene> read_off(const FileBytes& bytes, const ImportOptions& options, Jail& jail) {
  std::string buffer;
  const Result<std::string_view> text = text_of(bytes.span(), buffer);
  if (!text.ok()) return jail.at_model(text.error());
  const Result<PolygonMesh> mesh = OffParser(*text).parse();
  if (!mesh.ok()) return jail.at_model(mesh.error());
  Result<Scene> scene = scene_of(*mesh, jail.model_name(), options.max_triangles);
  return scene.ok() ? std::move(scene) : jail.at_model(scene.error());
}

}  // namespace lodcook::cooker
