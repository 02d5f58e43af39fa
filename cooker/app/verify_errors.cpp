#include "cooker/app/verify_errors.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "cooker/app/cook_asset.h"
#include "cooker/app/prove_again.h"
#include "cooker/app/recorded_job.h"

namespace lodcook::cooker {
namespace fs = std::filesystem;
namespace {

using manifest::AssetManifest;
using manifest::Difference;

Result<ObjectSet> import_source(const CookJob& job) {
  Result<Scene> scene = import_scene(job.file, job.settings.import);
  if (!scene) return std::move(scene).error();
  return prepare_scene(std::move(*scene), job.settings.scene);
}

std::string digits(double value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, 9).ptr;
  return {text.data(), end};
}

/// What the manifest says of one level or tile.
struct Recorded {
  const LevelError& relative;
  const LevelError& absolute;
  double switching;
};

class Comparison {
 public:
  Comparison(const AssetManifest& manifest, const std::string& path, bool proof_asked)
      : manifest_(manifest), path_(path), proof_asked_(proof_asked) {
    const auto& warnings = manifest.warnings;
    wide_allowed_ = std::any_of(warnings.begin(), warnings.end(),
                                [](const manifest::ManifestWarning& w) { return w.id == "proof_exhausted"; });
  }

  void object(std::size_t index, const Object& source, std::span<const Pose> poses, const Container& container) {
    const manifest::ObjectFacts& facts = manifest_.objects[index];
    place_ = "object " + std::to_string(index);
    extent_ = double{facts.bounds.extent};
    if (!any_proof(facts) && !proof_asked_) return;
    if (!same_extent(source)) return differ("extent", "is recorded as " + digits(extent_) + ", the source has another");
    const Result<ObjectProvenAgain> again = prove_again(source, container, static_cast<std::uint32_t>(index), poses);
    if (!again) {
      if (any_proof(facts)) differ("errors", "are recorded, but cannot be proven: " + to_string(again.error()));
      return;
    }
    if (facts.levels.size() < again->levels.size()) return;  // the container's own check says so
    for (std::size_t k = 0; k < again->levels.size(); ++k) {
      const manifest::LevelFacts& level = facts.levels[k];
      compare("level " + std::to_string(k), {level.relative, level.absolute, level.error_relative}, again->levels[k], 0,
              k > 0 && !wide_allowed_);
    }
    tiles(facts, *again);
    tree_levels(facts, *again, container, static_cast<std::uint32_t>(index));
  }

  void differ(const std::string& what, const std::string& message) {
    differences_.push_back({path_, {ErrorCode::verification_difference, place_ + ", " + what + ": " + message, {}}});
  }

  std::vector<Difference> take() { return std::move(differences_); }

 private:
  static bool any_proof(const manifest::ObjectFacts& facts) {
    return std::any_of(facts.levels.begin(), facts.levels.end(),
                       [](const manifest::LevelFacts& level) { return level.relative.bound.has_value(); });
  }

