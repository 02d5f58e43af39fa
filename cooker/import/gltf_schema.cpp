#include "cooker/import/gltf_schema.h"

#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <string>

#include "cooker/import/gltf_schema_rules.h"
#include "cooker/scene/transform.h"

namespace lodcook::cooker {
namespace {

constexpr std::uint64_t largest_size = 1ULL << 53;  // what every reader of JSON can hold

// Where a value stands, put together only when it is needed.
struct Path {
  const Path* parent = nullptr;
  std::string_view name = {};
  std::optional<std::uint32_t> index = std::nullopt;
};

std::string to_text(const Path& path) {
  std::string text = path.parent == nullptr ? std::string() : to_text(*path.parent);
  if (path.index) return text + "[" + std::to_string(*path.index) + "]";
  if (!text.empty() && !path.name.empty()) text += '.';
  return text + std::string(path.name);
}

Status malformed(const Path& path, const std::string& what) { return Error{ErrorCode::malformed, what, to_text(path)}; }

class Checker {
 public:
  explicit Checker(const JsonText& json) : json_(json) {}

  Status check() {
    if (json_.values[0].kind != JsonKind::object) return Error{ErrorCode::malformed, "not an object", "the JSON"};
    if (Status ok = check_version(); !ok.ok()) return ok;
    count_arrays();
    return object(0, "root", {});
  }

 private:
  Status check_version() const {
    const std::uint32_t asset = json_.member(0, "asset");
    const std::uint32_t version = asset == 0 ? 0 : json_.member(asset, "version");
    const std::string_view text = version == 0 ? std::string_view() : json_.raw(version);
    const std::uint32_t meshes = json_.member(0, "meshes");
    // glTF 1.0 names things where 2.0 numbers them, and its asset is optional
    const bool names_meshes = meshes != 0 && json_.values[meshes].kind == JsonKind::object;
    if (text == "1" || text.substr(0, 2) == "1." || (version == 0 && names_meshes)) {
      return Error{ErrorCode::unsupported_format, "glTF 1.0 is not read here", "asset.version"};
    }
    const bool is_two = text == "2" || text.substr(0, 2) == "2.";
    if (version == 0 || is_two || json_.values[version].kind != JsonKind::string) return Done{};
    return Error{ErrorCode::unsupported_feature, "glTF version " + decode_json_string(text) + " is not read",
                 "asset.version"};
  }

  void count_arrays() {
    std::uint32_t at = 1;
    for (std::uint32_t i = 0; i < json_.values[0].count; ++i) {
      counts_.emplace(json_.raw(at), json_.values[at + 1].count);
      at = json_.values[at + 1].next;
    }
  }

  Status object(std::uint32_t value, std::string_view kind, const Path& path) {
    if (json_.values[value].kind != JsonKind::object) return malformed(path, "not an object");
    const std::span<const MemberRule> rules = rules_of(kind);
    std::uint64_t seen = 0;
    std::uint32_t at = value + 1;
    for (std::uint32_t i = 0; i < json_.values[value].count; ++i) {
      const std::uint32_t content = at + 1;
      const std::string_view name = json_.raw(at);
      for (std::size_t r = 0; r < rules.size(); ++r) {
        if (rules[r].member != name) continue;
        const Path here{&path, name};
        if ((seen >> r & 1) != 0) return malformed(here, "given twice");
        seen |= 1ULL << r;
        if (Status ok = member(content, rules[r], here); !ok.ok()) return ok;
      }
      at = json_.values[content].next;
    }
    for (std::size_t r = 0; r < rules.size(); ++r) {
      if (rules[r].required && (seen >> r & 1) == 0) return malformed({&path, rules[r].member}, "missing");
    }
    return Done{};
  }

  Status member(std::uint32_t value, const MemberRule& rule, const Path& path) {
    switch (rule.shape) {
      case JsonShape::object: return object(value, rule.target, path);
      case JsonShape::objects:
        return each(value, path, [&](std::uint32_t v, const Path& p) { return object(v, rule.target, p); });
      case JsonShape::string: return of_kind(value, JsonKind::string, "not a string", path);
      case JsonShape::strings:
        return each(value, path,
                    [&](std::uint32_t v, const Path& p) { return of_kind(v, JsonKind::string, "not a string", p); });
      case JsonShape::boolean: return of_kind(value, JsonKind::boolean, "neither true nor false", path);
      case JsonShape::number: return number(value, path);
      case JsonShape::numbers: return numbers(value, rule.count, path);
      case JsonShape::size: return integer(value, largest_size, path);
      case JsonShape::reference: return reference(value, rule.target, path);
      case JsonShape::references:
        return each(value, path, [&](std::uint32_t v, const Path& p) { return reference(v, rule.target, p); });
      case JsonShape::attributes: return attributes(value, rule.target, path);
      case JsonShape::attribute_sets:
        return each(value, path, [&](std::uint32_t v, const Path& p) { return attributes(v, rule.target, p); });
    }
    return Done{};
  }

