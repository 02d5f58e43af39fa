#include "cooker/app/verify_asset.h"

#include <lodcook/loader.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "cooker/app/describe_asset.h"
#include "cooker/app/describe_tiles.h"
#include "cooker/app/discover.h"
#include "cooker/app/hash_file.h"
#include "cooker/app/level_files.h"
#include "cooker/app/read_text.h"
#include "cooker/app/recorded_job.h"
#include "cooker/app/verify_cook.h"
#include "cooker/app/verify_errors.h"
#include "cooker/app/verify_record.h"
#include "cooker/app/verify_seams.h"

namespace lodcook::cooker {
namespace fs = std::filesystem;
namespace {

using manifest::AssetManifest;
using manifest::Difference;

class Verification {
 public:
  Verification(const fs::path& folder, const manifest::IndexedAsset& asset) : folder_(folder), asset_(asset) {}

  AssetVerdict run(std::span<const fs::path> inputs, bool errors) {
    if (const std::optional<AssetManifest> manifest = read_manifest()) {
      files_.push_back(manifest->source.path);
      for (const manifest::FileHash& dependency : manifest->dependencies) files_.push_back(dependency.path);
      check_names(*manifest);
      check_container(*manifest);
      if (!inputs.empty()) check_sources(*manifest, inputs);
      if (errors && differences_.empty()) check_errors(*manifest, inputs);
    }
    return {std::move(differences_), std::move(files_), std::move(other_levels_)};
  }

 private:
  void differ(const std::string& path, ErrorCode code, std::string message) {
    differences_.push_back({path, {code, std::move(message), {}}});
  }

  void differ(const std::string& path, std::string message) {
    differ(path, ErrorCode::verification_difference, std::move(message));
  }

  std::optional<AssetManifest> read_manifest() {
    const Result<std::string> text = read_text(folder_ / asset_.manifest);
    if (!text) {
      differ(asset_.manifest, text.error().code, text.error().message);
      return std::nullopt;
    }
    Result<AssetManifest> manifest = manifest::parse_asset_manifest(*text);
    if (!manifest) {
      differ(asset_.manifest, manifest.error().code, to_string(manifest.error()));
      return std::nullopt;
    }
    for (std::string& message : verify_record(*text, *manifest)) differ(asset_.manifest, std::move(message));
    return std::move(*manifest);
  }

  void check_names(const AssetManifest& manifest) {
    const fs::path beside = fs::path(asset_.manifest).parent_path();
    if ((beside / manifest.container_path).generic_string() != asset_.container) {
      differ(asset_.manifest,
             "names the container '" + manifest.container_path + "', the index '" + asset_.container + "'");
    }
    if (manifest.source.path != asset_.source) {
      differ(asset_.manifest, "names the source '" + manifest.source.path + "', the index '" + asset_.source + "'");
    }
    std::uint64_t levels = 0, triangles = 0;
    for (const manifest::ObjectFacts& object : manifest.objects) {
      levels += object.levels.size();
      if (!object.levels.empty()) triangles += object.levels.front().triangles;
    }
    if (levels != asset_.levels) differ(asset_.manifest, "has another number of levels than the index says");
    if (triangles != asset_.triangles) differ(asset_.manifest, "has another number of triangles than the index says");
  }

  void check_container(const AssetManifest& manifest) {
    Result<std::unique_ptr<ByteSource>> source = open_file((folder_ / asset_.container).string());
    if (!source) return differ(asset_.container, source.error().code, source.error().message);
    const std::uint64_t size = (*source)->size();
    if (size != manifest.container_size) {
      differ(asset_.container,
             "has " + std::to_string(size) + " bytes, its manifest says " + std::to_string(manifest.container_size));
    }
    const Result<Container> container = Container::open(std::move(*source));
    if (!container) return differ(asset_.container, container.error().code, to_string(container.error()));
    if (const Result<TileNotes> notes = load_tile_notes(*container); !notes) {
      differ(asset_.container, notes.error().code, to_string(notes.error()));
    }
    check_facts(manifest, *container);
    check_shared_meshes(*container);
    for (std::uint32_t object = 0; object < container->objects().size(); ++object) check_object(*container, object);
  }

