#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <memory>
#include <type_traits>

#include <embree3/rtcore.h>

#include "tests/oracle/cooked_levels.h"
#include "tests/unit/proof/triangle_oracle.h"

namespace lodcook::test {

/// Nearest distances to a mesh: Embree finds the triangles that come into question, in float; the distance to each is
/// taken in double by code that shares nothing with the proof.
class EmbreeSurface {
 public:
  EmbreeSurface(RTCDevice device, const Shape& shape) : scene_(rtcNewScene(device)) {
    RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
    auto* vertices = static_cast<float*>(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                                                 3 * sizeof(float), shape.positions.size()));
    for (const Vec3f p : shape.positions) {
      *vertices++ = p.x;
      *vertices++ = p.y;
      *vertices++ = p.z;
    }
    auto* indices = static_cast<unsigned*>(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                                                   3 * sizeof(unsigned), shape.triangles()));
    for (std::size_t t = 0; t < shape.triangles(); ++t) {
      std::array<D3, 3> corners{};
      for (std::size_t k = 0; k < 3; ++k) {
        const std::uint32_t index = shape.indices[3 * t + k];
        *indices++ = index;
        const Vec3f p = shape.positions[index];
        corners[k] = {p.x, p.y, p.z};
      }
      triangles_.push_back(corners);
    }
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(scene_.get(), geometry);
    rtcReleaseGeometry(geometry);
    rtcCommitScene(scene_.get());
  }

  [[nodiscard]] std::size_t triangle_count() const noexcept { return triangles_.size(); }
  [[nodiscard]] const std::array<D3, 3>& triangle(std::size_t t) const noexcept { return triangles_[t]; }
  [[nodiscard]] RTCScene scene() const noexcept { return scene_.get(); }

  /// The distance from `p`, or any that is at most `enough`.
  [[nodiscard]] double distance(D3 p, double enough) const {
    Search search{this, p, enough, std::numeric_limits<double>::infinity()};
    RTCPointQuery query{};
    query.x = static_cast<float>(p.x);
    query.y = static_cast<float>(p.y);
    query.z = static_cast<float>(p.z);
    query.radius = std::numeric_limits<float>::infinity();
    RTCPointQueryContext context;
    rtcInitPointQueryContext(&context);
    rtcPointQuery(scene_.get(), &query, &context, visit, &search);
    return search.best;
  }

  /// The distance by trying every triangle.
  [[nodiscard]] double brute_distance(D3 p) const {
    double best = std::numeric_limits<double>::infinity();
    for (const auto& t : triangles_) best = std::fmin(best, to_triangle(p, t));
    return best;
  }

 private:
  struct Search {
    const EmbreeSurface* surface;
    D3 p;
    double enough, best;
  };

  static bool visit(RTCPointQueryFunctionArguments* arguments) {
    auto& search = *static_cast<Search*>(arguments->userPtr);
    const double found = to_triangle(search.p, search.surface->triangles_[arguments->primID]);
    if (found >= search.best) return false;
    search.best = found;
    // a little wide, since Embree's boxes are compared in float
    arguments->query->radius = found <= search.enough ? 0.0F : static_cast<float>(found * (1 + 1e-5));
    return true;
  }

  struct Release {
    void operator()(RTCScene scene) const noexcept { rtcReleaseScene(scene); }
  };
  std::unique_ptr<std::remove_pointer_t<RTCScene>, Release> scene_;
  std::vector<std::array<D3, 3>> triangles_;
};

}  // namespace lodcook::test
