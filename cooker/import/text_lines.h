#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <lodcook/result.h>

namespace lodcook::cooker {

/// The text of a file: UTF-8 as it is (or any 8-bit code), UTF-16 with a byte order mark turned into UTF-8. `buffer`
/// keeps what was turned. Fails with malformed where control characters say that this is no text.
Result<std::string_view> text_of(std::span<const std::byte> bytes, std::string& buffer);

/// Lines of a text; ends may be "\n", "\r\n" or "\r". A backslash at a line's end joins the next line to it.
class TextLines {
 public:
  explicit TextLines(std::string_view text) : rest_(text) {}

  /// The next line without its end, valid until the next call; nullopt at the end of the text.
  std::optional<std::string_view> next();

  /// Of the line that next() gave (its last one, where lines were joined), from 1.
  [[nodiscard]] std::size_t number() const noexcept { return number_; }

 private:
  std::string_view next_plain();

  std::string_view rest_;
  std::string joined_;
  std::size_t number_ = 0;
};

/// Takes blanks and tabs off both ends.
std::string_view trimmed(std::string_view text) noexcept;

/// Takes the first word off `text`, empty at its end. Words are divided by blanks and tabs.
std::string_view take_word(std::string_view& text) noexcept;

/// The whole word as a number, independent of the locale; "nan" and "inf" are numbers, too large ones infinite.
std::optional<double> to_number(std::string_view word) noexcept;

}  // namespace lodcook::cooker
