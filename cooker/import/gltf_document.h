#pragma once

#include <cgltf.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lodcook/result.h>

#include "cooker/import/import.h"
#include "cooker/import/jail.h"
#include "cooker/scene/scene.h"

namespace lodcook::cooker {

/// A parsed glTF with its buffers, which are read when they are first used.
class GltfDocument {
 public:
  /// Parses `file`, checks its container, version, syntax, types and references, and that every required extension is
  /// one that is read. Nothing but JSON is looked at yet. Fails with unsupported_format for glTF 1.0.
  static Result<GltfDocument> open(FileBytes file, const ImportOptions& options, Jail& jail);

  [[nodiscard]] const cgltf_data& root() const noexcept { return *data_; }
  [[nodiscard]] const ImportOptions& options() const noexcept { return *options_; }
  [[nodiscard]] Jail& jail() const noexcept { return *jail_; }

  /// The transform of a node to its parent's space, in the precision of the text.
  [[nodiscard]] const Mat4d& local_transform(const cgltf_node& node) const noexcept {
    return local_transforms_[cgltf_node_index(data_.get(), &node)];
  }

  /// The bytes of a buffer view, decompressed where it is compressed. Valid as long as the document.
  Result<std::span<const std::byte>> view_bytes(const cgltf_buffer_view& view);

  /// The bytes of a buffer: at least as many as it declares.
  Result<std::span<const std::byte>> buffer_bytes(const cgltf_buffer& buffer);

  /// Counts bytes that no byte of the file stands for (accessors without a buffer view). Fails with over_limit.
  Status charge_zeros(std::uint64_t bytes);
  [[nodiscard]] bool may_charge_zeros(std::uint64_t bytes) const noexcept;

  void warn(const char* id, std::string message);
  [[nodiscard]] std::vector<Warning>& warnings() noexcept { return warnings_; }

 private:
  struct Free {
    void operator()(cgltf_data* data) const noexcept { cgltf_free(data); }
  };
  struct Bytes {
    FileBytes file;
    std::vector<std::byte> decoded;
    std::optional<std::span<const std::byte>> span;
  };

  GltfDocument() = default;
  Status parse(std::string_view text);
  Status check_extensions() const;
  Result<std::span<const std::byte>> load(const cgltf_buffer& buffer, Bytes& out);
  Result<std::span<const std::byte>> slice(const cgltf_buffer& buffer, std::uint64_t offset, std::uint64_t size,
                                           const std::string& place);
  Result<std::span<const std::byte>> decompress(const cgltf_buffer_view& view, const std::string& place, Bytes& out);

  FileBytes file_;
  std::span<const std::byte> bin_;
  bool is_glb_ = false;
  std::unique_ptr<cgltf_data, Free> data_;
  std::vector<Mat4d> local_transforms_;
  std::vector<Bytes> buffers_;
  std::vector<Bytes> views_;
  std::uint64_t zero_bytes_ = 0;
  std::vector<Warning> warnings_;
  const ImportOptions* options_ = nullptr;
  Jail* jail_ = nullptr;
};

/// "accessors[3]" and the like, for Error::place.
std::string place_of(const char* array, std::size_t index);

/// The characters a string of cgltf stands for, which keeps JSON's escapes. Null gives an empty string.
std::string text_of(const char* json_string);

}  // namespace lodcook::cooker
