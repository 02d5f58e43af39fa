#pragma once

#include <string>
#include <string_view>

namespace lodcook::cooker {

/// Whether the bytes are UTF-8 as RFC 3629 defines it: shortest forms, no surrogates, at most U+10FFFF.
bool is_utf8(std::string_view bytes) noexcept;

/// The text with every byte that belongs to no valid sequence written as \xNN.
std::string escape_non_utf8(std::string_view bytes);

}  // namespace lodcook::cooker
