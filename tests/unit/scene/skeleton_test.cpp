#include "cooker/scene/skeleton.h"

#include <doctest/doctest.h>

#include "tests/unit/scene/sample_scenes.h"

using namespace lodcook;
using namespace lodcook::cooker;
using namespace lodcook::cooker::samples;

namespace {

/// A square from (0,0,0) to (2,2,0) whose left half follows joint 0 and right half joint 1; the skin's rest pose equals
/// its bind pose up to `space`, which takes the mesh to the world.
Scene skinned_square(const Mat4d& space) {
  Scene scene = scene_of({triangles({{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}}, {0, 1, 2, 0, 2, 3})});
  VertexStreams& v = scene.meshes[0].primitives[0].vertices;
  v.normals.assign(4, Vec3f{0, 0, 1});
  v.influences_per_vertex = 1;
  v.joints = {0, 1, 1, 0};
  v.weights.assign(4, 1.0F);
  scene.nodes = {
      {"root", no_index, translation(1, 0, 0), no_index, no_index, {}},
      {"hip", 0, translation(0, 3, 0), no_index, no_index, {}},
      {"spacer", 1, translation(0, 1, 0), no_index, no_index, {}},
      {"knee", 2, translation(0, 0, 5), no_index, no_index, {}},
      {"body", no_index, translation(1000, 0, 0), 0, 0, {}},  // a skinned mesh is not placed by its node
  };
  const Mat4d hip = translation(1, 3, 0), knee = translation(1, 4, 5);
  scene.skins.push_back({"rig", {1, 3}, {multiply(inverse_affine(hip), space), multiply(inverse_affine(knee), space)}});
  return scene;
}

/// Where the skeleton's rest pose puts a vertex of the object.
Vec3d posed(const ObjectSet& set, const Object& object, std::size_t vertex) {
  std::vector<Mat4d> world;
  for (const Joint& joint : set.skeleton) {
    world.push_back(joint.parent < 0 ? joint.local_rest
                                     : multiply(world[static_cast<std::size_t>(joint.parent)], joint.local_rest));
  }
  const VertexStreams& v = object.vertices;
  const Vec3f p = v.positions[vertex];
  Vec3d sum;
  for (std::uint32_t k = 0; k < v.influences_per_vertex; ++k) {
    const std::size_t at = vertex * v.influences_per_vertex + k;
    const Mat4d m = multiply(world[v.joints[at]], set.skeleton[v.joints[at]].inverse_bind);
    const Vec3d q = transform_point(m, {p.x, p.y, p.z});
    sum = {sum.x + v.weights[at] * q.x, sum.y + v.weights[at] * q.y, sum.z + v.weights[at] * q.z};
  }
  return sum;
}

/// The law of the format: in the rest pose a vertex lies where origin + position says.
void check_rest_pose(const ObjectSet& set) {
  for (const Object& object : set.objects) {
    for (std::size_t v = 0; v < object.vertices.vertex_count(); ++v) {
      const Vec3d p = posed(set, object, v);
      const Vec3f local = object.vertices.positions[v];
      CHECK(p.x == doctest::Approx(object.origin.x + local.x));
      CHECK(p.y == doctest::Approx(object.origin.y + local.y));
      CHECK(p.z == doctest::Approx(object.origin.z + local.z));
    }
  }
}

}  // namespace

TEST_CASE("a skin's bind pose is baked and its joints come parents first with what lies between") {
  auto set = check_and_group(skinned_square(multiply(translation(0, 0, 7), scaling(10, 10, 10))));
  REQUIRE(set.ok());
  CHECK(find_warning(set->warnings, "bind_pose_differs") == nullptr);
  const Object& object = set->objects[0];
  CHECK(object.skinned);
  const Box box = world_box(object);
  CHECK(box.max[0] == doctest::Approx(20));
  CHECK(box.min[2] == doctest::Approx(7));
  REQUIRE(set->skeleton.size() == 3);
  CHECK(set->skeleton[0].name == "hip");
  CHECK(set->skeleton[0].parent == -1);
  CHECK(set->skeleton[0].local_rest.m[12] == 1);  // with what lies above the skeleton
  CHECK(set->skeleton[0].local_rest.m[13] == 3);
  CHECK(set->skeleton[1].name == "spacer");
  CHECK(set->skeleton[1].parent == 0);
  CHECK(set->skeleton[2].name == "knee");
  CHECK(set->skeleton[2].parent == 1);
  CHECK(set->skeleton[2].local_rest.m[14] == 5);
  check_rest_pose(*set);
}

