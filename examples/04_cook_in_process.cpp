// Cooks a model that exists only in memory, as an editor or a procedural generator does, and reads it back. No file is
// touched. Usage: example_04_cook_in_process
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <utility>

#include <lodcook/loader.h>

#include "cooker/app/cook_asset.h"

namespace {

lodcook::cooker::Scene wavy_ground(std::uint32_t cells) {
  lodcook::cooker::Primitive ground;
  for (std::uint32_t z = 0; z <= cells; ++z) {
    for (std::uint32_t x = 0; x <= cells; ++x) {
      const auto fx = static_cast<float>(x), fz = static_cast<float>(z);
      ground.vertices.positions.push_back({fx, std::sin(0.3F * fx) + std::cos(0.2F * fz), fz});
    }
  }
  for (std::uint32_t z = 0; z < cells; ++z) {
    for (std::uint32_t x = 0; x < cells; ++x) {
      const std::uint32_t a = z * (cells + 1) + x, b = a + cells + 1;
      ground.indices.insert(ground.indices.end(), {a, b, a + 1, a + 1, b, b + 1});
    }
  }
  lodcook::cooker::Scene scene;
  scene.meshes.push_back({"ground", {std::move(ground)}, {}});
  lodcook::cooker::Node node;
  node.mesh = 0;
  scene.nodes.push_back(std::move(node));
  return scene;
}

}  // namespace

int main() {
  auto cooked = lodcook::cooker::cook_scene(wavy_ground(100), {});
  if (!cooked) return std::puts(to_string(cooked.error()).c_str()), 1;
  const auto container = lodcook::Container::open(lodcook::own_memory(std::move(cooked->container)));
  if (!container) return std::puts(to_string(container.error()).c_str()), 1;
  for (const lodcook::Level& level : container->levels()) {
    std::printf("%llu triangles, error %.4f (estimated)\n", static_cast<unsigned long long>(level.triangle_count),
                level.error_absolute);
  }
}
