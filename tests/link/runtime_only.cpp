// A game that links lodcook_runtime and nothing else of the project.
#include <cstdio>
#include <span>

#include <lodcook/byte_source.h>
#include <lodcook/result.h>
#include <lodcook/switch_distance.h>

int main(int argc, char** argv) {
  if (argc < 2) return 1;
  const auto source = lodcook::open_file(argv[1]);
  if (!source) std::puts(lodcook::to_string(source.error()).c_str());
  std::printf("%.3f\n", lodcook::switch_distance(0.02, 1, lodcook::pixels_per_unit(1.0471975512, 1080), 1));
}
