#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace lodcook::cooker {

/// A COLLADA document in a spelling that Assimp can read: UTF-8 instead of UTF-16, and no blanks between a tag and the
/// first number behind it. Absent where nothing has to change.
std::optional<std::string> readable_collada(std::span<const std::byte> bytes);

}  // namespace lodcook::cooker
