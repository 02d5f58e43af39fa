#include "tests/oracle/cooked_levels.h"

#include <utility>

#include <lodcook/loader.h>

#include "cooker/app/cook_asset.h"
#include "cooker/app/describe_asset.h"
#include "cooker/pack/shared_geometry.h"

namespace lodcook::test {

namespace {

Result<CookedLevel> level_of(const Container& container, std::uint32_t object, const manifest::LevelFacts& facts) {
  CookedLevel level;
  cooker::SharedGeometries shared(container);
  for (const std::uint32_t tile : container.level_cut(object, facts.level)) {
    if (Status status = cooker::append_tile(container, shared, tile, level.shape); !status)
      return std::move(status).error();
  }
  level.proven = facts.relative.bound.has_value();
  level.measured = facts.relative.measured.value_or(0);
  level.bound = facts.relative.bound.value_or(0);
  level.error = facts.error_relative;
  level.switch_distance = facts.switch_distance;
  return level;
}

}  // namespace

Result<std::vector<CookedObject>> cook_levels(const std::filesystem::path& file, const cooker::CookSettings& settings) {
  Result<cooker::Scene> scene = cooker::import_scene(file, settings.import);
  if (!scene) return std::move(scene).error();
  Result<cooker::ObjectSet> sources = cooker::prepare_scene(*scene, settings.scene);
  if (!sources) return std::move(sources).error();
  Result<cooker::CookedAsset> cooked = cooker::cook_scene(std::move(*scene), settings);
  if (!cooked) return std::move(cooked).error();
  const Result<Container> container = Container::open(borrow_memory(cooked->container));
  if (!container) return container.error();
  cooker::AssetNames names;
  names.source.path = file.filename().string();
  const manifest::AssetManifest manifest = describe_asset(*cooked, *container, settings, std::move(names));
  std::vector<CookedObject> objects;
  for (std::uint32_t i = 0; i < container->objects().size(); ++i) {
    CookedObject& out = objects.emplace_back();
    cooker::Object& source = sources->objects[i];
    out.name = source.name;
    out.source = {std::move(source.vertices.positions), std::move(source.indices)};
    out.bounds = container->objects()[i].bounds;
    for (const manifest::LevelFacts& facts : manifest.objects[i].levels) {
      Result<CookedLevel> level = level_of(*container, i, facts);
      if (!level) return std::move(level).error();
      out.levels.push_back(std::move(*level));
    }
  }
  return objects;
}

}  // namespace lodcook::test
