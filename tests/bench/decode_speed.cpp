#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "lodcook/loader.h"

using namespace lodcook;

namespace {

double cpu_seconds() noexcept { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct Speed {
  double seconds = 0;
  double bytes = 0;
};

/// Decodes tile after tile until `least_seconds` of processor time have passed.
Result<Speed> measure(const Container& container, std::uint32_t first, std::uint32_t count, double least_seconds) {
  Speed speed;
  const double start = cpu_seconds();
  do {
    for (std::uint32_t t = first; t < first + count; ++t) {
      const Result<DecodedTile> tile = container.load_tile(t);
      if (!tile) return tile.error();
      speed.bytes += static_cast<double>(container.tiles()[t].decoded_size);
    }
    speed.seconds = cpu_seconds() - start;
  } while (speed.seconds < least_seconds);
  return speed;
}

int fail(const Error& error) {
  std::fprintf(stderr, "%s\n", to_string(error).c_str());
  return exit_code(error.code);
}

}  // namespace

/// decode_speed FILE.lodc [SECONDS]: prints for every level its bytes and how many decoded bytes one core makes a
/// second, and how long opening takes.
int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: decode_speed FILE.lodc [SECONDS]\n");
    return 1;
  }
  const double seconds = argc > 2 ? std::atof(argv[2]) : 0.5;
  Result<std::unique_ptr<ByteSource>> source = map_file(argv[1]);
  if (!source) return fail(source.error());
  const double start = cpu_seconds();
  const Result<Container> container = Container::open(std::move(*source));
  if (!container) return fail(container.error());
  std::printf("open: %.3f ms, %zu tiles, %llu bytes\n", (cpu_seconds() - start) * 1e3, container->tiles().size(),
              static_cast<unsigned long long>(container->file_size()));
  std::printf("%6s %10s %12s %12s %8s\n", "level", "triangles", "stored", "decoded", "GB/s");
  for (std::size_t l = 0; l < container->levels().size(); ++l) {
    const Level& level = container->levels()[l];
    const Result<Speed> speed = measure(*container, level.first_tile, level.tile_count, seconds);
    if (!speed) return fail(speed.error());
    std::printf("%6zu %10llu %12llu %12llu %8.3f\n", l, static_cast<unsigned long long>(level.triangle_count),
                static_cast<unsigned long long>(level.byte_size), static_cast<unsigned long long>(level.decoded_size),
                speed->bytes / speed->seconds * 1e-9);
  }
  return 0;
}
