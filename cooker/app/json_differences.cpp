#include "cooker/app/json_differences.h"

#include <array>
#include <charconv>

namespace lodcook::cooker {
namespace {

using manifest::JsonValue;

std::string short_text(const JsonValue* value) {
  if (value == nullptr) return "nothing";
  switch (value->kind) {
    case JsonValue::Kind::null: return "null";
    case JsonValue::Kind::boolean: return value->boolean ? "true" : "false";
    case JsonValue::Kind::string: return '"' + value->string + '"';
    case JsonValue::Kind::array: return "a list of " + std::to_string(value->elements.size());
    case JsonValue::Kind::object: return "an object of " + std::to_string(value->keys.size());
    case JsonValue::Kind::number: break;
  }
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value->number).ptr};
}

bool same_scalar(const JsonValue& a, const JsonValue& b) {
  return a.boolean == b.boolean && a.number == b.number && a.string == b.string;
}

class Search {
 public:
  explicit Search(std::size_t most) : most_(most) {}

  void compare(const JsonValue& a, const JsonValue& b, const std::string& path) {
    if (found_.size() >= most_) return;
    if (a.kind != b.kind) return add(path, &a, &b);
    if (a.kind == JsonValue::Kind::object) return compare_members(a, b, path);
    if (a.kind != JsonValue::Kind::array) {
      if (!same_scalar(a, b)) add(path, &a, &b);
      return;
    }
    if (a.elements.size() != b.elements.size()) return add(path, &a, &b);
    for (std::size_t i = 0; i < a.elements.size(); ++i) {
      compare(a.elements[i], b.elements[i], path + "[" + std::to_string(i) + "]");
    }
  }

  std::vector<JsonDifference> take() { return std::move(found_); }

 private:
  void add(const std::string& path, const JsonValue* a, const JsonValue* b) {
    if (found_.size() < most_) found_.push_back({path, short_text(a), short_text(b)});
  }

  void compare_members(const JsonValue& a, const JsonValue& b, const std::string& path) {
    const std::string start = path.empty() ? "" : path + ".";
    const std::size_t before = found_.size();
    for (std::size_t i = 0; i < a.keys.size(); ++i) {
      const JsonValue* other = b.find(a.keys[i]);
      if (other == nullptr) {
        add(start + a.keys[i], &a.elements[i], nullptr);
      } else {
        compare(a.elements[i], *other, start + a.keys[i]);
      }
    }
    for (std::size_t i = 0; i < b.keys.size(); ++i) {
      if (a.find(b.keys[i]) == nullptr) add(start + b.keys[i], nullptr, &b.elements[i]);
    }
    if (found_.size() == before && a.keys != b.keys) add(path, &a, &b);
  }

  std::size_t most_;
  std::vector<JsonDifference> found_;
};

}  // namespace

std::vector<JsonDifference> json_differences(const JsonValue& first, const JsonValue& second, std::size_t most) {
  Search search(most);
  search.compare(first, second, "");
  return search.take();
}

}  // namespace lodcook::cooker
