#include "cooker/scene/join_levels.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "cooker/scene/level_name.h"
#include "cooker/scene/vector_math.h"

namespace lodcook::cooker {
namespace {

std::string without_number(const std::string& name) {
  std::optional<LevelName> level = level_name(name);
  return level ? std::move(level->base) : name;
}

bool same_matrix(const Mat4d& a, const Mat4d& b) noexcept {
  constexpr double rounding = 1e-5;  // what exporters write in 32 bits differs by it
  for (int i = 0; i < 16; ++i) {
    if (!(std::abs(a.m[i] - b.m[i]) <= rounding * (1 + std::abs(b.m[i])))) return false;
  }
  return true;
}

std::vector<const Placement*> placements_of(const ObjectSet& set, std::size_t object) {
  std::vector<const Placement*> out;
  for (const Placement& placement : set.placements) {
    if (placement.object == object) out.push_back(&placement);
  }
  return out;
}

/// What objects of different levels have in common: a mesh that placements show is known by the node's name.
std::string name_of(const ObjectSet& set, std::size_t object) {
  const std::vector<const Placement*> placed = placements_of(set, object);
  const bool by_node = !placed.empty() && !placed.front()->baked && level_name(placed.front()->name);
  return without_number(by_node ? placed.front()->name : set.objects[object].name);
}

bool placed_alike(const ObjectSet& a, std::size_t in_a, const ObjectSet& b, std::size_t in_b) {
  const std::vector<const Placement*> x = placements_of(a, in_a), y = placements_of(b, in_b);
  if (x.empty() || y.empty() || (x.front()->baked && y.front()->baked)) return true;
  return std::equal(x.begin(), x.end(), y.begin(), y.end(), [](const Placement* p, const Placement* q) {
    return p->baked == q->baked && same_matrix(p->matrix, q->matrix);
  });
}

std::optional<std::size_t> counterpart(const ObjectSet& finest, const ObjectSet& set, std::size_t object) {
  if (finest.objects.size() == 1 && set.objects.size() == 1) return 0;
  const std::string name = name_of(set, object);
  for (std::size_t i = 0; i < finest.objects.size(); ++i) {
    if (name_of(finest, i) == name) return i;
  }
  return std::nullopt;
}

bool same_look(const Material& a, const Material& b) {
  return a.name == b.name && a.alpha_mode == b.alpha_mode && a.base_color_factor == b.base_color_factor &&
         a.metallic_factor == b.metallic_factor && a.roughness_factor == b.roughness_factor &&
         std::equal(a.textures.begin(), a.textures.end(), b.textures.begin(), b.textures.end(),
                    [](const TextureReference& x, const TextureReference& y) {
                      return x.slot == y.slot && x.path == y.path && x.uv_set == y.uv_set;
                    });
}

bool same_name(const Material& a, const Material& b) {
  return !a.name.empty() && without_number(a.name) == without_number(b.name);
}

/// The numbers that a coarser set's materials have in level 0's list; those it does not know are added to it. Names
/// need not be unique, so one that looks the same goes first.
std::vector<std::uint32_t> join_materials(std::vector<Material>& known, const std::vector<Material>& added) {
  std::vector<std::uint32_t> numbers;
  for (const Material& material : added) {
    const auto find = [&](auto same) {
      return std::find_if(known.begin(), known.end(), [&](const Material& m) { return same(m, material); });
    };
    auto at = find(same_look);
    if (at == known.end()) at = find(same_name);
    numbers.push_back(static_cast<std::uint32_t>(at - known.begin()));
    if (at == known.end()) known.push_back(material);
  }
  return numbers;
}

/// The joints of another skeleton in this one, by name; nothing where one is missing or bound otherwise. `shift` goes
/// from the coarser object's coordinates to level 0's.
std::optional<std::vector<std::uint16_t>> match_joints(const std::vector<Joint>& known, const std::vector<Joint>& other,
                                                       Vec3d shift) {
  std::vector<std::uint16_t> numbers;
  for (std::size_t j = 0; j < other.size(); ++j) {
    Mat4d bind = other[j].inverse_bind;  // of level 0's coordinates: bind * translation(-shift)
    for (int row = 0; row < 3; ++row) {
      bind.m[12 + row] -= bind.m[row] * shift.x + bind.m[4 + row] * shift.y + bind.m[8 + row] * shift.z;
    }
    const auto fits = [&](const Joint& joint) {
      return joint.name == other[j].name && same_matrix(bind, joint.inverse_bind);
    };
    const bool in_place = j < known.size() && fits(known[j]);
    const auto at =
        in_place ? known.begin() + static_cast<std::ptrdiff_t>(j) : std::find_if(known.begin(), known.end(), fits);
    if (at == known.end()) return std::nullopt;
    numbers.push_back(static_cast<std::uint16_t>(at - known.begin()));
  }
  return numbers;
}

/// UV sets that a texture of the object's materials reads, as one more than the highest.
std::size_t sets_read(const Object& object, const std::vector<Material>& materials) {
  std::vector<bool> used(materials.size(), false);
  for (const std::uint32_t group : object.vertex_materials) used[material_of(object, group)] = true;
  std::size_t sets = 0;
  for (std::size_t m = 0; m < materials.size(); ++m) {
    for (const TextureReference& texture : materials[m].textures) {
      if (used[m]) sets = std::max<std::size_t>(sets, texture.uv_set + 1U);
    }
  }
  return sets;
}

/// Gives `level` the attributes of `finest`; true where something had to be filled or left out.
bool take_attributes(Object& level, Object& finest) {
  VertexStreams& to = level.vertices;
  VertexStreams& like = finest.vertices;
  const std::size_t count = to.vertex_count();
  bool changed = to.uvs.size() != like.uvs.size() || to.colors.size() != like.colors.size() ||
                 to.tangents.empty() != like.tangents.empty() ||
                 level.morph_targets.size() != finest.morph_targets.size();
  to.uvs.resize(like.uvs.size(), std::vector<Vec2f>(count));
  to.colors.resize(like.colors.size(), std::vector<Vec4f>(count, Vec4f{1, 1, 1, 1}));
  if (to.tangents.empty()) like.tangents.clear();
  if (like.tangents.empty()) to.tangents.clear();
  std::vector<MorphTarget> targets;
  for (const MorphTarget& wanted : finest.morph_targets) {
    const auto same = [&](const MorphTarget& target) { return target.name == wanted.name; };
    const auto found = std::find_if(level.morph_targets.begin(), level.morph_targets.end(), same);
    const bool known = found != level.morph_targets.end();
    changed = changed || !known;
    MorphTarget& target = targets.emplace_back(known ? std::move(*found) : MorphTarget{wanted.name, {}, {}, {}});
    if (known) level.morph_targets.erase(found);
    target.position_deltas.resize(wanted.position_deltas.empty() ? 0 : count);
    target.normal_deltas.resize(wanted.normal_deltas.empty() ? 0 : count);
    target.tangent_deltas.resize(wanted.tangent_deltas.empty() ? 0 : count);
  }
  level.morph_targets = std::move(targets);
  return changed;
}

using Brings = std::function<bool(const std::string& name, std::size_t level)>;

bool same_shape(const Object& a, const Object& b) {
  return a.indices == b.indices && a.vertices.positions == b.vertices.positions;
}

class LevelJoin {
 public:
  LevelJoin(ObjectSet& finest, const Brings& brings) : out_(finest), brings_(brings) {
    out_.authored.resize(out_.objects.size());
  }

