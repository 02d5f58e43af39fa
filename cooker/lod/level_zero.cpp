#include "cooker/lod/level_zero.h"

namespace lodcook::cooker {

LevelZero::LevelZero(const Object& source) : object(source), box(unit_box(source.vertices.positions)) {
  positions.reserve(source.vertices.vertex_count());
  for (const Vec3f p : source.vertices.positions) positions.push_back(box.to_unit(p));
  places = find_places(positions);
}

}  // namespace lodcook::cooker
