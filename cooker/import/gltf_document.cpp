#include "cooker/import/gltf_document.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "cooker/import/gltf_container.h"
#include "cooker/import/gltf_data_uri.h"
#include "cooker/import/gltf_json.h"
#include "cooker/import/gltf_meshopt.h"
#include "cooker/import/gltf_schema.h"

namespace lodcook::cooker {
namespace {

// accessors may have no bytes at all; enough for 20 million positions
constexpr std::uint64_t max_zero_bytes = 256ULL << 20;

constexpr std::array<std::string_view, 9> known_extensions = {
    "EXT_mesh_gpu_instancing", "EXT_meshopt_compression",    "EXT_texture_avif",
    "EXT_texture_webp",        "KHR_draco_mesh_compression", "KHR_lights_punctual",
    "KHR_mesh_quantization",   "KHR_texture_basisu",         "KHR_texture_transform"};

// How a surface looks: none of them moves a vertex.
constexpr std::string_view appearance_prefix = "KHR_materials_";

bool is_known(std::string_view extension) {
  return extension.starts_with(appearance_prefix) ||
         std::find(known_extensions.begin(), known_extensions.end(), extension) != known_extensions.end();
}

Error parse_error(cgltf_result result) {
  switch (result) {
    case cgltf_result_legacy_gltf: return {ErrorCode::unsupported_format, "glTF 1.0 is not read here", {}};
    case cgltf_result_out_of_memory: return {ErrorCode::out_of_memory, "no memory for its description", {}};
    case cgltf_result_invalid_json: return {ErrorCode::malformed, "the JSON is broken", {}};
    default:
      return {
          ErrorCode::malformed,
          "its parts contradict each other (a member twice, a node with two parents or a required reference missing)",
          {}};
  }
}

Error misfit(const cgltf_buffer& buffer, std::size_t found, std::string place) {
  return {ErrorCode::truncated,
          "a buffer of " + std::to_string(buffer.size) + " bytes has only " + std::to_string(found), std::move(place)};
}

}  // namespace

std::string text_of(const char* json_string) {
  return json_string == nullptr ? std::string() : decode_json_string(json_string);
}

std::string place_of(const char* array, std::size_t index) {
  return std::string(array) + "[" + std::to_string(index) + "]";
}

Result<GltfDocument> GltfDocument::open(FileBytes file, const ImportOptions& options, Jail& jail) {
  GltfDocument document;
  document.file_ = std::move(file);
  document.options_ = &options;
  document.jail_ = &jail;
  Result<GltfParts> parts = split_gltf(document.file_.span());
  if (!parts.ok()) return std::move(parts).error();
  document.bin_ = parts->bin;
  document.is_glb_ = parts->is_glb;
  Status parsed = document.parse({reinterpret_cast<const char*>(parts->json.data()), parts->json.size()});
  if (!parsed.ok()) return std::move(parsed).error();
  return document;
}

Status GltfDocument::parse(std::string_view text) {
  {
    Result<JsonText> json = parse_json(text);
    if (!json.ok()) return std::move(json).error();
    if (Status ok = check_gltf(*json); !ok.ok()) return ok;
    local_transforms_ = read_local_transforms(*json);
    text = json->text;
  }
  cgltf_options how = {};
  how.type = cgltf_file_type_gltf;
  cgltf_data* data = nullptr;
  const cgltf_result result = cgltf_parse(&how, text.data(), text.size(), &data);
  if (result != cgltf_result_success) return parse_error(result);
  data_.reset(data);
  buffers_.resize(data->buffers_count);
  views_.resize(data->buffer_views_count);
  return check_extensions();
}

Status GltfDocument::check_extensions() const {
  for (std::size_t i = 0; i < data_->extensions_required_count; ++i) {
    const std::string name = text_of(data_->extensions_required[i]);
    if (is_known(name)) continue;
    return Error{ErrorCode::unsupported_feature, "the extension " + name + " is required but not read",
                 place_of("extensionsRequired", i)};
  }
  return Done{};
}

Result<std::span<const std::byte>> GltfDocument::buffer_bytes(const cgltf_buffer& buffer) {
  Bytes& slot = buffers_[cgltf_buffer_index(data_.get(), &buffer)];
  if (slot.span) return *slot.span;
  return load(buffer, slot);
}

Result<std::span<const std::byte>> GltfDocument::load(const cgltf_buffer& buffer, Bytes& out) {
  const std::size_t index = cgltf_buffer_index(data_.get(), &buffer);
  const std::string place = place_of("buffers", index);
  std::span<const std::byte> bytes;
  if (buffer.uri == nullptr) {
    if (index != 0 || !is_glb_) return Error{ErrorCode::malformed, "a buffer has neither a URI nor a GLB chunk", place};
    bytes = bin_;
  } else if (const std::string uri = text_of(buffer.uri); is_data_uri(uri)) {
    Result<std::vector<std::byte>> decoded = decode_data_uri(uri);
    if (!decoded.ok()) return Error{decoded.error().code, decoded.error().message, place};
    out.decoded = *std::move(decoded);
    bytes = out.decoded;
  } else {
    Result<FileBytes> file = jail_->read(uri, Spelling::uri);
    if (!file.ok()) return std::move(file).error();
    out.file = *std::move(file);
    bytes = out.file.span();
  }
  if (bytes.size() < buffer.size) return misfit(buffer, bytes.size(), place);
  out.span = bytes.first(buffer.size);
  return *out.span;
}

Result<std::span<const std::byte>> GltfDocument::slice(const cgltf_buffer& buffer, std::uint64_t offset,
                                                       std::uint64_t size, const std::string& place) {
  Result<std::span<const std::byte>> bytes = buffer_bytes(buffer);
  if (!bytes.ok()) return bytes;
  if (offset > bytes->size() || size > bytes->size() - offset) {
    return Error{ErrorCode::inconsistent, "a buffer view goes past the end of its buffer", place};
  }
  return bytes->subspan(offset, size);
}

Result<std::span<const std::byte>> GltfDocument::decompress(const cgltf_buffer_view& view, const std::string& place,
                                                            Bytes& out) {
  if (out.span) return *out.span;
  const cgltf_meshopt_compression& how = view.meshopt_compression;
  Result<std::span<const std::byte>> stream = slice(*how.buffer, how.offset, how.size, place);
  if (!stream.ok()) return stream;
  Result<std::vector<std::byte>> decoded = decode_meshopt(how, *stream);
  if (!decoded.ok()) return Error{decoded.error().code, decoded.error().message, place};
  if (decoded->size() != view.size) {
    return Error{ErrorCode::inconsistent, "a compressed buffer view of another size than it declares", place};
  }
  out.decoded = *std::move(decoded);
  out.span = out.decoded;
  return *out.span;
}

Result<std::span<const std::byte>> GltfDocument::view_bytes(const cgltf_buffer_view& view) {
  const std::size_t index = cgltf_buffer_view_index(data_.get(), &view);
  const std::string place = place_of("bufferViews", index);
  if (view.has_meshopt_compression != 0) return decompress(view, place, views_[index]);
  return slice(*view.buffer, view.offset, view.size, place);
}

bool GltfDocument::may_charge_zeros(std::uint64_t bytes) const noexcept {
  return bytes <= max_zero_bytes - zero_bytes_;
}

Status GltfDocument::charge_zeros(std::uint64_t bytes) {
  if (!may_charge_zeros(bytes)) {
    return Error{ErrorCode::over_limit, "accessors without data stand for more than 256 MiB of zeros", {}};
  }
  zero_bytes_ += bytes;
  return Done{};
}

void GltfDocument::warn(const char* id, std::string message) { warnings_.push_back({id, std::move(message)}); }

}  // namespace lodcook::cooker
