#include "cooker/pack/glb_document.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace lodcook::cooker {

namespace {

std::string json_numbers(const std::vector<float>& values) {
  std::vector<std::string> numbers;
  for (const float value : values) numbers.push_back(json::number(value));
  return json::array(numbers);
}

void append_u32(std::vector<std::byte>& out, std::size_t value) {
  for (std::size_t shift = 0; shift < 32; shift += 8) out.push_back(static_cast<std::byte>(value >> shift));
}

void append_chunk(std::vector<std::byte>& out, const char* type, std::span<const std::byte> bytes, std::byte padding) {
  const std::size_t padded = (bytes.size() + 3) / 4 * 4;
  append_u32(out, padded);
  for (std::size_t i = 0; i < 4; ++i) out.push_back(static_cast<std::byte>(type[i]));
  out.insert(out.end(), bytes.begin(), bytes.end());
  out.resize(out.size() + padded - bytes.size(), padding);
}

std::string json_of(const GlbDocument& d) {
  json::Object root;
  root.add("asset", json::Object().add("version", json::text("2.0")).add("generator", json::text("lodcook")).str());
  std::vector<std::string> extensions;
  for (const std::string& name : d.extensions_used) extensions.push_back(json::text(name));
  if (!extensions.empty()) root.add("extensionsUsed", json::array(extensions));
  std::vector<std::string> roots;
  for (const std::size_t node : d.scene_roots) roots.push_back(json::number(node));
  root.add("scene", "0").add("scenes", json::array({json::Object().add("nodes", json::array(roots)).str()}));

  const std::array<std::pair<const char*, const std::vector<std::string>*>, 6> lists{
      {{"nodes", &d.nodes},
       {"meshes", &d.meshes},
       {"skins", &d.skins},
       {"materials", &d.materials},
       {"accessors", &d.accessors},
       {"bufferViews", &d.buffer_views}}};
  for (const auto& [key, list] : lists) {
    if (!list->empty()) root.add(key, json::array(*list));
  }
  root.add("buffers", json::array({json::Object().add("byteLength", json::number(d.binary.size())).str()}));
  return root.str();
}

}  // namespace

std::size_t GlbDocument::add_accessor(std::span<const std::byte> bytes, std::size_t count, const Layout& layout,
                                      const std::vector<float>& min, const std::vector<float>& max) {
  binary.resize((binary.size() + 3) / 4 * 4);
  json::Object view;
  view.add("buffer", "0").add("byteOffset", json::number(binary.size())).add("byteLength", json::number(bytes.size()));
  if (layout.target != 0) view.add("target", json::number(layout.target));
  binary.insert(binary.end(), bytes.begin(), bytes.end());

  json::Object accessor;
  accessor.add("bufferView", json::number(buffer_views.size()))
      .add("componentType", json::number(layout.component_type))
      .add("count", json::number(count))
      .add("type", json::text(layout.type));
  if (layout.normalized) accessor.add("normalized", "true");
  if (!min.empty()) accessor.add("min", json_numbers(min)).add("max", json_numbers(max));
  buffer_views.push_back(view.str());
  accessors.push_back(accessor.str());
  return accessors.size() - 1;
}

std::size_t GlbDocument::add_floats(std::span<const float> values, std::size_t components, bool record_range) {
  std::vector<float> min, max;
  if (record_range && values.size() >= components) {
    min.assign(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(components));
    max = min;
    for (std::size_t i = 0; i < values.size(); ++i) {
      min[i % components] = std::min(min[i % components], values[i]);
      max[i % components] = std::max(max[i % components], values[i]);
    }
  }
  constexpr std::array<const char*, 5> types{"", "SCALAR", "VEC2", "VEC3", "VEC4"};
  const Layout layout{components == 16 ? "MAT4" : types[components], gltf_float, false,
                      components == 16 ? 0 : gltf_array_buffer};
  return add_accessor(std::as_bytes(values), values.size() / components, layout, min, max);
}

std::vector<std::byte> GlbDocument::bytes() const {
  const std::string text = json_of(*this);
  std::vector<std::byte> out;
  for (const char c : {'g', 'l', 'T', 'F'}) out.push_back(static_cast<std::byte>(c));
  append_u32(out, 2);
  append_u32(out, 12 + 8 + (text.size() + 3) / 4 * 4 + 8 + (binary.size() + 3) / 4 * 4);
  append_chunk(out, "JSON", std::as_bytes(std::span(text)), std::byte{' '});
  append_chunk(out, "BIN\0", binary, std::byte{0});
  return out;
}

}  // namespace lodcook::cooker
