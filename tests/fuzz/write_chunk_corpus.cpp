#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "formats/src/chunk_encode.h"
#include "tests/golden/golden_content.h"

using namespace lodcook;
using namespace lodcook::format;

namespace {

/// What chunk_fuzz.cpp reads: codec, stride, two unused bytes, count; then the stored bytes.
bool write_input(const std::string& path, const EncodedChunk& chunk) {
  const bool indices = chunk.record.kind == static_cast<std::uint16_t>(ChunkKind::indices);
  const std::uint32_t count = indices ? chunk.record.element_count / 3 - 1 : chunk.record.element_count - 1;
  const std::uint32_t stride = indices ? chunk.record.element_stride / 4 : chunk.record.element_stride / 4 - 1;
  // 128 and above asks for indices where the codec leaves it open.
  const std::uint32_t codec = chunk.record.codec + (indices && chunk.record.codec < 2 ? 132U : 0U);
  const unsigned char head[8] = {static_cast<unsigned char>(codec), static_cast<unsigned char>(stride),     0, 0,
                                 static_cast<unsigned char>(count), static_cast<unsigned char>(count >> 8), 0, 0};
  std::FILE* const out = std::fopen(path.c_str(), "wb");
  if (out == nullptr) return false;
  const bool whole = std::fwrite(head, 1, sizeof(head), out) == sizeof(head) &&
                     std::fwrite(chunk.bytes.data(), 1, chunk.bytes.size(), out) == chunk.bytes.size();
  return std::fclose(out) == 0 && whole;
}

}  // namespace

/// write_chunk_corpus FOLDER: every stream of the golden scene's first tile, in every coding.
int main(int argc, char** argv) {
  if (argc != 2) return 1;
  const TileContent tile = test::golden_scene().objects[0].levels[0].tiles[0];
  const Coding codings[] = {{false, 0}, {false, 9}, {true, 0}, {true, 9}};
  for (std::size_t c = 0; c < 4; ++c) {
    const std::string start = std::string(argv[1]) + "/coding_" + std::to_string(c);
    if (!write_input(start + "_indices", *encode_indices(tile.indices, 2, codings[c]))) return 2;
    if (!write_input(start + "_wide_indices", *encode_indices(tile.indices, 4, codings[c]))) return 2;
    for (std::size_t a = 0; a < tile.attributes.size(); ++a) {
      const AttributeContent& content = tile.attributes[a];
      const auto chunk = encode_vertices(content.bytes, tile.vertex_count, content.attribute.stride, codings[c]);
      if (!write_input(start + "_stream_" + std::to_string(a), *chunk)) return 2;
    }
  }
  return 0;
}
