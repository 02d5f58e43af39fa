#pragma once

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lodcook/result.h>

#include "cooker/import/import.h"
#include "cooker/scene/scene.h"

namespace lodcook::cooker {

constexpr int type_i8 = 5120, type_u8 = 5121, type_i16 = 5122, type_u16 = 5123, type_u32 = 5125, type_f32 = 5126;

std::string base64(std::string_view bytes);

/// The bytes of numbers in a row, little-endian as this machine's.
template <class T>
std::string packed(std::initializer_list<T> numbers) {
  std::string out(numbers.size() * sizeof(T), '\0');
  if (numbers.size() > 0) std::memcpy(out.data(), std::data(numbers), out.size());
  return out;
}

/// Writes a glTF by hand, buffers as data URIs.
class GltfText {
 public:
  /// Adds a buffer view; returns its number. `more` is JSON that starts with a comma.
  int view(std::string_view bytes, const std::string& more = {});

  /// Adds a view and an accessor over all of it; returns the accessor's number.
  int accessor(std::string_view bytes, int component_type, const std::string& type, std::size_t count,
               const std::string& more = {});

  /// Adds an accessor spelt by hand.
  int accessor_json(const std::string& json);

  /// The corners (0,0,0), (1,0,0), (0,1,0), (0,0,1): an accessor of positions.
  int tetrahedron();

  /// The whole text; `rest` are the other top-level members, without a comma before or after.
  [[nodiscard]] std::string text(const std::string& rest) const;

  /// text() with one mesh of one primitive, shown by one node. `primitive` is the inside of its object.
  [[nodiscard]] std::string with_primitive(const std::string& primitive) const;

 private:
  std::string buffer_;
  std::vector<std::string> views_;
  std::vector<std::string> accessors_;
};

/// Header, JSON chunk and (unless empty) binary chunk, lengths right.
std::string glb(std::string json, std::string bin);

/// Writes the text into a folder of its own and imports it.
Result<Scene> import_text(std::string_view text, const std::string& name = "model.gltf",
                          const ImportOptions& options = {});

/// The stable name of the error, "ok" without one.
std::string outcome(const Result<Scene>& scene);

}  // namespace lodcook::cooker