  /// Puts what only the manifest knows into what the container says; then the two must be one text.
  void check_facts(const AssetManifest& manifest, const Container& container) {
    AssetManifest expected = describe_container(container, manifest.view);
    expected.asset = manifest.asset;
    expected.source = manifest.source;
    expected.dependencies = manifest.dependencies;
    expected.container_path = manifest.container_path;
    expected.settings = manifest.settings;
    expected.warnings = manifest.warnings;
    for (std::size_t i = 0; i < std::min(expected.objects.size(), manifest.objects.size()); ++i) {
      manifest::ObjectFacts& object = expected.objects[i];
      object.stopped = manifest.objects[i].stopped;
      object.cull_screen_height = manifest.objects[i].cull_screen_height;
      for (std::size_t k = 0; k < std::min(object.levels.size(), manifest.objects[i].levels.size()); ++k) {
        take_measures(object.levels[k], manifest.objects[i].levels[k]);
        object.levels[k].redone = manifest.objects[i].levels[k].redone;
        object.levels[k].pose = manifest.objects[i].levels[k].pose;
        object.levels[k].normal_angle = manifest.objects[i].levels[k].normal_angle;
      }
      for (std::size_t k = 0; k < std::min(object.tiles.size(), manifest.objects[i].tiles.size()); ++k) {
        take_measures(object.tiles[k], manifest.objects[i].tiles[k]);
        object.tiles[k].relative.estimate = manifest.objects[i].tiles[k].relative.estimate;
        object.tiles[k].absolute.estimate = manifest.objects[i].tiles[k].absolute.estimate;
        object.tiles[k].proof = manifest.objects[i].tiles[k].proof;
        object.tiles[k].cell = manifest.objects[i].tiles[k].cell;
        object.tiles[k].normal_angle = manifest.objects[i].tiles[k].normal_angle;
      }
      object.failed_tiles = manifest.objects[i].failed_tiles;
    }
    report_first_difference(to_json(manifest), to_json(expected));
  }

  template <class Facts>
  static void take_measures(Facts& to, const Facts& from) {
    to.method = from.method;
    const auto take = [](LevelError& error, const LevelError& measured) {
      error.rms = measured.rms;
      error.rms_samples = measured.rms_samples;
      error.measured = measured.measured;
      error.bound = measured.bound;
      error.slide = measured.slide;
    };
    take(to.relative, from.relative);
    take(to.absolute, from.absolute);
  }

  void report_first_difference(std::string_view manifest, std::string_view expected) {
    std::size_t line = 1;
    while (!manifest.empty() || !expected.empty()) {
      const std::string_view said = take_line(manifest), is = take_line(expected);
      if (said != is) {
        return differ(asset_.manifest, "line " + std::to_string(line) + ": manifest has '" + std::string(said) +
                                           "', the container '" + std::string(is) + "'");
      }
      ++line;
    }
  }

  static std::string_view take_line(std::string_view& text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line.substr(std::min(line.find_first_not_of(' '), line.size()));
  }

  void check_object(const Container& container, std::uint32_t object) {
    TileSeams seams(container, object);
    SharedGeometries meshes(container);
    bool whole = true;
    for (const std::uint32_t tile : seams.tiles()) {
      const Result<DecodedTile> decoded = container.load_tile(tile);
      if (!decoded) {
        differ(asset_.container, decoded.error().code, name_of(container.tiles()[tile]) + to_string(decoded.error()));
        whole = false;
      } else {
        if (seams.is_tree()) seams.add(tile, *decoded);
        whole = add_instances(meshes, tile, *decoded, seams) && whole;
      }
    }
    if (!whole || !seams.is_tree()) return;
    if (const std::optional<std::string> fault = seams.find_fault()) {
      differ(asset_.container, "object " + std::to_string(object) + ": " + *fault);
    }
  }

