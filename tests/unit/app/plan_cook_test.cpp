#include <doctest/doctest.h>

#include "cooker/app/plan_cook.h"
#include "temporary_folder.h"

using namespace lodcook;
using namespace lodcook::cooker;

TEST_CASE("outputs keep the source's extension in their names") {
  CHECK(container_name("tables/base.obj") == "tables/base.obj.lodc");
  CHECK(manifest_name("tables/base.stl") == "tables/base.stl.lod.json");
}

TEST_CASE("big models go first, each with its own settings and outputs") {
  const TemporaryFolder folder;
  folder.write("in/a.obj", "x");
  folder.write("in/sub/b.obj", "xxx");
  folder.write("in/c.obj", "xx");
  folder.write("in/sub/lodcook.json", R"({"max_levels": 3})");
  CookCommand command;
  command.inputs = {folder.path() / "in"};
  command.output = folder.path() / "out";
  command.overrides = {{"ratio", "0.25"}};
  const Result<CookPlan> plan = plan_cook(command);
  REQUIRE(plan.ok());
  REQUIRE(plan->jobs.size() == 3);
  CHECK(plan->jobs[0].source == "sub/b.obj");
  CHECK(plan->jobs[1].source == "c.obj");
  CHECK(plan->jobs[2].source == "a.obj");
  CHECK(plan->jobs[0].bytes == 3);
  CHECK(plan->jobs[0].root == command.inputs[0]);
  CHECK(plan->jobs[0].outputs.container == folder.path() / "out/sub/b.obj.lodc");
  CHECK(plan->jobs[0].outputs.manifest == folder.path() / "out/sub/b.obj.lod.json");
  CHECK(plan->jobs[0].settings.chain.max_levels == 3);
  CHECK(plan->jobs[1].settings.chain.max_levels == 12);
  CHECK(plan->jobs[1].settings.chain.ratio == 0.25);
}

TEST_CASE("a wrong setting anywhere stops the whole plan") {
  const TemporaryFolder folder;
  folder.write("in/a.obj", "x");
  CookCommand command;
  command.inputs = {folder.path() / "in"};
  command.output = folder.path() / "out";
  command.overrides = {{"rato", "0.25"}};
  CHECK(plan_cook(command).error().code == ErrorCode::unknown_key);
  command.overrides.clear();
  folder.write("in/sub/lodcook.json", "{");
  folder.write("in/sub/b.obj", "x");
  CHECK_FALSE(plan_cook(command).ok());
}
