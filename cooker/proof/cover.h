#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cooker/proof/piece.h"
#include "cooker/proof/surface.h"

namespace lodcook::proof {

/// Which way a distance was found: from level 0 to the level, or back.
enum class Direction : std::uint8_t { forward, backward };

struct CoverCounts {
  std::uint64_t pieces = 0;     ///< Corner tests.
  std::uint64_t queries = 0;    ///< Exact nearest-triangle searches.
  std::uint64_t exhausted = 0;  ///< Pieces accepted with their own distance because the budget ran out.
};

/// No smaller radius is asked for: float distances in the unit box are not exact below it.
constexpr float smallest_radius = 1e-6F;

/// Something `cover` could not accept on the given surface, for a try on another.
struct Leftover {
  Piece piece;
  std::uint32_t triangle;
};

/// Decides whether pieces of one surface lie within a radius of another, and finds the radius on the way.
///
/// The distance to one triangle is convex, so over a convex piece it is largest at a corner: if all corners are within
/// r of one triangle, so is the piece. A piece that reaches over an edge of its triangle is cut along the plane through
/// that edge and the outer part goes to the triangle beyond it. Any cut, hint or neighbour is legal: a bad one costs
/// time, never truth. r = L (1 + tolerance), with L the largest exact distance found so far in either direction, and at
/// least smallest_radius.
class Cover {
 public:
  /// Nothing below `least_radius` is asked for.
  Cover(float tolerance, std::uint64_t budget, float least_radius) noexcept
      : tolerance_(tolerance), budget_(budget), least_radius_(std::max(smallest_radius, least_radius)) {
    radius_ = least_radius_;
  }

  /// Raises L to the square root of `squared`, which must not be above a true distance of `point` to the other surface.
  void raise(float squared, Vec3f point, Direction direction) noexcept;

  [[nodiscard]] float found() const noexcept { return std::sqrt(largest2_); }
  [[nodiscard]] float found2() const noexcept { return largest2_; }
  [[nodiscard]] float radius() const noexcept { return radius_; }
  [[nodiscard]] Vec3f worst_point() const noexcept { return worst_; }
  [[nodiscard]] Direction worst_direction() const noexcept { return worst_direction_; }
  [[nodiscard]] const CoverCounts& counts() const noexcept { return counts_; }

  /// Largest value that anything was accepted with since the last reset.
  [[nodiscard]] float accepted() const noexcept { return accepted_; }
  void reset_accepted() noexcept { accepted_ = 0; }

  /// Covers a piece by triangles of `target`, beginning at `hint`; gives the last triangle that helped.
  std::uint32_t cover(const Surface& target, const Piece& piece, std::uint32_t hint, Direction direction);

  /// The same through a surface whose triangles are each within `add[t]` of the one that counts. Values up to
  /// soft * radius are accepted at once, larger ones only after walking; what fails is put on `leftovers`.
  void cover_through(const Surface& target, std::span<const float> add, float soft, const Piece& piece,
                     std::uint32_t hint, std::vector<Leftover>& leftovers);

 private:
  struct Cursor {
    Piece piece;
    std::uint32_t triangle = 0;
    int depth = 0;
    int steps = 0;    // walked from triangle to triangle since the piece was taken up
    int retries = 0;  // taken up again after an exact search
  };

  std::uint32_t run(const Surface& target, const Piece& piece, std::uint32_t hint, Direction direction);
  std::uint32_t settle(const Surface& target, Cursor& at, Direction direction, std::uint32_t last);
  void give_up(const Surface& target, const Piece& piece, std::uint32_t hint);
  /// Whether a piece is within the radius through a triangle; then `value` is by how much.
  bool fits(const Surface& target, const Piece& piece, std::uint32_t triangle, float& value,
            CornerSides& sides) noexcept;
  bool accept(float squared) noexcept;
  bool step_over_edges(const Surface& target, Cursor& at, const CornerSides& sides);
  void cut(Cursor& at, const Lanes& side, float epsilon, std::uint32_t beyond);
  void bisect(Cursor& at, std::uint32_t other_hint);
  std::uint32_t accept_recent(const Surface& target, const Cursor& at);
  std::uint32_t accept_nearest(const Surface& target, Cursor& at, Direction direction);
  void remember(std::uint32_t triangle) noexcept { recent_[recent_at_++ & 3U] = triangle; }

  float tolerance_;
  std::uint64_t budget_;
  float least_radius_;
  float largest2_ = 0, radius_ = 0;
  Vec3f worst_{};
  Direction worst_direction_ = Direction::forward;
  float accepted_ = 0;
  CoverCounts counts_;

  std::span<const float> add_;
  float soft_ = 1;
  std::vector<Leftover>* leftovers_ = nullptr;

  std::vector<Cursor> pending_;
  const Surface* recent_surface_ = nullptr;
  std::uint32_t recent_[4] = {none, none, none, none};
  unsigned recent_at_ = 0;
};

}  // namespace lodcook::proof
