#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include <lodcook/result.h>

namespace lodcook::cooker {

/// Whether a URI carries its content itself (RFC 2397), in any letter case.
bool is_data_uri(std::string_view uri);

/// The content of a data URI, base64 or percent-encoded. Fails with malformed for a URI without a comma and for
/// characters that base64 (either alphabet) does not have.
Result<std::vector<std::byte>> decode_data_uri(std::string_view uri);

}  // namespace lodcook::cooker
