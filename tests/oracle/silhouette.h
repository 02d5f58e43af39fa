#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#include "tests/oracle/cooked_levels.h"
#include "tests/unit/proof/triangle_oracle.h"

namespace lodcook::test {

/// The reference view's image: 1920 x 1080 pixels, 60 degrees high, the camera looking at a point from afar.
struct View {
  D3 eye, right, up, forward;
};

constexpr int image_width = 1920, image_height = 1080, samples_per_pixel = 4;  // along each axis

/// Looks at `center` from `distance` away in `direction`, which need not be of unit length.
View view_from(D3 direction, D3 center, double distance);

struct P2 {
  double x, y;
};

/// How much longer than in the middle of the picture a length may look at a sample whose distance from the eye is the
/// same: 1 / cos^2 of the angle to the middle, as the picture is flat.
double stretch_at(int x, int y);

/// What a mesh covers of an image, whichever way its triangles face. Coordinates are in pixels.
class Silhouette {
 public:
  /// Everything of the mesh must lie in front of the eye.
  Silhouette(const Shape& shape, const View& view);

  [[nodiscard]] bool covers(int x, int y) const noexcept {  // sample coordinates
    return x >= low_x_ && y >= low_y_ && x < high_x_ && y < high_y_ && mask_[index(x, y)] != 0;
  }

  /// Calls visit(x, y) for every sample that this covers and the other does not.
  template <class Visit>
  void for_each_more_than(const Silhouette& other, const Visit& visit) const {
    for (int y = low_y_; y < high_y_; ++y) {
      for (int x = low_x_; x < high_x_; x += 8) {
        if ((eight(x, y) & ~other.eight(x, y)) == 0) continue;
        for (int i = x; i < x + 8; ++i) {
          if (covers(i, y) && !other.covers(i, y)) visit(i, y);
        }
      }
    }
  }

  /// Covered samples beside one that is not, but none within `margin` pixels of the image's border.
  [[nodiscard]] std::vector<std::array<int, 2>> outline(double margin) const;

  /// Whether something within `radius` pixels of a sample is not covered: a sample or, where all of those are, a point
  /// of a grid four times finer, which finds gaps that are too narrow to be sampled.
  [[nodiscard]] bool has_gap_near(int x, int y, double radius) const;

  /// Distance in pixels from a sample to the nearest covered one if that is at most `enough`, else to the mesh: what is
  /// too thin to be sampled is found too.
  [[nodiscard]] double distance(int x, int y, double enough) const;

  /// The largest distance from the mesh of a sample that lies within `radius` pixels of a sample.
  [[nodiscard]] double deepest_gap_near(int x, int y, double radius) const;

 private:
  [[nodiscard]] std::size_t index(int x, int y) const noexcept {
    return static_cast<std::size_t>(y - low_y_) * static_cast<std::size_t>(high_x_ - low_x_) +
           static_cast<std::size_t>(x - low_x_);
  }
  /// A byte for each of eight samples from a multiple of 8 on.
  [[nodiscard]] std::uint64_t eight(int x, int y) const noexcept {
    std::uint64_t bytes = 0;
    if (x >= low_x_ && y >= low_y_ && x < high_x_ && y < high_y_) std::memcpy(&bytes, &mask_[index(x, y)], 8);
    return bytes;
  }
  void draw(const std::array<P2, 3>& t);
  [[nodiscard]] bool has_sampled_gap_near(int x, int y, double radius) const;

  std::vector<std::array<P2, 3>> triangles_;
  int low_x_ = 0, low_y_ = 0, high_x_ = 0, high_y_ = 0;  // x: multiples of 8
  std::vector<std::uint8_t> mask_;
};

}  // namespace lodcook::test
