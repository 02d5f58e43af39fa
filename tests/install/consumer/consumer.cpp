// consumer FILE.lodc: prints the triangles of the first object's levels and which of them is drawn at some distances.
#include <cstdio>

#include <lodcook/level_batch.h>
#include <lodcook/lod_asset.h>
#include <lodcook/version.h>

static_assert(LODCOOK_VERSION >= 1000, "0.1.0 or newer");

int main(int argc, char** argv) {
  auto source = lodcook::open_file(argc > 1 ? argv[1] : "");
  if (!source) return std::puts(to_string(source.error()).c_str()), 1;
  const auto asset = lodcook::LodAsset::open(std::move(*source));
  if (!asset) return std::puts(to_string(asset.error()).c_str()), 1;
  for (unsigned level = 0; level < asset->level_count(0); ++level) {
    const auto loaded = asset->load(0, level);
    if (!loaded) return std::puts(to_string(loaded.error()).c_str()), 1;
    std::printf("%u ", loaded->index_count() / 3);
  }
  const lodcook::View view = lodcook::perspective_view({}, 1.0471975511965976, 1080);
  for (const double distance : {100.0, 249.0, 250.0}) {
    std::printf("%d ", choose_level(view, asset->chain(0), {0, 0, distance}, 1, {}));
  }
}
