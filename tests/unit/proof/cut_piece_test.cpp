#include "cooker/proof/cut_piece.h"

#include <algorithm>
#include <vector>

#include <doctest/doctest.h>

using namespace lodcook::proof;
using lodcook::Vec3f;

namespace {

using Corners = std::vector<std::pair<float, float>>;

Piece square() { return {Lanes{0, 2, 2, 0}, Lanes{0, 0, 2, 2}, Lanes{0, 0, 0, 0}, 4}; }

Corners corners_of(const Piece& piece) {
  Corners corners;
  for (int i = 0; i < piece.corners; ++i) corners.emplace_back(piece.x[i], piece.y[i]);
  return corners;
}

}  // namespace

TEST_CASE("a square cut across the middle gives two halves") {
  const Piece piece = square();
  const CutPiece parts(piece, splat(1) - piece.x, 1e-6F);
  CHECK_FALSE(parts.is_crossed_twice());
  CHECK(corners_of(parts.first(parts.inner())) == Corners{{0, 0}, {1, 0}, {1, 2}, {0, 2}});
  CHECK(corners_of(parts.first(parts.outer())) == Corners{{1, 0}, {2, 0}, {2, 2}, {1, 2}});
}

TEST_CASE("a square without a corner is a pentagon, given as four corners and the triangle that is left") {
  const Piece piece = square();
  const CutPiece parts(piece, splat(3) - piece.x - piece.y, 1e-6F);
  CHECK(parts.inner().count == 5);
  CHECK(corners_of(parts.first(parts.inner())) == Corners{{0, 0}, {2, 0}, {2, 1}, {1, 2}});
  CHECK(corners_of(parts.rest(parts.inner())) == Corners{{0, 0}, {1, 2}, {0, 2}});
  CHECK(corners_of(parts.first(parts.outer())) == Corners{{2, 1}, {2, 2}, {1, 2}});
}

TEST_CASE("corners on the plane belong to both parts") {
  const Piece piece = square();
  const CutPiece parts(piece, piece.x - piece.y, 1e-6F);
  CHECK(corners_of(parts.first(parts.inner())) == Corners{{0, 0}, {2, 0}, {2, 2}});
  CHECK(corners_of(parts.first(parts.outer())) == Corners{{0, 0}, {2, 2}, {0, 2}});
}

TEST_CASE("a triangle's last edge is cut too") {
  const Piece piece = make_piece({0, 0, 0}, {4, 0, 0}, {0, 4, 0});
  const CutPiece parts(piece, splat(2) - piece.y, 1e-6F);
  CHECK(corners_of(parts.first(parts.inner())) == Corners{{0, 0}, {4, 0}, {2, 2}, {0, 2}});
  CHECK(corners_of(parts.first(parts.outer())) == Corners{{2, 2}, {0, 4}, {0, 2}});
}

TEST_CASE("sides that only rounding can give are noticed") {
  CHECK(CutPiece(square(), Lanes{1, -1, 1, -1}, 1e-6F).is_crossed_twice());
}
