#include "lodcook/lodcook.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <new>
#include <string>
#include <utility>

#include "lodcook/level_batch.h"
#include "lodcook/lod_asset.h"

// Layouts that bindings of other languages spell out again.
static_assert(sizeof(lodcook_object) == 8 + 24 + 24 + 16 + 4 + 12);
static_assert(sizeof(lodcook_level) == 32 + 8 + 8);
static_assert(sizeof(lodcook_stream) == 16 + 32 + 20 + 8 + 4);
static_assert(sizeof(lodcook_loaded_level) == 32 + 64 * sizeof(lodcook_stream));
static_assert(sizeof(lodcook_view) == 48);
static_assert(sizeof(lodcook_select_options) == 40);

// NOLINTBEGIN(readability-identifier-naming): names of the C interface
struct lodcook_asset {
  lodcook::LodAsset asset;
};

struct lodcook_chains {
  lodcook::ChainTable table;
};
// NOLINTEND(readability-identifier-naming)

namespace {

using namespace lodcook;

std::string& last_error() {
  thread_local std::string text;
  return text;
}

std::uint32_t fail(const Error& error) {
  last_error() = to_string(error);
  return static_cast<std::uint32_t>(error.code);
}

std::uint32_t wrong_argument(const char* fact) { return fail({ErrorCode::invalid_argument, fact, ""}); }

std::uint32_t opened(Result<std::unique_ptr<ByteSource>> source, lodcook_asset** out) {
  if (!source) return fail(source.error());
  Result<LodAsset> asset = LodAsset::open(std::move(*source));
  if (!asset) return fail(asset.error());
  *out = new lodcook_asset{std::move(*asset)};
  return 0;
}

bool has_object(const lodcook_asset* asset, std::uint32_t object) noexcept {
  return asset != nullptr && object < asset->asset.object_count();
}

bool has_level(const lodcook_asset* asset, std::uint32_t object, std::uint32_t level) noexcept {
  return has_object(asset, object) && level < asset->asset.level_count(object);
}

void copy(const Vec3f& from, float* to) noexcept {
  to[0] = from.x;
  to[1] = from.y;
  to[2] = from.z;
}

void copy(const Mat4d& from, double* to) noexcept { std::copy_n(from.m, 16, to); }

lodcook_stream stream_of(const PlacedLevel::Stream& from) noexcept {
  const Attribute& attribute = from.attribute;
  lodcook_stream stream{};
  stream.byte_offset = from.offset;
  stream.byte_size = from.size;
  std::copy_n(attribute.scale, 4, stream.scale);
  std::copy_n(attribute.offset, 4, stream.offset);
  stream.semantic = static_cast<std::uint32_t>(attribute.semantic);
  stream.set = attribute.set;
  stream.type = static_cast<std::uint32_t>(attribute.type);
  stream.components = attribute.components;
  stream.stride = attribute.stride;
  stream.normalized = attribute.normalized ? 1 : 0;
  stream.octahedral = attribute.octahedral ? 1 : 0;
  stream.morph_target = attribute.morph ? attribute.morph_target : -1;
  return stream;
}

const char* base_color_path(const Material& material) noexcept {
  for (const TextureReference& texture : material.textures) {
    if (texture.slot == TextureSlot::base_color) return texture.path.c_str();
  }
  return "";
}

View view_of(const lodcook_view& view) noexcept {
  return {{view.position[0], view.position[1], view.position[2]}, view.reach, view.height_px, view.orthographic != 0};
}

template <class T>
std::span<const T> array_of(const T* values, std::uint64_t count) noexcept {
  return values == nullptr ? std::span<const T>() : std::span<const T>(values, static_cast<std::size_t>(count));
}

ObjectArrays arrays_of(const lodcook_objects& objects) noexcept {
  ObjectArrays arrays;
  arrays.origin = {objects.origin[0], objects.origin[1], objects.origin[2]};
  arrays.x = array_of(objects.x, objects.count);
  arrays.y = array_of(objects.y, objects.count);
  arrays.z = array_of(objects.z, objects.count);
  arrays.scale = array_of(objects.scale, objects.count);
  arrays.chain = array_of(objects.chain, objects.count);
  arrays.bias = array_of(objects.bias, objects.count);
  return arrays;
}

}  // namespace

uint32_t lodcook_version(void) { return LODCOOK_VERSION; }

const char* lodcook_error_name(uint32_t error) {
  return error == 0 ? "ok" : lodcook::error_name(static_cast<ErrorCode>(error));
}

const char* lodcook_last_error(void) { return last_error().c_str(); }

