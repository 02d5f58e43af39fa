#include <doctest/doctest.h>

#include "lodcook/loader.h"
#include "tests/unit/formats/small_content.h"

using namespace lodcook;

TEST_CASE("a written square reads back corner for corner") {
  const Result<std::vector<std::byte>> file = write_container(test::square_content(), {});
  REQUIRE_MESSAGE(file.ok(), to_string(file.error()));
  const Result<Container> container = Container::open(borrow_memory(*file));
  REQUIRE_MESSAGE(container.ok(), to_string(container.error()));
  REQUIRE(container->objects().size() == 1);
  CHECK(container->objects()[0].name == "square");
  const Result<DecodedTile> tile = container->load_level(0, 0);
  REQUIRE_MESSAGE(tile.ok(), to_string(tile.error()));
  CHECK(tile->index_count() == 6);
  const std::vector<Vec3f> positions = decode_positions(container->objects()[0], container->tiles()[0], *tile);
  const std::vector<Vec3f> expected = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
  CHECK(positions == expected);
}
