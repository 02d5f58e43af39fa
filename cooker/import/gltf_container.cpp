#include "cooker/import/gltf_container.h"

#include <cstdint>
#include <string>

namespace lodcook::cooker {
namespace {

constexpr std::size_t header_bytes = 12;
constexpr std::size_t chunk_header_bytes = 8;
constexpr std::uint32_t magic = 0x46546C67;       // "glTF"
constexpr std::uint32_t json_chunk = 0x4E4F534A;  // "JSON"
constexpr std::uint32_t bin_chunk = 0x004E4942;   // "BIN\0"

std::uint32_t u32_at(std::span<const std::byte> bytes, std::size_t offset) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value |= std::to_integer<std::uint32_t>(bytes[offset + i]) << (8 * i);
  return value;
}

std::string at_byte(std::size_t offset) { return "byte " + std::to_string(offset); }

Status check_header(std::span<const std::byte> file) {
  if (file.size() < header_bytes) return Error{ErrorCode::truncated, "the file ends inside the GLB header", {}};
  const std::uint32_t version = u32_at(file, 4);
  if (version == 1) return Error{ErrorCode::unsupported_format, "glTF 1.0 is not read here", at_byte(4)};
  if (version != 2) {
    return Error{ErrorCode::unsupported_feature, "GLB version " + std::to_string(version) + " is not read", at_byte(4)};
  }
  const std::uint32_t length = u32_at(file, 8);
  const std::string sizes =
      "the GLB header says " + std::to_string(length) + " bytes, the file has " + std::to_string(file.size());
  if (length > file.size()) return Error{ErrorCode::truncated, sizes, at_byte(8)};
  if (length < file.size()) return Error{ErrorCode::inconsistent, sizes, at_byte(8)};
  return Done{};
}

}  // namespace

Result<GltfParts> split_gltf(std::span<const std::byte> file) {
  if (file.empty()) return Error{ErrorCode::truncated, "the file is empty", {}};
  const bool is_glb = file.size() >= 4 && u32_at(file, 0) == magic;
  if (!is_glb) return GltfParts{file, {}, false};
  if (Status header = check_header(file); !header.ok()) return std::move(header).error();

  GltfParts parts{{}, {}, true};
  std::size_t offset = header_bytes;
  for (std::uint32_t number = 0; offset < file.size(); ++number) {
    const std::size_t rest = file.size() - offset;
    if (rest < chunk_header_bytes) {
      return Error{ErrorCode::truncated, "the file ends inside a GLB chunk header", at_byte(offset)};
    }
    const std::uint32_t length = u32_at(file, offset);
    const std::uint32_t type = u32_at(file, offset + 4);
    if (length > rest - chunk_header_bytes) {
      return Error{ErrorCode::truncated,
                   "a GLB chunk of " + std::to_string(length) + " bytes goes past the end of the file",
                   at_byte(offset)};
    }
    if ((type == json_chunk) != (number == 0)) {
      return Error{ErrorCode::malformed, "the first GLB chunk, and no other, must be JSON", at_byte(offset)};
    }
    const auto content = file.subspan(offset + chunk_header_bytes, length);
    if (number == 0) parts.json = content;
    if (number == 1 && type == bin_chunk) parts.bin = content;
    offset += chunk_header_bytes + length;
  }
  if (parts.json.empty()) return Error{ErrorCode::truncated, "the GLB has no JSON chunk", {}};
  return parts;
}

}  // namespace lodcook::cooker