uint32_t lodcook_open_file(const char* path_utf8, lodcook_asset** asset) {
  if (path_utf8 == nullptr || asset == nullptr) return wrong_argument("a null pointer");
  return opened(open_file(path_utf8), asset);
}

uint32_t lodcook_open_memory(const void* bytes, uint64_t size, lodcook_asset** asset) {
  if (bytes == nullptr || asset == nullptr) return wrong_argument("a null pointer");
  const std::byte* const from = static_cast<const std::byte*>(bytes);
  return opened(own_memory(std::vector<std::byte>(from, from + size)), asset);
}

void lodcook_close(lodcook_asset* asset) { delete asset; }

uint32_t lodcook_object_count(const lodcook_asset* asset) { return asset ? asset->asset.object_count() : 0; }

uint32_t lodcook_material_count(const lodcook_asset* asset) {
  return asset ? static_cast<std::uint32_t>(asset->asset.materials().size()) : 0;
}

uint32_t lodcook_joint_count(const lodcook_asset* asset) {
  return asset ? static_cast<std::uint32_t>(asset->asset.skeleton().size()) : 0;
}

uint32_t lodcook_placement_count(const lodcook_asset* asset) {
  return asset ? static_cast<std::uint32_t>(asset->asset.placements().size()) : 0;
}

uint32_t lodcook_get_object(const lodcook_asset* asset, uint32_t object, lodcook_object* out) {
  if (!has_object(asset, object) || out == nullptr) return wrong_argument("there is no such object");
  const ContainerObject& from = asset->asset.container().objects()[object];
  *out = {};
  out->name = from.name.c_str();
  out->origin[0] = from.bounds.origin.x;
  out->origin[1] = from.bounds.origin.y;
  out->origin[2] = from.bounds.origin.z;
  copy(from.bounds.box.min, out->box_min);
  copy(from.bounds.box.max, out->box_max);
  copy(from.bounds.sphere.center, out->center);
  out->radius = from.bounds.sphere.radius;
  out->extent = from.bounds.extent;
  out->level_count = from.level_count;
  out->is_tiled = asset->asset.is_tiled(object) ? 1 : 0;
  out->is_skinned = from.skinned ? 1 : 0;
  return 0;
}

uint32_t lodcook_get_level(const lodcook_asset* asset, uint32_t object, uint32_t level, lodcook_level* out) {
  if (!has_level(asset, object, level) || out == nullptr) return wrong_argument("there is no such level");
  const Level& from = asset->asset.level(object, level);
  *out = {from.vertex_count, from.triangle_count, from.decoded_size,
          from.byte_size,    from.error_absolute, from.proof == Proof::proven ? 1U : 0U,
          from.tile_count};
  return 0;
}

uint32_t lodcook_switch_distances(const lodcook_asset* asset, uint32_t object, double fov_y_radians, double height_px,
                                  double budget_px, double* out, uint32_t capacity) {
  if (!has_object(asset, object) || out == nullptr) return wrong_argument("there is no such object");
  if (capacity < asset->asset.level_count(object)) return wrong_argument("the array is too small");
  if (!(fov_y_radians > 0 && fov_y_radians < 3.14159265358979 && height_px > 0 && budget_px > 0)) {
    return wrong_argument("the reference view is none");
  }
  const std::vector<double> distances = asset->asset.switch_distances(object, {fov_y_radians, height_px, budget_px});
  std::copy(distances.begin(), distances.end(), out);
  return 0;
}

uint32_t lodcook_get_material(const lodcook_asset* asset, uint32_t material, lodcook_material* out) {
  if (material >= lodcook_material_count(asset) || out == nullptr) return wrong_argument("there is no such material");
  const Material& from = asset->asset.materials()[material];
  *out = {};
  out->name = from.name.c_str();
  out->base_color_path = base_color_path(from);
  std::memcpy(out->base_color, &from.base_color_factor, sizeof(out->base_color));
  copy(from.emissive_factor, out->emissive);
  out->metallic = from.metallic_factor;
  out->roughness = from.roughness_factor;
  out->alpha_cutoff = from.alpha_cutoff;
  out->alpha_mode = static_cast<std::uint32_t>(from.alpha_mode);
  out->double_sided = from.double_sided ? 1 : 0;
  return 0;
}

uint32_t lodcook_get_joint(const lodcook_asset* asset, uint32_t joint, lodcook_joint* out) {
  if (joint >= lodcook_joint_count(asset) || out == nullptr) return wrong_argument("there is no such joint");
  const Joint& from = asset->asset.skeleton()[joint];
  *out = {};
  out->name = from.name.c_str();
  out->parent = from.parent;
  copy(from.local_rest, out->local_rest);
  copy(from.inverse_bind, out->inverse_bind);
  return 0;
}

