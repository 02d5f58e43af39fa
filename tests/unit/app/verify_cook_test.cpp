#include "cooker/app/verify_cook.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <string>
#include <utility>

#include <lodcook/loader.h>

#include "cooker/app/describe_asset.h"
#include "cooker/app/recorded_job.h"
#include "cooker/app/verify_asset.h"
#include "formats/src/hash.h"
#include "formats/src/records.h"
#include "temporary_folder.h"

using namespace lodcook;
using namespace lodcook::cooker;
using manifest::AssetManifest;
using namespace lodcook::format;

namespace {

/// Hills of 24 x 24 cells with a texture, as OBJ.
std::string hills() {
  constexpr int cells = 24;
  std::string text = "mtllib hills.mtl\nusemtl grass\n";
  for (int y = 0; y <= cells; ++y) {
    for (int x = 0; x <= cells; ++x) {
      const double height = 0.8 * std::sin(0.9 * x) * std::cos(0.7 * y);
      text += "v " + std::to_string(x) + " " + std::to_string(height) + " " + std::to_string(y) + "\nvt " +
              std::to_string(std::sqrt(x / 24.0)) + " " + std::to_string(y / 24.0) + "\n";
    }
  }
  const auto corner = [](int i) { return std::to_string(i) + "/" + std::to_string(i) + " "; };
  for (int y = 0; y < cells; ++y) {
    for (int x = 0; x < cells; ++x) {
      const int a = y * (cells + 1) + x + 1, c = a + cells + 1;
      text += "f " + corner(a) + corner(c) + corner(a + 1) + "\nf " + corner(a + 1) + corner(c) + corner(c + 1) + "\n";
    }
  }
  return text;
}

/// A model below `models`, cooked.
struct Cooked {
  explicit Cooked(bool tiles) {
    folder.write("models/hills.obj", hills());
    folder.write("models/hills.mtl", "newmtl grass\nmap_Kd grass.png\n");
    CookJob job;
    job.root = folder.path() / "models";
    job.source = "hills.obj";
    job.file = job.root / job.source;
    job.outputs.container = "hills.obj.lodc";
    job.settings.tiles.mode = tiles ? TileMode::tree : TileMode::off;
    job.settings.tiles.plan.budget = 200;
    Result<CookedFile> cooked = cook_unpublished(job, [](std::uint64_t) {});
    REQUIRE(cooked.ok());
    file = std::move(*cooked);
  }

  [[nodiscard]] std::vector<manifest::Difference> verify(const AssetManifest& manifest) const {
    return verify_cook(manifest, "hills.obj.lod.json", folder.path() / "models");
  }

