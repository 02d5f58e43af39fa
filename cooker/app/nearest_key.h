#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lodcook::cooker {

/// The entry of `known` that `key` is most likely meant to be: the least edit distance (insert, delete, replace, swap
/// of neighbours), of the whole or, one step further, of the part behind the last '.'; the first of equals. Empty for
/// an empty list.
std::string nearest_key(std::string_view key, const std::vector<std::string>& known);

}  // namespace lodcook::cooker
