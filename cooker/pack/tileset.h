#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lodcook/loader.h>
#include <lodcook/result.h>

namespace lodcook::cooker {

/// What every tileset of ours begins with.
inline constexpr std::string_view tileset_beginning = R"({"asset":{"version":"1.1","extras":{"generator":"lodcook")";

/// A 3D Tiles 1.1 tileset.
struct Tileset {
  std::string json;
  std::vector<std::uint32_t> tiles;  ///< Of Container::tiles(), in rising order: those that it names as contents.
  bool sheared = false;              ///< Some transform is no rotation and scale: some viewers lose its shear.
};

/// Name of a tile's content, relative to the tileset: "tiles/<number>.glb", a GLB as export_tile gives it.
std::string content_name(std::uint32_t tile);

/// The tileset of all objects, or of one. Trees stay as they are, refinement by replacement; a chain is a tree of one
/// child each. Several trees, of one object or of several, stand under a tile without content. Fails with
/// unsupported_feature for skinned objects, whose bones would move them out of their boxes, and with invalid_argument
/// for an object that is not there, and with non_finite where placements take one beyond the range of doubles.
///
/// Contents are Y-up as all glTF; the standard has viewers turn them by a quarter around x, (x, y, z) to (x, -z, y),
/// before tile transforms, so boxes and transforms are written in those axes. The root of an object has its origin, and
/// placement where it is not baked, as its transform, in double. Model units are taken for metres.
///
/// geometricError of a tile is its error against level 0, which bounds what the standard asks for: the error where the
/// tile is drawn and its children are not. A leaf has its own too (0, or its lattice's); no choice depends on it. That
/// of the whole tileset, and of tiles without content, is the diagonal of the box, as then nothing is drawn; never
/// below that of a child. `extras` say whether errors are proven ("bound") or the simplifier's ("estimate").
Result<Tileset> make_tileset(const Container& container, std::optional<std::uint32_t> object);

}  // namespace lodcook::cooker
