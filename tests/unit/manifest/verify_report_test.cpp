#include "manifest/verify_report.h"

#include <doctest/doctest.h>

using namespace lodcook;
using namespace lodcook::manifest;

TEST_CASE("the report of a verification has the shape of the interface, sorted") {
  VerifyReport report;
  report.checked = 3;
  report.differences = {{"b.lodc", {ErrorCode::chunk_hash_mismatch, "a chunk was changed", "chunk 4"}},
                        {"a.lod.json", {ErrorCode::not_found, "is missing", ""}}};
  CHECK(to_json(report) == R"({
  "format": "lodcook.verify",
  "version": 1,
  "checked": 3,
  "differences": [
    {"path": "a.lod.json", "error": {"code": 204, "name": "not_found", "message": "is missing"}},
    {"path": "b.lodc", "error": {"code": 332, "name": "chunk_hash_mismatch", "message": "a chunk was changed", "place": "chunk 4"}}
  ]
}
)");
}

TEST_CASE("nothing found is an empty list") {
  CHECK(to_json(VerifyReport()) ==
        "{\n  \"format\": \"lodcook.verify\",\n  \"version\": 1,\n  \"checked\": 0,\n  \"differences\": []\n}\n");
}