  void add(ObjectSet set, std::size_t number) {
    const std::vector<std::uint32_t> materials = join_materials(out_.materials, set.materials);
    std::vector<bool> met(out_.objects.size(), false);
    for (std::size_t i = 0; i < set.objects.size(); ++i) {
      const std::string place = set.objects[i].name + ": authored level " + std::to_string(number);
      const std::optional<std::size_t> target = counterpart(out_, set, i);
      if (!target || met[*target]) {
        drop(place, target ? "another object of this level has the same name" : "level 0 has no object of this name");
        continue;
      }
      met[*target] = true;
      const Object& before = out_.authored[*target].empty() ? out_.objects[*target] : out_.authored[*target].back();
      if (same_shape(before, set.objects[i]) && !brings_(name_of(set, i), number)) continue;
      if (!placed_alike(out_, *target, set, i)) {
        drop(place, "it is placed elsewhere than level 0");
        continue;
      }
      join_draw_groups(set.objects[i]);
      for (std::uint32_t& material : set.objects[i].vertex_materials) material = materials[material];
      add_level(*target, std::move(set.objects[i]), set.skeleton, place);
    }
    for (Warning& warning : set.warnings) add_once(std::move(warning));
    out_.dependencies.insert(out_.dependencies.end(), set.dependencies.begin(), set.dependencies.end());
  }

