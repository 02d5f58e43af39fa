#include "cooker/lod/level_zero.h"

#include "cooker/lod/snap.h"

namespace lodcook::cooker {

LevelZero::LevelZero(const Object& source) : object(source), box(unit_box(source.vertices.positions)) {
  positions.reserve(source.vertices.vertex_count());
  for (const Vec3f p : source.vertices.positions) positions.push_back(box.to_unit(p));
  places = find_places(positions);
}

LevelZero::LevelZero(const Object& source, double step)
    : object(source), box(unit_box(source.vertices.positions)), grid(UnitBox::fine_grid) {
  positions = snap_positions(source.vertices.positions, step);
  places = find_places(positions);
  for (Vec3f& p : positions) p = box.to_unit(p, grid);
}

}  // namespace lodcook::cooker
