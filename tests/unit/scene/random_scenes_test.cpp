#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <random>

#include "tests/unit/scene/sample_scenes.h"

using namespace lodcook;
using namespace lodcook::cooker;
using namespace lodcook::cooker::samples;

/// The law of these stages: whatever is not refused comes out sound, and the same every time.

namespace {

class RandomScene {
 public:
  explicit RandomScene(std::uint32_t seed) : random_(seed) {}

  Scene make() {
    Scene scene;
    const std::uint32_t nodes = 1 + below(6), meshes = 1 + below(3);
    scene.materials.resize(below(3));
    for (std::uint32_t m = 0; m < scene.materials.size(); ++m) {
      scene.materials[m].alpha_mode = static_cast<AlphaMode>(below(3));
      if (below(2) == 0) scene.materials[m].textures.push_back({TextureSlot::normal, {}, "n.png"});
    }
    joints_ = below(2) == 0 ? 0 : 1 + below(nodes);
    for (std::uint32_t m = 0; m < meshes; ++m) scene.meshes.push_back(mesh(scene));
    if (joints_ > 0) {
      Skin skin{"skin", {}, {}};
      for (std::uint32_t j = 0; j < joints_; ++j) {
        skin.joints.push_back(j);
        skin.inverse_binds.push_back(transform());
      }
      scene.skins.push_back(skin);
    }
    for (std::uint32_t n = 0; n < nodes; ++n) {
      Node node;
      node.parent = n > 0 && below(3) != 0 ? below(n) : no_index;
      node.local = transform();
      if (below(3) != 0) node.mesh = below(meshes);
      if (joints_ > 0 && below(2) == 0) node.skin = 0;
      for (std::uint32_t i = below(8) == 0 ? below(4) : 0; i > 0; --i) node.instances.push_back(transform());
      scene.nodes.push_back(node);
    }
    return scene;
  }

 private:
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_()) % n; }

  /// A few values only, so that corners often coincide or lie on a line; seldom one that is not finite.
  float number() {
    static constexpr float values[] = {0, -0.0F, 1, 2, 1, 0.5F, -1, 1.0000001F, 1e-7F, 3};
    if (below(400) == 0) return std::numeric_limits<float>::quiet_NaN();
    return values[below(10)];
  }
  float position() {
    static constexpr float values[] = {0, 1, 2, 0.5F, -1, 1.0000001F, -0.0F, 3};
    return values[below(8)];
  }

  Mat4d transform() {
    static constexpr double scales[] = {1, 1, 1, -1, 2, 0, 1e-3, 1e6};
    const double half = std::sqrt(0.5);
    const Vec4d turn = below(2) == 0 ? Vec4d{0, 0, 0, 1} : Vec4d{half, 0, 0, half};
    const double far = below(6) == 0 ? 1e6 : 1;
    return compose({far * below(4), 1.0 * below(3), 0}, turn, {scales[below(8)], scales[below(8)], scales[below(8)]});
  }

  Mesh mesh(const Scene& scene) {
    Mesh out;
    for (std::uint32_t p = 1 + below(2); p > 0; --p) out.primitives.push_back(primitive(scene));
    return out;
  }

  Primitive primitive(const Scene& scene) {
    Primitive p;
    const std::uint32_t count = 3 + below(30);
    VertexStreams& v = p.vertices;
    if (!scene.materials.empty() && below(3) != 0)
      p.material = below(static_cast<std::uint32_t>(scene.materials.size()));
    for (std::uint32_t i = 0; i < count; ++i) v.positions.push_back({position(), position(), position()});
    if (below(2) == 0)
      for (std::uint32_t i = 0; i < count; ++i) v.normals.push_back({number(), number(), number()});
    if (below(2) == 0) {
      for (std::uint32_t i = 0; i < count; ++i) v.tangents.push_back({number(), number(), number(), number()});
    }
    for (std::uint32_t s = below(3); s > 0; --s) {
      v.uvs.emplace_back();
      for (std::uint32_t i = 0; i < count; ++i) v.uvs.back().push_back({number(), number()});
    }
    if (below(3) == 0) v.colors.emplace_back(count, Vec4f{number(), number(), number(), number()});
    if (joints_ > 0 && below(3) != 0) {
      v.influences_per_vertex = 1 + below(6);
      for (std::uint32_t i = 0; i < count * v.influences_per_vertex; ++i) {
        v.joints.push_back(static_cast<std::uint16_t>(below(joints_)));
        v.weights.push_back(number());
      }
    }
    for (std::uint32_t t = below(3); t > 0; --t) p.morph_targets.push_back(morph(count));
    for (std::uint32_t i = 3 * (1 + below(40)); i > 0; --i) p.indices.push_back(below(count));
    return p;
  }

  MorphTarget morph(std::uint32_t count) {
    MorphTarget t;
    if (below(2) == 0) t.name.assign(1, below(2) == 0 ? 'a' : 'b');
    for (std::uint32_t i = 0; i < count; ++i) t.position_deltas.push_back({position(), position(), position()});
    if (below(2) == 0)
      for (std::uint32_t i = 0; i < count; ++i) t.normal_deltas.push_back({number(), 0, number()});
    return t;
  }

  std::mt19937 random_;
  std::uint32_t joints_ = 0;
};

