/* c_api_program v1_scene.lodc: uses the C interface as a C program does; ends with 1 at the first thing that is wrong.
   What is expected comes from tests/golden/golden_content.cpp, which made the file. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lodcook/lodcook.h>

#define REQUIRE(condition)                                                               \
  do {                                                                                   \
    if (!(condition)) {                                                                  \
      fprintf(stderr, "line %d: %s (%s)\n", __LINE__, #condition, lodcook_last_error()); \
      exit(1);                                                                           \
    }                                                                                    \
  } while (0)

static void check_facts(const lodcook_asset* asset) {
  lodcook_object object;
  lodcook_level level;
  lodcook_material material;
  lodcook_joint joint;
  lodcook_placement placement;
  double distances[2];
  REQUIRE(lodcook_object_count(asset) == 3);
  REQUIRE(lodcook_get_object(asset, 0, &object) == 0);
  REQUIRE(strcmp(object.name, "grid") == 0);
  REQUIRE(object.level_count == 2 && object.is_tiled == 0 && object.is_skinned == 0);
  REQUIRE(object.origin[0] == 1000 && object.origin[1] == -2000 && object.origin[2] == 0.5);
  REQUIRE(object.radius == 16.0625F && object.extent == 8);
  REQUIRE(lodcook_get_level(asset, 0, 1, &level) == 0);
  REQUIRE(level.triangle_count == 8 && level.vertex_count == 9 && level.error == 0.25 && level.proven == 1);
  REQUIRE(lodcook_switch_distances(asset, 0, 1.0471975511965976, 1080, 1, distances, 2) == 0);
  REQUIRE(distances[0] == 0 && fabs(distances[1] - (16.0625 + 0.25 * 935.307)) < 1e-3);
  REQUIRE(lodcook_material_count(asset) > 0 && lodcook_get_material(asset, 0, &material) == 0);
  REQUIRE(strcmp(material.name, "plaster") == 0 && material.base_color[1] == 0.25F);
  REQUIRE(strcmp(material.base_color_path, "textures/plaster.png") == 0);
  REQUIRE(lodcook_joint_count(asset) == 2 && lodcook_get_joint(asset, 0, &joint) == 0 && joint.parent == -1);
  REQUIRE(lodcook_placement_count(asset) > 0 && lodcook_get_placement(asset, 0, &placement) == 0);
  REQUIRE(placement.object < 3);
}

static void check_loading(const lodcook_asset* asset) {
  static lodcook_loaded_level loaded;
  lodcook_level level;
  lodcook_draw draw;
  unsigned char* memory;
  uint32_t i;
  REQUIRE(lodcook_get_level(asset, 0, 0, &level) == 0);
  memory = malloc(level.bytes);
  REQUIRE(memory != NULL);
  REQUIRE(lodcook_load_level(asset, 0, 0, memory, level.bytes - 1, &loaded) == 402);
  REQUIRE(strstr(lodcook_last_error(), "too small") != NULL);
  REQUIRE(lodcook_load_level(asset, 0, 0, memory, level.bytes, &loaded) == 0);
  REQUIRE(loaded.vertex_count == 81 && loaded.index_count == 384 && loaded.index_size == 2);
  REQUIRE(loaded.stream_count == 4 && loaded.streams[0].semantic == 0 && loaded.streams[0].morph_target == -1);
  for (i = 0; i < loaded.index_count; ++i) {
    uint16_t index;
    memcpy(&index, memory + loaded.index_offset + 2 * i, 2);
    REQUIRE(index < loaded.vertex_count);
  }
  REQUIRE(loaded.draw_count == 2 && lodcook_get_draw(asset, 0, 0, 1, &draw) == 0);
  REQUIRE(draw.material == 1 && draw.first_index == 192 && draw.index_count == 192);
  REQUIRE(lodcook_get_draw(asset, 0, 0, 2, &draw) == 101);
  free(memory);
}

static void check_choosing(const lodcook_asset* asset) {
  const double projection[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, -1, 0, 0, -0.2, 0}; /* 90 degrees, infinite far */
  const double position[3] = {0, 0, 0};
  const float x[3] = {151, 152, 2000}, zero[3] = {0, 0, 0};
  const uint32_t chain[3] = {0, 0, 0};
  lodcook_chains* chains = lodcook_create_chains();
  lodcook_select_options options;
  lodcook_objects objects;
  lodcook_view view;
  uint32_t number = 9;
  uint8_t levels[3] = {LODCOOK_LEVEL_UNKNOWN, LODCOOK_LEVEL_UNKNOWN, LODCOOK_LEVEL_UNKNOWN};
  REQUIRE(lodcook_add_chain(chains, asset, 0, 0.01, &number) == 0 && number == 0);
  REQUIRE(lodcook_view_from_projection(projection, position, 1080, &view) == 0);
  REQUIRE(view.reach == 1 && view.orthographic == 0);
  memset(&objects, 0, sizeof(objects));
  objects.x = x;
  objects.y = zero;
  objects.z = zero;
  objects.chain = chain;
  objects.count = 3;
  memset(&options, 0, sizeof(options));
  options.budget_px = 1;
  options.measure = 2;
  REQUIRE(lodcook_choose_levels(&view, chains, &objects, &options, levels) == 0);
  /* 0.25 * 540 / (d - 16.0625) falls to a pixel at 151.0625; 16.0625 / 2000 is below 0.01 */
  REQUIRE(levels[0] == 0 && levels[1] == 1 && levels[2] == LODCOOK_LEVEL_CULLED);
  options.measure = 3;
  REQUIRE(lodcook_choose_levels(&view, chains, &objects, &options, levels) == 101);
  REQUIRE(lodcook_choose_levels(&view, chains, &objects, NULL, levels) == 101);
  lodcook_destroy_chains(chains);
}

static void check_errors(const char* path) {
  lodcook_asset* asset = NULL;
  unsigned char junk[256] = {0};
  REQUIRE(lodcook_open_file("there is no such file", &asset) / 100 == 2 && asset == NULL);
  REQUIRE(lodcook_open_memory(junk, sizeof(junk), &asset) == 320);
  REQUIRE(strcmp(lodcook_error_name(320), "bad_magic") == 0 && strcmp(lodcook_error_name(0), "ok") == 0);
  REQUIRE(strstr(lodcook_last_error(), "bad_magic") != NULL);
  REQUIRE(lodcook_open_file(NULL, &asset) == 101 && lodcook_open_file(path, NULL) == 101);
  REQUIRE(lodcook_object_count(NULL) == 0 && lodcook_get_object(NULL, 0, NULL) == 101);
  lodcook_close(NULL);
}

int main(int argc, char** argv) {
  lodcook_asset* asset = NULL;
  if (argc < 2) return 1;
  REQUIRE(lodcook_version() == LODCOOK_VERSION);
  check_errors(argv[1]);
  REQUIRE(lodcook_open_file(argv[1], &asset) == 0);
  check_facts(asset);
  check_loading(asset);
  check_choosing(asset);
  lodcook_close(asset);
  puts("the C interface works from C");
  return 0;
}
