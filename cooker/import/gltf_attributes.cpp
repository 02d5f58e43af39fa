#include "cooker/import/gltf_attributes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace lodcook::cooker {
namespace {

std::size_t output_count(const AttributeSource& source) {
  return source.picks ? source.picks->size() : source.vertex_count;
}

template <class T>
FloatTarget target_of(std::vector<T>& values) {
  constexpr std::size_t stride = sizeof(T) / sizeof(float);
  return {{reinterpret_cast<float*>(values.data()), values.size() * stride}, stride};
}

std::string attribute_place(const AttributeSource& source, const cgltf_attribute& attribute) {
  return source.place + "." + text_of(attribute.name);
}

// The Draco attribute of the same name. cgltf keeps its id as if it were an accessor.
std::optional<std::uint32_t> draco_id(const AttributeSource& source, const cgltf_attribute& attribute) {
  if (source.draco == nullptr) return std::nullopt;
  const cgltf_draco_mesh_compression& held = source.primitive.draco_mesh_compression;
  for (std::size_t i = 0; i < held.attributes_count; ++i) {
    const cgltf_attribute& other = held.attributes[i];
    if (std::string_view(other.name) != attribute.name) continue;
    return static_cast<std::uint32_t>(cgltf_accessor_index(&source.document.root(), other.data));
  }
  return std::nullopt;
}

// `fewest` to `most` numbers for each element, as many elements as there are vertices.
Status check_shape(const AttributeSource& source, const cgltf_attribute& attribute, std::uint32_t fewest,
                   std::uint32_t most) {
  const std::optional<std::uint32_t> id = draco_id(source, attribute);
  const std::uint32_t n = id ? source.draco->components(*id) : component_count(*attribute.data);
  if (n < fewest || n > most) {
    return Error{ErrorCode::malformed, std::to_string(n) + " numbers for each vertex",
                 attribute_place(source, attribute)};
  }
  if (!id && attribute.data->count != source.vertex_count) {
    return Error{
        ErrorCode::inconsistent,
        std::to_string(attribute.data->count) + " elements for " + std::to_string(source.vertex_count) + " vertices",
        attribute_place(source, attribute)};
  }
  return Done{};
}

Status read_into(const AttributeSource& source, const cgltf_attribute& attribute, Integers integers,
                 FloatTarget target) {
  const std::optional<std::uint32_t> id = draco_id(source, attribute);
  if (id) return source.draco->read_floats(*id, source.picks, target);
  return read_floats(source.document, *attribute.data, integers, source.picks, target);
}

template <class T>
Status read_vectors(const AttributeSource& source, const cgltf_attribute& attribute, Integers integers,
                    std::vector<T>& out) {
  constexpr std::uint32_t n = sizeof(T) / sizeof(float);
  if (Status ok = check_shape(source, attribute, n, n); !ok.ok()) return ok;
  out.resize(output_count(source));
  return read_into(source, attribute, integers, target_of(out));
}

bool is_finite(Vec3f v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

Status read_positions(const AttributeSource& source, VertexStreams& out) {
  const cgltf_attribute* attribute = find_attribute(source.primitive, cgltf_attribute_type_position, 0);
  Status read = read_vectors(source, *attribute, Integers::as_declared, out.positions);
  if (!read.ok()) return read;
  const auto bad = std::find_if_not(out.positions.begin(), out.positions.end(), is_finite);
  if (bad == out.positions.end()) return Done{};
  const auto i = static_cast<std::size_t>(bad - out.positions.begin());
  return Error{ErrorCode::non_finite,
               "the position of vertex " + std::to_string(source.picks ? (*source.picks)[i] : i) + " is not finite",
               attribute_place(source, *attribute)};
}

// Integers cannot hold a unit vector exactly.
template <class T>
void make_unit(std::vector<T>& vectors) {
  for (T& v : vectors) {
    const float length = std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
    if (length > 0) v.x /= length, v.y /= length, v.z /= length;
  }
}

Status read_frame(const AttributeSource& source, VertexStreams& out) {
  if (const auto* normal = find_attribute(source.primitive, cgltf_attribute_type_normal, 0); normal != nullptr) {
    Status read = read_vectors(source, *normal, Integers::as_declared, out.normals);
    if (!read.ok()) return read;
    if (normal->data->component_type != cgltf_component_type_r_32f) make_unit(out.normals);
  }
  if (const auto* tangent = find_attribute(source.primitive, cgltf_attribute_type_tangent, 0); tangent != nullptr) {
    Status read = read_vectors(source, *tangent, Integers::as_declared, out.tangents);
    if (!read.ok()) return read;
    if (tangent->data->component_type != cgltf_component_type_r_32f) make_unit(out.tangents);
  }
  return Done{};
}

// The number of sets of a kind, holes included; sets from `most` on are left out with a warning.
std::size_t set_count(const AttributeSource& source, cgltf_attribute_type type, std::size_t most) {
  std::size_t count = 0;
  bool over = false;
  for (std::size_t i = 0; i < source.primitive.attributes_count; ++i) {
    const cgltf_attribute& attribute = source.primitive.attributes[i];
    if (attribute.type != type) continue;
    const auto set = static_cast<std::size_t>(attribute.index);
    over = over || set >= most;
    if (set < most) count = std::max(count, set + 1);
  }
  if (over)
    source.document.warn("attribute_sets_left_out", source.place + ": more sets of one attribute than are kept");
  return count;
}

Status read_uvs(const AttributeSource& source, VertexStreams& out) {
  out.uvs.resize(set_count(source, cgltf_attribute_type_texcoord, max_uv_sets));
  for (std::size_t set = 0; set < out.uvs.size(); ++set) {
    out.uvs[set].resize(output_count(source));
    const auto* attribute = find_attribute(source.primitive, cgltf_attribute_type_texcoord, static_cast<int>(set));
    if (attribute == nullptr) continue;
    if (Status read = read_vectors(source, *attribute, Integers::as_declared, out.uvs[set]); !read.ok()) return read;
  }
  return Done{};
}

Status read_colors(const AttributeSource& source, VertexStreams& out) {
  out.colors.resize(set_count(source, cgltf_attribute_type_color, max_color_sets));
  for (std::size_t set = 0; set < out.colors.size(); ++set) {
    out.colors[set].assign(output_count(source), {1, 1, 1, 1});
    const auto* attribute = find_attribute(source.primitive, cgltf_attribute_type_color, static_cast<int>(set));
    if (attribute == nullptr) continue;
    if (Status ok = check_shape(source, *attribute, 3, 4); !ok.ok()) return ok;
    Status read = read_into(source, *attribute, Integers::always_fractions, target_of(out.colors[set]));
    if (!read.ok()) return read;
  }
  return Done{};
}

struct Influence {
  const cgltf_attribute* joints;
  const cgltf_attribute* weights;
};

std::vector<Influence> influence_sets(const AttributeSource& source) {
  std::vector<Influence> out;
  for (int set = 0;; ++set) {
    const Influence pair{find_attribute(source.primitive, cgltf_attribute_type_joints, set),
                         find_attribute(source.primitive, cgltf_attribute_type_weights, set)};
    if (pair.joints == nullptr && pair.weights == nullptr) return out;
    if (pair.joints != nullptr && pair.weights != nullptr) {
      out.push_back(pair);
    } else {
      source.document.warn("skin_set_incomplete", source.place + ": joints without weights, or the other way round");
    }
  }
}

Result<std::vector<std::uint32_t>> read_joints(const AttributeSource& source, const cgltf_attribute& attribute) {
  if (Status ok = check_shape(source, attribute, 4, 4); !ok.ok()) return std::move(ok).error();
  const std::optional<std::uint32_t> id = draco_id(source, attribute);
  return id ? source.draco->read_integers(*id, source.picks)
            : read_integers(source.document, *attribute.data, source.picks);
}

Status read_influences(const AttributeSource& source, VertexStreams& out) {
  const std::vector<Influence> sets = influence_sets(source);
  const std::size_t count = output_count(source), stride = 4 * sets.size();
  out.influences_per_vertex = static_cast<std::uint32_t>(stride);
  out.joints.resize(count * stride);
  out.weights.resize(count * stride);
  for (std::size_t set = 0; set < sets.size(); ++set) {
    Result<std::vector<std::uint32_t>> joints = read_joints(source, *sets[set].joints);
    if (!joints.ok()) return std::move(joints).error();
    if (Status ok = check_shape(source, *sets[set].weights, 4, 4); !ok.ok()) return ok;
    const FloatTarget target{std::span(out.weights).subspan(count > 0 ? 4 * set : 0), stride};
    Status read = read_into(source, *sets[set].weights, Integers::always_fractions, target);
    if (!read.ok()) return read;
    for (std::size_t i = 0; i < count * 4; ++i) {
      const std::size_t to = i / 4 * stride + 4 * set + i % 4;
      if (out.weights[to] == 0) continue;
      if ((*joints)[i] > std::numeric_limits<std::uint16_t>::max()) {
        return Error{ErrorCode::invalid_index, "a joint number above 65535",
                     attribute_place(source, *sets[set].joints)};
      }
      out.joints[to] = static_cast<std::uint16_t>((*joints)[i]);
    }
  }
  return Done{};
}

Status read_target(const AttributeSource& source, const cgltf_morph_target& from, MorphTarget& out) {
  for (std::size_t i = 0; i < from.attributes_count; ++i) {
    const cgltf_attribute& attribute = from.attributes[i];
    std::vector<Vec3f>* to = attribute.type == cgltf_attribute_type_position  ? &out.position_deltas
                             : attribute.type == cgltf_attribute_type_normal  ? &out.normal_deltas
                             : attribute.type == cgltf_attribute_type_tangent ? &out.tangent_deltas
                                                                              : nullptr;
    if (to == nullptr) {
      source.document.warn("morph_attribute_left_out",
                           source.place + ": morph deltas of " + text_of(attribute.name) + " are not kept");
      continue;
    }
    if (Status read = read_vectors(source, attribute, Integers::as_declared, *to); !read.ok()) return read;
    // where exporters put a name before extras.targetNames was agreed on
    if (out.name.empty()) out.name = text_of(attribute.data->name);
  }
  return Done{};
}

}  // namespace

const cgltf_attribute* find_attribute(const cgltf_primitive& primitive, cgltf_attribute_type type, int set) {
  for (std::size_t i = 0; i < primitive.attributes_count; ++i) {
    const cgltf_attribute& attribute = primitive.attributes[i];
    if (attribute.type == type && attribute.index == set) return &attribute;
  }
  return nullptr;
}

Result<VertexStreams> read_attributes(const AttributeSource& source) {
  VertexStreams out;
  for (const auto read : {read_positions, read_frame, read_uvs, read_colors, read_influences}) {
    if (Status ok = read(source, out); !ok.ok()) return std::move(ok).error();
  }
  return out;
}

Result<std::vector<MorphTarget>> read_morph_targets(const AttributeSource& source) {
  AttributeSource plain = source;
  plain.draco = nullptr;  // the extension compresses base attributes only
  std::vector<MorphTarget> out(source.primitive.targets_count);
  for (std::size_t i = 0; i < out.size(); ++i) {
    plain.place = source.place + ".targets[" + std::to_string(i) + "]";
    if (Status read = read_target(plain, source.primitive.targets[i], out[i]); !read.ok()) {
      return std::move(read).error();
    }
  }
  return out;
}

}  // namespace lodcook::cooker
