#include "formats/src/decoded_tile.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "formats/src/aligned_bytes.h"
#include "formats/src/chunk_decode.h"

namespace lodcook {
namespace {

template <class T>
T load(std::span<const std::byte> bytes, std::size_t at) noexcept {
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof(T));
  return value;
}

double stored_component(const Attribute& attribute, std::span<const std::byte> vertex, std::uint32_t c) noexcept {
  switch (attribute.type) {
    case ComponentType::u8: return load<std::uint8_t>(vertex, c);
    case ComponentType::i8: return load<std::int8_t>(vertex, c);
    case ComponentType::u16: return load<std::uint16_t>(vertex, std::size_t{c} * 2);
    case ComponentType::i16: return load<std::int16_t>(vertex, std::size_t{c} * 2);
    case ComponentType::u32: return load<std::uint32_t>(vertex, std::size_t{c} * 4);
    case ComponentType::f32: return static_cast<double>(load<float>(vertex, std::size_t{c} * 4));
  }
  return 0;
}

double largest_value(ComponentType type) noexcept {
  switch (type) {
    case ComponentType::u8: return 255;
    case ComponentType::i8: return 127;
    case ComponentType::u16: return 65'535;
    case ComponentType::i16: return 32'767;
    case ComponentType::u32: return 4'294'967'295.0;
    case ComponentType::f32: return 1;
  }
  return 1;
}

float component(const Attribute& attribute, std::span<const std::byte> vertex, std::uint32_t c) noexcept {
  double value = stored_component(attribute, vertex, c);
  // The most negative integer has no positive counterpart; it stands for -1 too.
  if (attribute.normalized) value = std::max(value / largest_value(attribute.type), -1.0);
  return static_cast<float>(static_cast<double>(attribute.offset[c]) + static_cast<double>(attribute.scale[c]) * value);
}

/// The unit vector that octahedral coordinates stand for (Cigolle et al., "A survey of efficient representations for
/// independent unit vectors", 2014).
Vec3f unit_vector(float x, float y) noexcept {
  const double z = 1.0 - std::fabs(static_cast<double>(x)) - std::fabs(static_cast<double>(y));
  const double fold = std::max(-z, 0.0);
  const double unfolded_x = x + (x >= 0 ? -fold : fold);
  const double unfolded_y = y + (y >= 0 ? -fold : fold);
  const double length = std::sqrt(unfolded_x * unfolded_x + unfolded_y * unfolded_y + z * z);
  if (!(length > 0) || !std::isfinite(length)) return {0, 0, 1};
  return {static_cast<float>(unfolded_x / length), static_cast<float>(unfolded_y / length),
          static_cast<float>(z / length)};
}

void decode_vertex(const Attribute& attribute, std::span<const std::byte> vertex, float (&out)[4]) noexcept {
  if (attribute.octahedral) {
    const Vec3f direction = unit_vector(component(attribute, vertex, 0), component(attribute, vertex, 1));
    out[0] = direction.x;
    out[1] = direction.y;
    out[2] = direction.z;
    out[3] = attribute.components >= 3 && component(attribute, vertex, 2) < 0 ? -1.0F : 1.0F;
    return;
  }
  for (std::uint32_t c = 0; c < attribute.components; ++c) out[c] = component(attribute, vertex, c);
}

/// Both products are exact (integers below 2^24 times a power of two), so a corner that two tiles share has the same
/// bits in both, with or without fused multiply-add.
template <class Local>
void place_on_lattice(const DecodedAttribute& positions, const Tile& tile, float step, std::vector<Vec3f>& out) {
  const float x = static_cast<float>(tile.origin[0]) * step;
  const float y = static_cast<float>(tile.origin[1]) * step;
  const float z = static_cast<float>(tile.origin[2]) * step;
  for (std::size_t v = 0; v < out.size(); ++v) {
    const std::size_t at = v * positions.attribute.stride;
    out[v] = {x + static_cast<float>(load<Local>(positions.bytes, at)) * step,
              y + static_cast<float>(load<Local>(positions.bytes, at + sizeof(Local))) * step,
              z + static_cast<float>(load<Local>(positions.bytes, at + 2 * sizeof(Local))) * step};
  }
}

bool floats_are_finite(const DecodedAttribute& attribute, std::uint32_t vertex_count) noexcept {
  for (std::size_t v = 0; v < vertex_count; ++v) {
    for (std::size_t c = 0; c < attribute.attribute.components; ++c) {
      if (!std::isfinite(load<float>(attribute.bytes, v * attribute.attribute.stride + c * sizeof(float))))
        return false;
    }
  }
  return true;
}

bool joints_are_below(const DecodedAttribute& attribute, std::uint32_t vertex_count, std::size_t joint_count) noexcept {
  double largest = 0;
  for (std::size_t v = 0; v < vertex_count; ++v) {
    const std::span<const std::byte> vertex = attribute.bytes.subspan(v * attribute.attribute.stride);
    for (std::uint32_t c = 0; c < attribute.attribute.components; ++c) {
      largest = std::max(largest, stored_component(attribute.attribute, vertex, c));
    }
  }
  return largest < static_cast<double>(joint_count);
}

}  // namespace

