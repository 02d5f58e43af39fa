#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <lodcook/result.h>

namespace lodcook::cooker {

enum class PlyType : std::uint8_t { int8, uint8, int16, uint16, int32, uint32, float32, float64 };
enum class PlyEncoding : std::uint8_t { ascii, little_endian, big_endian };

/// Bytes of a value in a binary file.
std::size_t size_of(PlyType type) noexcept;

struct PlyProperty {
  std::string name;
  PlyType type = PlyType::float32;  ///< Of the value, or of a list's values.
  bool is_list = false;
  PlyType count_type = PlyType::uint8;
};

struct PlyElement {
  std::string name;
  std::uint64_t count = 0;
  std::vector<PlyProperty> properties;
};

struct PlyHeader {
  PlyEncoding encoding = PlyEncoding::ascii;
  std::vector<PlyElement> elements;
  std::vector<std::string> texture_files;  ///< Of MeshLab's "comment TextureFile".
  std::size_t body = 0;                    ///< Offset of the first byte behind the header.
};

/// Fails with malformed, or with truncated where the header has no end or the rest of the file cannot hold the elements
/// it announces; so no count of a checked header asks for more memory than a small multiple of the file.
Result<PlyHeader> parse_ply_header(std::span<const std::byte> file);

}  // namespace lodcook::cooker
