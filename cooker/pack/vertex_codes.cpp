#include "cooker/pack/vertex_codes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "cooker/pack/attribute_codes.h"

namespace lodcook::cooker {

namespace {

constexpr std::size_t influences_per_set = 4;

std::size_t component_size(ComponentType type) noexcept {
  switch (type) {
    case ComponentType::u8:
    case ComponentType::i8: return 1;
    case ComponentType::u16:
    case ComponentType::i16: return 2;
    case ComponentType::u32:
    case ComponentType::f32: break;
  }
  return 4;
}

AttributeContent make_stream(Attribute attribute, std::size_t vertex_count) {
  const std::size_t packed = component_size(attribute.type) * attribute.components;
  attribute.stride = static_cast<std::uint32_t>((packed + 3) / 4 * 4);
  return {attribute, std::vector<std::byte>(vertex_count * attribute.stride)};
}

template <class T>
void put(AttributeContent& stream, std::size_t vertex, std::size_t component, T value) noexcept {
  std::memcpy(stream.bytes.data() + vertex * stream.attribute.stride + component * sizeof(T), &value, sizeof(T));
}

Attribute describe(Semantic semantic, std::size_t set, ComponentType type, std::size_t components) noexcept {
  Attribute attribute;
  attribute.semantic = semantic;
  attribute.set = static_cast<std::uint8_t>(set);
  attribute.type = type;
  attribute.components = static_cast<std::uint8_t>(components);
  return attribute;
}

void set_range(Attribute& attribute, const ValueRange& range) noexcept {
  std::copy(std::begin(range.offset), std::end(range.offset), attribute.offset);
  std::copy(std::begin(range.scale), std::end(range.scale), attribute.scale);
}

// `value(source)` gives the components of one vertex as an array of floats.
template <class Value>
AttributeContent code_floats(Attribute attribute, std::span<const std::uint32_t> sources, Value value) {
  attribute.type = ComponentType::f32;
  AttributeContent stream = make_stream(attribute, sources.size());
  for (std::size_t v = 0; v < sources.size(); ++v) {
    const auto components = value(sources[v]);
    // adding 0 turns -0 into 0, so that equal values have equal bytes
    for (std::size_t c = 0; c < components.size(); ++c) put(stream, v, c, components[c] + 0.0F);
  }
  return stream;
}

// As a part of the range, in 8 or 16 bits of which the lowest `bits` are used.
template <class T, class Value>
AttributeContent code_range(Attribute attribute, const ValueRange& range, std::uint32_t bits,
                            std::span<const std::uint32_t> sources, Value value) {
  const std::uint32_t largest = (1U << bits) - 1;
  set_range(attribute, range);
  attribute.normalized = bits == 8 * sizeof(T);
  for (float& scale : attribute.scale) {
    if (!attribute.normalized) scale /= static_cast<float>(largest);
  }
  AttributeContent stream = make_stream(attribute, sources.size());
  for (std::size_t v = 0; v < sources.size(); ++v) {
    const auto components = value(sources[v]);
    for (std::size_t c = 0; c < components.size(); ++c) {
      const double scale = range.scale[c];
      const double part = scale > 0 ? (double{components[c]} - double{range.offset[c]}) / scale : 0.0;
      put(stream, v, c, static_cast<T>(encode_unorm(part, largest)));
    }
  }
  return stream;
}

std::array<float, 3> components(const Vec3f& v) noexcept { return {v.x, v.y, v.z}; }

// Two octahedral components; a tangent has the sign of its bitangent as a third.
template <class T>
AttributeContent code_directions(Semantic semantic, std::uint32_t bits, std::span<const std::uint32_t> sources,
                                 const LodLevel& level) {
  const bool tangents = semantic == Semantic::tangent;
  const auto limit = static_cast<std::int32_t>((1U << (bits - 1)) - 1);
  Attribute attribute =
      describe(semantic, 0, sizeof(T) == 1 ? ComponentType::i8 : ComponentType::i16, tangents ? 3 : 2);
  attribute.octahedral = true;
  attribute.normalized = bits == 8 * sizeof(T);
  if (!attribute.normalized)
    std::fill(std::begin(attribute.scale), std::end(attribute.scale), 1 / static_cast<float>(limit));

  AttributeContent stream = make_stream(attribute, sources.size());
  for (std::size_t v = 0; v < sources.size(); ++v) {
    const std::size_t source = sources[v];
    const Vec4f tangent = tangents ? level.vertices.tangents[source] : Vec4f{};
    const Vec3f direction = tangents ? Vec3f{tangent.x, tangent.y, tangent.z} : level.vertices.normals[source];
    const std::array<std::int16_t, 2> code = encode_octahedral(direction, bits);
    put(stream, v, 0, static_cast<T>(code[0]));
    put(stream, v, 1, static_cast<T>(code[1]));
    if (tangents) put(stream, v, 2, static_cast<T>(tangent.w < 0 ? -limit : limit));
  }
  return stream;
}

void add_directions(std::vector<AttributeContent>& out, const LodLevel& level, std::span<const std::uint32_t> sources,
                    const PackOptions& options) {
  const auto add = [&](Semantic semantic) {
    out.push_back(options.normal_bits <= 8
                      ? code_directions<std::int8_t>(semantic, options.normal_bits, sources, level)
                      : code_directions<std::int16_t>(semantic, options.normal_bits, sources, level));
  };
  const VertexStreams& vertices = level.vertices;
  if (!vertices.normals.empty()) {
    const auto value = [&](std::uint32_t source) { return components(vertices.normals[source]); };
    if (options.lossless) {
      out.push_back(code_floats(describe(Semantic::normal, 0, ComponentType::f32, 3), sources, value));
    } else {
      add(Semantic::normal);
    }
  }
  if (!vertices.tangents.empty()) {
    const auto value = [&](std::uint32_t source) {
      const Vec4f& t = vertices.tangents[source];
      return std::array<float, 4>{t.x, t.y, t.z, t.w};
    };
    if (options.lossless) {
      out.push_back(code_floats(describe(Semantic::tangent, 0, ComponentType::f32, 4), sources, value));
    } else {
      add(Semantic::tangent);
    }
  }
}

void add_uvs(std::vector<AttributeContent>& out, const LodLevel& level, std::span<const std::uint32_t> sources,
             const ObjectCoding& coding, const PackOptions& options) {
  for (std::size_t set = 0; set < level.vertices.uvs.size(); ++set) {
    const std::vector<Vec2f>& uvs = level.vertices.uvs[set];
    if (uvs.empty()) continue;
    const auto value = [&](std::uint32_t source) { return std::array<float, 2>{uvs[source].x, uvs[source].y}; };
    const Attribute attribute = describe(Semantic::uv, set, ComponentType::u16, 2);
    out.push_back(options.lossless || coding.uvs[set].floats
                      ? code_floats(attribute, sources, value)
                      : code_range<std::uint16_t>(attribute, coding.uvs[set].range, options.uv_bits, sources, value));
  }
}

void add_colors(std::vector<AttributeContent>& out, const LodLevel& level, std::span<const std::uint32_t> sources,
                const ObjectCoding& coding, const PackOptions& options) {
  for (std::size_t set = 0; set < level.vertices.colors.size(); ++set) {
    const std::vector<Vec4f>& colors = level.vertices.colors[set];
    if (colors.empty()) continue;
    const auto value = [&](std::uint32_t source) {
      const Vec4f& c = colors[source];
      return std::array<float, 4>{c.x, c.y, c.z, c.w};
    };
    const ValueRange& range = coding.colors[set];
    if (options.lossless) {
      out.push_back(code_floats(describe(Semantic::color, set, ComponentType::f32, 4), sources, value));
    } else if (options.color_bits <= 8) {
      out.push_back(
          code_range<std::uint8_t>(describe(Semantic::color, set, ComponentType::u8, 4), range, 8, sources, value));
    } else {
      out.push_back(
          code_range<std::uint16_t>(describe(Semantic::color, set, ComponentType::u16, 4), range, 16, sources, value));
    }
  }
}

std::size_t influences_of(const VertexStreams& vertices) noexcept {
  return std::min<std::size_t>(vertices.influences_per_vertex, max_skin_influences);
}

// The weights of a vertex as bytes, in its influences' order.
std::array<std::uint8_t, max_skin_influences> weight_codes(const VertexStreams& vertices, std::size_t source) {
  std::array<std::uint8_t, max_skin_influences> codes{};
  const std::size_t influences = influences_of(vertices);
  encode_weights(std::span(vertices.weights).subspan(source * vertices.influences_per_vertex, influences),
                 std::span(codes).first(influences));
  return codes;
}

void add_joints(std::vector<AttributeContent>& out, const VertexStreams& vertices,
                std::span<const std::uint32_t> sources, bool wide, bool lossless) {
  const std::size_t influences = influences_of(vertices);
  for (std::size_t first = 0; first < influences; first += influences_per_set) {
    const std::size_t count = std::min(influences_per_set, influences - first);
    const ComponentType type = wide ? ComponentType::u16 : ComponentType::u8;
    AttributeContent stream =
        make_stream(describe(Semantic::joints, first / influences_per_set, type, influences_per_set), sources.size());
    for (std::size_t v = 0; v < sources.size(); ++v) {
      const auto codes = weight_codes(vertices, sources[v]);
      for (std::size_t i = 0; i < count; ++i) {
        // a weight that rounds to 0 leaves no joint
        if (!lossless && codes[first + i] == 0) continue;
        const std::uint16_t joint =
            vertices.joints[std::size_t{sources[v]} * vertices.influences_per_vertex + first + i];
        if (wide) {
          put(stream, v, i, joint);
        } else {
          put(stream, v, i, static_cast<std::uint8_t>(joint));
        }
      }
    }
    out.push_back(std::move(stream));
  }
}

void add_float_weights(std::vector<AttributeContent>& out, const VertexStreams& vertices,
                       std::span<const std::uint32_t> sources) {
  const std::size_t influences = influences_of(vertices);
  for (std::size_t first = 0; first < influences; first += influences_per_set) {
    const Attribute attribute =
        describe(Semantic::weights, first / influences_per_set, ComponentType::f32, influences_per_set);
    out.push_back(code_floats(attribute, sources, [&](std::uint32_t source) {
      std::array<float, influences_per_set> value{};
      for (std::size_t i = first; i < std::min(first + influences_per_set, influences); ++i) {
        value[i - first] = vertices.weights[std::size_t{source} * vertices.influences_per_vertex + i];
      }
      return value;
    }));
  }
}

void add_weights(std::vector<AttributeContent>& out, const VertexStreams& vertices,
                 std::span<const std::uint32_t> sources) {
  const std::size_t influences = influences_of(vertices);
  for (std::size_t first = 0; first < influences; first += influences_per_set) {
    Attribute attribute =
        describe(Semantic::weights, first / influences_per_set, ComponentType::u8, influences_per_set);
    attribute.normalized = true;
    AttributeContent stream = make_stream(attribute, sources.size());
    for (std::size_t v = 0; v < sources.size(); ++v) {
      const auto codes = weight_codes(vertices, sources[v]);
      for (std::size_t i = 0; i < influences_per_set; ++i) put(stream, v, i, codes[first + i]);
    }
    out.push_back(std::move(stream));
  }
}

template <class T>
AttributeContent code_deltas(Attribute attribute, float largest, const std::vector<Vec3f>& deltas,
                             std::span<const std::uint32_t> sources) {
  constexpr std::int32_t limit = sizeof(T) == 1 ? 127 : 32767;
  attribute.normalized = true;
  std::fill(std::begin(attribute.scale), std::end(attribute.scale), largest);
  AttributeContent stream = make_stream(attribute, sources.size());
  for (std::size_t v = 0; v < sources.size(); ++v) {
    const std::array<float, 3> delta = components(deltas[sources[v]]);
    for (std::size_t c = 0; c < delta.size(); ++c) {
      const double part = largest > 0 ? double{delta[c]} / double{largest} : 0.0;
      put(stream, v, c, static_cast<T>(encode_snorm(part, limit)));
    }
  }
  return stream;
}

void add_morph(std::vector<AttributeContent>& out, const LodLevel& level, std::size_t target,
               std::span<const std::uint32_t> sources, const MorphCoding& coding, const PackOptions& options) {
  const auto add = [&](Semantic semantic, const std::vector<Vec3f>& deltas, float largest) {
    if (deltas.empty()) return;
    const bool bytes = semantic != Semantic::position && options.normal_bits <= 8;
    Attribute attribute = describe(semantic, 0, bytes ? ComponentType::i8 : ComponentType::i16, 3);
    attribute.morph = true;
    attribute.morph_target = static_cast<std::uint16_t>(target);
    if (options.lossless) {
      out.push_back(code_floats(attribute, sources, [&](std::uint32_t source) { return components(deltas[source]); }));
    } else if (bytes) {
      out.push_back(code_deltas<std::int8_t>(attribute, largest, deltas, sources));
    } else {
      out.push_back(code_deltas<std::int16_t>(attribute, largest, deltas, sources));
    }
  };
  const MorphTarget& morph = level.morph_targets[target];
  add(Semantic::position, morph.position_deltas, coding.position);
  add(Semantic::normal, morph.normal_deltas, coding.normal);
  add(Semantic::tangent, morph.tangent_deltas, coding.tangent);
}

}  // namespace

AttributeContent code_lattice_positions(std::span<const LatticePoint> points, const LatticePoint& origin, double step) {
  std::int64_t span = 0;
  for (const LatticePoint& p : points) {
    for (std::size_t c = 0; c < 3; ++c) span = std::max(span, p[c] - origin[c]);
  }
  const bool wide = span > 65535;
  Attribute attribute = describe(Semantic::position, 0, wide ? ComponentType::u32 : ComponentType::u16, 3);
  for (std::size_t c = 0; c < 3; ++c) {
    attribute.scale[c] = static_cast<float>(step);
    attribute.offset[c] = static_cast<float>(static_cast<double>(origin[c]) * step);
  }
  AttributeContent stream = make_stream(attribute, points.size());
  for (std::size_t v = 0; v < points.size(); ++v) {
    for (std::size_t c = 0; c < 3; ++c) {
      const auto local = static_cast<std::uint32_t>(points[v][c] - origin[c]);
      if (wide) {
        put(stream, v, c, local);
      } else {
        put(stream, v, c, static_cast<std::uint16_t>(local));
      }
    }
  }
  return stream;
}

std::vector<AttributeContent> code_attributes(const LodLevel& level, std::span<const std::uint32_t> sources,
                                              const ObjectCoding& coding, const PackOptions& options) {
  std::vector<AttributeContent> out;
  const VertexStreams& vertices = level.vertices;
  if (coding.lattice.step == 0) {
    out.push_back(code_floats(describe(Semantic::position, 0, ComponentType::f32, 3), sources,
                              [&](std::uint32_t source) { return components(vertices.positions[source]); }));
  }
  add_directions(out, level, sources, options);
  add_uvs(out, level, sources, coding, options);
  add_colors(out, level, sources, coding, options);
  add_joints(out, vertices, sources, coding.wide_joints, options.lossless);
  if (options.lossless) {
    add_float_weights(out, vertices, sources);
  } else {
    add_weights(out, vertices, sources);
  }
  for (std::size_t target = 0; target < level.morph_targets.size(); ++target) {
    add_morph(out, level, target, sources, coding.morphs[target], options);
  }
  return out;
}

}  // namespace lodcook::cooker