  bool add_instances(SharedGeometries& meshes, std::uint32_t tile, const DecodedTile& decoded, TileSeams& seams) {
    for (const MeshInstance& instance : decoded.instances()) {
      const Result<const SharedGeometry*> mesh = meshes.get(instance.mesh);
      if (!mesh) return false;  // check_shared_meshes says why
      if (seams.is_tree()) seams.add(tile, instance, **mesh);
    }
    return true;
  }

  void check_shared_meshes(const Container& container) {
    for (std::uint32_t mesh = 0; mesh < container.shared_meshes().size(); ++mesh) {
      const Result<DecodedTile> decoded = container.load_shared_mesh(mesh);
      if (!decoded) differ(asset_.container, decoded.error().code, to_string(decoded.error()));
    }
  }

  static std::string name_of(const Tile& tile) {
    return "object " + std::to_string(tile.object) + ", level " + std::to_string(tile.level) + ": ";
  }

  /// The INPUT whose folder holds the source; null where it is gone.
  static const fs::path* input_of(const AssetManifest& manifest, std::span<const fs::path> inputs) {
    std::error_code failed;
    const auto holds = [&](const fs::path& i) { return fs::exists(input_root(i) / manifest.source.path, failed); };
    const auto found = std::find_if(inputs.begin(), inputs.end(), holds);
    return found == inputs.end() ? nullptr : &*found;
  }

  void check_sources(const AssetManifest& manifest, std::span<const fs::path> inputs) {
    const fs::path* const input = input_of(manifest, inputs);
    if (input == nullptr) return differ(manifest.source.path, ErrorCode::not_found, "the source is gone");
    const fs::path root = input_root(*input);
    check_source(root, manifest.source);
    for (const manifest::FileHash& dependency : manifest.dependencies) check_source(root, dependency);
    const Result<CookJob> job = recorded_job(manifest, root);
    if (!job) return differ(asset_.manifest, job.error().code, to_string(job.error()));
    std::error_code failed;
    const LevelsOf levels = fs::is_directory(*input, failed) ? LevelsOf::folder : LevelsOf::file;
    if (job->settings.scene.authored && job->settings.levels.empty()) {
      other_levels_ = other_level_files(root, manifest.source.path, files_, levels);
    }
  }

  void check_errors(const AssetManifest& manifest, std::span<const fs::path> inputs) {
    const fs::path* const input = input_of(manifest, inputs);
    Result<std::unique_ptr<ByteSource>> source = open_file((folder_ / asset_.container).string());
    if (input == nullptr || !source) return;  // said already
    const Result<Container> container = Container::open(std::move(*source));
    if (container) differences_ = verify_errors(manifest, asset_.manifest, *container, input_root(*input));
    if (differences_.empty()) differences_ = verify_cook(manifest, asset_.manifest, input_root(*input));
  }

  void check_source(const fs::path& root, const manifest::FileHash& file) {
    const Result<std::string> hash = hash_file(root / file.path);
    if (hash && *hash == file.hash) return;
    if (hash) {
      const char* message = file.hash.empty() ? "was missing and is there now" : "has other bytes than were cooked";
      differ(file.path, message);
    } else if (!file.hash.empty()) {
      differ(file.path, hash.error().code, hash.error().message);
    }
  }

  const fs::path& folder_;
  const manifest::IndexedAsset& asset_;
  std::vector<Difference> differences_;
  std::vector<std::string> files_, other_levels_;
};

}  // namespace

AssetVerdict verify_asset(const fs::path& folder, const manifest::IndexedAsset& asset, std::span<const fs::path> inputs,
                          bool errors) {
  return Verification(folder, asset).run(inputs, errors);
}

}  // namespace lodcook::cooker
