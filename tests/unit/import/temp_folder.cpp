#include "tests/unit/import/temp_folder.h"

#include <cstdlib>
#include <fstream>

namespace lodcook::cooker {

TempFolder::TempFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "lodcook_import_XXXXXX").string();
  path_ = ::mkdtemp(name.data());
}

TempFolder::~TempFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::filesystem::path TempFolder::write(const std::string& relative, std::string_view content) const {
  const std::filesystem::path file = path_ / relative;
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << content;
  return file;
}

}  // namespace lodcook::cooker
