#include "cooker/app/wire.h"

#include <cstring>

namespace lodcook::cooker {
namespace {

constexpr std::uint32_t max_frame_bytes = 1U << 28;  // a million warnings still fit

}  // namespace

void WireWriter::number(std::uint64_t value) {
  char bytes[sizeof value];
  std::memcpy(bytes, &value, sizeof value);
  payload_.append(bytes, sizeof value);
}

void WireWriter::text(std::string_view value) {
  number(value.size());
  payload_.append(value);
}

std::string WireWriter::frame() const {
  const auto size = static_cast<std::uint32_t>(payload_.size());
  std::string out(sizeof size, '\0');
  std::memcpy(out.data(), &size, sizeof size);
  return out + payload_;
}

std::uint64_t WireReader::number() noexcept {
  std::uint64_t value = 0;
  if (rest_.size() < sizeof value) {
    ok_ = false;
    rest_ = {};
    return 0;
  }
  std::memcpy(&value, rest_.data(), sizeof value);
  rest_.remove_prefix(sizeof value);
  return value;
}

std::string WireReader::text() {
  const std::uint64_t size = number();
  if (size > rest_.size()) {
    ok_ = false;
    rest_ = {};
    return {};
  }
  std::string value(rest_.substr(0, size));
  rest_.remove_prefix(size);
  return value;
}

std::uint64_t WireReader::count() noexcept {
  const std::uint64_t value = number();
  if (value <= rest_.size() / sizeof(std::uint64_t)) return value;
  ok_ = false;
  return 0;
}

std::optional<std::string> FrameAssembler::next() {
  std::uint32_t size = 0;
  if (broken_ || pending_.size() < sizeof size) return std::nullopt;
  std::memcpy(&size, pending_.data(), sizeof size);
  if (size > max_frame_bytes) {
    broken_ = true;
    return std::nullopt;
  }
  if (pending_.size() - sizeof size < size) return std::nullopt;
  std::string payload = pending_.substr(sizeof size, size);
  pending_.erase(0, sizeof size + size);
  return payload;
}

}  // namespace lodcook::cooker
