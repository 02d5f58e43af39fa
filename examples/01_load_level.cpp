// Opens a cooked container and loads the coarsest level of its first object, as a game does before it comes near.
// Usage: example_01_load_level FILE.lodc
#include <cstdio>
#include <utility>

#include <lodcook/loader.h>

int main(int argc, char** argv) {
  auto source = lodcook::open_file(argc > 1 ? argv[1] : "rock.glb.lodc");
  if (!source) return std::puts(to_string(source.error()).c_str()), 1;
  auto container = lodcook::Container::open(std::move(*source));
  if (!container) return std::puts(to_string(container.error()).c_str()), 1;
  const auto& object = container->objects()[0];
  const auto level = container->load_level(0, object.level_count - 1);
  if (!level) return std::puts(to_string(level.error()).c_str()), 1;

  const auto* positions = level->find(lodcook::Semantic::position);
  std::printf("%s: level %u of %u, %u triangles, %zu bytes of positions ready for the GPU\n", object.name.c_str(),
              object.level_count - 1, object.level_count, level->index_count() / 3, positions->bytes.size());
}