  TemporaryFolder folder;
  CookedFile file;
};

using Edit = std::function<void(AssetManifest&)>;

struct Figure {
  std::string path;
  Edit edit;
};

void check_each(const Cooked& cooked, const std::vector<Figure>& figures) {
  for (const Figure& figure : figures) {
    CAPTURE(figure.path);
    AssetManifest changed = cooked.file.manifest;
    figure.edit(changed);
    const auto found = cooked.verify(changed);
    REQUIRE(found.size() == 1);
    CHECK(found[0].error.code == ErrorCode::verification_difference);
    CHECK_MESSAGE(found[0].error.message.starts_with(figure.path + " is recorded as "), found[0].error.message);
  }
}

void lower(double& value) { value *= 1 - 1e-9; }

void lower(std::optional<double>& value) {
  REQUIRE(value.has_value());
  lower(*value);
}

/// Each of the errors that `error` finds in a manifest, in both units.
template <class Find>
std::vector<Figure> errors_at(const std::string& place, Find find) {
  std::vector<Figure> figures;
  const auto add = [&](const std::string& key, auto member) {
    figures.push_back({place + ".error.relative." + key, [=](AssetManifest& m) { lower(find(m).relative.*member); }});
    figures.push_back({place + ".error.absolute." + key, [=](AssetManifest& m) { lower(find(m).absolute.*member); }});
  };
  add("estimate", &LevelError::estimate);
  add("rms", &LevelError::rms);
  add("measured", &LevelError::measured);
  add("bound", &LevelError::bound);
  add("slide", &LevelError::slide);
  figures.push_back({place + ".error.relative.rms_samples", [=](AssetManifest& m) { ++find(m).relative.rms_samples; }});
  figures.push_back({place + ".error.switch.relative", [=](AssetManifest& m) { lower(find(m).error_relative); }});
  figures.push_back({place + ".error.switch.absolute", [=](AssetManifest& m) { lower(find(m).error_absolute); }});
  figures.push_back({place + ".error.proof", [=](AssetManifest& m) { find(m).proof = Proof::none; }});
  figures.push_back({place + ".switch_distance", [=](AssetManifest& m) { lower(find(m).switch_distance); }});
  figures.push_back({place + ".method", [=](AssetManifest& m) { find(m).method = "other"; }});
  return figures;
}

template <class Record>
Record& record_at(std::vector<std::byte>& bytes, std::size_t offset) {
  return *reinterpret_cast<Record*>(bytes.data() + offset);
}

/// Another error of the only object's level 2 in a container whose hashes are right.
void set_error(std::vector<std::byte>& bytes, double by) {
  auto& header = record_at<HeaderRecord>(bytes, 0);
  const std::size_t levels = sizeof(HeaderRecord) + header.chunk_count * sizeof(ChunkRecord) + sizeof(ObjectRecord);
  const std::size_t tiles = levels + header.level_count * sizeof(LevelRecord);
  auto& level = record_at<LevelRecord>(bytes, levels + 2 * sizeof(LevelRecord));
  auto& tile = record_at<TileRecord>(bytes, tiles + 2 * sizeof(TileRecord));
  for (double* error : {&level.error_relative, &level.error_absolute, &tile.error_relative, &tile.error_absolute}) {
    *error *= by;
  }
  header.index_hash = hash64(std::span(bytes).subspan(sizeof(HeaderRecord), header.index_size));
  header.header_hash = hash64(std::span(bytes).first(offsetof(HeaderRecord, header_hash)));
}

/// The manifest that goes with a changed container.
AssetManifest follow(AssetManifest manifest, const std::vector<std::byte>& bytes) {
  const auto container = Container::open(borrow_memory(bytes));
  REQUIRE_MESSAGE(container.ok(), to_string(container.error()));
  const AssetManifest is = describe_container(*container, manifest.view);
  manifest.index_hash = is.index_hash;
  for (std::size_t k = 0; k < is.objects[0].levels.size(); ++k) {
    manifest::LevelFacts& level = manifest.objects[0].levels[k];
    level.error_relative = is.objects[0].levels[k].error_relative;
    level.error_absolute = is.objects[0].levels[k].error_absolute;
    level.switch_distance = is.objects[0].levels[k].switch_distance;
    level.screen_height = is.objects[0].levels[k].screen_height;
  }
  return manifest;
}

std::vector<manifest::Difference> verify_written(const Cooked& cooked, const AssetManifest& manifest,
                                                 const std::vector<std::byte>& bytes) {
  cooked.folder.write("out/hills.obj.lodc", {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  cooked.folder.write("out/hills.obj.lod.json", to_json(manifest));
  const std::filesystem::path inputs[] = {cooked.folder.path() / "models"};
  const manifest::ObjectFacts& object = manifest.objects[0];
  const manifest::IndexedAsset asset{"hills.obj", "hills.obj.lod.json", "hills.obj.lodc", object.levels.size(),
                                     object.levels[0].triangles};
  return verify_asset(cooked.folder.path() / "out", asset, inputs, true).differences;
}

}  // namespace

TEST_CASE("cooking again finds what was recorded") {
  for (const bool tiles : {false, true}) {
    const Cooked cooked(tiles);
    REQUIRE(cooked.file.manifest.objects[0].levels.size() > 3);
    for (const manifest::Difference& d : cooked.verify(cooked.file.manifest)) FAIL_CHECK(to_string(d.error));
  }
}

TEST_CASE("each figure of a level that is off by a billionth is found") {
  const Cooked cooked(false);
  std::vector<Figure> figures = errors_at(
      "objects[0].levels[2]", [](AssetManifest& m) -> manifest::LevelFacts& { return m.objects[0].levels[2]; });
  const auto add = [&](const std::string& key, const std::function<void(manifest::LevelFacts&)>& edit) {
    figures.push_back({"objects[0].levels[2]." + key, [=](AssetManifest& m) { edit(m.objects[0].levels[2]); }});
  };
  add("screen_height", [](auto& level) { lower(level.screen_height); });
  add("normal_angle.mean_degrees", [](auto& level) { lower(level.normal_angle->mean_degrees); });
  add("normal_angle.worst_degrees", [](auto& level) { lower(level.normal_angle->worst_degrees); });
  add("normal_angle.samples", [](auto& level) { ++level.normal_angle->samples; });
  add("redone", [](auto& level) { ++level.redone; });
  add("pose", [](auto& level) { level.pose = manifest::LevelPose{"run", 0.5}; });
  figures.push_back({"objects[0].stopped", [](AssetManifest& m) { m.objects[0].stopped = "collapsed"; }});
  check_each(cooked, figures);
}

TEST_CASE("each figure of a tile that is off by a billionth is found") {
  const Cooked cooked(true);
  const std::size_t root = cooked.file.manifest.objects[0].tiles.size() - 1;
  check_each(cooked, errors_at("objects[0].tiles[" + std::to_string(root) + "]",
                               [=](AssetManifest& m) -> manifest::TileFacts& { return m.objects[0].tiles[root]; }));
}

TEST_CASE("an error in a container whose hashes are right is found") {
  const Cooked cooked(false);
  for (const manifest::Difference& d : verify_written(cooked, cooked.file.manifest, cooked.file.container)) {
    FAIL_CHECK(to_string(d.error));
  }
  std::vector<std::byte> bytes = cooked.file.container;
  set_error(bytes, 1 + 1e-9);  // above the bound, so that no proof is against it
  const auto found = verify_written(cooked, follow(cooked.file.manifest, bytes), bytes);
  REQUIRE_FALSE(found.empty());
  CHECK(found[0].error.message.starts_with("objects[0].levels[2].error.switch.relative is recorded as "));
}

TEST_CASE("levels cooked with other settings than are recorded are found") {
  const Cooked cooked(false);
  AssetManifest other = cooked.file.manifest;
  for (manifest::Setting& setting : other.settings) {
    if (setting.key == "ratio") setting.json = "0.6";
  }
  const auto found = cooked.verify(other);
  REQUIRE(found.size() == 1);
  CHECK(found[0].error.message == "its levels are not those that its source cooks to");
}
