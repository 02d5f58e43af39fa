#include <doctest/doctest.h>

#include <cstdint>
#include <cstring>
#include <random>
#include <string>

#include "cooker/pack/export_glb.h"
#include "cooker/pack/export_tile.h"
#include "cooker/pack/tileset.h"
#include "formats/src/container_write.h"
#include "manifest/json_value.h"
#include "tests/golden/container_walk.h"
#include "tests/golden/golden_content.h"
#include "tests/golden/random_change.h"

using namespace lodcook;
using namespace lodcook::cooker;

namespace {

/// A refusal of a container, of a limit, of an argument or of something that cannot be exported; never `internal`.
bool is_refusal(const Error& error) {
  const int hundred = static_cast<int>(error.code) / 100;
  return hundred == 1 || hundred == 3 || hundred == 4;
}

bool is_json(std::string_view text) {
  manifest::JsonLimits limits;
  limits.max_depth = 200;  // a tile of each of 32 levels in the one above
  return manifest::parse_json(text, limits).ok();
}

std::uint32_t number_at(const std::vector<std::byte>& bytes, std::size_t at) {
  std::uint32_t number = 0;
  std::memcpy(&number, bytes.data() + at, sizeof(number));
  return number;
}

/// The header and the two chunks cover the file, and the first one is JSON.
bool is_glb(const std::vector<std::byte>& bytes) {
  if (bytes.size() < 28 || number_at(bytes, 0) != 0x46546C67 || number_at(bytes, 8) != bytes.size()) return false;
  const std::size_t json_size = number_at(bytes, 12);
  if (json_size > bytes.size() - 28 || number_at(bytes, 20 + json_size) != bytes.size() - 28 - json_size) return false;
  return is_json({reinterpret_cast<const char*>(bytes.data()) + 20, json_size});
}

/// The first exported thing that is neither sound nor refused, or nothing.
std::string broken_export(const Container& container) {
  const auto broken = [](const Result<std::vector<std::byte>>& glb) {
    return glb.ok() ? !is_glb(*glb) : !is_refusal(glb.error());
  };
  for (std::uint32_t o = 0; o < container.objects().size(); ++o) {
    for (std::uint32_t level = 0; level < container.objects()[o].level_count; ++level) {
      if (broken(export_glb(container, o, level))) return "level " + std::to_string(level);
    }
    if (broken(export_all_levels(container, o, {}, 0.01))) return "all levels";
    const Result<Tileset> one = make_tileset(container, o);
    if (one.ok() ? !is_json(one->json) : !is_refusal(one.error())) return "tileset of one object";
  }
  const Result<Tileset> all = make_tileset(container, std::nullopt);
  if (all.ok() ? !is_json(all->json) : !is_refusal(all.error())) return "tileset";
  SharedGeometries shared(container);
  for (std::uint32_t t = 0; t < container.tiles().size(); ++t) {
    if (broken(export_tile(container, t, shared))) return "tile " + std::to_string(t);
  }
  return {};
}

}  // namespace

TEST_CASE("a changed container whose hashes are right is exported soundly or refused") {
  std::mt19937 random(30'011);
  Limits limits;
  limits.memory_budget_bytes = 16 << 20;
  std::size_t opened = 0;
  for (const ContainerContent& content : {test::golden_scene(), test::golden_origins(), test::golden_instances()}) {
    const std::vector<std::byte> file = *write_container(content, {});
    for (int round = 0; round < 1000; ++round) {
      CAPTURE(round);
      std::vector<std::byte> changed = file;
      for (std::size_t changes = random() % 4; changes > 0; --changes) test::change_something(changed, random);
      test::repair_hashes(changed);
      const Result<Container> container = Container::open(borrow_memory(changed), limits);
      if (!container) continue;
      ++opened;
      CHECK(broken_export(*container) == "");
    }
  }
  CHECK(opened > 1000);
}

TEST_CASE("what JSON or glTF has no number for is refused") {
  const auto open = [](const ContainerContent& content) {
    Result<Container> container = Container::open(own_memory(*write_container(content, {})));
    REQUIRE(container);
    return std::move(*container);
  };
  ContainerContent far = test::golden_origins();
  for (const double scale : {1e307, 1e160}) {  // twelve times the first is no double, the square of the second neither
    far.placements[0].matrix.m[0] = scale;
    const Result<Tileset> tileset = make_tileset(open(far), std::nullopt);
    REQUIRE_FALSE(tileset);
    CHECK(tileset.error().code == ErrorCode::non_finite);
  }
  far.placements[0].matrix.m[0] = 1e100;
  CHECK(make_tileset(open(far), std::nullopt).ok());

  for (const auto at : {&Joint::local_rest, &Joint::inverse_bind}) {
    ContainerContent bones = test::golden_scene();
    (bones.skeleton[1].*at).m[0] = 1e39;  // beyond floats
    const Container container = open(bones);
    CHECK(export_glb(container, 1, 0).error().code == ErrorCode::non_finite);
    CHECK(export_all_levels(container, 1, {}, 0).error().code == ErrorCode::non_finite);
    CHECK(export_glb(container, 0, 0).ok());
  }
}