bool finite(Vec3f v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }
bool unit(float x, float y, float z) { return std::abs(x * x + y * y + z * z - 1) < 1e-4F; }

bool arrays_fit(const Object& o) {
  const std::size_t n = o.vertices.vertex_count();
  bool fit = o.vertices.normals.size() == n && o.vertex_materials.size() == n;
  fit = fit && (o.vertices.tangents.empty() || o.vertices.tangents.size() == n);
  for (const auto& set : o.vertices.uvs) fit = fit && set.size() == n;
  for (const auto& set : o.vertices.colors) fit = fit && set.size() == n;
  fit = fit && o.vertices.joints.size() == n * o.vertices.influences_per_vertex;
  fit = fit && o.vertices.weights.size() == o.vertices.joints.size();
  for (const MorphTarget& t : o.morph_targets) {
    fit = fit && t.position_deltas.size() == n && (t.normal_deltas.empty() || t.normal_deltas.size() == n) &&
          (t.tangent_deltas.empty() || t.tangent_deltas.size() == n);
  }
  return fit;
}

bool numbers_sound(const Object& o) {
  bool sound = true;
  for (const Vec3f p : o.vertices.positions) sound = sound && finite(p);
  for (const Vec3f n : o.vertices.normals) sound = sound && unit(n.x, n.y, n.z);
  for (const Vec4f t : o.vertices.tangents) sound = sound && unit(t.x, t.y, t.z) && std::abs(t.w) == 1;
  for (const auto& set : o.vertices.uvs) {
    for (const Vec2f uv : set) sound = sound && std::isfinite(uv.x) && std::isfinite(uv.y);
  }
  for (const MorphTarget& t : o.morph_targets) {
    for (const Vec3f d : t.position_deltas) sound = sound && finite(d);
    for (const Vec3f d : t.normal_deltas) sound = sound && finite(d);
  }
  return sound;
}

bool weights_sound(const Object& o, std::size_t joints, std::uint32_t most) {
  const std::uint32_t per_vertex = o.vertices.influences_per_vertex;
  bool sound = per_vertex <= most && o.skinned == (per_vertex > 0);
  for (std::size_t v = 0; per_vertex > 0 && v < o.vertices.vertex_count(); ++v) {
    float sum = 0, before = 2;
    for (std::size_t at = v * per_vertex; at < (v + 1) * per_vertex; ++at) {
      const float w = o.vertices.weights[at];
      sound = sound && w >= 0 && w <= before && o.vertices.joints[at] < joints;
      sound = sound && (w > 0 || o.vertices.joints[at] == 0);
      sum += before = w;
    }
    sound = sound && std::abs(sum - 1) < 1e-5F;
  }
  return sound;
}

bool triangles_sound(const ObjectSet& set, const Object& o) {
  bool sound = !o.indices.empty() && o.indices.size() % 3 == 0;
  std::vector<bool> used(o.vertices.vertex_count(), false);
  for (std::size_t i = 0; i < o.indices.size(); ++i) {
    if (o.indices[i] >= used.size()) return false;
    used[o.indices[i]] = true;
    const std::uint32_t first = o.indices[i - i % 3];
    sound = sound && o.vertex_materials[o.indices[i]] == o.vertex_materials[first];
    sound = sound && o.vertex_materials[first] < set.materials.size();
    const std::uint32_t next = o.indices[i % 3 == 2 ? i - 2 : i + 1];
    sound = sound && !(o.vertices.positions[o.indices[i]] == o.vertices.positions[next]);
  }
  return sound && std::find(used.begin(), used.end(), false) == used.end();
}

bool same(const Object& a, const Object& b) {
  return a.indices == b.indices && a.vertices.positions == b.vertices.positions &&
         a.vertices.normals == b.vertices.normals && a.vertices.joints == b.vertices.joints && a.origin == b.origin;
}

}  // namespace

TEST_CASE("whatever is not refused comes out sound") {
  int grouped = 0;
  for (std::uint32_t seed = 0; seed < 3000; ++seed) {
    CAPTURE(seed);
    SceneOptions options;
    options.grouping = static_cast<Grouping>(seed % 3);
    options.skin_influences = 1 + seed % 4;
    auto set = check_and_group(RandomScene(seed).make(), options);
    if (!set) {
      const ErrorCode code = set.error().code;
      const bool known =
          code == ErrorCode::no_triangles || code == ErrorCode::non_finite || code == ErrorCode::over_limit;
      CHECK(known);
      continue;
    }
    ++grouped;
    for (const Object& o : set->objects) {
      REQUIRE(arrays_fit(o));
      REQUIRE(triangles_sound(*set, o));
      REQUIRE(numbers_sound(o));
      REQUIRE(weights_sound(o, set->skeleton.size(), options.skin_influences));
    }
    for (const Placement& p : set->placements) REQUIRE(p.object < set->objects.size());
    for (std::size_t j = 0; j < set->skeleton.size(); ++j) {
      REQUIRE(set->skeleton[j].parent < static_cast<std::int32_t>(j));
      for (const double v : set->skeleton[j].inverse_bind.m) REQUIRE(std::isfinite(v));
    }
    auto again = check_and_group(RandomScene(seed).make(), options);
    REQUIRE(again.ok());
    for (std::size_t i = 0; i < set->objects.size(); ++i) REQUIRE(same(set->objects[i], again->objects[i]));
  }
  CHECK(grouped > 1000);
}
