#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <lodcook/result.h>

namespace lodcook::cooker {

/// How a source file spells the name of another file.
enum class Spelling : std::uint8_t {
  path,  ///< As it is (MTL, FBX, COLLADA without escapes).
  uri,   ///< With percent escapes (glTF).
};

/// The folders and the file name of a reference, '.' removed and '..' resolved by name alone.
struct ReferencePath {
  std::uint32_t climbs = 0;        ///< How many folders above the model's own it starts.
  std::vector<std::string> parts;  ///< Never empty, never "." or "..".
};

/// `text` itself where it is valid UTF-8, else its bytes read as Latin-1, so that names can always stand in a manifest.
std::string as_utf8(std::string_view text);

/// Replaces %XX by its byte. An escape that is not two hexadecimal digits stays as it is.
std::string decode_percent(std::string_view text);

/// "a/b/c" of a path's parts, with "../" for each climb.
std::string join(const ReferencePath& path);

/// Reads a relative reference; a backslash separates folders like a slash. Fails with forbidden_path for an absolute
/// path, any scheme ("file:", "http:"), a drive letter, a NUL, an empty name and one longer than 4096 bytes. `..` is
/// only counted: whether `climbs` is allowed is the caller's to say.
Result<ReferencePath> parse_reference(std::string_view reference);

}  // namespace lodcook::cooker
