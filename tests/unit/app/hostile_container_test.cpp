#include <doctest/doctest.h>

#include <random>

#include "cooker/app/describe_asset.h"
#include "cooker/app/describe_tiles.h"
#include "cooker/app/verify_seams.h"
#include "formats/src/container_write.h"
#include "manifest/json_value.h"
#include "tests/golden/container_walk.h"
#include "tests/golden/golden_content.h"
#include "tests/golden/random_change.h"

using namespace lodcook;
using namespace lodcook::cooker;

namespace {

/// What info and verify do with every container that opens.
void describe(const Container& container) {
  if (!load_tile_notes(container)) return;
  const Result<manifest::JsonValue> facts = manifest::parse_json(to_json(describe_container(container, {})));
  REQUIRE_MESSAGE(facts.ok(), to_string(facts.error()));
  CHECK(facts->find("objects")->elements.size() == container.objects().size());
  for (std::uint32_t o = 0; o < container.objects().size(); ++o) {
    TileSeams seams(container, o);
    bool whole = true;
    for (const std::uint32_t t : seams.tiles()) {
      const Result<DecodedTile> decoded = container.load_tile(t);
      whole = whole && decoded;
      if (decoded) seams.add(t, *decoded);
    }
    if (whole && seams.is_tree()) (void)seams.find_fault();
  }
}

}  // namespace

TEST_CASE("a changed container whose hashes are right is refused, or described in JSON that reads back") {
  std::mt19937 random(40'009);
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
      describe(*container);
    }
  }
  CHECK(opened > 1000);
}
