#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lodcook/loader.h"
#include "lodcook/types.h"

/// Chooses which tiles of a tiled object to draw, load and unload. Loading is the caller's; so is the clock.
namespace lodcook {

/// A camera as tile selection needs it. Turning it changes nothing.
struct TileView {
  Vec3d eye;                   ///< Relative to the object's origin, in the object's space.
  double pixels_per_unit = 0;  ///< K of switch_distance.h.
};

/// Distance from a point to the nearest point of a box, 0 inside it.
double distance_to_box(const Aabb& box, Vec3d point) noexcept;

/// Pixels that a tile's error covers at the nearest point of its box, largest over the views; infinite inside the box.
double tile_pixel_error(const Tile& tile, std::span<const TileView> views) noexcept;

/// Whether a tile is too coarse for the views: it has children and its pixel error is over the budget.
bool wants_children(const Tile& tile, std::span<const TileView> views, double budget_px) noexcept;

/// Whether the tile belongs to the cut that the views ask for. For every path from the root to a leaf exactly one tile
/// is in the cut, since neither error nor the nearness of its box falls towards the root. Pure, in any order.
bool in_cut(std::span<const Tile> tiles, std::uint32_t tile, std::span<const TileView> views,
            double budget_px) noexcept;

struct TileSelectorOptions {
  double budget_px = 1;
  double refine_fraction = 0.90;  ///< Refines at this part of the switch distance, coarsens at the whole.
  double dwell_seconds = 1;       ///< No tile appears or vanishes more often than once in this time.
  /// A tile is loaded within this many times its parent's switch distance from its parent's box, first those within
  /// streaming_factor, then those within prefetch_factor; beyond unload_factor it is given back after the grace.
  double streaming_factor = 1.1, prefetch_factor = 1.25, unload_factor = 1.5;
  double unload_grace_seconds = 3;
  std::uint64_t max_bytes_in_flight = 16ULL << 20;  ///< Of stored bytes; one load is always allowed.
  std::uint64_t max_bytes_resident = ~0ULL;  ///< Of decoded bytes of tiles, loads in flight included; shared meshes
                                             ///< that leaves have instances of are the caller's to count.
};

/// What one update asks for. The spans are valid until the next call of a non-const method.
struct TileSelection {
  std::span<const std::uint32_t> draw;    ///< One tile of every root-to-leaf path; empty until a root is resident.
  std::span<const std::uint32_t> load;    ///< Start these, in this order. They count as in flight from now on.
  std::span<const std::uint32_t> unload;  ///< Give these back. They count as absent from now on.
  std::uint64_t bytes_in_flight = 0, bytes_resident = 0;
  std::uint32_t changed = 0;  ///< Tiles that appeared or vanished.
  std::uint32_t waiting = 0;  ///< Tiles drawn though the views ask for finer ones.
};

/// A state machine over the tiles of one object. Tiles drawn and their ancestors stay resident, a parent is drawn until
/// all its children are there: never a hole, never a place twice.
class TileSelector {
 public:
  /// `tiles` as Container::tiles() gives them, which must outlive the selector; `object` picks one tree, or
  /// the list of tiles with a chain each that flat mode makes.
  TileSelector(std::span<const Tile> tiles, std::uint32_t object, const TileSelectorOptions& options);

  /// One step at `now_seconds`, which never goes back.
  TileSelection update(std::span<const TileView> views, double now_seconds);

  /// A load that ended. Ignored for a tile that is not in flight.
  void loaded(std::uint32_t tile);

  /// A load that failed: tried again after 5, 10, 20, then every 60 seconds.
  void failed(std::uint32_t tile, double now_seconds);

 private:
  enum class Residency : std::uint8_t { absent, in_flight, resident };

  struct State {
    Residency residency = Residency::absent;
    bool refined = false;
    bool drawn = false;
    bool needed = false;  ///< Drawn now, or an ancestor of what is drawn.
    std::uint8_t failures = 0;
    double changed_at = -1e300;
    double retry_at = -1e300;
    double outside_since = 1e300;  ///< Since when it has been beyond the unload distance.
    double pixel_error = 0;        ///< In this update, largest over the views.
    double reach = 0;              ///< Distance to the parent's box over the parent's switch distance.
  };

  struct Group {
    std::uint32_t parent;
    double priority;
    bool prefetch;
  };

  [[nodiscard]] bool exists(std::int32_t tile) const noexcept { return tile >= 0; }
  void measure(std::span<const TileView> views);
  void refine(double now);
  [[nodiscard]] bool children_resident(std::uint32_t tile) const;
  [[nodiscard]] bool subtree_settled(std::uint32_t tile, double now) const;
  void collapse(std::uint32_t tile);
  void mark_drawn(double now, TileSelection& selection);
  void request_unloads(double now);
  void request_loads(double now);
  void request_group(const Group& group, double now);
  bool make_room(std::uint64_t bytes);
  void drop(std::uint32_t tile);
  [[nodiscard]] bool may_start(std::uint32_t tile) const;
  void start(std::uint32_t tile);

  std::span<const Tile> tiles_;
  TileSelectorOptions options_;
  std::vector<std::uint32_t> order_;  ///< The object's tiles, roots first, parents before children.
  std::vector<State> states_;         ///< By tile number less first_.
  std::uint32_t first_ = 0;
  std::size_t root_count_ = 0;
  std::uint64_t in_flight_ = 0, resident_ = 0;
  std::vector<std::uint32_t> draw_, load_, unload_, evictable_;
  bool evictable_ready_ = false;
};

}  // namespace lodcook
