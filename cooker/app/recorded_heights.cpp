#include "cooker/app/recorded_heights.h"

#include <string>

#include "cooker/app/describe_asset.h"
#include "cooker/app/plan_cook.h"
#include "cooker/app/read_text.h"

namespace lodcook::cooker {
namespace {

/// The manifest's name is the container's with another ending.
std::filesystem::path manifest_of(const std::filesystem::path& container) {
  std::filesystem::path source = container;
  source.replace_extension();
  return manifest_name(source.string());
}

ScreenHeights heights_of(const manifest::ObjectFacts& object) {
  ScreenHeights heights;
  for (std::size_t level = 1; level < object.levels.size(); ++level) {
    heights.levels.push_back(object.levels[level].screen_height.value_or(0));
  }
  heights.cull = object.cull_screen_height;
  return heights;
}

}  // namespace

ScreenHeights recorded_heights(const std::filesystem::path& file, const Container& container, std::uint32_t object) {
  if (const Result<std::string> text = read_text(manifest_of(file))) {
    const Result<manifest::AssetManifest> found = manifest::parse_asset_manifest(*text);
    const bool same = found && found->index_hash == hex_hash(container.index_hash()) && object < found->objects.size();
    if (same) {
      ScreenHeights heights = heights_of(found->objects[object]);
      heights.recorded = true;
      return heights;
    }
  }
  return heights_of(describe_container(container, {}).objects[object]);
}

}  // namespace lodcook::cooker
