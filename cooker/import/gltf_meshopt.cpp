#include "cooker/import/gltf_meshopt.h"

#include <meshoptimizer.h>

namespace lodcook::cooker {
namespace {

// A block of equal vertices takes at least two bits for each 16 values of a byte; later codecs may do better.
constexpr std::size_t most_expansion = 4096;

Error malformed(const char* what) { return {ErrorCode::malformed, what, {}}; }

bool is_sound(const cgltf_meshopt_compression& how) {
  if (how.mode == cgltf_meshopt_compression_mode_attributes) {
    const bool oct = how.filter != cgltf_meshopt_compression_filter_octahedral || how.stride == 4 || how.stride == 8;
    const bool quat = how.filter != cgltf_meshopt_compression_filter_quaternion || how.stride == 8;
    return how.stride > 0 && how.stride % 4 == 0 && how.stride <= 256 && oct && quat;
  }
  const bool is_index = how.stride == 2 || how.stride == 4;
  const bool is_whole = how.mode != cgltf_meshopt_compression_mode_triangles || how.count % 3 == 0;
  return how.mode != cgltf_meshopt_compression_mode_invalid && is_index && is_whole &&
         how.filter == cgltf_meshopt_compression_filter_none;
}

int decode(const cgltf_meshopt_compression& how, std::span<const std::byte> stream, std::byte* out) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(stream.data());
  switch (how.mode) {
    case cgltf_meshopt_compression_mode_attributes:
      return meshopt_decodeVertexBuffer(out, how.count, how.stride, bytes, stream.size());
    case cgltf_meshopt_compression_mode_triangles:
      return meshopt_decodeIndexBuffer(out, how.count, how.stride, bytes, stream.size());
    default: return meshopt_decodeIndexSequence(out, how.count, how.stride, bytes, stream.size());
  }
}

void filter(const cgltf_meshopt_compression& how, std::byte* values) {
  switch (how.filter) {
    case cgltf_meshopt_compression_filter_octahedral: return meshopt_decodeFilterOct(values, how.count, how.stride);
    case cgltf_meshopt_compression_filter_quaternion: return meshopt_decodeFilterQuat(values, how.count, how.stride);
    case cgltf_meshopt_compression_filter_exponential: return meshopt_decodeFilterExp(values, how.count, how.stride);
    default: return;
  }
}

}  // namespace

Result<std::vector<std::byte>> decode_meshopt(const cgltf_meshopt_compression& how, std::span<const std::byte> stream) {
  if (!is_sound(how)) return malformed("EXT_meshopt_compression with parameters that do not go together");
  if (how.count / most_expansion > stream.size() / how.stride) {
    return malformed("a meshopt stream too short for what it is said to hold");
  }
  std::vector<std::byte> out(how.count * how.stride);
  if (how.count == 0) return out;
  if (decode(how, stream, out.data()) != 0) return malformed("a meshopt stream that cannot be decoded");
  filter(how, out.data());
  return out;
}

}  // namespace lodcook::cooker
