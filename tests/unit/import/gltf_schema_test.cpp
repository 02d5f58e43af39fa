#include "cooker/import/gltf_schema.h"

#include <doctest/doctest.h>

#include <string>

namespace lodcook::cooker {
namespace {

// the members of a sound file; a test replaces or adds some
std::string checked(const std::string& members) {
  const std::string text = R"({"asset":{"version":"2.0"})" + (members.empty() ? "" : "," + members) + "}";
  const Result<JsonText> json = parse_json(text);
  REQUIRE(json.ok());
  const Status status = check_gltf(*json);
  return status.ok() ? "ok" : std::string(error_name(status.error().code)) + " at " + status.error().place;
}

std::string checked_whole(std::string_view text) {
  const Result<JsonText> json = parse_json(text);
  REQUIRE(json.ok());
  const Status status = check_gltf(*json);
  return status.ok() ? "ok" : error_name(status.error().code);
}

TEST_CASE("members of a wrong type are named with their place") {
  CHECK(checked("") == "ok");
  CHECK(checked(R"("meshes":[{"primitives":"x"}])") == "malformed at meshes[0].primitives");
  CHECK(checked(R"("meshes":[{"primitives":[]},{"primitives":[{"attributes":{},"mode":"4"}]}])") ==
        "malformed at meshes[1].primitives[0].mode");
  CHECK(checked(R"("meshes":{})") != "ok");
  CHECK(checked(R"("scene":"hello")") == "malformed at scene");
  CHECK(checked(R"("nodes":[{"translation":[1,2]}])") == "malformed at nodes[0].translation");
  CHECK(checked(R"("nodes":[{"translation":[1,2,"3"]}])") == "malformed at nodes[0].translation[2]");
  CHECK(checked(R"("nodes":[{"name":7}])") == "malformed at nodes[0].name");
  CHECK(checked(R"("nodes":[7])") == "malformed at nodes[0]");
  CHECK(checked(R"("materials":[{"doubleSided":1}])") == "malformed at materials[0].doubleSided");
  CHECK(checked(R"("accessors":[{"componentType":5126,"count":1,"type":3}])") == "malformed at accessors[0].type");
  CHECK(checked(R"("extensionsRequired":[1])") == "malformed at extensionsRequired[0]");
}

TEST_CASE("whole numbers are whole, not negative and not beyond what can be held") {
  const auto count = [](const std::string& number) {
    return checked(R"("accessors":[{"componentType":5126,"type":"VEC3","count":)" + number + "}]");
  };
  CHECK(count("4000000000") == "ok");
  CHECK(count("3.0") == "ok");
  for (const std::string number : {"-1", "1.5", "1e3", "1e30", "99999999999999999999", "true", "null"}) {
    CAPTURE(number);
    CHECK(count(number) == "malformed at accessors[0].count");
  }
}

TEST_CASE("numbers that a float cannot hold are refused") {
  CHECK(checked(R"("nodes":[{"scale":[1,1,3.4e38]}])") == "ok");
  CHECK(checked(R"("nodes":[{"scale":[1,1,3.5e38]}])") == "malformed at nodes[0].scale[2]");
  CHECK(checked(R"("nodes":[{"scale":[1,1,1e999]}])") == "malformed at nodes[0].scale[2]");
  CHECK(checked(R"("nodes":[{"scale":[1,1,1)" + std::string(120, '0') + "]}]") == "malformed at nodes[0].scale[2]");
}

TEST_CASE("a reference is below the length of its array") {
  CHECK(checked(R"("scenes":[{"nodes":[0,1]}],"nodes":[{},{}])") == "ok");
  CHECK(checked(R"("scenes":[{"nodes":[0,2]}],"nodes":[{},{}])") == "invalid_index at scenes[0].nodes[1]");
  CHECK(checked(R"("scene":0)") == "invalid_index at scene");
  CHECK(checked(R"("nodes":[{"mesh":-1}])") == "malformed at nodes[0].mesh");
  CHECK(checked(R"("nodes":[{"mesh":4294967296}],"meshes":[{"primitives":[]}])") == "malformed at nodes[0].mesh");
  CHECK(checked(R"("meshes":[{"primitives":[{"attributes":{"POSITION":5}}]}])") ==
        "invalid_index at meshes[0].primitives[0].attributes.POSITION");
  CHECK(checked(R"("meshes":[{"primitives":[{"attributes":{},"targets":[{},{"NORMAL":0}]}]}])") ==
        "invalid_index at meshes[0].primitives[0].targets[1].NORMAL");
}

TEST_CASE("required members must be there, none twice") {
  CHECK(checked(R"("meshes":[{}])") == "malformed at meshes[0].primitives");
  CHECK(checked(R"("buffers":[{"uri":"a"}])") == "malformed at buffers[0].byteLength");
  CHECK(checked(R"("nodes":[{"mesh":0,"mesh":0}],"meshes":[{"primitives":[]}])") == "malformed at nodes[0].mesh");
  CHECK(checked_whole("{}") == "malformed");
  CHECK(checked_whole("[]") == "malformed");
}

TEST_CASE("what is not read may look as it likes") {
  CHECK(checked(R"("extras":[1,"a",null],"nodes":[{"extras":7,"unknown":{"mesh":"x"}}],"cameras":[])") == "ok");
}

TEST_CASE("other versions are told apart") {
  CHECK(checked_whole(R"({"asset":{"version":"1.0"}})") == "unsupported_format");
  CHECK(checked_whole(R"({"asset":{"version":1}})") == "unsupported_format");
  CHECK(checked_whole(R"({"meshes":{"a":{}}})") == "unsupported_format");
  CHECK(checked_whole(R"({"asset":{"version":"2.1"}})") == "ok");
  CHECK(checked_whole(R"({"asset":{"version":"3.0"}})") == "unsupported_feature");
}

TEST_CASE("transforms keep the precision of the text") {
  const Result<JsonText> json = parse_json(
      R"({"nodes":[{"translation":[482000.125,-5456000.375,0.1]},{},{"matrix":[2,0,0,0,0,3,0,0,0,0,4,0,5,6,7.7,1]}]})");
  REQUIRE(json.ok());
  const std::vector<Mat4d> local = read_local_transforms(*json);
  REQUIRE(local.size() == 3);
  CHECK(local[0].m[12] == 482000.125);
  CHECK(local[0].m[13] == -5456000.375);
  CHECK(local[0].m[14] == 0.1);
  CHECK(local[1] == Mat4d{});
  CHECK(local[2].m[0] == 2);
  CHECK(local[2].m[14] == 7.7);
}

}  // namespace
}  // namespace lodcook::cooker