 private:
  void drop(const std::string& place, const std::string& reason) {
    out_.warnings.push_back({"authored_level_dropped", place + " is left out: " + reason});
  }

  void add_once(Warning warning) {
    const auto same = [&](const Warning& w) { return w.id == warning.id && w.message == warning.message; };
    if (std::none_of(out_.warnings.begin(), out_.warnings.end(), same)) out_.warnings.push_back(std::move(warning));
  }

  void add_level(std::size_t target, Object level, const std::vector<Joint>& skeleton, const std::string& place) {
    Object& finest = out_.objects[target];
    const Vec3d shift = subtract(level.origin, finest.origin);
    if (level.skinned != finest.skinned) return drop(place, "only one of it and level 0 is skinned");
    if (level.skinned && !renumber_joints(level, skeleton, shift)) return drop(place, "its skeleton is another");
    if (level.vertices.uvs.size() < sets_read(level, out_.materials)) {
      return drop(place, "it lacks a UV set that a texture reads");
    }
    for (Vec3f& p : level.vertices.positions) {
      const Vec3d at = to_double(p);
      p = to_float(Vec3d{at.x + shift.x, at.y + shift.y, at.z + shift.z});
    }
    level.origin = finest.origin;
    const bool had_tangents = !finest.vertices.tangents.empty();
    if (take_attributes(level, finest)) {
      add_once({"authored_attributes",
                place + " has other attributes than level 0; they were filled or left out to be the same"});
    }
    if (had_tangents && finest.vertices.tangents.empty()) {
      for (Object& other : out_.authored[target]) other.vertices.tangents.clear();
    }
    out_.authored[target].push_back(std::move(level));
  }

  bool renumber_joints(Object& level, const std::vector<Joint>& skeleton, Vec3d shift) {
    const auto numbers = match_joints(out_.skeleton, skeleton, shift);
    if (!numbers) return false;
    VertexStreams& v = level.vertices;
    for (std::size_t i = 0; i < v.joints.size(); ++i)
      v.joints[i] = v.weights[i] > 0 ? (*numbers)[v.joints[i]] : std::uint16_t{0};
    return true;
  }

  ObjectSet& out_;
  const Brings& brings_;
};

}  // namespace

ObjectSet join_levels(std::vector<ObjectSet> sets,
                      const std::function<bool(const std::string& name, std::size_t level)>& brings) {
  ObjectSet out = std::move(sets.front());
  if (sets.size() == 1) return out;
  LevelJoin join(out, brings);
  for (std::size_t i = 1; i < sets.size(); ++i) join.add(std::move(sets[i]), i);
  for (std::size_t i = 0; i < out.objects.size(); ++i) {
    if (!out.authored[i].empty()) out.objects[i].name = name_of(out, i);
  }
  return out;
}

}  // namespace lodcook::cooker
