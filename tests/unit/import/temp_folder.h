#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace lodcook::cooker {

/// A folder of its own, removed with everything in it at the end of its life.
class TempFolder {
 public:
  TempFolder();
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  ~TempFolder();

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

  /// Writes a file and the folders above it; returns its path.
  std::filesystem::path write(const std::string& relative, std::string_view content) const;

 private:
  std::filesystem::path path_;
};

}  // namespace lodcook::cooker
