#include "manifest/json_fields.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lodcook::manifest {

namespace {

const JsonValue nothing;

bool is_hex(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }

}  // namespace

JsonFields::JsonFields(const JsonValue& document, FirstError& first) : value_(&document), first_(&first) {
  if (document.kind != JsonValue::Kind::object && !first.error) {
    first.error =
        Error{ErrorCode::malformed, std::string("an object is expected, not ") + kind_name(document.kind), ""};
  }
}

JsonFields::JsonFields(const JsonValue& value, const JsonFields* parent, std::string_view key, std::size_t element,
                       FirstError* first)
    : value_(&value), parent_(parent), key_(key), element_(element), first_(first) {
  if (value.kind != JsonValue::Kind::object && !first->error) {
    first->error =
        Error{ErrorCode::malformed, std::string("an object is expected, not ") + kind_name(value.kind), path()};
  }
}

std::string JsonFields::path() const {
  if (parent_ == nullptr) return {};
  std::string text = parent_->path();
  if (!text.empty()) text += '.';
  text += key_;
  if (element_ != no_element) text += '[' + std::to_string(element_) + ']';
  return text;
}

void JsonFields::refuse(std::string_view key, std::string message, ErrorCode code) const {
  if (first_->error) return;
  std::string place = path();
  if (!place.empty()) place += '.';
  place += key;
  first_->error = Error{code, std::move(message), std::move(place)};
}

bool JsonFields::has(std::string_view key) const noexcept { return value_->find(key) != nullptr; }

const JsonValue& JsonFields::member(std::string_view key, JsonValue::Kind kind) const {
  const JsonValue* found = value_->find(key);
  if (found == nullptr) {
    refuse(key, "is missing");
    return nothing;
  }
  if (found->kind != kind) {
    refuse(key, std::string(kind_name(kind)) + " is expected, not " + kind_name(found->kind));
    return nothing;
  }
  return *found;
}

std::string JsonFields::string(std::string_view key) const { return member(key, JsonValue::Kind::string).string; }

bool JsonFields::boolean(std::string_view key) const { return member(key, JsonValue::Kind::boolean).boolean; }

double JsonFields::number(std::string_view key) const { return member(key, JsonValue::Kind::number).number; }

std::optional<double> JsonFields::optional_number(std::string_view key) const {
  if (!has(key)) return std::nullopt;
  return number(key);
}

std::uint64_t JsonFields::count(std::string_view key) const {
  const JsonValue& found = member(key, JsonValue::Kind::number);
  if (&found == &nothing) return 0;
  if (!found.is_integer || found.is_negative) {
    refuse(key, "a whole number from 0 on is expected");
    return 0;
  }
  return found.integer;
}

std::uint32_t JsonFields::count32(std::string_view key) const {
  const std::uint64_t wide = count(key);
  if (wide > std::numeric_limits<std::uint32_t>::max()) refuse(key, "is above 4294967295");
  return static_cast<std::uint32_t>(wide);
}

void JsonFields::numbers(std::string_view key, std::span<double> out) const {
  const JsonValue& array = array_of(key);
  if (array.elements.size() != out.size()) {
    return refuse(key,
                  std::to_string(out.size()) + " numbers are expected, not " + std::to_string(array.elements.size()));
  }
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (array.elements[i].kind != JsonValue::Kind::number) return refuse(key, "only numbers are expected");
    out[i] = array.elements[i].number;
  }
}

void JsonFields::numbers(std::string_view key, std::span<float> out) const {
  std::vector<double> wide(out.size());
  numbers(key, std::span<double>(wide));
  for (std::size_t i = 0; i < out.size(); ++i) {
    // a double beyond the largest float has no defined conversion
    if (std::abs(wide[i]) > std::numeric_limits<float>::max()) return refuse(key, "a number is beyond a float");
    out[i] = static_cast<float>(wide[i]);
  }
}

std::vector<std::uint32_t> JsonFields::counts(std::string_view key) const {
  std::vector<std::uint32_t> out;
  for (const JsonValue& element : array_of(key).elements) {
    const bool fits = element.kind == JsonValue::Kind::number && element.is_integer && !element.is_negative &&
                      element.integer <= std::numeric_limits<std::uint32_t>::max();
    if (!fits) {
      refuse(key, "only whole numbers up to 4294967295 are expected");
      return {};
    }
    out.push_back(static_cast<std::uint32_t>(element.integer));
  }
  return out;
}

JsonFields JsonFields::object(std::string_view key) const {
  return {member(key, JsonValue::Kind::object), this, key, no_element, first_};
}

const JsonValue& JsonFields::array_of(std::string_view key) const { return member(key, JsonValue::Kind::array); }

void check_format(const JsonFields& document, std::string_view format, std::uint64_t version) {
  const std::string found = document.string("format");
  if (found != format) {
    document.refuse("format", std::string(format) + " is expected", ErrorCode::unsupported_format);
  }
  if (document.count("version") != version) {
    document.refuse("version", "only version " + std::to_string(version) + " is known", ErrorCode::unsupported_version);
  }
}

std::string text(const JsonFields& fields, std::string_view key) {
  std::string found = fields.string(key);
  if (found.empty()) fields.refuse(key, "is empty");
  return found;
}

bool stays_below(std::string_view path) noexcept {
  if (path.find('\0') != std::string_view::npos) return false;
  while (true) {
    const std::size_t end = std::min(path.find('/'), path.size());
    const std::string_view part = path.substr(0, end);
    if (part.empty() || part == "." || part == "..") return false;
    if (end == path.size()) return true;
    path.remove_prefix(end + 1);
  }
}

std::string relative_path(const JsonFields& fields, std::string_view key) {
  std::string path = fields.string(key);
  if (!stays_below(path)) fields.refuse(key, "a path below its folder is expected", ErrorCode::forbidden_path);
  return path;
}

std::string hash_text(const JsonFields& fields, std::string_view key, bool may_be_empty) {
  std::string text = fields.string(key);
  const bool well_formed = text.size() == 16 && std::all_of(text.begin(), text.end(), is_hex);
  if (!well_formed && !(may_be_empty && text.empty())) fields.refuse(key, "16 lower-case hex digits are expected");
  return text;
}

}  // namespace lodcook::manifest
