#include "cooker/app/build_tree.h"

#include <utility>

#include "cooker/pack/pack_tiles.h"
#include "cooker/tiles/lattice_weld.h"

namespace lodcook::cooker {

Result<TileTree> build_tree(const Object& object, const CookSettings& settings, PackOptions& pack,
                            std::vector<std::uint32_t> meshes) {
  TileOptions options;
  options.plan = settings.tiles.plan;
  options.threads = settings.threads;
  options.lock_open_borders = settings.tiles.lock_open_borders;
  options.flat = settings.tiles.mode == TileMode::flat;
  if (!options.flat) options.meshes = std::move(meshes);
  ChainOptions chain = settings.chain;
  chain.redo = settings.pack.prove && !options.flat;
  Result<TileTree> tree = build_tiles(object, chain, options);
  if (!tree) return tree;
  const TileLattice lattice = choose_tile_lattice(*tree, pack);
  if (lattice.holds_all) pack.lattice_step = lattice.step;  // asked for once more when they are packed
  if (lattice.holds_all && !needs_lattice_weld(object, lattice.step)) return tree;
  options.step = pack.lattice_step = lattice.step;
  tree = TileTree();  // its room is needed
  tree = build_tiles(object, chain, options);
  if (tree || tree.error().code != ErrorCode::no_triangles) return tree;
  options.meshes.clear();
  options.step = 0;  // nothing is left on that lattice, so positions stay floats
  return build_tiles(object, chain, options);
}

}  // namespace lodcook::cooker
