#include "cooker/lod/level_zero.h"

#include "cooker/lod/snap.h"
#include "cooker/scene/parallel.h"

namespace lodcook::cooker {
namespace {

void move_to_unit(std::vector<Vec3f>& positions, const UnitBox& box, double grid) {
  constexpr std::size_t most = 65536;
  for_ranges(positions.size(), most, [&](std::size_t first, std::size_t last) {
    for (std::size_t v = first; v < last; ++v) positions[v] = box.to_unit(positions[v], grid);
  });
}

}  // namespace

LevelZero::LevelZero(const Object& source)
    : object(source), box(unit_box(source.vertices.positions)), positions(unit_positions(source)) {
  places = find_places(positions);
}

LevelZero::LevelZero(const Object& source, double step)
    : object(source), box(unit_box(source.vertices.positions)), grid(UnitBox::fine_grid) {
  positions = snap_positions(source.vertices.positions, step);
  places = find_places(positions);
  move_to_unit(positions, box, grid);
}

std::vector<Vec3f> LevelZero::unit_positions(const Object& source) {
  std::vector<Vec3f> positions = source.vertices.positions;
  move_to_unit(positions, unit_box(positions), UnitBox::coarse_grid);
  return positions;
}

}  // namespace lodcook::cooker
