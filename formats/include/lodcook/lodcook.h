#pragma once

/* NOLINTBEGIN(modernize-deprecated-headers,modernize-use-using,readability-identifier-naming): C reads this too. */

#include <stddef.h>
#include <stdint.h>

#include "lodcook/version.h"

/** @file lodcook.h
 * The runtime as a C interface, for C#, Swift, Rust, TypeScript and others. Functions that can fail return 0 or a
 * stable error number (result.h lists them: 2xx reading, 32x a damaged file, 4xx over a limit, 101 a wrong argument);
 * then lodcook_last_error() tells more, and nothing was written. A null pointer where one is needed is a wrong
 * argument. No exception crosses; a lack of memory for small things ends the process. Structs are plain, little more
 * than numbers, with no hidden padding. An asset may be used from several threads at once, but not closed meanwhile. */

#ifdef __cplusplus
extern "C" {
#endif

#if defined(LODCOOK_SHARED_BUILD)
#define LODCOOK_API __attribute__((visibility("default")))
#else
#define LODCOOK_API
#endif

/** An opened cooked file. */
typedef struct lodcook_asset lodcook_asset;
/** Chains of many assets, laid out for choosing. */
typedef struct lodcook_chains lodcook_chains;

/** LODCOOK_VERSION of the library, to be compared with that of the header. */
LODCOOK_API uint32_t lodcook_version(void);
/** The name of an error number ("chunk_hash_mismatch"), "ok" for 0. Never null, lives for ever. */
LODCOOK_API const char* lodcook_error_name(uint32_t error);
/** What the last call that failed in this thread said, in UTF-8. Never null; lives until the thread's next failure. */
LODCOOK_API const char* lodcook_last_error(void);

/** Opens a file; reads its index, no geometry. `*asset` is the caller's to close. */
LODCOOK_API uint32_t lodcook_open_file(const char* path_utf8, lodcook_asset** asset);
/** The same from memory, which is copied. */
LODCOOK_API uint32_t lodcook_open_memory(const void* bytes, uint64_t size, lodcook_asset** asset);
/** Closes an asset; null is fine. */
LODCOOK_API void lodcook_close(lodcook_asset* asset);

/** Counts of an asset; 0 of null. */
LODCOOK_API uint32_t lodcook_object_count(const lodcook_asset* asset);
LODCOOK_API uint32_t lodcook_material_count(const lodcook_asset* asset);
LODCOOK_API uint32_t lodcook_joint_count(const lodcook_asset* asset);
LODCOOK_API uint32_t lodcook_placement_count(const lodcook_asset* asset);

/** One object. Strings live as long as the asset. Lengths in model units; add `origin` to all positions. */
typedef struct lodcook_object {
  const char* name;
  double origin[3];
  float box_min[3], box_max[3];
  float center[3], radius; /**< Sphere around all levels. */
  float extent;            /**< Largest side of level 0. */
  uint32_t level_count;
  uint32_t is_tiled; /**< 1: some level is made of several tiles; load_level refuses those. */
  uint32_t is_skinned;
} lodcook_object;
LODCOOK_API uint32_t lodcook_get_object(const lodcook_asset* asset, uint32_t object, lodcook_object* out);

/** One level. `bytes` is what lodcook_load_level needs, `stored_bytes` what it reads. */
typedef struct lodcook_level {
  uint64_t vertex_count, triangle_count, bytes, stored_bytes;
  double error;    /**< Model units. */
  uint32_t proven; /**< 1: no point is farther away than `error`. */
  uint32_t tile_count;
} lodcook_level;
LODCOOK_API uint32_t lodcook_get_level(const lodcook_asset* asset, uint32_t object, uint32_t level, lodcook_level* out);

/** Switch distances of all levels for a vertical field of view in radians, a height and a budget in pixels. `out` takes
 * `capacity` numbers, which must be the object's level_count at least. */
LODCOOK_API uint32_t lodcook_switch_distances(const lodcook_asset* asset, uint32_t object, double fov_y_radians,
                                              double height_px, double budget_px, double* out, uint32_t capacity);

/** One material. `base_color_path` is relative to the model's source file, "" if there is none. */
typedef struct lodcook_material {
  const char* name;
  const char* base_color_path;
  float base_color[4], emissive[3];
  float metallic, roughness, alpha_cutoff;
  uint32_t alpha_mode; /**< 0 opaque, 1 mask, 2 blend. */
  uint32_t double_sided;
} lodcook_material;
LODCOOK_API uint32_t lodcook_get_material(const lodcook_asset* asset, uint32_t material, lodcook_material* out);

/** One joint; parents come first, `parent` is -1 for a root. Matrices are column-major. */
typedef struct lodcook_joint {
  const char* name;
  double local_rest[16], inverse_bind[16];
  int32_t parent;
  uint32_t reserved;
} lodcook_joint;
LODCOOK_API uint32_t lodcook_get_joint(const lodcook_asset* asset, uint32_t joint, lodcook_joint* out);

/** Where an object is put; `baked`: the matrix is already in the vertices. */
typedef struct lodcook_placement {
  const char* name;
  double matrix[16];
  uint32_t object;
  uint32_t baked;
} lodcook_placement;
LODCOOK_API uint32_t lodcook_get_placement(const lodcook_asset* asset, uint32_t placement, lodcook_placement* out);

/** A vertex stream in the memory given to lodcook_load_level. Numbers as in loader.h: `semantic` 0 position, 1 normal,
 * 2 tangent, 3 uv, 4 colour, 5 joints, 6 weights; `type` 0 u8, 1 i8, 2 u16, 3 i16, 4 u32, 5 f32. A stored component c
 * stands for offset[i] + scale[i] * c, integers first divided by their largest value where `normalized`. */
typedef struct lodcook_stream {
  uint64_t byte_offset, byte_size;
  float scale[4], offset[4];
  uint32_t semantic, set, type, components, stride;
  uint32_t normalized, octahedral;
  int32_t morph_target; /**< -1: the base shape. */
} lodcook_stream;

enum { LODCOOK_MAX_STREAMS = 64 };

/** What lodcook_load_level put where. */
typedef struct lodcook_loaded_level {
  uint64_t index_offset;
  uint32_t vertex_count, index_count, index_size; /**< index_size is 2 or 4 bytes. */
  uint32_t draw_count, stream_count;
  uint32_t reserved;
  lodcook_stream streams[LODCOOK_MAX_STREAMS];
} lodcook_loaded_level;

/** Decodes a level into the caller's memory of `size` bytes, lodcook_level.bytes at least: streams, then indices, each
 * from a multiple of 4. Every index is below vertex_count. */
LODCOOK_API uint32_t lodcook_load_level(const lodcook_asset* asset, uint32_t object, uint32_t level, void* memory,
                                        uint64_t size, lodcook_loaded_level* out);

/** A run of indices with one material. */
typedef struct lodcook_draw {
  uint32_t material, first_index, index_count;
} lodcook_draw;
LODCOOK_API uint32_t lodcook_get_draw(const lodcook_asset* asset, uint32_t object, uint32_t level, uint32_t draw,
                                      lodcook_draw* out);

/** A camera; see view.h. */
typedef struct lodcook_view {
  double position[3];
  double reach; /**< |P[1][1]|. */
  double height_px;
  uint32_t orthographic;
  uint32_t reserved;
} lodcook_view;
/** From a column-major projection matrix, any depth convention. */
LODCOOK_API uint32_t lodcook_view_from_projection(const double projection[16], const double position[3],
                                                  double height_px, lodcook_view* out);

/** How to choose; see level_select.h. Zeroed it is: by distance, no hysteresis, bias 1. */
typedef struct lodcook_select_options {
  double budget_px; /**< For pixel error; 0 or less: level 0. */
  double bias;      /**< Not positive: 1. */
  double hysteresis_value;
  double cull_hysteresis;
  uint32_t measure;    /**< 0 distance, 1 screen height, 2 pixel error. */
  uint32_t hysteresis; /**< 0 none, 1 distance band, 2 symmetric, 3 asymmetric, 4 pixel error. */
} lodcook_select_options;

enum { LODCOOK_LEVEL_CULLED = 254, LODCOOK_LEVEL_UNKNOWN = 255 };

/** Makes an empty set of chains, the caller's to destroy. Not to be added to while others choose from it. */
LODCOOK_API lodcook_chains* lodcook_create_chains(void);
LODCOOK_API void lodcook_destroy_chains(lodcook_chains* chains);
/** Adds an object's chain; `*chain` is its number. Screen height below which nothing is drawn, 0: never. */
LODCOOK_API uint32_t lodcook_add_chain(lodcook_chains* chains, const lodcook_asset* asset, uint32_t object,
                                       double cull_screen_height, uint32_t* chain);

/** Arrays of `count` objects: centres of their spheres from `origin`, largest axis scales (null: 1), chains (null: 0),
 * biases (null: that of the options). */
typedef struct lodcook_objects {
  double origin[3];
  const float* x;
  const float* y;
  const float* z;
  const float* scale;
  const uint32_t* chain;
  const float* bias;
  uint64_t count;
} lodcook_objects;

/** Chooses a level for every object. `levels` holds this view's last ones (LODCOOK_LEVEL_UNKNOWN at first) and takes
 * the new ones. No allocation. */
LODCOOK_API uint32_t lodcook_choose_levels(const lodcook_view* view, const lodcook_chains* chains,
                                           const lodcook_objects* objects, const lodcook_select_options* options,
                                           uint8_t* levels);

#ifdef __cplusplus
}
#endif

/* NOLINTEND(modernize-deprecated-headers,modernize-use-using,readability-identifier-naming) */
