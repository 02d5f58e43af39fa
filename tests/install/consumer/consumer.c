/* consumer_c FILE.lodc: prints the triangles of the first object's levels. */
#include <stdio.h>

#include <lodcook/lodcook.h>

int main(int argc, char** argv) {
  lodcook_asset* asset = NULL;
  lodcook_object object;
  lodcook_level level;
  uint32_t i;
  if (lodcook_version() != LODCOOK_VERSION) return 2;
  if (lodcook_open_file(argc > 1 ? argv[1] : "", &asset) != 0) return puts(lodcook_last_error()), 1;
  if (lodcook_get_object(asset, 0, &object) != 0) return 1;
  for (i = 0; i < object.level_count; ++i) {
    if (lodcook_get_level(asset, 0, i, &level) != 0) return 1;
    printf("%u ", (unsigned)level.triangle_count);
  }
  lodcook_close(asset);
  return 0;
}
