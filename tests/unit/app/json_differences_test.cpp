#include "cooker/app/json_differences.h"

#include <doctest/doctest.h>

using namespace lodcook;
using namespace lodcook::cooker;

namespace {

std::string differences(const std::string& a, const std::string& b, std::size_t most = 9) {
  const auto first = manifest::parse_json(a), second = manifest::parse_json(b);
  REQUIRE(first.ok());
  REQUIRE(second.ok());
  std::string out;
  for (const JsonDifference& d : json_differences(*first, *second, most)) {
    out += d.path + ": " + d.first + " | " + d.second + "\n";
  }
  return out;
}

}  // namespace

TEST_CASE("equal documents have no differences") {
  CHECK(differences(R"({"a": [1, {"b": null}], "c": "x"})", R"({ "a":[1.0,{"b":null}],"c":"x" })").empty());
}

TEST_CASE("every difference is named by its place") {
  CHECK(differences(R"({"a": [1, {"b": 2.5}], "c": "x", "d": true})", R"({"a": [1, {"b": 3}], "c": "y", "e": []})") ==
        "a[1].b: 2.5 | 3\nc: \"x\" | \"y\"\nd: true | nothing\ne: nothing | a list of 0\n");
  CHECK(differences(R"({"a": [1, 2]})", R"({"a": [1, 2, 3]})") == "a: a list of 2 | a list of 3\n");
  CHECK(differences(R"({"a": 1})", R"({"a": "1"})") == "a: 1 | \"1\"\n");
  CHECK(differences(R"({"o": {"a": 1, "b": 2}})", R"({"o": {"b": 2, "a": 1}})") ==
        "o: an object of 2 | an object of 2\n");
}

TEST_CASE("no more differences are given than are asked for") {
  CHECK(differences("[1, 2, 3]", "[4, 5, 6]", 2) == "[0]: 1 | 4\n[1]: 2 | 5\n");
}