uint32_t lodcook_get_placement(const lodcook_asset* asset, uint32_t placement, lodcook_placement* out) {
  if (placement >= lodcook_placement_count(asset) || out == nullptr)
    return wrong_argument("there is no such placement");
  const Placement& from = asset->asset.placements()[placement];
  *out = {};
  out->name = from.name.c_str();
  copy(from.matrix, out->matrix);
  out->object = from.object;
  out->baked = from.baked ? 1 : 0;
  return 0;
}

uint32_t lodcook_load_level(const lodcook_asset* asset, uint32_t object, uint32_t level, void* memory, uint64_t size,
                            lodcook_loaded_level* out) {
  if (!has_level(asset, object, level)) return wrong_argument("there is no such level");
  if (memory == nullptr || out == nullptr) return wrong_argument("a null pointer");
  const std::span<std::byte> room(static_cast<std::byte*>(memory), static_cast<std::size_t>(size));
  const Result<PlacedLevel> placed = asset->asset.load_into(object, level, room);
  if (!placed) return fail(placed.error());
  if (placed->streams.size() > LODCOOK_MAX_STREAMS) {
    return fail({ErrorCode::over_limit, "the level has more than 64 streams", ""});
  }
  *out = {};
  out->index_offset = placed->index_offset;
  out->vertex_count = placed->vertex_count;
  out->index_count = placed->index_count;
  out->index_size = placed->index_size;
  out->draw_count = static_cast<std::uint32_t>(placed->draws.size());
  out->stream_count = static_cast<std::uint32_t>(placed->streams.size());
  std::transform(placed->streams.begin(), placed->streams.end(), out->streams, stream_of);
  return 0;
}

uint32_t lodcook_get_draw(const lodcook_asset* asset, uint32_t object, uint32_t level, uint32_t draw,
                          lodcook_draw* out) {
  if (!has_level(asset, object, level) || out == nullptr) return wrong_argument("there is no such level");
  const std::span<const DrawRange> draws =
      asset->asset.container().tiles()[asset->asset.level(object, level).first_tile].draws;
  if (draw >= draws.size()) return wrong_argument("there is no such draw");
  *out = {draws[draw].material, draws[draw].first_index, draws[draw].index_count};
  return 0;
}

uint32_t lodcook_view_from_projection(const double projection[16], const double position[3], double height_px,
                                      lodcook_view* out) {
  if (projection == nullptr || position == nullptr || out == nullptr) return wrong_argument("a null pointer");
  Mat4d matrix;
  std::copy_n(projection, 16, matrix.m);
  const View view = view_from_projection(matrix, {position[0], position[1], position[2]}, height_px);
  *out = {{position[0], position[1], position[2]}, view.reach, view.height_px, view.orthographic ? 1U : 0U, 0};
  return 0;
}

lodcook_chains* lodcook_create_chains(void) { return new lodcook_chains; }

void lodcook_destroy_chains(lodcook_chains* chains) { delete chains; }

uint32_t lodcook_add_chain(lodcook_chains* chains, const lodcook_asset* asset, uint32_t object,
                           double cull_screen_height, uint32_t* chain) {
  if (chains == nullptr || chain == nullptr) return wrong_argument("a null pointer");
  if (!has_object(asset, object)) return wrong_argument("there is no such object");
  LevelChain facts = asset->asset.chain(object);
  facts.cull_screen_height = cull_screen_height;
  const Result<std::uint32_t> number = chains->table.add(facts);
  if (!number) return fail(number.error());
  *chain = *number;
  return 0;
}

uint32_t lodcook_choose_levels(const lodcook_view* view, const lodcook_chains* chains, const lodcook_objects* objects,
                               const lodcook_select_options* options, uint8_t* levels) {
  if (view == nullptr || chains == nullptr || objects == nullptr || options == nullptr || levels == nullptr) {
    return wrong_argument("a null pointer");
  }
  if (options->measure > 2 || options->hysteresis > 4) return wrong_argument("there is no such measure or hysteresis");
  SelectOptions chosen;
  chosen.measure = static_cast<Measure>(options->measure);
  chosen.hysteresis = {static_cast<HysteresisKind>(options->hysteresis), options->hysteresis_value};
  chosen.budget_px = options->budget_px;
  chosen.bias = options->bias;
  chosen.cull_hysteresis = options->cull_hysteresis;
  const Status status = choose_levels(view_of(*view), chains->table, arrays_of(*objects), chosen,
                                      {levels, static_cast<std::size_t>(objects->count)});
  return status ? 0 : fail(status.error());
}