TEST_CASE("the inverse bind takes an object's far origin with it") {
  auto set = check_and_group(skinned_square(translation(1e6, 0, 0)));
  REQUIRE(set.ok());
  CHECK(set->objects[0].origin.x != 0);
  check_rest_pose(*set);
}

TEST_CASE("static parts beside a skin follow the joint of their own node") {
  Scene scene = skinned_square(Mat4d{});
  scene.meshes.push_back({"lamp", {unit_cube()}, {}});
  scene.nodes.push_back({"lamp", 3, translation(0, 0, 2), 1, no_index, {}});
  auto set = check_and_group(scene);
  REQUIRE(set.ok());
  REQUIRE(set->skeleton.size() == 4);
  CHECK(set->skeleton[3].name == "lamp");
  CHECK(set->skeleton[3].parent == 2);
  check_rest_pose(*set);
  std::size_t on_lamp = 0;
  for (const std::uint16_t joint : set->objects[0].vertices.joints) on_lamp += joint == 3 ? 1 : 0;
  CHECK(on_lamp == 24);
}

TEST_CASE("two skins on the same joints share them") {
  Scene scene = skinned_square(Mat4d{});
  scene.skins.push_back(scene.skins[0]);
  scene.nodes.push_back({"body2", no_index, Mat4d{}, 0, 1, {}});
  auto set = check_and_group(scene);
  REQUIRE(set.ok());
  CHECK(set->skeleton.size() == 3);
}

TEST_CASE("a bind pose that is not the rest pose is reported and the file's binds keep their relation") {
  Scene scene = skinned_square(Mat4d{});
  scene.nodes[3].local = translation(0, 0, 6);  // the knee has moved since binding
  auto set = check_and_group(scene);
  REQUIRE(set.ok());
  REQUIRE(find_warning(set->warnings, "bind_pose_differs") != nullptr);
  // knee: the file would put (2, 0, 0) at world * inverse bind * v = (2, 0, 1)
  const Object& object = set->objects[0];
  for (std::size_t v = 0; v < object.vertices.vertex_count(); ++v) {
    if (object.vertices.positions[v].x == 2) CHECK(posed(*set, object, v).z == doctest::Approx(1));
    if (object.vertices.positions[v].x == 0) CHECK(posed(*set, object, v).z == doctest::Approx(0));
  }
}

TEST_CASE("more joints than 16 bits can number are refused") {
  std::vector<Node> nodes(65'536);
  std::vector<JointRequest> requests;
  for (std::uint32_t n = 0; n < nodes.size(); ++n) requests.push_back({n, Mat4d{}});
  const std::vector<Mat4d> world(nodes.size());
  auto over = build_skeleton(nodes, world, requests);
  REQUIRE_FALSE(over.ok());
  CHECK(over.error().code == ErrorCode::over_limit);
  requests.pop_back();
  CHECK(build_skeleton(nodes, world, requests).ok());
}

TEST_CASE("joints of a mesh that no skin is given for are dropped and warned of") {
  Scene scene = skinned_square(Mat4d{});
  scene.nodes[4].skin = no_index;
  const auto set = check_and_group(scene);
  REQUIRE(set.ok());
  CHECK_FALSE(set->objects[0].skinned);
  CHECK(set->objects[0].vertices.joints.empty());
  CHECK(find_warning(set->warnings, "joints_dropped") != nullptr);
  const auto with_skin = check_and_group(skinned_square(Mat4d{}));
  REQUIRE(with_skin.ok());
  CHECK(find_warning(with_skin->warnings, "joints_dropped") == nullptr);
}
