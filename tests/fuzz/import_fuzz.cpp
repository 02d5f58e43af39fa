#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>

#include "cooker/import/import.h"
#include "cooker/scene/group.h"
#include "tests/fuzz/fuzz_target.h"

using namespace lodcook;
using namespace lodcook::cooker;

namespace {

/// The first byte of an input chooses how the rest is read. What Assimp reads without checks of ours has no place here:
/// its crashes end a worker process, no more.
constexpr std::array<const char*, 5> extensions{"glb", "gltf", "obj", "ply", "off"};

/// A folder of this process, in memory where the system has such a place.
const std::filesystem::path& folder() {
  static const std::filesystem::path made = [] {
    std::error_code failed;
    const bool memory = std::filesystem::is_directory("/dev/shm", failed);
    std::string name =
        ((memory ? "/dev/shm" : std::filesystem::temp_directory_path()) / "lodcook-fuzz-XXXXXX").string();
    test::require(mkdtemp(name.data()) != nullptr, "there is a folder to write the input into");
    return std::filesystem::path(name);
  }();
  return made;
}

void write_input(const std::filesystem::path& path, const std::uint8_t* bytes, std::size_t size) {
  std::FILE* const file = std::fopen(path.c_str(), "wb");
  test::require(file != nullptr && std::fwrite(bytes, 1, size, file) == size && std::fclose(file) == 0,
                "the input can be written");
}

void check_refusal(ErrorCode code) {
  const int kind = exit_code(code);
  test::require(kind >= 2 && kind <= 4, "refused with a number for bad input, a missing file or a limit");
}

bool finite(const Vec3f& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

void check_object(const Object& object, std::size_t materials) {
  const std::size_t count = object.vertices.positions.size();
  test::require(object.vertex_materials.size() == count, "every vertex has a material");
  test::require(!object.indices.empty() && object.indices.size() % 3 == 0, "an object holds whole triangles");
  test::require(std::all_of(object.indices.begin(), object.indices.end(), [&](auto i) { return i < count; }),
                "every index names a vertex");
  test::require(std::all_of(object.vertex_materials.begin(), object.vertex_materials.end(),
                            [&](auto m) { return m < materials; }),
                "every vertex's material is there");
  test::require(std::all_of(object.vertices.positions.begin(), object.vertices.positions.end(), finite),
                "every position is finite");
}

void check_import(const std::filesystem::path& path) {
  ImportOptions limits;
  limits.max_triangles = 100'000;
  Result<Scene> scene = import_scene(path, limits);
  if (!scene) return check_refusal(scene.error().code);
  const Result<Scene> checked = check_scene(std::move(*scene), {});
  if (!checked) return check_refusal(checked.error().code);
  const Result<ObjectSet> grouped = group_scene(*checked, {});
  if (!grouped) return check_refusal(grouped.error().code);
  for (const Object& object : grouped->objects) check_object(object, grouped->materials.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size == 0) return 0;
  const std::filesystem::path path = folder() / (std::string("model.") + extensions.at(bytes[0] % extensions.size()));
  write_input(path, bytes + 1, size - 1);
  check_import(path);
  std::filesystem::remove(path);
  return 0;
}
