#include "cooker/import/gltf_accessor.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace lodcook::cooker {
namespace {

// Elements of one accessor, all inside memory; no bytes: zeros.
struct Elements {
  const std::byte* bytes = nullptr;
  std::size_t stride = 0;
  std::size_t count = 0;
  std::uint32_t components = 0;
  cgltf_component_type type = cgltf_component_type_invalid;
  bool fractions = false;
};

struct SparsePart {
  std::vector<std::uint32_t> indices;  // ascending
  Elements values;
};

std::string place(const GltfDocument& document, const cgltf_accessor& accessor) {
  return place_of("accessors", cgltf_accessor_index(&document.root(), &accessor));
}

// Whether `count` elements of `element` bytes, `stride` apart, starting at `offset`, lie inside `limit` bytes.
bool elements_fit(std::uint64_t offset, std::uint64_t count, std::uint64_t stride, std::uint64_t element,
                  std::uint64_t limit) {
  if (offset > limit) return false;
  if (count == 0) return true;
  const std::uint64_t room = limit - offset;
  return element <= room && (stride == 0 || count - 1 <= (room - element) / stride);
}

Result<const std::byte*> locate(GltfDocument& document, const cgltf_accessor& accessor, const cgltf_buffer_view& view,
                                std::uint64_t offset, std::uint64_t count, std::uint64_t stride,
                                std::uint64_t element) {
  Result<std::span<const std::byte>> bytes = document.view_bytes(view);
  if (!bytes.ok()) return std::move(bytes).error();
  if (elements_fit(offset, count, stride, element, bytes->size())) return bytes->data() + offset;
  return Error{ErrorCode::inconsistent,
               std::to_string(count) + " elements do not fit into their buffer view of " +
                   std::to_string(bytes->size()) + " bytes",
               place(document, accessor)};
}

Result<Elements> base_elements(GltfDocument& document, const cgltf_accessor& accessor) {
  const std::size_t element = cgltf_calc_size(accessor.type, accessor.component_type);
  if (element == 0) {
    return Error{ErrorCode::malformed, "an unknown type or component type", place(document, accessor)};
  }
  if (accessor.count > std::numeric_limits<std::uint32_t>::max()) {
    return Error{ErrorCode::inconsistent, "more than 2^32 elements", place(document, accessor)};
  }
  Elements out{nullptr,
               accessor.stride,
               accessor.count,
               component_count(accessor),
               accessor.component_type,
               accessor.normalized != 0};
  if (accessor.buffer_view == nullptr) return out;
  if (accessor.stride < element) {
    return Error{ErrorCode::inconsistent, "a stride smaller than its element", place(document, accessor)};
  }
  Result<const std::byte*> start =
      locate(document, accessor, *accessor.buffer_view, accessor.offset, accessor.count, accessor.stride, element);
  if (!start.ok()) return std::move(start).error();
  out.bytes = *start;
  return out;
}

template <class T>
T load(const std::byte* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

template <class T>
float to_float(T value, bool fraction) {
  if constexpr (std::is_same_v<T, float>) {
    return value;
  } else {
    if (!fraction) return static_cast<float>(value);
    return std::max(static_cast<float>(value) / static_cast<float>(std::numeric_limits<T>::max()), -1.0F);
  }
}

std::size_t picked(const Picks& picks, std::size_t i) { return picks ? (*picks)[i] : i; }

template <class T>
void convert(const Elements& from, const Picks& picks, FloatTarget to) {
  const std::size_t count = picks ? picks->size() : from.count;
  for (std::size_t i = 0; i < count; ++i) {
    const std::byte* source = from.bytes + picked(picks, i) * from.stride;
    float* target = to.numbers.data() + i * to.stride;
    for (std::uint32_t c = 0; c < from.components; ++c) {
      target[c] = to_float(load<T>(source + c * sizeof(T)), from.fractions);
    }
  }
}

void copy_zeros(const Elements& from, std::size_t count, FloatTarget to) {
  for (std::size_t i = 0; i < count; ++i) std::fill_n(to.numbers.data() + i * to.stride, from.components, 0.0F);
}

void convert_any(const Elements& from, const Picks& picks, FloatTarget to) {
  const std::size_t count = picks ? picks->size() : from.count;
  if (from.bytes == nullptr) return copy_zeros(from, count, to);
  const std::size_t packed = from.components * sizeof(float);
  if (!picks && from.type == cgltf_component_type_r_32f && from.stride == packed && to.stride == from.components) {
    if (count > 0) std::memcpy(to.numbers.data(), from.bytes, count * packed);
    return;
  }
  switch (from.type) {
    case cgltf_component_type_r_8: return convert<std::int8_t>(from, picks, to);
    case cgltf_component_type_r_8u: return convert<std::uint8_t>(from, picks, to);
    case cgltf_component_type_r_16: return convert<std::int16_t>(from, picks, to);
    case cgltf_component_type_r_16u: return convert<std::uint16_t>(from, picks, to);
    case cgltf_component_type_r_32u: return convert<std::uint32_t>(from, picks, to);
    default: return convert<float>(from, picks, to);
  }
}

std::uint32_t integer_at(const std::byte* bytes, cgltf_component_type type) {
  switch (type) {
    case cgltf_component_type_r_8u: return load<std::uint8_t>(bytes);
    case cgltf_component_type_r_16u: return load<std::uint16_t>(bytes);
    default: return load<std::uint32_t>(bytes);
  }
}

bool is_index_type(cgltf_component_type type) {
  return type == cgltf_component_type_r_8u || type == cgltf_component_type_r_16u || type == cgltf_component_type_r_32u;
}

Result<SparsePart> sparse_part(GltfDocument& document, const cgltf_accessor& accessor) {
  const cgltf_accessor_sparse& sparse = accessor.sparse;
  if (!is_index_type(sparse.indices_component_type)) {
    return Error{ErrorCode::malformed, "sparse indices of a wrong type", place(document, accessor)};
  }
  const std::size_t index_bytes = cgltf_component_size(sparse.indices_component_type);
  const std::size_t element = cgltf_calc_size(accessor.type, accessor.component_type);
  Result<const std::byte*> indices = locate(document, accessor, *sparse.indices_buffer_view, sparse.indices_byte_offset,
                                            sparse.count, index_bytes, index_bytes);
  if (!indices.ok()) return std::move(indices).error();
  Result<const std::byte*> values =
      locate(document, accessor, *sparse.values_buffer_view, sparse.values_byte_offset, sparse.count, element, element);
  if (!values.ok()) return std::move(values).error();
  SparsePart out;
  out.values = {
      *values, element, sparse.count, component_count(accessor), accessor.component_type, accessor.normalized != 0};
  out.indices.reserve(sparse.count);
  for (std::size_t i = 0; i < sparse.count; ++i) {
    const std::uint32_t index = integer_at(*indices + i * index_bytes, sparse.indices_component_type);
    if (index >= accessor.count || (i > 0 && index <= out.indices.back())) {
      return Error{ErrorCode::invalid_index, "sparse indices are out of range or not ascending",
                   place(document, accessor)};
    }
    out.indices.push_back(index);
  }
  return out;
}

Status check_picks(const GltfDocument& document, const cgltf_accessor& accessor, const Picks& picks) {
  if (!picks || picks->empty() || picks->back() < accessor.count) return Done{};
  return Error{ErrorCode::invalid_index, "it has fewer elements than are referred to", place(document, accessor)};
}

std::uint64_t zero_bytes(const Elements& elements) { return elements.count * elements.components * sizeof(float); }

Status charge_if_empty(GltfDocument& document, const Elements& elements) {
  if (elements.bytes != nullptr) return Done{};
  return document.charge_zeros(zero_bytes(elements));
}

// Sparse accessors are read whole, then picked from: they are small or the exception.
Status read_sparse(GltfDocument& document, const cgltf_accessor& accessor, const Elements& base, const Picks& picks,
                   FloatTarget target) {
  Result<SparsePart> sparse = sparse_part(document, accessor);
  if (!sparse.ok()) return std::move(sparse).error();
  sparse->values.fractions = base.fractions;
  const std::size_t n = base.components;
  std::vector<float> whole(base.count * n);
  convert_any(base, {}, {whole, n});
  std::vector<float> values(sparse->values.count * n);
  convert_any(sparse->values, {}, {values, n});
  for (std::size_t i = 0; i < sparse->indices.size(); ++i) {
    std::copy_n(values.data() + i * n, n, whole.data() + std::size_t{sparse->indices[i]} * n);
  }
  const std::size_t count = picks ? picks->size() : base.count;
  for (std::size_t i = 0; i < count; ++i) {
    std::copy_n(whole.data() + picked(picks, i) * n, n, target.numbers.data() + i * target.stride);
  }
  return Done{};
}

}  // namespace

std::uint32_t component_count(const cgltf_accessor& accessor) {
  return static_cast<std::uint32_t>(cgltf_num_components(accessor.type));
}

Status check_accessor(GltfDocument& document, const cgltf_accessor& accessor) {
  Result<Elements> elements = base_elements(document, accessor);
  if (!elements.ok()) return std::move(elements).error();
  if (elements->bytes == nullptr && !document.may_charge_zeros(zero_bytes(*elements))) {
    return Error{ErrorCode::over_limit, "too many elements for an accessor without data", place(document, accessor)};
  }
  if (accessor.is_sparse == 0) return Done{};
  Result<SparsePart> sparse = sparse_part(document, accessor);
  if (!sparse.ok()) return std::move(sparse).error();
  return Done{};
}

Status read_floats(GltfDocument& document, const cgltf_accessor& accessor, Integers integers, const Picks& picks,
                   FloatTarget target) {
  Result<Elements> base = base_elements(document, accessor);
  if (!base.ok()) return std::move(base).error();
  if (Status ok = check_picks(document, accessor, picks); !ok.ok()) return ok;
  if (Status ok = charge_if_empty(document, *base); !ok.ok()) return ok;
  if (integers == Integers::always_fractions) base->fractions = true;
  if (accessor.is_sparse != 0) return read_sparse(document, accessor, *base, picks, target);
  convert_any(*base, picks, target);
  return Done{};
}

Result<std::vector<std::uint32_t>> read_integers(GltfDocument& document, const cgltf_accessor& accessor,
                                                 const Picks& picks) {
  Result<Elements> base = base_elements(document, accessor);
  if (!base.ok()) return std::move(base).error();
  if (!is_index_type(base->type)) {
    return Error{ErrorCode::malformed, "integers of a wrong type", place(document, accessor)};
  }
  if (Status ok = check_picks(document, accessor, picks); !ok.ok()) return std::move(ok).error();
  if (Status ok = charge_if_empty(document, *base); !ok.ok()) return std::move(ok).error();
  const std::size_t n = base->components, size = cgltf_component_size(base->type);
  SparsePart sparse;
  if (accessor.is_sparse != 0) {
    Result<SparsePart> part = sparse_part(document, accessor);
    if (!part.ok()) return std::move(part).error();
    sparse = *std::move(part);
  }
  const std::size_t count = picks ? picks->size() : base->count;
  std::vector<std::uint32_t> out(count * n);
  const bool packed = base->type == cgltf_component_type_r_32u && base->stride == n * size;
  if (packed && !picks && accessor.is_sparse == 0 && base->bytes != nullptr && count > 0) {
    std::memcpy(out.data(), base->bytes, count * n * size);
    return out;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t element = picked(picks, i);
    const std::byte* source = base->bytes == nullptr ? nullptr : base->bytes + element * base->stride;
    const auto found = std::lower_bound(sparse.indices.begin(), sparse.indices.end(), element);
    if (found != sparse.indices.end() && *found == element) {
      source = sparse.values.bytes + static_cast<std::size_t>(found - sparse.indices.begin()) * sparse.values.stride;
    }
    if (source == nullptr) continue;
    for (std::size_t c = 0; c < n; ++c) out[i * n + c] = integer_at(source + c * size, base->type);
  }
  return out;
}

}  // namespace lodcook::cooker
