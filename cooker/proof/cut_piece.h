#pragma once

#include <array>
#include <cstdint>

#include "cooker/proof/piece.h"

namespace lodcook::proof {

/// What lies on one side of a plane: corners 0 to 3 of a piece, and the points 4 to 7 where its edges meet the plane.
struct Part {
  std::uint8_t count = 0;
  std::array<std::uint8_t, 6> corners{};  ///< In order; beyond `count` the first.
};

/// A piece cut by a plane. Which corners the parts have is looked up rather than decided corner by corner.
class CutPiece {
 public:
  /// `side`: of each corner, positive inside; what is nearer to the plane than `epsilon` belongs to both parts. At
  /// least one corner is beyond epsilon on either side.
  CutPiece(const Piece& p, const Lanes& side, float epsilon) noexcept {
    const auto next = [](const Lanes& v) { return __builtin_shufflevector(v, v, 1, 2, 3, 0); };
    const Lanes share = side / (side - next(side));
    const auto put = [&](float(&to)[8], const Lanes& v) {
      const Lanes met = v + (next(v) - v) * share;  // of no meaning where the edge does not cross
      __builtin_memcpy(to, &v, sizeof v);
      __builtin_memcpy(to + 4, &met, sizeof met);
    };
    put(x_, p.x);
    put(y_, p.y);
    put(z_, p.z);
    // lane 3 of a triangle is its first corner once more: where the edge from its last one ends
    const unsigned corners = (1U << p.corners) - 1;
    const unsigned in = bits(side > splat(epsilon)), out = bits(side < splat(-epsilon));
    const unsigned crossed = ((in & turned(out)) | (out & turned(in))) & corners;
    inner_ = &table[crossed << 4 | (~out & corners)];
    outer_ = &table[crossed << 4 | (~in & corners)];
  }

  [[nodiscard]] const Part& inner() const noexcept { return *inner_; }
  [[nodiscard]] const Part& outer() const noexcept { return *outer_; }
  /// Whether rounding makes more than one part of a side, which then is not convex.
  [[nodiscard]] bool is_crossed_twice() const noexcept { return inner_->count > 5 || outer_->count > 5; }

  /// The first three or four corners of a part.
  [[nodiscard]] Piece first(const Part& part) const noexcept {
    return piece(part.count > 3 ? 4 : 3, part.corners[0], part.corners[1], part.corners[2], part.corners[3]);
  }
  /// What is left of a pentagon.
  [[nodiscard]] Piece rest(const Part& part) const noexcept {
    return piece(3, part.corners[0], part.corners[3], part.corners[4], part.corners[0]);
  }

 private:
  /// Bit i: of the corner after i.
  static unsigned turned(unsigned mask) noexcept { return (mask >> 1 | mask << 3) & 15U; }

  static constexpr std::array<Part, 256> make_table() {
    std::array<Part, 256> all{};
    for (unsigned i = 0; i < all.size(); ++i) {
      Part& part = all[i];
      std::array<std::uint8_t, 8> found{};
      for (unsigned k = 0; k < 4; ++k) {
        if ((i >> k & 1U) != 0) found[part.count++] = static_cast<std::uint8_t>(k);
        if ((i >> (4 + k) & 1U) != 0) found[part.count++] = static_cast<std::uint8_t>(4 + k);
      }
      for (unsigned k = 0; k < part.corners.size(); ++k) part.corners[k] = k < part.count ? found[k] : found[0];
    }
    return all;
  }
  static const std::array<Part, 256> table;

  [[nodiscard]] Piece piece(int corners, std::size_t a, std::size_t b, std::size_t c, std::size_t d) const noexcept {
    return {Lanes{x_[a], x_[b], x_[c], x_[d]}, Lanes{y_[a], y_[b], y_[c], y_[d]}, Lanes{z_[a], z_[b], z_[c], z_[d]},
            corners};
  }

  alignas(16) float x_[8], y_[8], z_[8];
  const Part *inner_, *outer_;
};

inline constexpr std::array<Part, 256> CutPiece::table = CutPiece::make_table();

}  // namespace lodcook::proof