void DecodedTile::Deleter::operator()(std::byte* p) const noexcept { AlignedDelete{}(p); }

std::uint32_t DecodedTile::index(std::size_t i) const noexcept {
  return index_size_ == 2 ? load<std::uint16_t>(index_bytes_, i * 2) : load<std::uint32_t>(index_bytes_, i * 4);
}

const DecodedAttribute* DecodedTile::find(Semantic semantic, std::uint8_t set) const noexcept {
  for (const DecodedAttribute& attribute : attributes_) {
    const Attribute& a = attribute.attribute;
    if (a.semantic == semantic && a.set == set && !a.morph) return &attribute;
  }
  return nullptr;
}

std::vector<Vec3f> decode_positions(const ContainerObject& object, const Tile& tile, const DecodedTile& decoded) {
  const DecodedAttribute* const positions = decoded.find(Semantic::position);
  if (positions == nullptr) return {};
  std::vector<Vec3f> out(decoded.vertex_count());
  const float step = static_cast<float>(object.lattice_step);
  if (positions->attribute.type == ComponentType::u16) {
    place_on_lattice<std::uint16_t>(*positions, tile, step, out);
  } else if (positions->attribute.type == ComponentType::u32) {
    place_on_lattice<std::uint32_t>(*positions, tile, step, out);
  } else {
    for (std::size_t v = 0; v < out.size(); ++v) {
      std::memcpy(&out[v], positions->bytes.data() + v * positions->attribute.stride, sizeof(Vec3f));
    }
  }
  return out;
}

std::vector<float> decode_floats(const DecodedAttribute& attribute, std::uint32_t vertex_count,
                                 std::uint32_t components_out) {
  const std::uint32_t components = std::min(components_out, std::uint32_t{4});
  std::vector<float> out;
  out.reserve(std::size_t{vertex_count} * components);
  for (std::size_t v = 0; v < vertex_count; ++v) {
    float values[4] = {0, 0, 0, 1};
    decode_vertex(attribute.attribute, attribute.bytes.subspan(v * attribute.attribute.stride), values);
    out.insert(out.end(), values, values + components);
  }
  return out;
}

namespace format {

Status check_decoded(const DecodedTile& tile, std::size_t joint_count) {
  if (!indices_below(tile.index_bytes(), tile.index_size(), tile.vertex_count())) {
    return Error{ErrorCode::invalid_index, "an index is not below the number of vertices", ""};
  }
  for (const DecodedAttribute& attribute : tile.attributes()) {
    const Attribute& layout = attribute.attribute;
    if (layout.semantic == Semantic::position && layout.type == ComponentType::f32 &&
        !floats_are_finite(attribute, tile.vertex_count())) {
      return Error{ErrorCode::non_finite, "a position is not finite", ""};
    }
    if (layout.semantic == Semantic::joints && !joints_are_below(attribute, tile.vertex_count(), joint_count)) {
      return Error{ErrorCode::invalid_index, "a joint's number is not below the number of joints", ""};
    }
  }
  return Done{};
}

}  // namespace format
}  // namespace lodcook
