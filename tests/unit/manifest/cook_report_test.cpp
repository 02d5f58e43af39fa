#include "manifest/cook_report.h"

#include <doctest/doctest.h>

using namespace lodcook;
using namespace lodcook::manifest;

TEST_CASE("the report of a cook has the shape of the interface, sorted") {
  CookReport report;
  report.cooked = {{"b.glb", "b.glb.lod.json", "b.glb.lodc"}, {"a.glb", "a.glb.lod.json", "a.glb.lodc"}};
  report.up_to_date = {{"c.glb", "c.glb.lod.json", "c.glb.lodc"}};
  report.skipped = {{"x.txt", "no model"}};
  report.failed = {{"bad.glb", {ErrorCode::importer_timeout, "took more than 120 s", ""}}};
  CHECK(to_json(report) == R"({
  "format": "lodcook.cook",
  "version": 1,
  "cooked": [
    {"source": "a.glb", "manifest": "a.glb.lod.json", "container": "a.glb.lodc"},
    {"source": "b.glb", "manifest": "b.glb.lod.json", "container": "b.glb.lodc"}
  ],
  "up_to_date": [
    {"source": "c.glb", "manifest": "c.glb.lod.json", "container": "c.glb.lodc"}
  ],
  "skipped": [
    {"source": "x.txt", "reason": "no model"}
  ],
  "failed": [
    {"source": "bad.glb", "error": {"code": 311, "name": "importer_timeout", "message": "took more than 120 s"}}
  ],
  "totals": {"cooked": 2, "up_to_date": 1, "skipped": 1, "failed": 1}
}
)");
}
