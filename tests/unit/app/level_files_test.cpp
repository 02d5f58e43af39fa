#include <doctest/doctest.h>

#include "cooker/app/level_files.h"
#include "tests/unit/app/temporary_folder.h"

using namespace lodcook;
using namespace lodcook::cooker;

namespace {

struct Joined {
  std::vector<PlannedModel> models;
  std::vector<manifest::FailedSource> failed;
};

using Levels = std::vector<std::string>;

/// `sources` are written below a folder and planned as discovery finds them; `levels` are the settings of the first.
Joined join_lists(const std::vector<std::string>& sources, const std::vector<Levels>& levels, bool authored = true) {
  const TemporaryFolder input;
  Joined out;
  for (const std::string& source : sources) {
    const std::filesystem::path file = input.write(source, "x");
    PlannedModel& planned = out.models.emplace_back();
    planned.model = {file, source, 0, 1};
    planned.settings.scene.authored = authored;
  }
  for (std::size_t i = 0; i < levels.size(); ++i) out.models[i].settings.levels = levels[i];
  const std::filesystem::path inputs[] = {input.path()};
  join_level_files(out.models, inputs, out.failed);
  return out;
}

Joined join(const std::vector<std::string>& sources, const Levels& levels = {}, bool authored = true) {
  return join_lists(sources, {levels}, authored);
}

}  // namespace

TEST_CASE("files of one folder and extension with numbers are one model") {
  const Joined joined =
      join({"a/rock_LOD1.glb", "a/rock_LOD0.glb", "a/rock_LOD10.glb", "a/rock_LOD1.obj", "b/rock_LOD1.glb", "c.glb"});
  REQUIRE(joined.models.size() == 4);
  CHECK(joined.models[0].model.source == "a/rock_LOD0.glb");
  CHECK(joined.models[0].model.bytes == 3);
  CHECK(joined.models[0].level_files == std::vector<std::string>{"a/rock_LOD1.glb", "a/rock_LOD10.glb"});
  for (const std::size_t lone : {1U, 2U, 3U}) CHECK(joined.models[lone].level_files.empty());
}

TEST_CASE("files with numbers stay models where names are not to be read") {
  CHECK(join({"rock_LOD0.glb", "rock_LOD1.glb"}, {}, false).models.size() == 2);
}

TEST_CASE("listed files are levels in the order of the list") {
  const Joined joined = join({"a/rock.glb", "a/far.glb", "a/b/near.glb", "far.glb"}, {"b/near.glb", "far.glb"});
  REQUIRE(joined.models.size() == 2);
  CHECK(joined.models[0].level_files == std::vector<std::string>{"a/b/near.glb", "a/far.glb"});
  CHECK(joined.models[1].model.source == "far.glb");
}

TEST_CASE("a listed file that is missing or elsewhere makes its model a failed one") {
  for (const auto& [listed, code] :
       {std::pair{"gone.glb", ErrorCode::not_found}, std::pair{"../gone.glb", ErrorCode::invalid_value}}) {
    const Joined joined = join({"rock.glb"}, {listed});
    CHECK(joined.models.empty());
    REQUIRE(joined.failed.size() == 1);
    CHECK(joined.failed[0].source == "rock.glb");
    CHECK(joined.failed[0].error.code == code);
  }
}

TEST_CASE("a listed file behind a link that leaves the input folder makes its model a failed one") {
  const TemporaryFolder input, elsewhere;
  std::filesystem::create_symlink(elsewhere.write("far.glb", "x"), input.path() / "far.glb");
  std::filesystem::create_directory_symlink(elsewhere.path(), input.path() / "linked");
  std::filesystem::create_symlink(input.write("near.glb", "x"), input.path() / "inside.glb");
  const std::filesystem::path inputs[] = {input.path()};
  for (const auto& [listed, refused] :
       {std::pair{"far.glb", true}, std::pair{"linked/far.glb", true}, std::pair{"inside.glb", false}}) {
    std::vector<PlannedModel> models(1);
    models[0].model = {input.write("rock.glb", "x"), "rock.glb", 0, 1};
    models[0].settings.levels = {listed};
    std::vector<manifest::FailedSource> failed;
    join_level_files(models, inputs, failed);
    CHECK(models.empty() == refused);
    REQUIRE(failed.size() == (refused ? 1U : 0U));
    if (refused) CHECK(failed[0].error.code == ErrorCode::invalid_value);
  }
}

TEST_CASE("models that list each other are failed ones, each named") {
  const Joined joined = join_lists({"a.glb", "b.glb", "c.glb"}, {{"b.glb"}, {"a.glb"}});
  REQUIRE(joined.models.size() == 1);
  CHECK(joined.models[0].model.source == "c.glb");
  REQUIRE(joined.failed.size() == 2);
  CHECK(joined.failed[0].source == "a.glb");
  CHECK(joined.failed[1].source == "b.glb");
  CHECK(joined.failed[1].error.code == ErrorCode::invalid_value);
}

