#include <algorithm>
#include <cmath>
#include <optional>

#include "cooker/import/assimp_scene.h"

namespace lodcook::cooker {
namespace {

std::optional<LightKind> kind_of(aiLightSourceType type) {
  switch (type) {
    case aiLightSource_DIRECTIONAL: return LightKind::directional;
    case aiLightSource_POINT: return LightKind::point;
    case aiLightSource_SPOT: return LightKind::spot;
    case aiLightSource_AMBIENT: return LightKind::ambient;
    case aiLightSource_AREA: return LightKind::area;
    default: return std::nullopt;
  }
}

Vec3d cross(Vec3d a, Vec3d b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }

std::optional<Vec3d> unit(Vec3d v) {
  const double length = std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
  if (!(length > 0) || !std::isfinite(length)) return std::nullopt;
  return Vec3d{v.x / length, v.y / length, v.z / length};
}

/// Our lights shine along -z of their node, as glTF's do; Assimp's have a place and a direction in it.
Mat4d aim(const aiLight& light) {
  Mat4d out;
  const std::optional<Vec3d> direction = unit({light.mDirection.x, light.mDirection.y, light.mDirection.z});
  if (direction) {
    const Vec3d z{-direction->x, -direction->y, -direction->z};
    std::optional<Vec3d> x = unit(cross({light.mUp.x, light.mUp.y, light.mUp.z}, z));
    if (!x) x = unit(cross(std::abs(z.y) < 0.9 ? Vec3d{0, 1, 0} : Vec3d{1, 0, 0}, z));
    const Vec3d y = cross(z, *x);
    out = {{x->x, x->y, x->z, 0, y.x, y.y, y.z, 0, z.x, z.y, z.z, 0, 0, 0, 0, 1}};
  }
  const double place[] = {light.mPosition.x, light.mPosition.y, light.mPosition.z};
  for (int i = 0; i < 3; ++i) out.m[12 + i] = std::isfinite(place[i]) ? place[i] : 0;
  return out;
}

Light convert_light(const aiLight& source, LightKind kind) {
  Light out;
  out.name = assimp_text(source.mName);
  out.kind = kind;
  const aiColor3D& color = kind == LightKind::ambient ? source.mColorAmbient : source.mColorDiffuse;
  const float brightest = std::max({color.r, color.g, color.b});
  if (std::isfinite(brightest) && brightest > 0) {
    out.intensity = std::max(brightest, 1.0F);
    out.color = {color.r / out.intensity, color.g / out.intensity, color.b / out.intensity};
  } else {
    out.intensity = 0;
  }
  if (kind == LightKind::spot) {
    // Assimp gives whole angles of the cones, glTF half ones
    out.inner_cone_radians = std::isfinite(source.mAngleInnerCone) ? source.mAngleInnerCone / 2 : 0;
    out.outer_cone_radians = std::isfinite(source.mAngleOuterCone) ? source.mAngleOuterCone / 2 : 0;
  }
  return out;
}

}  // namespace

void convert_assimp_lights(AssimpConversion& conversion) {
  for (unsigned i = 0; i < conversion.source.mNumLights; ++i) {
    const aiLight* source = conversion.source.mLights == nullptr ? nullptr : conversion.source.mLights[i];
    if (source == nullptr) continue;
    const std::optional<LightKind> kind = kind_of(source->mType);
    if (!kind) {
      conversion.scene.warnings.push_back(
          {"light_left_out", "light '" + assimp_text(source->mName) + "' is of an unknown kind and left out"});
      continue;
    }
    std::uint32_t node = conversion.find_node(source->mName);
    if (node == no_index) node = 0;
    if (const Mat4d local = aim(*source); local != Mat4d{})
      node = conversion.add_node(assimp_text(source->mName), node, local);
    conversion.scene.lights.push_back({node, convert_light(*source, *kind)});
  }
}

}  // namespace lodcook::cooker
