#include "lodcook/lod_asset.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>
#include <utility>

#include "lodcook/switch_distance.h"

namespace lodcook {
namespace {

bool is_view(const ReferenceView& view) noexcept {
  return view.fov_y_radians > 0 && view.fov_y_radians < std::numbers::pi && view.height_px > 0 && view.budget_px > 0 &&
         std::isfinite(view.height_px) && std::isfinite(view.budget_px);
}

void place(std::span<const std::byte> bytes, std::span<std::byte> memory, std::uint64_t& at) noexcept {
  std::memcpy(memory.data() + at, bytes.data(), bytes.size());
  at += bytes.size();
}

}  // namespace

Result<LodAsset> LodAsset::open(std::unique_ptr<ByteSource> source, const Limits& limits,
                                const ReferenceView& reference) {
  if (!is_view(reference)) return Error{ErrorCode::invalid_argument, "the reference view is none", ""};
  Result<Container> container = Container::open(std::move(source), limits);
  if (!container) return std::move(container).error();
  return LodAsset(std::move(*container), reference);
}

LodAsset::LodAsset(Container container, const ReferenceView& reference) : container_(std::move(container)) {
  chains_.resize(object_count());
  for (std::uint32_t object = 0; object < object_count(); ++object) {
    Chain& chain = chains_[object];
    for (std::uint32_t k = 0; k < level_count(object); ++k) chain.errors.push_back(level(object, k).error_absolute);
    chain.switch_distances = switch_distances(object, reference);
    chain.screen_heights = screen_heights(object, reference);
  }
}

std::uint32_t LodAsset::object_count() const noexcept {
  return static_cast<std::uint32_t>(container_.objects().size());
}

std::string_view LodAsset::name(std::uint32_t object) const noexcept { return container_.objects()[object].name; }

std::optional<std::uint32_t> LodAsset::find_object(std::string_view name) const noexcept {
  const std::span<const ContainerObject> objects = container_.objects();
  const auto found = std::find_if(objects.begin(), objects.end(), [name](const auto& o) { return o.name == name; });
  if (found == objects.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - objects.begin());
}

const Bounds& LodAsset::bounds(std::uint32_t object) const noexcept { return container_.objects()[object].bounds; }

bool LodAsset::is_tiled(std::uint32_t object) const noexcept {
  for (std::uint32_t k = 0; k < level_count(object); ++k) {
    if (level(object, k).tile_count != 1) return true;
    if (container_.tiles()[level(object, k).first_tile].instance_count > 0) return true;
  }
  return false;
}

std::uint32_t LodAsset::level_count(std::uint32_t object) const noexcept {
  return container_.objects()[object].level_count;
}

const Level& LodAsset::level(std::uint32_t object, std::uint32_t level) const noexcept {
  return container_.levels()[std::size_t{container_.objects()[object].first_level} + level];
}

std::vector<double> LodAsset::switch_distances(std::uint32_t object, const ReferenceView& view) const {
  const double k = pixels_per_unit(view.fov_y_radians, view.height_px);
  std::vector<double> distances = {0};
  for (std::uint32_t i = 1; i < level_count(object); ++i) {
    const double error = level(object, i).error_absolute;
    distances.push_back(switch_distance(error, double{bounds(object).sphere.radius}, k, view.budget_px));
  }
  return distances;
}

std::vector<double> LodAsset::screen_heights(std::uint32_t object, const ReferenceView& view) const {
  std::vector<double> heights = switch_distances(object, view);
  heights.erase(heights.begin());
  for (double& height : heights) {
    height = screen_height(double{bounds(object).sphere.radius}, view.fov_y_radians, height);
  }
  return heights;
}

LevelChain LodAsset::chain(std::uint32_t object) const noexcept {
  const Chain& chain = chains_[object];
  return {chain.errors, chain.switch_distances, chain.screen_heights, double{bounds(object).sphere.radius}, 0};
}

Result<DecodedTile> LodAsset::load(std::uint32_t object, std::uint32_t level) const {
  return container_.load_level(object, level);
}

std::uint64_t LodAsset::level_bytes(std::uint32_t object, std::uint32_t level_number) const noexcept {
  return level(object, level_number).decoded_size;
}

Result<PlacedLevel> LodAsset::load_into(std::uint32_t object, std::uint32_t level_number,
                                        std::span<std::byte> memory) const {
  if (object < object_count() && level_number < level_count(object) &&
      memory.size() < level_bytes(object, level_number)) {
    return Error{ErrorCode::over_memory_budget, "the memory given is too small",
                 "object " + std::to_string(object) + ", level " + std::to_string(level_number)};
  }
  const Result<DecodedTile> decoded = load(object, level_number);
  if (!decoded) return decoded.error();
  PlacedLevel placed;
  std::uint64_t at = 0;
  for (const DecodedAttribute& attribute : decoded->attributes()) {
    placed.streams.push_back({attribute.attribute, at, attribute.bytes.size()});
    place(attribute.bytes, memory, at);
  }
  placed.index_offset = at;
  place(decoded->index_bytes(), memory, at);
  placed.vertex_count = decoded->vertex_count();
  placed.index_count = decoded->index_count();
  placed.index_size = decoded->index_size();
  placed.draws = container_.tiles()[level(object, level_number).first_tile].draws;
  return placed;
}

std::vector<LevelNumber> LodAsset::loading_order() const {
  std::vector<LevelNumber> order;
  std::uint32_t deepest = 0;
  for (std::uint32_t object = 0; object < object_count(); ++object) deepest = std::max(deepest, level_count(object));
  for (std::uint32_t step = 0; step < deepest; ++step) {
    for (std::uint32_t object = 0; object < object_count(); ++object) {
      if (step < level_count(object)) order.push_back({object, level_count(object) - 1 - step});
    }
  }
  return order;
}

}  // namespace lodcook
