#pragma once

#include <cstddef>
#include <string_view>

namespace lodcook::manifest {

/// Bytes of the UTF-8 character that `text` starts with, or 0 where it starts with none (a stray or overlong byte, a
/// surrogate, a value above U+10FFFF, a character cut short). RFC 3629, section 4.
std::size_t utf8_length(std::string_view text) noexcept;

}  // namespace lodcook::manifest
