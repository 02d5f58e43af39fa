// A game that links lodcook_runtime and nothing else of the project.
#include <cstdio>

#include <lodcook/loader.h>
#include <lodcook/switch_distance.h>

int main(int argc, char** argv) {
  if (argc < 2) return 1;
  auto source = lodcook::open_file(argv[1]);
  if (!source) return 2;
  auto container = lodcook::Container::open(std::move(*source));
  if (!container) return 3;
  const auto tile = container->load_level(0, 0);
  if (!tile) return 4;
  std::printf("%u vertices, %.3f\n", tile->vertex_count(),
              lodcook::switch_distance(0.02, 1, lodcook::pixels_per_unit(1.0471975512, 1080), 1));
}
