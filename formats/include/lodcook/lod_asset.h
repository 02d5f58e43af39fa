#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "lodcook/byte_source.h"
#include "lodcook/level_select.h"
#include "lodcook/limits.h"
#include "lodcook/loader.h"
#include "lodcook/result.h"
#include "lodcook/types.h"

namespace lodcook {

/// The view that switch distances are for: where `budget_px` pixels of error are allowed.
struct ReferenceView {
  double fov_y_radians = 1.0471975511965976;  ///< 60 degrees.
  double height_px = 1080;
  double budget_px = 1;
};

/// A level by the numbers of its object and of itself within the object.
struct LevelNumber {
  std::uint32_t object = 0, level = 0;
  friend bool operator==(const LevelNumber&, const LevelNumber&) = default;
};

/// A level in memory of the caller's: where in it what lies, in bytes from its beginning.
struct PlacedLevel {
  struct Stream {
    Attribute attribute;
    std::uint64_t offset = 0, size = 0;
  };
  std::vector<Stream> streams;
  std::uint64_t index_offset = 0;
  std::uint32_t vertex_count = 0, index_count = 0;
  std::uint32_t index_size = 2;      ///< 2 or 4.
  std::span<const DrawRange> draws;  ///< The asset's.
};

/// A cooked file as an engine asks for it: levels, when they switch, what they need. It reads the container alone, no
/// manifest. Const methods may be called from any thread; spans and references live as long as the asset. A number of
/// an object or level that is out of range is refused where a Result is returned and a bug elsewhere.
class LodAsset {
 public:
  /// Opens and checks header and index; reads no geometry. Fails as Container::open does, and with invalid_argument for
  /// a reference view that is none. `reference` is the view of chain(); others can be asked for at any time.
  static Result<LodAsset> open(std::unique_ptr<ByteSource> source, const Limits& limits = {},
                               const ReferenceView& reference = {});

  [[nodiscard]] const Container& container() const noexcept { return container_; }

  [[nodiscard]] std::uint32_t object_count() const noexcept;
  [[nodiscard]] std::string_view name(std::uint32_t object) const noexcept;
  [[nodiscard]] std::optional<std::uint32_t> find_object(std::string_view name) const noexcept;  ///< The first such.
  /// Of all levels, relative to Bounds::origin.
  [[nodiscard]] const Bounds& bounds(std::uint32_t object) const noexcept;
  /// Whether some level has more than one tile: TileSelector chooses those, not this.
  [[nodiscard]] bool is_tiled(std::uint32_t object) const noexcept;
  [[nodiscard]] std::uint32_t level_count(std::uint32_t object) const noexcept;
  [[nodiscard]] const Level& level(std::uint32_t object, std::uint32_t level) const noexcept;

  [[nodiscard]] std::span<const Material> materials() const noexcept { return container_.materials(); }
  [[nodiscard]] std::span<const Joint> skeleton() const noexcept { return container_.skeleton(); }
  [[nodiscard]] std::span<const Placement> placements() const noexcept { return container_.placements(); }
  [[nodiscard]] std::span<const Light> lights() const noexcept { return container_.lights(); }

  /// Distance from the camera to the centre of the bounding sphere from which on each level stays within the budget;
  /// strictly rising, 0 for level 0. See switch_distance.h.
  [[nodiscard]] std::vector<double> switch_distances(std::uint32_t object, const ReferenceView& view) const;

  /// The same as screen heights, from level 1 on; they need no reference view where they are used.
  [[nodiscard]] std::vector<double> screen_heights(std::uint32_t object, const ReferenceView& view) const;

  /// What choosing needs, at the view given to open(). Nothing is culled unless the caller sets it.
  [[nodiscard]] LevelChain chain(std::uint32_t object) const noexcept;

  /// Decodes a level into memory of its own. Fails as Container::load_level does.
  [[nodiscard]] Result<DecodedTile> load(std::uint32_t object, std::uint32_t level) const;

  /// Bytes that load_into needs. Known without reading.
  [[nodiscard]] std::uint64_t level_bytes(std::uint32_t object, std::uint32_t level) const noexcept;

  /// Decodes a level into `memory`: the attributes' streams one after the other, then the indices, each from a multiple
  /// of 4. The first level_bytes() of it may be written. Fails as load() does, and with over_memory_budget where
  /// `memory` is smaller than level_bytes(); on failure nothing is written. Takes as much memory again while it runs.
  [[nodiscard]] Result<PlacedLevel> load_into(std::uint32_t object, std::uint32_t level,
                                              std::span<std::byte> memory) const;

  /// All levels in the order in which to load them and in which they lie in the file: every object's coarsest first,
  /// then the next finer ones. For what to load next in a frame see level_to_load().
  [[nodiscard]] std::vector<LevelNumber> loading_order() const;

 private:
  LodAsset(Container container, const ReferenceView& reference);

  struct Chain {
    std::vector<double> errors, switch_distances, screen_heights;
  };

  Container container_;
  std::vector<Chain> chains_;
};

}  // namespace lodcook
