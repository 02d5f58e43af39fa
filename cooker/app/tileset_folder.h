#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include <lodcook/loader.h>
#include <lodcook/result.h>

namespace lodcook::cooker {

/// Writes a container's objects, or one of them, as a folder of 3D Tiles: tileset.json and tiles/<number>.glb. The
/// folder appears whole, and replaces an older one of its kind. True; false where an interrupt ended it, with nothing
/// written. Fails where make_tileset and export_tile do, and with cannot_write, also where something else has the name:
/// a folder with anything that no such export wrote.
Result<bool> write_tileset_folder(const Container& container, std::optional<std::uint32_t> object,
                                  const std::filesystem::path& folder);

}  // namespace lodcook::cooker
