#include "cooker/lod/flap_lock.h"

#include <cmath>

#include <doctest/doctest.h>

#include "cooker/lod/identity.h"
#include "cooker/lod/vec.h"
#include "shapes.h"

using namespace lodcook;
using namespace lodcook::cooker;

namespace {

/// A unit sphere and `count` closed scraps of two triangles, one on the other, that stand 0.2 out of it.
Object sphere_with_scraps(std::size_t count) {
  Object object = icosphere(4);
  const std::size_t stride = object.vertices.positions.size() / count;
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3f foot = object.vertices.positions[i * stride];
    const Vec3f side = normalized(cross(foot, {0.6F, 0.0F, 0.8F}), {1, 0, 0});
    const auto first = static_cast<std::uint32_t>(object.vertices.positions.size());
    for (const Vec3f p : {foot, foot * 1.2F + side * 0.02F, foot * 1.2F - side * 0.02F}) {
      object.vertices.positions.push_back(p);
      object.vertices.normals.push_back(side);
      object.vertex_materials.push_back(0);
    }
    object.indices.insert(object.indices.end(), {first, first + 1, first + 2, first, first + 2, first + 1});
  }
  return object;
}

/// One step from level 0, without the lock of folded edges that would hide what the flap lock does.
struct Halving {
  explicit Halving(const Object& object) : zero(object), identity(build_identity(zero, {}, Rung::attributes)) {
    for (const std::uint32_t v : identity.mesh.vertices) {
      place_of.push_back(zero.places.of_vertex[identity.sources[v]]);
    }
  }

  [[nodiscard]] FlapStep step() const {
    FlapStep flap_step{identity.mesh, place_of, 0, {}};
    flap_step.options.target_triangles = identity.mesh.triangle_count() / 2;
    return flap_step;
  }
  [[nodiscard]] StepResult again(const StepOptions& options) const {
    return simplify_step(identity.mesh, identity.plan, 3, options);
  }
  [[nodiscard]] std::size_t lost(const StepResult& result, float distance) const {
    return find_far_vertices(identity.mesh, place_of, zero.places.count(), result.indices, distance).size();
  }

  LevelZero zero;
  Identity identity;
  std::vector<std::uint32_t> place_of;
};

}  // namespace

TEST_CASE("scraps that a step lost are kept when it is done again") {
  const Object object = sphere_with_scraps(20);
  Halving halving(object);
  const StepResult plain = halving.again(halving.step().options);
  const float far = 0.1F / halving.zero.box.extent;  // half of what the scraps stand out
  REQUIRE(halving.lost(plain, far) > 0);
  const double standing = 0.2 / static_cast<double>(halving.zero.box.extent);  // a little more with their width

  FlapLock lock;
  const auto again = [&](const StepOptions& options) { return halving.again(options); };
  const StepResult redone = lock.redo(halving.step(), plain, halving.zero.places.count(), again);
  CHECK(lock.rounds() >= 1);
  CHECK(halving.lost(redone, far) == 0);
  CHECK(lock.replaced() >= 0.9 * standing);
  CHECK(lock.replaced() <= 1.1 * standing);
  CHECK(static_cast<double>(redone.indices.size()) <= 1.01 * static_cast<double>(plain.indices.size()));
}

TEST_CASE("what was locked stays locked while it is farther than eight estimates") {
  const Object object = sphere_with_scraps(20);
  Halving halving(object);
  FlapLock lock;
  const auto again = [&](const StepOptions& options) { return halving.again(options); };
  CHECK(lock.carried(halving.step()).empty());
  (void)lock.redo(halving.step(), halving.again(halving.step().options), halving.zero.places.count(), again);
  REQUIRE(lock.rounds() >= 1);
  FlapStep next = halving.step();
  const auto locked = [&] {
    std::size_t count = 0;
    for (const unsigned char flag : lock.carried(next)) count += flag;
    return count;
  };
  CHECK(locked() >= 3);
  next.estimate = 0.3 / 2 / 8;  // the scraps stand out by 0.2, over an extent of at least 2
  CHECK(locked() == 0);
}

TEST_CASE("a step that left nothing far behind is kept") {
  const Object object = icosphere(4);
  Halving halving(object);
  const StepResult plain = halving.again(halving.step().options);
  FlapLock lock;
  int calls = 0;
  const StepResult kept =
      lock.redo(halving.step(), plain, halving.zero.places.count(), [&](const StepOptions& options) {
        ++calls;
        return halving.again(options);
      });
  CHECK(calls == 0);
  CHECK(lock.rounds() == 0);
  CHECK(lock.replaced() == 0);
  CHECK(kept.indices == plain.indices);
}

TEST_CASE("a step is kept where doing it again fails, gains nothing or costs triangles") {
  const Object object = sphere_with_scraps(20);
  Halving halving(object);
  const StepResult plain = halving.again(halving.step().options);
  StepResult whole;
  whole.indices = halving.identity.mesh.indices;
  for (const StepResult& other : {StepResult{}, plain, whole}) {
    FlapLock lock;
    const StepResult kept =
        lock.redo(halving.step(), plain, halving.zero.places.count(), [&](const StepOptions&) { return other; });
    CHECK(lock.rounds() == 0);
    CHECK(kept.indices == plain.indices);
  }
}

TEST_CASE("many scraps are kept where they stand far out, not where they are a little too far") {
  const Object object = sphere_with_scraps(150);
  Halving halving(object);
  const StepResult plain = halving.again(halving.step().options);
  const double standing = 0.2 / static_cast<double>(halving.zero.box.extent);
  REQUIRE(halving.lost(plain, static_cast<float>(standing / 2)) > 64);
  for (const double estimate : {standing / 20, standing / 6}) {
    FlapStep step = halving.step();
    step.estimate = estimate;
    FlapLock lock;
    (void)lock.redo(step, plain, halving.zero.places.count(),
                    [&](const StepOptions& options) { return halving.again(options); });
    CHECK((lock.rounds() > 0) == (estimate < standing / 8));
  }
}
