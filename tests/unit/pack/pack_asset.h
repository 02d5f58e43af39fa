#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "cooker/pack/pack.h"

namespace lodcook::cooker::test {

struct PackedAsset {
  std::vector<std::byte> container;
  std::vector<Warning> warnings;
};

/// pack_chain for every object, and write_asset.
inline Result<PackedAsset> pack_asset(const ObjectSet& set, const std::vector<LodChain>& chains,
                                      const PackOptions& options) {
  PackedAsset asset;
  std::vector<ObjectContent> objects;
  for (std::size_t i = 0; i < chains.size(); ++i) {
    Result<PackedObject> packed = pack_chain(set.objects[i], set.materials, chains[i], options, asset.warnings);
    if (!packed) return std::move(packed).error();
    objects.push_back(std::move(packed->content));
  }
  Result<std::vector<std::byte>> bytes = write_asset(set, std::move(objects), options);
  if (!bytes) return std::move(bytes).error();
  asset.container = std::move(*bytes);
  return asset;
}

}  // namespace lodcook::cooker::test