  template <class Check>
  Status each(std::uint32_t array, const Path& path, Check check) {
    if (json_.values[array].kind != JsonKind::array) return malformed(path, "not an array");
    std::uint32_t at = array + 1;
    for (std::uint32_t i = 0; i < json_.values[array].count; ++i) {
      if (Status ok = check(at, Path{&path, {}, i}); !ok.ok()) return ok;
      at = json_.values[at].next;
    }
    return Done{};
  }

  Status of_kind(std::uint32_t value, JsonKind kind, const char* what, const Path& path) const {
    return json_.values[value].kind == kind ? Status(Done{}) : malformed(path, what);
  }

  Status number(std::uint32_t value, const Path& path) const {
    if (json_.values[value].kind != JsonKind::number) return malformed(path, "not a number");
    // the parser behind reads at most 127 characters of a number
    const bool readable = json_.raw(value).size() <= 100;
    if (readable && std::abs(json_number(json_.raw(value))) <= std::numeric_limits<float>::max()) return Done{};
    return malformed(path, "a number too large or too long");
  }

  Status numbers(std::uint32_t value, std::uint32_t count, const Path& path) {
    Status all = each(value, path, [&](std::uint32_t v, const Path& p) { return number(v, p); });
    if (!all.ok() || count == 0 || json_.values[value].count == count) return all;
    return malformed(path, "not " + std::to_string(count) + " numbers");
  }

  // Digits only, with at most a fraction of zeros: the parser behind stops at anything else.
  Status integer(std::uint32_t value, std::uint64_t largest, const Path& path) const {
    if (json_.values[value].kind != JsonKind::number) return malformed(path, "not a number");
    const std::string_view text = json_.raw(value);
    const std::string_view digits = text.substr(0, text.find('.'));
    const std::string_view fraction = text.substr(std::min(digits.size() + 1, text.size()));
    const bool is_whole = digits.find_first_not_of("0123456789") == std::string_view::npos &&
                          fraction.find_first_not_of('0') == std::string_view::npos && text.size() <= 100;
    if (!is_whole) return malformed(path, "not a whole number from 0 up");
    if (json_number(digits) <= static_cast<double>(largest)) return Done{};
    return malformed(path, "a whole number too large");
  }

  Status reference(std::uint32_t value, std::string_view target, const Path& path) const {
    if (Status ok = integer(value, std::numeric_limits<std::int32_t>::max(), path); !ok.ok()) return ok;
    if (target.empty()) return Done{};
    const auto found = counts_.find(target);
    const std::uint32_t count = found == counts_.end() ? 0 : found->second;
    if (json_number(json_.raw(value)) < count) return Done{};
    return Error{ErrorCode::invalid_index,
                 "refers to " + std::string(target) + "[" + std::string(json_.raw(value)) + "], of which there are " +
                     std::to_string(count),
                 to_text(path)};
  }

  Status attributes(std::uint32_t value, std::string_view target, const Path& path) const {
    if (json_.values[value].kind != JsonKind::object) return malformed(path, "not an object");
    std::uint32_t at = value + 1;
    for (std::uint32_t i = 0; i < json_.values[value].count; ++i) {
      if (Status ok = reference(at + 1, target, {&path, json_.raw(at)}); !ok.ok()) return ok;
      at = json_.values[at + 1].next;
    }
    return Done{};
  }

  const JsonText& json_;
  std::map<std::string_view, std::uint32_t> counts_;
};

// Fills `out` from an array of numbers, where the node has one of this name.
bool read_numbers(const JsonText& json, std::uint32_t node, std::string_view name, std::span<double> out) {
  const std::uint32_t array = json.member(node, name);
  if (array == 0) return false;
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = json_number(json.raw(array + 1 + static_cast<std::uint32_t>(i)));
  }
  return true;
}

Mat4d local_transform(const JsonText& json, std::uint32_t node) {
  Mat4d matrix;
  if (read_numbers(json, node, "matrix", matrix.m)) return matrix;
  double t[3] = {0, 0, 0}, r[4] = {0, 0, 0, 1}, s[3] = {1, 1, 1};
  read_numbers(json, node, "translation", t);
  read_numbers(json, node, "rotation", r);
  read_numbers(json, node, "scale", s);
  return compose({t[0], t[1], t[2]}, unit_quaternion({r[0], r[1], r[2], r[3]}), {s[0], s[1], s[2]});
}

}  // namespace

Vec4d unit_quaternion(Vec4d q) noexcept {
  const double length = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
  return length > 0 ? Vec4d{q.x / length, q.y / length, q.z / length, q.w / length} : Vec4d{0, 0, 0, 1};
}

Status check_gltf(const JsonText& json) { return Checker(json).check(); }

std::vector<Mat4d> read_local_transforms(const JsonText& json) {
  std::vector<Mat4d> out;
  const std::uint32_t nodes = json.member(0, "nodes");
  if (nodes == 0) return out;
  out.reserve(json.values[nodes].count);
  for (std::uint32_t at = nodes + 1; at < json.values[nodes].next; at = json.values[at].next) {
    out.push_back(local_transform(json, at));
  }
  return out;
}

}  // namespace lodcook::cooker
