// seam_cuts FILE.lodc [CUTS]: cuts through the tree of tiles of a container's first object, decoded. Prints how many of
// the random cuts have cracks and how many have exactly level 0's open edges, which is what a locked border gives.
#include <cstdio>
#include <cstdlib>
#include <utility>

#include <lodcook/loader.h>

#include "cooker/app/verify_seams.h"

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const unsigned long cuts = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 1000;
  auto source = lodcook::open_file(argv[1]);
  if (!source) return std::puts(to_string(source.error()).c_str()), 1;
  auto container = lodcook::Container::open(std::move(*source));
  if (!container) return std::puts(to_string(container.error()).c_str()), 1;
  lodcook::cooker::TileSeams seams(*container, 0);
  lodcook::cooker::SharedGeometries meshes(*container);
  for (const std::uint32_t tile : seams.tiles()) {
    const auto decoded = container->load_tile(tile);
    if (!decoded) return std::puts(to_string(decoded.error()).c_str()), 1;
    seams.add(tile, *decoded);
    for (const lodcook::MeshInstance& instance : decoded->instances()) {
      const auto mesh = meshes.get(instance.mesh);
      if (!mesh) return std::puts(to_string(mesh.error()).c_str()), 1;
      seams.add(tile, instance, **mesh);
    }
  }
  unsigned long cracked = 0, kept = 0, mixed = 0;
  for (unsigned long number = 0; number < cuts; ++number) {
    const std::vector<std::uint32_t> cut = seams.random_cut(number);
    mixed += cut.size() > 1 ? 1 : 0;
    cracked += seams.count_cracks(cut) > 0 ? 1 : 0;
    kept += seams.border_is_kept(cut) ? 1 : 0;
  }
  std::printf(
      "%zu open edges at level 0; %lu random cuts, %lu of several tiles: %lu with cracks, %lu with exactly "
      "level 0's open edges\n",
      static_cast<std::size_t>(seams.count_open(seams.leaf_cut())), cuts, mixed, cracked, kept);
  return cracked == 0 ? 0 : 1;
}
