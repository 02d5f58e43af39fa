#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "cooker/pack/json_text.h"

namespace lodcook::cooker {

/// A GLB while it is put together: elements as JSON text, in the order of their numbers, and the binary chunk.
struct GlbDocument {
  std::vector<std::string> accessors, buffer_views, materials, meshes, nodes, skins;
  std::vector<std::string> extensions_used;
  std::vector<std::size_t> scene_roots;
  std::vector<std::byte> binary;

  struct Layout {
    const char* type = "SCALAR";       ///< glTF accessor type.
    std::uint32_t component_type = 0;  ///< glTF component type.
    bool normalized = false;
    std::uint32_t target = 0;  ///< glTF buffer view target, 0: none.
  };

  /// Adds `count` elements, bytes tightly packed with a size of an element that is a multiple of 4 (or scalars).
  /// Returns the number of the accessor.
  std::size_t add_accessor(std::span<const std::byte> bytes, std::size_t count, const Layout& layout,
                           const std::vector<float>& min = {}, const std::vector<float>& max = {});

  /// Floats with `components` per element; positions want their least and largest values recorded.
  std::size_t add_floats(std::span<const float> values, std::size_t components, bool record_range);

  /// The file: header, JSON chunk and binary chunk.
  [[nodiscard]] std::vector<std::byte> bytes() const;
};

constexpr std::uint32_t gltf_unsigned_byte = 5121, gltf_unsigned_short = 5123, gltf_unsigned_int = 5125,
                        gltf_float = 5126;
constexpr std::uint32_t gltf_array_buffer = 34962, gltf_element_array_buffer = 34963;

}  // namespace lodcook::cooker
