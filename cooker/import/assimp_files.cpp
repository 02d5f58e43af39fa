#include "cooker/import/assimp_files.h"

#include <algorithm>
#include <assimp/IOStream.hpp>
#include <cstring>
#include <string_view>

namespace lodcook::cooker {
namespace {

class MemoryStream : public Assimp::IOStream {
 public:
  explicit MemoryStream(std::span<const std::byte> bytes) : bytes_(bytes) {}
  explicit MemoryStream(FileBytes owned) : owned_(std::move(owned)), bytes_(owned_.span()) {}

  size_t Read(void* buffer, size_t size, size_t count) override {
    if (size == 0) return 0;
    const size_t whole = std::min(count, (bytes_.size() - at_) / size);
    if (whole > 0) std::memcpy(buffer, bytes_.data() + at_, whole * size);
    at_ += whole * size;
    return whole;
  }
  size_t Write(const void*, size_t, size_t) override { return 0; }
  aiReturn Seek(size_t offset, aiOrigin origin) override {
    const size_t base = origin == aiOrigin_SET ? 0 : origin == aiOrigin_CUR ? at_ : bytes_.size();
    const size_t target = origin == aiOrigin_END ? base - offset : base + offset;  // as Assimp's own memory stream
    if (target > bytes_.size()) return aiReturn_FAILURE;
    at_ = target;
    return aiReturn_SUCCESS;
  }
  size_t Tell() const override { return at_; }
  size_t FileSize() const override { return bytes_.size(); }
  void Flush() override {}

 private:
  FileBytes owned_;
  std::span<const std::byte> bytes_;
  size_t at_ = 0;
};

// importers put the model's folder, here "./", before the names that they read
std::string_view without_dot(std::string_view path) {
  while (path.starts_with("./") || path.starts_with(".\\")) path.remove_prefix(2);
  return path;
}

}  // namespace

bool JailedFiles::is_model(const char* path) const { return without_dot(path) == jail_.model_name(); }

bool JailedFiles::Exists(const char* path) const {
  return is_model(path) || jail_.exists(without_dot(path), Spelling::path);
}

Assimp::IOStream* JailedFiles::Open(const char* path, const char* mode) {
  if (std::string_view(mode).find_first_of("wa+") != std::string_view::npos) return nullptr;
  if (is_model(path)) return new MemoryStream(model_);
  Result<FileBytes> bytes = jail_.read(without_dot(path), Spelling::path);
  return bytes.ok() ? new MemoryStream(std::move(*bytes)) : nullptr;
}

void JailedFiles::Close(Assimp::IOStream* stream) { delete stream; }

}  // namespace lodcook::cooker
