#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// How a program and its workers talk: frames of a 32-bit length and that many bytes, holding numbers and texts in a
/// fixed order. Both ends are one executable on one machine, so native byte order will do.
namespace lodcook::cooker {

class WireWriter {
 public:
  void number(std::uint64_t value);
  void text(std::string_view value);

  /// What was written so far as one frame, its length in front.
  [[nodiscard]] std::string frame() const;

 private:
  std::string payload_;
};

/// Reads the payload of one frame. Reading past its end gives zeros and empty texts and makes ok() false for ever.
class WireReader {
 public:
  explicit WireReader(std::string_view payload) noexcept : rest_(payload) {}

  std::uint64_t number() noexcept;
  std::string text();
  [[nodiscard]] bool ok() const noexcept { return ok_; }

  /// A number of elements that follow, each of at least one number: never more than the rest could hold.
  std::uint64_t count() noexcept;

 private:
  std::string_view rest_;
  bool ok_ = true;
};

/// Joins what pipes deliver in pieces.
class FrameAssembler {
 public:
  void add(std::string_view bytes) { pending_.append(bytes); }

  /// The payload of the next whole frame, if there is one.
  std::optional<std::string> next();

  /// True once a frame announced itself as longer than any message of ours.
  [[nodiscard]] bool broken() const noexcept { return broken_; }

 private:
  std::string pending_;
  bool broken_ = false;
};

}  // namespace lodcook::cooker
