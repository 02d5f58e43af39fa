#include "cooker/import/gltf_draco.h"

#include <draco/compression/decode.h>

#include <exception>
#include <string>
#include <utility>

namespace lodcook::cooker {

struct DracoMesh::State {
  std::unique_ptr<draco::Mesh> mesh;
};

namespace {

template <class T>
Status read_any(const draco::PointAttribute& attribute, std::size_t vertices, const Picks& picks, T* out,
                std::size_t stride) {
  const std::size_t count = picks ? picks->size() : vertices;
  const auto components = static_cast<std::int8_t>(attribute.num_components());
  for (std::size_t i = 0; i < count; ++i) {
    const draco::PointIndex point(static_cast<std::uint32_t>(picks ? (*picks)[i] : i));
    const draco::AttributeValueIndex value = attribute.mapped_index(point);
    if (value.value() >= attribute.size() || !attribute.ConvertValue<T>(value, components, out + i * stride)) {
      return Error{ErrorCode::malformed, "a Draco attribute has no value for a vertex", {}};
    }
  }
  return Done{};
}

}  // namespace

DracoMesh::DracoMesh(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
DracoMesh::DracoMesh(DracoMesh&&) noexcept = default;
DracoMesh& DracoMesh::operator=(DracoMesh&&) noexcept = default;
DracoMesh::~DracoMesh() = default;

Result<DracoMesh> DracoMesh::decode(std::span<const std::byte> stream) {
  try {
    draco::DecoderBuffer buffer;
    buffer.Init(reinterpret_cast<const char*>(stream.data()), stream.size());
    draco::Decoder decoder;
    auto mesh = decoder.DecodeMeshFromBuffer(&buffer);
    if (!mesh.ok()) {
      return Error{ErrorCode::malformed, "the Draco stream cannot be decoded: " + mesh.status().error_msg_string(), {}};
    }
    return DracoMesh(std::make_unique<State>(State{std::move(mesh).value()}));
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::out_of_memory, "no memory for a Draco mesh", {}};
  } catch (const std::exception& failure) {
    return Error{ErrorCode::library_failure, std::string("the Draco library failed: ") + failure.what(), {}};
  }
}

std::size_t DracoMesh::vertex_count() const noexcept { return state_->mesh->num_points(); }

std::size_t DracoMesh::face_count() const noexcept { return state_->mesh->num_faces(); }

std::vector<std::uint32_t> DracoMesh::indices() const {
  std::vector<std::uint32_t> out;
  out.reserve(std::size_t{state_->mesh->num_faces()} * 3);
  for (std::uint32_t i = 0; i < state_->mesh->num_faces(); ++i) {
    for (const draco::PointIndex& corner : state_->mesh->face(draco::FaceIndex(i))) out.push_back(corner.value());
  }
  return out;
}

std::uint32_t DracoMesh::components(std::uint32_t id) const noexcept {
  const draco::PointAttribute* attribute = state_->mesh->GetAttributeByUniqueId(id);
  return attribute == nullptr ? 0 : static_cast<std::uint32_t>(attribute->num_components());
}

Status DracoMesh::read_floats(std::uint32_t id, const Picks& picks, FloatTarget target) const {
  const draco::PointAttribute& attribute = *state_->mesh->GetAttributeByUniqueId(id);
  return read_any(attribute, vertex_count(), picks, target.numbers.data(), target.stride);
}

Result<std::vector<std::uint32_t>> DracoMesh::read_integers(std::uint32_t id, const Picks& picks) const {
  const draco::PointAttribute& attribute = *state_->mesh->GetAttributeByUniqueId(id);
  const std::size_t n = components(id);
  std::vector<std::uint32_t> out((picks ? picks->size() : vertex_count()) * n);
  Status read = read_any(attribute, vertex_count(), picks, out.data(), n);
  if (!read.ok()) return std::move(read).error();
  return out;
}

}  // namespace lodcook::cooker
