#include "cooker/app/nearest_key.h"

#include <doctest/doctest.h>

using lodcook::cooker::nearest_key;

TEST_CASE("the nearest key has the fewest edits") {
  const std::vector<std::string> known{"group", "max_error", "max_levels", "ratio", "view.height_px"};
  CHECK(nearest_key("rato", known) == "ratio");
  CHECK(nearest_key("rtaio", known) == "ratio");
  CHECK(nearest_key("max_level", known) == "max_levels");
  CHECK(nearest_key("maxerror", known) == "max_error");
  CHECK(nearest_key("grouping", known) == "group");
}

TEST_CASE("a nested key is found from its last part") {
  const std::vector<std::string> known{"quantisation.uv_bits", "ratio", "view.height_px"};
  CHECK(nearest_key("height_px", known) == "view.height_px");
  CHECK(nearest_key("quantization.uv_bits", known) == "quantisation.uv_bits");
  CHECK(nearest_key("uv_bit", known) == "quantisation.uv_bits");
}

TEST_CASE("an empty list has no nearest key, a huge key ends soon") {
  CHECK(nearest_key("a", {}).empty());
  CHECK(nearest_key(std::string(1'000'000, 'x'), {"ratio"}) == "ratio");
}
