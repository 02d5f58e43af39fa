#include "cooker/pack/glb_primitives.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

#include "cooker/scene/transform.h"
#include "cooker/scene/vector_math.h"

namespace lodcook::cooker {

namespace {

bool mirrors(const GlbSource& source) {
  return source.instance != nullptr && determinant3(source.instance->matrix) < 0;
}

void move_points(const GlbSource& source, std::vector<Vec3f>& points) {
  if (source.instance == nullptr && source.base == Vec3d{}) return;
  for (Vec3f& p : points) {
    const Vec3d at = source.instance == nullptr ? to_double(p) : transform_point(source.instance->matrix, to_double(p));
    p = to_float(subtract(at, source.base));
  }
}

/// Unit vectors, `components` apart: normals, or tangents with their sign.
void move_directions(const GlbSource& source, Semantic semantic, std::size_t components, std::vector<float>& values) {
  if (source.instance == nullptr) return;
  const Mat4d& m = source.instance->matrix;
  for (std::size_t i = 0; i + 2 < values.size(); i += components) {
    const Vec3d v{values[i], values[i + 1], values[i + 2]};
    const Vec3d along{m.m[0] * v.x + m.m[4] * v.y + m.m[8] * v.z, m.m[1] * v.x + m.m[5] * v.y + m.m[9] * v.z,
                      m.m[2] * v.x + m.m[6] * v.y + m.m[10] * v.z};
    const Vec3f moved = to_float(normalized(semantic == Semantic::normal ? transform_normal(m, v) : along));
    values[i] = moved.x;
    values[i + 1] = moved.y;
    values[i + 2] = moved.z;
    if (components == 4 && mirrors(source)) values[i + 3] = -values[i + 3];
  }
}

std::vector<std::uint8_t> sets_of(const DecodedTile& decoded, Semantic semantic) {
  std::vector<std::uint8_t> sets;
  for (const DecodedAttribute& stream : decoded.attributes()) {
    if (stream.attribute.semantic == semantic && !stream.attribute.morph) sets.push_back(stream.attribute.set);
  }
  std::sort(sets.begin(), sets.end());
  return sets;
}

std::vector<float> flat(const std::vector<Vec3f>& points) {
  std::vector<float> values;
  values.reserve(points.size() * 3);
  for (const Vec3f& p : points) values.insert(values.end(), {p.x, p.y, p.z});
  return values;
}

std::size_t add_stream(GlbDocument& document, const GlbSource& source, Semantic semantic, std::uint8_t set,
                       std::uint32_t components) {
  const DecodedAttribute* stream = source.decoded.find(semantic, set);
  std::vector<float> values = decode_floats(*stream, source.decoded.vertex_count(), components);
  if (semantic == Semantic::normal || semantic == Semantic::tangent) {
    move_directions(source, semantic, components, values);
  }
  return document.add_floats(values, components, false);
}

// The numbers as they are: 8 or 16 bits, four per vertex.
std::size_t add_integers(GlbDocument& document, const GlbSource& source, Semantic semantic, std::uint8_t set) {
  const DecodedAttribute* stream = source.decoded.find(semantic, set);
  const bool bytes = stream->attribute.type == ComponentType::u8;
  const GlbDocument::Layout layout{"VEC4", bytes ? gltf_unsigned_byte : gltf_unsigned_short,
                                   semantic == Semantic::weights, gltf_array_buffer};
  return document.add_accessor(stream->bytes, source.decoded.vertex_count(), layout);
}

void add_skin_streams(GlbDocument& document, const GlbSource& source, json::Object& attributes) {
  const std::vector<std::uint8_t> sets = sets_of(source.decoded, Semantic::joints);
  for (std::size_t i = 0; i < sets.size(); ++i) {
    const DecodedAttribute* weights = source.decoded.find(Semantic::weights, sets[i]);
    if (weights == nullptr) return;
    const std::string number = std::to_string(i);
    attributes.add("JOINTS_" + number, json::number(add_integers(document, source, Semantic::joints, sets[i])));
    const bool floats = weights->attribute.type == ComponentType::f32;
    attributes.add("WEIGHTS_" + number,
                   json::number(floats ? add_stream(document, source, Semantic::weights, sets[i], 4)
                                       : add_integers(document, source, Semantic::weights, sets[i])));
  }
}

std::string add_attributes(GlbDocument& document, const GlbSource& source, bool skinned) {
  json::Object attributes;
  std::vector<Vec3f> positions = decode_positions(source.object, source.tile, source.decoded);
  move_points(source, positions);
  attributes.add("POSITION", json::number(document.add_floats(flat(positions), 3, true)));
  if (source.decoded.find(Semantic::normal) != nullptr) {
    attributes.add("NORMAL", json::number(add_stream(document, source, Semantic::normal, 0, 3)));
    if (source.decoded.find(Semantic::tangent) != nullptr) {
      attributes.add("TANGENT", json::number(add_stream(document, source, Semantic::tangent, 0, 4)));
    }
  }
  const auto add_sets = [&](Semantic semantic, const std::string& name, std::uint32_t components) {
    const std::vector<std::uint8_t> sets = sets_of(source.decoded, semantic);
    for (std::size_t i = 0; i < sets.size(); ++i) {
      attributes.add(name + std::to_string(i),
                     json::number(add_stream(document, source, semantic, sets[i], components)));
    }
  };
  add_sets(Semantic::uv, "TEXCOORD_", 2);
  add_sets(Semantic::color, "COLOR_", 4);
  if (skinned) add_skin_streams(document, source, attributes);
  return attributes.str();
}

std::string add_morph_target(GlbDocument& document, const GlbSource& source, std::size_t target) {
  json::Object out;
  const std::uint32_t vertices = source.decoded.vertex_count();
  const auto add = [&](const char* name, Semantic semantic) {
    for (const DecodedAttribute& stream : source.decoded.attributes()) {
      if (!stream.attribute.morph || stream.attribute.morph_target != target) continue;
      if (stream.attribute.semantic != semantic) continue;
      out.add(name,
              json::number(document.add_floats(decode_floats(stream, vertices, 3), 3, semantic == Semantic::position)));
      return;
    }
    if (semantic != Semantic::position) return;
    // a target must not be empty
    out.add(name, json::number(document.add_floats(std::vector<float>(std::size_t{3} * vertices, 0.0F), 3, true)));
  };
  add("POSITION", Semantic::position);
  if (source.decoded.find(Semantic::normal) != nullptr) {
    add("NORMAL", Semantic::normal);
    if (source.decoded.find(Semantic::tangent) != nullptr) add("TANGENT", Semantic::tangent);
  }
  return out.str();
}

template <class Index>
std::size_t add_index_run(GlbDocument& document, const GlbSource& source, const DrawRange& draw,
                          std::uint32_t component_type) {
  std::vector<Index> indices;
  indices.reserve(draw.index_count);
  for (std::uint32_t i = 0; i < draw.index_count; ++i) {
    indices.push_back(static_cast<Index>(source.decoded.index(std::size_t{draw.first_index} + i)));
  }
  for (std::size_t i = 0; mirrors(source) && i + 2 < indices.size(); i += 3) std::swap(indices[i + 1], indices[i + 2]);
  return document.add_accessor(std::as_bytes(std::span(indices)), indices.size(),
                               {"SCALAR", component_type, false, gltf_element_array_buffer});
}

std::size_t add_indices(GlbDocument& document, const GlbSource& source, const DrawRange& draw) {
  // 65535 itself restarts a primitive
  return source.decoded.vertex_count() <= 65535
             ? add_index_run<std::uint16_t>(document, source, draw, gltf_unsigned_short)
             : add_index_run<std::uint32_t>(document, source, draw, gltf_unsigned_int);
}

Status check_joints(const GlbSource& source) {
  for (const std::uint8_t set : sets_of(source.decoded, Semantic::joints)) {
    const DecodedAttribute* stream = source.decoded.find(Semantic::joints, set);
    const std::size_t size = stream->attribute.type == ComponentType::u8 ? 1 : 2;
    if (stream->attribute.components != 4 || stream->attribute.stride != 4 * size) {
      return Error{ErrorCode::inconsistent, "joints are not four 8 or 16 bit numbers per vertex", source.object.name};
    }
    for (std::size_t at = 0; at + size <= stream->bytes.size(); at += size) {
      std::uint16_t joint = 0;
      std::memcpy(&joint, stream->bytes.data() + at, size);
      if (joint >= source.container.skeleton().size()) {
        return Error{ErrorCode::invalid_index, "a joint is outside the skeleton", source.object.name};
      }
    }
  }
  return Done{};
}

}  // namespace

bool has_skin(const GlbSource& source) {
  return !sets_of(source.decoded, Semantic::joints).empty() && !source.container.skeleton().empty();
}

Status add_primitives(GlbDocument& document, GlbMaterials& materials, const GlbSource& source,
                      std::vector<std::string>& primitives) {
  if (Status status = check_joints(source); !status) return status;
  const std::string attributes = add_attributes(document, source, has_skin(source));
  std::vector<std::string> targets;
  for (std::size_t i = 0; i < source.object.morph_names.size(); ++i) {
    targets.push_back(add_morph_target(document, source, i));
  }
  for (const DrawRange& draw : source.decoded.draws()) {
    json::Object primitive;
    primitive.add("attributes", attributes);
    primitive.add("indices", json::number(add_indices(document, source, draw)));
    if (const auto material = materials.number(draw.material)) primitive.add("material", json::number(*material));
    if (!targets.empty()) primitive.add("targets", json::array(targets));
    primitives.push_back(primitive.str());
  }
  return Done{};
}

std::size_t add_mesh(GlbDocument& document, const ContainerObject& object, const std::vector<std::string>& primitives) {
  std::vector<std::string> names;
  for (const std::string& name : object.morph_names) names.push_back(json::text(name));
  json::Object mesh;
  if (!object.name.empty()) mesh.add("name", json::text(object.name));
  mesh.add("primitives", json::array(primitives));
  if (!names.empty()) mesh.add("extras", json::Object().add("targetNames", json::array(names)).str());
  document.meshes.push_back(mesh.str());
  return document.meshes.size() - 1;
}

}  // namespace lodcook::cooker
