#include "cooker/app/verify_errors.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <utility>

#include "cooker/app/cook_asset.h"
#include "cooker/app/describe_asset.h"
#include "cooker/pack/pack_tiles.h"
#include "temporary_folder.h"

using namespace lodcook;
using namespace lodcook::cooker;

namespace {

/// Hills of 24 x 24 cells, as OBJ.
std::string hills() {
  constexpr int cells = 24;
  std::string text;
  for (int y = 0; y <= cells; ++y) {
    for (int x = 0; x <= cells; ++x) {
      const double height = 0.8 * std::sin(0.9 * x) * std::cos(0.7 * y);
      text += "v " + std::to_string(x) + " " + std::to_string(height) + " " + std::to_string(y) + "\n";
    }
  }
  for (int y = 0; y < cells; ++y) {
    for (int x = 0; x < cells; ++x) {
      const int a = y * (cells + 1) + x + 1, c = a + cells + 1;
      text += "f " + std::to_string(a) + " " + std::to_string(c) + " " + std::to_string(a + 1) + "\nf " +
              std::to_string(a + 1) + " " + std::to_string(c) + " " + std::to_string(c + 1) + "\n";
    }
  }
  return text;
}

/// A model that is cooked in this process, with changes between packing and writing.
class Cooked {
 public:
  explicit Cooked(bool tiles) {
    folder_.write("hills.obj", hills());
    settings_.tiles.mode = tiles ? TileMode::tree : TileMode::off;
    settings_.tiles.plan.budget = 200;
    auto scene = import_scene(folder_.path() / "hills.obj", settings_.import);
    REQUIRE(scene.ok());
    auto set = prepare_scene(std::move(*scene), settings_.scene);
    REQUIRE(set.ok());
    set_ = std::move(*set);
    packed_ = tiles ? pack_tree() : pack_levels();
  }

  [[nodiscard]] ObjectContent& content() { return packed_.content; }
  [[nodiscard]] std::vector<LevelError>& errors() { return packed_.errors; }
  [[nodiscard]] std::vector<LevelError>& tile_errors() { return packed_.tile_errors; }

  std::vector<manifest::Difference> verify() {
    auto bytes = write_asset(set_, {packed_.content}, settings_.pack);
    REQUIRE(bytes.ok());
    const auto container = Container::open(borrow_memory(*bytes));
    REQUIRE_MESSAGE(container.ok(), to_string(container.error()));
    CookedAsset cooked;
    ChainFacts& facts = cooked.chains.emplace_back();
    facts.errors = packed_.errors;
    for (const LevelError& error : packed_.tile_errors) facts.tiles.emplace_back().relative = error;
    AssetNames names;
    names.source.path = "hills.obj";
    const manifest::AssetManifest manifest = describe_asset(cooked, *container, settings_, std::move(names));
    return verify_errors(manifest, "hills.obj.lod.json", *container, folder_.path());
  }

 private:
  PackedObject pack_levels() {
    const auto chain = build_chain(set_.objects.front(), settings_.chain);
    REQUIRE(chain.ok());
    std::vector<Warning> warnings;
    auto packed = pack_chain(set_.objects.front(), set_.materials, *chain, settings_.pack, warnings);
    REQUIRE(packed.ok());
    return std::move(*packed);
  }

  PackedObject pack_tree() {
    TileOptions options;
    options.plan = settings_.tiles.plan;
    const auto tree = build_tiles(set_.objects.front(), settings_.chain, options);
    REQUIRE(tree.ok());
    std::vector<Warning> warnings;
    auto packed = pack_tiles(set_.objects.front(), *tree, settings_.pack, warnings);
    REQUIRE(packed.ok());
    return std::move(*packed);
  }

  TemporaryFolder folder_;
  CookSettings settings_;
  ObjectSet set_;
  PackedObject packed_;
};

void check_names(const std::vector<manifest::Difference>& differences, const std::string& words) {
  REQUIRE_FALSE(differences.empty());
  CHECK(differences.front().error.code == ErrorCode::verification_difference);
  CHECK(differences.front().path == "hills.obj.lod.json");
  bool named = false;
  for (const manifest::Difference& d : differences) {
    named = named || d.error.message.find(words) != std::string::npos;
  }
  CHECK_MESSAGE(named, differences.front().error.message);
}

void scale(LevelError& error, double by) {
  error.bound = *error.bound * by;
  error.measured = *error.measured * by;
}

}  // namespace

TEST_CASE("what was cooked is proven again without a difference") {
  for (const bool tiles : {false, true}) {
    Cooked cooked(tiles);
    REQUIRE(cooked.content().levels.size() > 3);
    for (const manifest::Difference& d : cooked.verify()) FAIL_CHECK(to_string(d.error));
  }
}

TEST_CASE("a lowered error of a level is found, in the manifest and in the container") {
  Cooked cooked(false);
  const LevelError whole = cooked.errors()[2];
  scale(cooked.errors()[2], 0.9);
  check_names(cooked.verify(), "object 0, level 2: bound");
  cooked.errors()[2] = whole;
  LevelContent& level = cooked.content().levels[2];
  const double lower = cooked.content().levels[1].error_relative * 1.01;
  REQUIRE(lower < *whole.measured);
  level.error_absolute *= lower / level.error_relative;
  level.error_relative = lower;
  check_names(cooked.verify(), "object 0, level 2: error");
}

TEST_CASE("an error that was raised or has none is found") {
  Cooked cooked(false);
  const LevelError whole = cooked.errors()[1];
  cooked.errors()[1].bound = *whole.bound * 1.2;
  check_names(cooked.verify(), "object 0, level 1: bound");
  cooked.errors()[1].bound = *whole.bound;
  cooked.errors()[1].measured = *whole.bound * 1.2;
  check_names(cooked.verify(), "object 0, level 1: measured");
  cooked.errors()[1] = {};
  check_names(cooked.verify(), "object 0, level 1: no bound");
}

TEST_CASE("a level with the geometry of a coarser one is found") {
  Cooked cooked(false);
  std::vector<LevelContent>& levels = cooked.content().levels;
  const double error = levels[1].tiles.front().error_relative, absolute = levels[1].tiles.front().error_absolute;
  levels[1].tiles = levels[3].tiles;
  levels[1].tiles.front().error_relative = error;
  levels[1].tiles.front().error_absolute = absolute;
  check_names(cooked.verify(), "object 0, level 1: bound");
}

TEST_CASE("a level 0 that is not the source is found") {
  Cooked cooked(false);
  std::vector<LevelContent>& levels = cooked.content().levels;
  TileContent& finest = levels[0].tiles.front();
  finest.indices.resize(finest.indices.size() - 6);
  finest.draws.back().index_count -= 6;
  check_names(cooked.verify(), "object 0, level 0: bound");
}

TEST_CASE("a lowered error of a tile is found") {
  Cooked cooked(true);
  const std::size_t last = cooked.tile_errors().size() - 1;
  scale(cooked.tile_errors()[last], 0.5);
  check_names(cooked.verify(), "tile " + std::to_string(last) + ": bound");
}
