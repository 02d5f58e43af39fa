// Cases 23-hysteresis-walk and 24-instance-scale-and-fov: inputs and expectations stand in their folders.
#include <cmath>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "lodcook/level_select.h"
#include "manifest/json_value.h"

using namespace lodcook;
using manifest::JsonValue;

namespace {

JsonValue read_case(const std::string& path) {
  std::ifstream file(LODCOOK_CASES "/" + path);
  std::stringstream text;
  text << file.rdbuf();
  Result<JsonValue> value = manifest::parse_json(text.str());
  REQUIRE(value.ok());
  return *std::move(value);
}

const JsonValue& member(const JsonValue& value, const char* key) {
  const JsonValue* const found = value.find(key);
  REQUIRE(found != nullptr);
  return *found;
}

std::vector<double> numbers(const JsonValue& array) {
  std::vector<double> values;
  for (const JsonValue& element : array.elements) values.push_back(element.number);
  return values;
}

std::vector<int> walk_levels(const std::vector<double>& switches, const JsonValue& walk, HysteresisKind kind) {
  std::vector<int> levels;
  std::uint8_t level = level_unknown;
  for (const double distance : numbers(member(walk, "distance"))) {
    level = level_by_distance(switches, distance, level, {kind, member(walk, "hysteresis").number});
    levels.push_back(level);
  }
  return levels;
}

double switches_in(const std::vector<int>& levels) {
  int switches = 0;
  for (std::size_t i = 1; i < levels.size(); ++i) switches += levels[i] != levels[i - 1] ? 1 : 0;
  return switches;
}

void check_out_and_back(const std::vector<int>& levels) {
  std::vector<int> visited = {levels[0]};
  for (const int level : levels) {
    if (level != visited.back()) visited.push_back(level);
  }
  CHECK(visited == std::vector<int>{0, 1, 2, 3, 2, 1, 0});
}

View query_view(const JsonValue& query) {
  const double height = member(query, "viewport_height").number;
  if (const JsonValue* const ortho = query.find("ortho_view_height"))
    return orthographic_view({}, ortho->number, height);
  return perspective_view({}, member(query, "fov_y_degrees").number * 3.14159265358979323846 / 180, height);
}

}  // namespace

TEST_CASE("case 23: hysteresis along walks") {
  const JsonValue document = read_case("23-hysteresis-walk/walks.json");
  std::vector<double> switches = numbers(member(document, "switch_distances"));
  switches.insert(switches.begin(), 0);
  const std::vector<JsonValue>& walks = member(document, "walks").elements;
  CHECK(walks.size() == 6);
  for (const JsonValue& walk : walks) {
    for (const HysteresisKind kind : {HysteresisKind::symmetric, HysteresisKind::asymmetric}) {
      CAPTURE(member(walk, "name").string);
      const std::vector<int> levels = walk_levels(switches, walk, kind);
      const JsonValue& expect = member(walk, "expect");
      if (const JsonValue* const most = expect.find("max_switches")) CHECK(switches_in(levels) <= most->number);
      if (const JsonValue* const least = expect.find("min_switches")) CHECK(switches_in(levels) >= least->number);
      if (const JsonValue* const exact = expect.find("switches")) CHECK(switches_in(levels) == exact->number);
      if (expect.find("no_level_skipped") != nullptr) check_out_and_back(levels);
      if (const JsonValue* const all = expect.find("levels")) {
        CHECK(std::vector<double>(levels.begin(), levels.end()) == numbers(*all));
      }
    }
  }
}

TEST_CASE("case 24: scale, lens, resolution and orthographic views") {
  const JsonValue document = read_case("24-instance-scale-and-fov/selection.json");
  const std::vector<double> errors = numbers(member(document, "level_errors"));
  const std::vector<JsonValue>& queries = member(document, "queries").elements;
  CHECK(queries.size() == 13);
  for (const JsonValue& query : queries) {
    CAPTURE(member(query, "name").string);
    const View view = query_view(query);
    const std::vector<double> axes = numbers(member(query, "scale"));
    const double scale = largest_axis_scale(Vec3d{axes[0], axes[1], axes[2]});
    const double distance = member(query, "distance").number;
    const std::vector<double> pixels = numbers(member(query, "error_pixels"));
    for (std::size_t level = 0; level < errors.size(); ++level) {
      CHECK(error_pixels(view, errors[level], scale, distance) == doctest::Approx(pixels[level]).epsilon(0.001));
    }
    CHECK(level_by_pixel_error(errors, error_pixels(view, 1, scale, distance), member(query, "pixel_limit").number) ==
          member(query, "expect_level").number);
  }
}
