#pragma once

#include <span>
#include <vector>

#include <lodcook/types.h>

namespace lodcook::cooker {

/// Into the box with lower corner 0 and largest side 1. In double, rounded once: an error of 2^-25, far below the
/// proof's slack.
class UnitFrame {
 public:
  UnitFrame(const Aabb& box, float extent) : low_(box.min), scale_(1 / double{extent}) {}

  [[nodiscard]] Vec3f operator()(Vec3f p) const noexcept {
    return {static_cast<float>((double{p.x} - low_.x) * scale_), static_cast<float>((double{p.y} - low_.y) * scale_),
            static_cast<float>((double{p.z} - low_.z) * scale_)};
  }

  [[nodiscard]] std::vector<Vec3f> operator()(std::span<const Vec3f> positions) const {
    std::vector<Vec3f> out;
    out.reserve(positions.size());
    for (const Vec3f p : positions) out.push_back((*this)(p));
    return out;
  }

 private:
  Vec3f low_;
  double scale_;
};

}  // namespace lodcook::cooker