  bool same_extent(const Object& source) const {
    Vec3f low = source.vertices.positions.front(), high = low;
    for (const std::uint32_t i : source.indices) {
      const Vec3f p = source.vertices.positions[i];
      low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
    const double side = std::max({double{high.x} - low.x, double{high.y} - low.y, double{high.z} - low.z});
    return std::abs(side - extent_) <= 1e-6 * side;
  }

  /// `slack`: what lies between the two proofs' surfaces.
  void compare(const std::string& name, const Recorded& recorded, const ProvenAgain& again, double slack, bool tight) {
    const LevelError& error = recorded.relative;
    if (!error.bound) {
      if (proof_asked_) differ(name, "no bound is recorded, " + digits(again.bound) + " is proven");
      return;
    }
    const std::string found = ", but " + digits(again.measured) + " was found";
    if (*error.bound < again.measured - slack) differ(name, "bound " + digits(*error.bound) + " is recorded" + found);
    if (recorded.switching < again.measured - slack || recorded.switching < *error.bound) {
      differ(name, "error " + digits(recorded.switching) + " is recorded" + found);
    }
    if (error.measured.value_or(0) > again.bound + slack) {
      differ(name, "measured " + digits(*error.measured) + " is recorded, but " + digits(again.bound) + " is proven");
    }
    if (tight && !again.exhausted && *error.bound > again.bound * 1.05 + 2e-6) {
      differ(name, "bound " + digits(*error.bound) + " is recorded, but " + digits(again.bound) + " is proven");
    }
    same_in_model_units(name, recorded);
  }

  void same_in_model_units(const std::string& name, const Recorded& recorded) {
    const auto check = [&](const char* what, const std::optional<double>& part, const std::optional<double>& whole) {
      const double wanted = part.value_or(0) * extent_;
      if (part.has_value() == whole.has_value() && std::abs(whole.value_or(0) - wanted) <= 1e-6 * wanted) return;
      differ(name, std::string(what) + " " + digits(whole.value_or(0)) + " is recorded in model units, but " +
                       digits(wanted) + " is what it says of the extent");
    };
    check("bound", recorded.relative.bound, recorded.absolute.bound);
    check("measured", recorded.relative.measured, recorded.absolute.measured);
  }

  void tiles(const manifest::ObjectFacts& facts, const ObjectProvenAgain& again) {
    for (std::size_t t = 0; t < std::min(facts.tiles.size(), again.tiles.size()); ++t) {
      if (!again.tiles[t]) continue;
      const manifest::TileFacts& tile = facts.tiles[t];
      compare("level " + std::to_string(tile.level) + ", tile " + std::to_string(t),
              {tile.relative, tile.absolute, tile.error_relative}, *again.tiles[t], again.leaf_error, false);
    }
  }

  /// A level of a tree deviates as the worst of its tiles.
  void tree_levels(const manifest::ObjectFacts& facts, const ObjectProvenAgain& again, const Container& container,
                   std::uint32_t index) {
    const std::uint32_t first = container.levels()[container.objects()[index].first_level].first_tile;
    for (std::size_t k = 1; k < facts.levels.size() && !again.tiles.empty(); ++k) {
      ProvenAgain worst;
      for (const std::uint32_t tile : container.level_cut(index, static_cast<std::uint32_t>(k))) {
        const std::optional<ProvenAgain>& own = again.tiles[tile - first];
        if (!own) continue;
        worst.measured = std::max(worst.measured, own->measured);
        worst.bound = std::max(worst.bound, own->bound);
      }
      const manifest::LevelFacts& level = facts.levels[k];
      compare("level " + std::to_string(k), {level.relative, level.absolute, level.error_relative}, worst,
              again.leaf_error, false);
    }
  }

  const AssetManifest& manifest_;
  const std::string& path_;
  bool proof_asked_;
  bool wide_allowed_ = false;
  double extent_ = 0;
  std::string place_;
  std::vector<Difference> differences_;
};

}  // namespace

std::vector<Difference> verify_errors(const AssetManifest& manifest, const std::string& path,
                                      const Container& container, const fs::path& root) {
  const auto failed = [&](Error error) {
    error.message = without_root(std::move(error.message), root);
    error.place = without_root(std::move(error.place), root);
    return std::vector<Difference>{{manifest.source.path, std::move(error)}};
  };
  const Result<CookJob> job = recorded_job(manifest, root);
  if (!job) return failed(job.error());
  const Result<ObjectSet> source = import_source(*job);
  if (!source) return failed(source.error());
  Comparison comparison(manifest, path, job->settings.pack.prove);
  const std::size_t objects = source->objects.size();
  if (objects != container.objects().size() || objects != manifest.objects.size()) {
    comparison.differ("errors", "the source has another number of objects: " + std::to_string(objects));
    return comparison.take();
  }
  for (std::size_t i = 0; i < objects; ++i) comparison.object(i, source->objects[i], source->poses, container);
  return comparison.take();
}

}  // namespace lodcook::cooker
