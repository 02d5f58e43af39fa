#include <cmath>

#include "formats/src/index_parse.h"
#include "formats/src/range_fits.h"
#include "formats/src/record_checks.h"

namespace lodcook::format {
namespace {

/// 0 (positions are floats) or a power of two at which no product with a stored integer overflows or loses a bit.
bool step_is_sound(double step) noexcept {
  if (step == 0) return !std::signbit(step);
  int exponent = 0;
  return std::isfinite(step) && std::frexp(step, &exponent) == 0.5 && exponent >= -125 && exponent <= 91;
}

/// A mesh for instances is one level of one tile without joints and morph targets.
Status check_shared_mesh(const ObjectRecord& object, std::uint32_t o) {
  if (object.flags != object_shared_mesh || object.level_count != 1 || object.morph_count != 0) {
    return fault(ErrorCode::bad_object_table, "no mesh that instances could have", "object", o);
  }
  return Done{};
}

bool is_shared_mesh(const ObjectRecord& object) noexcept { return (object.flags & object_shared_mesh) != 0; }

/// Meshes for instances stand behind at least one other object, and only where the header announces them.
Status check_shared_meshes(const Tables& tables) {
  bool any = false;
  for (std::uint32_t o = 0; o < tables.objects.size(); ++o) {
    const ObjectRecord object = tables.objects[o];
    if (!is_shared_mesh(object)) {
      if (any) return fault(ErrorCode::bad_object_table, "behind a mesh for instances", "object", o);
      continue;
    }
    any = true;
    if (o == 0) return fault(ErrorCode::bad_object_table, "no object but a mesh for instances", "object", o);
    if (Status status = check_shared_mesh(object, o); !status) return status;
    if (tables.levels[object.first_level].tile_count != 1) {
      return fault(ErrorCode::bad_level_table, "a mesh for instances of several tiles", "level", object.first_level);
    }
  }
  if (any != ((tables.required_features & feature_instances) != 0)) {
    return fault(ErrorCode::bad_object_table, "meshes for instances and the header's features disagree", "object", 0);
  }
  return Done{};
}

Status check_object(const ObjectRecord& object, std::uint32_t o, const Limits& limits) {
  if (object.level_count > limits.max_levels_per_object) {
    return fault(ErrorCode::over_level_limit, "too many levels", "object", o);
  }
  if (object.level_count == 0) return fault(ErrorCode::bad_object_table, "no level", "object", o);
  if ((object.flags & ~(object_skinned | object_shared_mesh)) != 0)
    return fault(ErrorCode::bad_object_table, "unknown flags", "object", o);
  if (!all_finite(object.origin) || !box_is_sound(object.box) || !sphere_is_sound(object.sphere) ||
      !error_is_sound(object.extent)) {
    return fault(ErrorCode::bad_object_table, "unsound bounds", "object", o);
  }
  if (!step_is_sound(object.lattice_step)) {
    return fault(ErrorCode::bad_object_table, "the lattice's step is no power of two", "object", o);
  }
  return Done{};
}

Status check_level(const LevelRecord& level, std::uint32_t l) {
  if (level.tile_count == 0) return fault(ErrorCode::bad_level_table, "no tile", "level", l);
  if (level.reserved != 0) return fault(ErrorCode::reserved_not_zero, "reserved bytes are not zero", "level", l);
  if (level.proof > 1) return fault(ErrorCode::bad_level_table, "unknown kind of proof", "level", l);
  if (!error_is_sound(level.error_relative) || !error_is_sound(level.error_absolute) ||
      !error_is_sound(level.estimate_relative)) {
    return fault(ErrorCode::bad_level_table, "unsound error", "level", l);
  }
  if (!box_is_sound(level.box) || !sphere_is_sound(level.sphere)) {
    return fault(ErrorCode::bad_level_table, "unsound bounds", "level", l);
  }
  return Done{};
}

Status check_errors_rise(const Tables& tables, const ObjectRecord& object) {
  for (std::uint32_t l = object.first_level + 1; l < object.first_level + object.level_count; ++l) {
    const LevelRecord finer = tables.levels[l - 1];
    const LevelRecord level = tables.levels[l];
    if (level.error_relative <= finer.error_relative || level.error_absolute < finer.error_absolute) {
      return fault(ErrorCode::bad_level_table, "its error is not above that of the finer level", "level", l);
    }
  }
  return Done{};
}

}  // namespace

Status check_objects(const Tables& tables, const Limits& limits) {
  if (tables.objects.size() == 0) return fault(ErrorCode::bad_object_table, "no object", "object", 0);
  std::uint64_t next_level = 0;
  std::uint64_t next_morph = 0;
  for (std::uint32_t o = 0; o < tables.objects.size(); ++o) {
    const ObjectRecord object = tables.objects[o];
    if (Status status = check_object(object, o, limits); !status) return status;
    if (object.first_level != next_level || !range_fits(next_level, object.level_count, tables.levels.size())) {
      return fault(ErrorCode::bad_object_table, "its levels do not follow those of the object before", "object", o);
    }
    if (object.first_morph != next_morph || !range_fits(next_morph, object.morph_count, tables.morphs.size())) {
      return fault(ErrorCode::bad_object_table, "its morph targets do not follow those before", "object", o);
    }
    next_level += object.level_count;
    next_morph += object.morph_count;
  }
  if (next_level != tables.levels.size()) return fault(ErrorCode::bad_level_table, "no object's", "level", next_level);
  if (next_morph != tables.morphs.size()) {
    return fault(ErrorCode::bad_object_table, "no object's", "morph target", next_morph);
  }
  return check_shared_meshes(tables);
}

Status check_levels(const Tables& tables) {
  std::uint64_t next_tile = 0;
  for (std::uint32_t l = 0; l < tables.levels.size(); ++l) {
    const LevelRecord level = tables.levels[l];
    if (Status status = check_level(level, l); !status) return status;
    if (level.first_tile != next_tile || !range_fits(next_tile, level.tile_count, tables.tiles.size())) {
      return fault(ErrorCode::bad_level_table, "its tiles do not follow those of the level before", "level", l);
    }
    next_tile += level.tile_count;
  }
  if (next_tile != tables.tiles.size()) return fault(ErrorCode::bad_tile_table, "no level's", "tile", next_tile);
  for (std::uint32_t o = 0; o < tables.objects.size(); ++o) {
    if (Status status = check_errors_rise(tables, tables.objects[o]); !status) return status;
  }
  return Done{};
}

}  // namespace lodcook::format
