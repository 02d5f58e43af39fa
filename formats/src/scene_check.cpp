#include "formats/src/index_parse.h"
#include "formats/src/range_fits.h"
#include "formats/src/record_checks.h"
#include "lodcook/types.h"

namespace lodcook::format {
namespace {

Status check_material(const MaterialRecord& material, std::uint32_t m) {
  if (material.reserved != 0) return fault(ErrorCode::reserved_not_zero, "reserved bytes are not zero", "material", m);
  const bool alpha_known = (material.flags & 3) <= static_cast<std::uint32_t>(AlphaMode::blend);
  if (!alpha_known || (material.flags & ~(material_double_sided | 3)) != 0) {
    return fault(ErrorCode::bad_scene_table, "unknown flags", "material", m);
  }
  const float factors[] = {material.alpha_cutoff, material.metallic_factor, material.roughness_factor};
  if (!all_finite(factors) || !all_finite(material.base_color_factor) || !all_finite(material.emissive_factor)) {
    return fault(ErrorCode::bad_scene_table, "unsound factors", "material", m);
  }
  return Done{};
}

Status check_materials(const Tables& tables) {
  std::uint64_t next = 0;
  for (std::uint32_t m = 0; m < tables.materials.size(); ++m) {
    const MaterialRecord material = tables.materials[m];
    if (Status status = check_material(material, m); !status) return status;
    if (material.first_texture != next || !range_fits(next, material.texture_count, tables.textures.size())) {
      return fault(ErrorCode::bad_scene_table, "its textures do not follow those before", "material", m);
    }
    next += material.texture_count;
  }
  if (next != tables.textures.size()) return fault(ErrorCode::bad_scene_table, "no material's", "texture", next);
  return Done{};
}

Status check_textures(const Tables& tables) {
  for (std::uint32_t t = 0; t < tables.textures.size(); ++t) {
    const TextureRecord texture = tables.textures[t];
    const bool slot_known = texture.slot <= static_cast<std::uint32_t>(TextureSlot::lightmap) ||
                            texture.slot == static_cast<std::uint32_t>(TextureSlot::other);
    if (!slot_known || !all_finite(texture.offset) || !all_finite(texture.scale) ||
        !std::isfinite(texture.rotation_radians)) {
      return fault(ErrorCode::bad_scene_table, "unsound", "texture", t);
    }
  }
  return Done{};
}

Status check_joints(const Tables& tables) {
  for (std::uint32_t j = 0; j < tables.joints.size(); ++j) {
    const JointRecord joint = tables.joints[j];
    if (joint.reserved != 0) return fault(ErrorCode::reserved_not_zero, "reserved bytes are not zero", "joint", j);
    if (joint.parent < -1 || joint.parent >= static_cast<std::int64_t>(j) || !all_finite(joint.local_rest) ||
        !all_finite(joint.inverse_bind)) {
      return fault(ErrorCode::bad_scene_table, "unsound", "joint", j);
    }
  }
  return Done{};
}

/// Those in front of the meshes for instances.
std::uint32_t count_placeable(const Tables& tables) noexcept {
  std::uint32_t count = 0;
  while (count < tables.objects.size() && (tables.objects[count].flags & object_shared_mesh) == 0) ++count;
  return count;
}

Status check_placements(const Tables& tables) {
  const std::uint32_t objects = count_placeable(tables);
  for (std::uint32_t p = 0; p < tables.placements.size(); ++p) {
    const PlacementRecord placement = tables.placements[p];
    if (placement.object >= objects || (placement.flags & ~placement_baked) != 0 || !all_finite(placement.matrix)) {
      return fault(ErrorCode::bad_scene_table, "unsound", "placement", p);
    }
  }
  return Done{};
}

Status check_lights(const Tables& tables) {
  for (std::uint32_t l = 0; l < tables.lights.size(); ++l) {
    const LightRecord light = tables.lights[l];
    if (light.reserved != 0 || light.reserved_too != 0) {
      return fault(ErrorCode::reserved_not_zero, "reserved bytes are not zero", "light", l);
    }
    const float numbers[] = {light.intensity, light.range, light.inner_cone_radians, light.outer_cone_radians};
    if (light.kind > static_cast<std::uint32_t>(LightKind::ambient) || !all_finite(light.color) ||
        !all_finite(numbers) || !all_finite(light.transform)) {
      return fault(ErrorCode::bad_scene_table, "unsound", "light", l);
    }
  }
  return Done{};
}

/// Strings lie one behind the other in the order of the records that name them, so none is shared or left over and a
/// small file cannot stand for much text.
class StringWalk {
 public:
  explicit StringWalk(std::span<const std::byte> strings) noexcept : strings_(strings) {}

  void visit(StringRef text) noexcept {
    sound_ = sound_ && text.offset == next_ && range_fits(next_, text.size, strings_.size());
    if (!sound_) return;
    for (const std::byte b : strings_.subspan(static_cast<std::size_t>(next_), text.size)) {
      sound_ = sound_ && b != std::byte{0};
    }
    next_ += text.size;
  }

  [[nodiscard]] bool all_used() const noexcept { return sound_ && next_ == strings_.size(); }

 private:
  std::span<const std::byte> strings_;
  std::uint64_t next_ = 0;
  bool sound_ = true;
};

}  // namespace

Status check_scene(const Tables& tables) {
  if (Status status = check_materials(tables); !status) return status;
  if (Status status = check_textures(tables); !status) return status;
  if (Status status = check_joints(tables); !status) return status;
  if (Status status = check_placements(tables); !status) return status;
  return check_lights(tables);
}

Status check_strings(const Tables& tables) {
  StringWalk walk(tables.strings);
  const auto visit_names = [&walk](const auto& table) {
    for (std::uint32_t i = 0; i < table.size(); ++i) walk.visit(table[i].name);
  };
  visit_names(tables.objects);
  visit_names(tables.materials);
  for (std::uint32_t t = 0; t < tables.textures.size(); ++t) {
    const TextureRecord texture = tables.textures[t];
    walk.visit(texture.slot_name);
    walk.visit(texture.path);
  }
  visit_names(tables.joints);
  visit_names(tables.placements);
  visit_names(tables.lights);
  for (std::uint32_t m = 0; m < tables.morphs.size(); ++m) walk.visit(tables.morphs[m]);
  if (!walk.all_used()) {
    return Error{ErrorCode::bad_string, "the strings are not those that the records name, one after the other",
                 "index"};
  }
  return Done{};
}

}  // namespace lodcook::format