TEST_CASE("what a level lists itself does not count") {
  for (const bool turned : {false, true}) {
    const Joined joined = turned ? join_lists({"b.glb", "a.glb", "c.glb"}, {{"c.glb"}, {"b.glb"}})
                                 : join_lists({"a.glb", "b.glb", "c.glb"}, {{"b.glb"}, {"c.glb"}});
    CHECK(joined.failed.empty());
    REQUIRE(joined.models.size() == 2);
    CHECK(joined.models[0].model.source == "a.glb");
    CHECK(joined.models[0].level_files == Levels{"b.glb"});
    CHECK(joined.models[1].model.source == "c.glb");
  }
}

TEST_CASE("one list for all files of a folder makes them levels of the one that it leaves out") {
  const Levels list{"b.glb", "c.glb"};
  const Joined joined = join_lists({"a.glb", "b.glb", "c.glb"}, {list, list, list});
  REQUIRE(joined.models.size() == 1);
  CHECK(joined.models[0].level_files == list);
  CHECK(joined.failed.empty());
}

TEST_CASE("a file that is INPUT itself finds its levels beside it") {
  const TemporaryFolder folder;
  folder.write("rock_LOD1.glb", "x");
  folder.write("rock_LOD0.glb", "x");
  folder.write("other_LOD2.glb", "x");
  const std::filesystem::path inputs[] = {folder.path() / "rock_LOD0.glb"};
  std::vector<PlannedModel> models(1);
  models[0].model = {inputs[0], "rock_LOD0.glb", 0, 1};
  std::vector<manifest::FailedSource> failed;
  join_level_files(models, inputs, failed);
  CHECK(models.at(0).level_files == std::vector<std::string>{"rock_LOD1.glb"});
}

TEST_CASE("gaps in the numbers of files are told") {
  const auto ids = [](const std::string& source, std::vector<std::string> files) {
    std::string out;
    for (const Warning& warning : check_level_files("nowhere", source, files)) out += warning.id + " ";
    return out;
  };
  CHECK(ids("a/rock.glb", {"a/far.glb"}).empty());
  CHECK(ids("a/rock_LOD0.glb", {"a/rock_LOD1.glb"}).empty());
  CHECK(ids("a/rock_LOD1.glb", {}) == "authored_no_level0 ");
  CHECK(ids("a/rock_LOD0.glb", {"a/rock_LOD2.glb"}) == "authored_gap ");
}

TEST_CASE("files that spell one number in two ways are told to clash") {
  const TemporaryFolder folder;
  for (const char* name : {"a/rock_LOD0.glb", "a/rock_LOD01.glb", "a/rock_lod1.glb", "a/rock_LOD1.obj",
                           "a/rock_LOD2.glb", "b/rock_LOD001.glb", "rock_LOD0.glb"}) {
    folder.write(name, "x");
  }
  const std::string files[] = {"a/rock_LOD01.glb", "a/rock_LOD2.glb"};
  const std::vector<Warning> warnings = check_level_files(folder.path(), "a/rock_LOD0.glb", files);
  REQUIRE(warnings.size() == 1);
  CHECK(warnings[0].id == "authored_level_clash");
  CHECK(warnings[0].message == "a/rock_lod1.glb and a/rock_LOD01.glb have one number, 1; the first is no level here");
}

TEST_CASE("files of other levels are those in the folder that are not taken") {
  const TemporaryFolder folder;
  for (const char* name : {"a/rock_LOD0.glb", "a/rock_LOD1.glb", "a/rock_LOD2.glb", "a/rock_LOD4.glb",
                           "a/rocks_LOD3.glb", "rock_LOD5.glb"}) {
    folder.write(name, "x");
  }
  std::filesystem::create_symlink(folder.path() / "rock_LOD5.glb", folder.path() / "a/rock_LOD6.glb");
  const std::string files[] = {"a/rock_LOD1.glb"};
  const std::vector<std::string> both = {"a/rock_LOD2.glb", "a/rock_LOD4.glb"};
  CHECK(other_level_files(folder.path(), "a/rock_LOD0.glb", files, LevelsOf::folder) == both);
  CHECK(other_level_files(folder.path(), "a/rock_LOD0.glb", files, LevelsOf::file) == both);
  CHECK(other_level_files(folder.path(), "a/rock_LOD1.glb", {}, LevelsOf::folder).size() == 3);
  CHECK(other_level_files(folder.path(), "a/rock_LOD1.glb", {}, LevelsOf::file) == both);
  CHECK(other_level_files(folder.path(), "rocks.glb", {}, LevelsOf::folder).empty());
}

TEST_CASE("the level files of a record are those that it lists, or depends on by their names") {
  manifest::AssetManifest manifest;
  manifest.source.path = "a/rock_LOD0.glb";
  for (const char* path :
       {"a/b/rock_LOD3.glb", "a/grass.png", "a/rock_LOD1.obj", "a/rock_LOD10.glb", "a/rock_LOD2.glb"}) {
    manifest.dependencies.push_back({path, "0123456789abcdef"});
  }
  CookSettings settings;
  CHECK(recorded_level_files(manifest, settings) == std::vector<std::string>{"a/rock_LOD2.glb", "a/rock_LOD10.glb"});
  settings.scene.authored = false;
  CHECK(recorded_level_files(manifest, settings).empty());
  settings.levels = {"b/near.glb", "../far.glb", "rock_LOD0.glb"};
  CHECK(recorded_level_files(manifest, settings) == std::vector<std::string>{"a/b/near.glb", "far.glb"});
}
