#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <lodcook/loader.h>
#include <lodcook/result.h>

namespace lodcook::cooker {

/// One level of an object as a GLB (glTF 2.0, no extension): one mesh, one primitive per draw range of each tile of the
/// level's cut (Container::level_cut; one tile where the object is a chain), with normals, tangents, UV and colour
/// sets, skin, morph targets and materials. Textures are named in the materials' extras (glb_material.h). The object's
/// origin is the translation of its node; a skinned mesh needs none, its inverse binds contain it. Fails with
/// invalid_argument for an object or level that is not there, with non_finite for a joint that glTF cannot hold, and
/// where load_tile fails.
Result<std::vector<std::byte>> export_glb(const Container& container, std::uint32_t object, std::uint32_t level);

/// All levels of an object as one GLB, each like export_glb's, by the extension MSFT_lod: the scene shows the node of
/// level 0, which names the nodes of the others, finer ones first, so a viewer without the extension draws level 0.
/// MSFT_screencoverage in its extras has, for each level, the coverage down to which it is drawn: that of the screen
/// height of the next level, at last that of `cull_screen_height`. `screen_heights` are those of level 1 on, falling;
/// they stand in the extras too. An object of one level has no extension.
Result<std::vector<std::byte>> export_all_levels(const Container& container, std::uint32_t object,
                                                 std::span<const double> screen_heights, double cull_screen_height);

/// Part of a 16:9 view's area that a disc covers whose diameter is `screen_height` of the view's height; at most 1.
/// MSFT_lod leaves open what a coverage is of; Babylon.js takes the area of the bounding sphere's disc.
double screen_coverage(double screen_height) noexcept;

}  // namespace lodcook::cooker
