#pragma once

#include <string_view>

namespace lodcook::cooker {

/// Whether a pattern matches a whole path ('/' between parts). `*` and `?` stay within one part; `**` as a whole part
/// stands for any number of parts, none included; `[a-z]` and `[!a-z]` are one byte of a class; `\` takes the next
/// character as it is. A pattern without '/' matches the last part of the path. Case matters. Runs in at most
/// pattern * path steps.
bool glob_matches(std::string_view pattern, std::string_view path);

/// Whether every class is closed and no escape ends the pattern.
bool is_valid_glob(std::string_view pattern);

}  // namespace lodcook::cooker
