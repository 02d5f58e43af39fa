#include "tests/unit/import/gltf_text.h"

#include "tests/unit/import/temp_folder.h"

namespace lodcook::cooker {
namespace {

std::string listed(const std::vector<std::string>& items) {
  std::string out = "[";
  for (std::size_t i = 0; i < items.size(); ++i) out += (i > 0 ? "," : "") + items[i];
  return out + "]";
}

void append_u32(std::string& out, std::size_t value) {
  for (int i = 0; i < 4; ++i) out += static_cast<char>(value >> (8 * i) & 0xFF);
}

void append_chunk(std::string& out, const char* type, const std::string& content) {
  append_u32(out, content.size());
  out.append(type, 4);
  out += content;
}

}  // namespace

std::string base64(std::string_view bytes) {
  constexpr char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) out += i + k <= bytes.size() ? alphabet[group >> (18 - 6 * k) & 63] : '=';
  }
  return out;
}

int GltfText::view(std::string_view bytes, const std::string& more) {
  while (buffer_.size() % 4 != 0) buffer_ += '\0';
  views_.push_back(R"({"buffer":0,"byteOffset":)" + std::to_string(buffer_.size()) + R"(,"byteLength":)" +
                   std::to_string(bytes.size()) + more + "}");
  buffer_ += bytes;
  return static_cast<int>(views_.size()) - 1;
}

int GltfText::accessor(std::string_view bytes, int component_type, const std::string& type, std::size_t count,
                       const std::string& more) {
  return accessor_json(R"({"bufferView":)" + std::to_string(view(bytes)) + R"(,"componentType":)" +
                       std::to_string(component_type) + R"(,"type":")" + type + R"(","count":)" +
                       std::to_string(count) + more + "}");
}

int GltfText::accessor_json(const std::string& json) {
  accessors_.push_back(json);
  return static_cast<int>(accessors_.size()) - 1;
}

int GltfText::tetrahedron() {
  return accessor(packed<float>({0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}), type_f32, "VEC3", 4);
}

std::string GltfText::text(const std::string& rest) const {
  std::string out = R"({"asset":{"version":"2.0"})";
  if (!buffer_.empty()) {
    out += R"(,"buffers":[{"byteLength":)" + std::to_string(buffer_.size()) +
           R"(,"uri":"data:application/octet-stream;base64,)" + base64(buffer_) + R"("}])";
  }
  if (!views_.empty()) out += R"(,"bufferViews":)" + listed(views_);
  if (!accessors_.empty()) out += R"(,"accessors":)" + listed(accessors_);
  return out + (rest.empty() ? "" : ",") + rest + "}";
}

std::string GltfText::with_primitive(const std::string& primitive) const {
  return text(R"("meshes":[{"primitives":[{)" + primitive +
              R"(}]}],"nodes":[{"mesh":0}],"scenes":[{"nodes":[0]}],"scene":0)");
}

std::string glb(std::string json, std::string bin) {
  while (json.size() % 4 != 0) json += ' ';
  while (bin.size() % 4 != 0) bin += '\0';
  std::string chunks;
  append_chunk(chunks, "JSON", json);
  if (!bin.empty()) append_chunk(chunks, std::string("BIN\0", 4).data(), bin);
  std::string out = "glTF";
  append_u32(out, 2);
  append_u32(out, 12 + chunks.size());
  return out + chunks;
}

Result<Scene> import_text(std::string_view text, const std::string& name, const ImportOptions& options) {
  const TempFolder folder;
  return import_scene(folder.write(name, text), options);
}

std::string outcome(const Result<Scene>& scene) { return scene.ok() ? "ok" : error_name(scene.error().code); }

}  // namespace lodcook::cooker
