#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// JSON values as text, for the small documents that an export writes.
namespace lodcook::cooker::json {

/// Quoted and escaped; bytes that are no UTF-8 become U+FFFD.
std::string text(std::string_view value);

/// Shortest digits that read back as the same number. The value is finite.
std::string number(double value);
std::string number(float value);

template <std::integral Integer>
std::string number(Integer value) {
  return std::to_string(value);
}

std::string array(const std::vector<std::string>& values);

/// One object, members in the order of their adding.
class Object {
 public:
  Object& add(std::string_view key, std::string value);
  [[nodiscard]] bool empty() const noexcept { return members_.empty(); }
  [[nodiscard]] std::string str() const { return "{" + members_ + "}"; }

 private:
  std::string members_;
};

}  // namespace lodcook::cooker::json
