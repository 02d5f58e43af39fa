#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include "cooker/lod/chain.h"
#include "cooker/scene/object.h"
#include "tests/unit/pack/chain_fixtures.h"

namespace lodcook::cooker::test {

struct Asset {
  ObjectSet set;
  std::vector<LodChain> chains;
};

/// A tube around y with every attribute: two materials, two UV sets, a colour set, tangents, six influences of two
/// joints without a common parent, two morph targets of which the second has no normals, an origin far out.
inline LodLevel tube_level(std::uint32_t rings, std::uint32_t sides) {
  LodLevel level;
  VertexStreams& v = level.vertices;
  v.uvs.resize(2);
  v.colors.resize(1);
  v.influences_per_vertex = 6;
  level.morph_targets.resize(2);
  for (std::uint32_t ring = 0; ring <= rings; ++ring) {
    for (std::uint32_t side = 0; side <= sides; ++side) {
      const double turn = static_cast<double>(side) / sides, height = static_cast<double>(ring) / rings;
      const auto x = static_cast<float>(std::cos(2 * std::numbers::pi * turn));
      const auto z = static_cast<float>(std::sin(2 * std::numbers::pi * turn));
      const auto y = static_cast<float>(4 * height);
      v.positions.push_back({x, y, z});
      v.normals.push_back({x, 0, z});
      v.tangents.push_back({-z, 0, x, ring % 2 == 0 ? 1.0F : -1.0F});
      v.uvs[0].push_back({static_cast<float>(4 * turn), static_cast<float>(height)});
      v.uvs[1].push_back({static_cast<float>(-100 * turn), 7});
      v.colors[0].push_back({static_cast<float>(height), 0, 1, 1});
      const auto tip = static_cast<float>(height);
      v.joints.insert(v.joints.end(), {0, 1, 0, 0, 0, 0});
      v.weights.insert(v.weights.end(), {1 - tip, tip, 0, 0, 0, 0});
      level.morph_targets[0].position_deltas.push_back({0, tip, -2 * tip});
      level.morph_targets[0].normal_deltas.push_back({0, 0.5F * tip, 0});
      level.morph_targets[1].position_deltas.push_back({0.25F, 0, 0});
    }
  }
  for (std::uint32_t ring = 0; ring < rings; ++ring) {
    for (std::uint32_t side = 0; side < sides; ++side) {
      const std::uint32_t a = ring * (sides + 1) + side, b = a + sides + 1;
      level.indices.insert(level.indices.end(), {a, b, a + 1, a + 1, b, b + 1});
    }
  }
  const auto half = static_cast<std::uint32_t>(level.indices.size() / 6 * 3);
  level.draws = {{0, 0, half}, {1, half, static_cast<std::uint32_t>(level.indices.size()) - half}};
  return level;
}

inline Asset tube_asset() {
  Asset asset;
  LodLevel coarse = tube_level(4, 8);
  coarse.estimate = 0.01;
  LodChain chain = chain_of({tube_level(8, 16), coarse});
  chain.name = "tube \"1\"";
  chain.bounds.origin = {1e6, -2e6, 0.5};

  Object object;
  object.name = chain.name;
  object.origin = chain.bounds.origin;
  object.skinned = true;
  object.morph_targets.resize(2);
  object.morph_targets[0].name = "smile";
  object.morph_targets[1].name = "frown";
  asset.set.objects.push_back(object);
  asset.chains.push_back(chain);

  asset.set.materials.resize(2);
  asset.set.materials[0].name =
      "st\xC3\xBC"
      "ff";
  asset.set.materials[0].textures.push_back(
      {TextureSlot::base_color, "", "tex/plain wall.png", 0, {}, {1, 1}, 0, 10497, 10497});
  asset.set.materials[1].name = "glass";
  asset.set.materials[1].alpha_mode = AlphaMode::blend;
  asset.set.skeleton.resize(2);
  asset.set.skeleton[0].name = "root";
  asset.set.skeleton[1].name = "tip";
  asset.set.skeleton[1].local_rest.m[13] = 4;
  asset.set.skeleton[1].inverse_bind.m[13] = -4;
  asset.set.placements.push_back({"tube", 0, {}, true});
  return asset;
}

}  // namespace lodcook::cooker::test
