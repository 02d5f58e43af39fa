#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>

#include <lodcook/types.h>

#include "cooker/pack/glb_document.h"

namespace lodcook::cooker {

/// Adds one glTF material. Its textures stay as slot, path and UV set in the material's extras, not as images: their
/// paths count from the source's folder, and a GLB whose images cannot be found is refused by some viewers. Factors are
/// clamped to what glTF allows.
void add_material(GlbDocument& document, const Material& material);

/// The materials of a document by their numbers in the container. Both must outlive it.
class GlbMaterials {
 public:
  GlbMaterials(GlbDocument& document, std::span<const Material> materials)
      : document_(document), materials_(materials) {}

  /// Adds every material, so that all keep their numbers.
  void add_all();

  /// The number in the document, added on first use; none for a material that is not there.
  std::optional<std::size_t> number(std::uint32_t material);

 private:
  GlbDocument& document_;
  std::span<const Material> materials_;
  std::map<std::uint32_t, std::size_t> known_;
};

}  // namespace lodcook::cooker
