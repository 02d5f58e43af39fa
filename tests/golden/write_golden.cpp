#include <cstdio>
#include <string>

#include "formats/src/container_write.h"
#include "tests/golden/golden_content.h"

using namespace lodcook;

namespace {

bool write(const std::string& path, const ContainerContent& content, const WriteOptions& options) {
  const Result<std::vector<std::byte>> file = write_container(content, options);
  if (!file) {
    std::fprintf(stderr, "%s\n", to_string(file.error()).c_str());
    return false;
  }
  std::FILE* const out = std::fopen(path.c_str(), "wb");
  if (out == nullptr) return false;
  const bool whole = std::fwrite(file->data(), 1, file->size(), out) == file->size();
  return std::fclose(out) == 0 && whole;
}

}  // namespace

/// write_golden FOLDER: writes the golden containers of the current version.
int main(int argc, char** argv) {
  if (argc != 2) return 1;
  const std::string folder = argv[1];
  WriteOptions plain;
  plain.zstd_level = 0;
  WriteOptions raw = plain;
  raw.meshopt = false;
  const bool written = write(folder + "/v1_square.lodc", test::golden_square(), plain) &&
                       write(folder + "/v1_tiles.lodc", test::golden_tiles(), plain) &&
                       write(folder + "/v1_origins.lodc", test::golden_origins(), plain) &&
                       write(folder + "/v1_instances.lodc", test::golden_instances(), plain) &&
                       write(folder + "/v1_scene.lodc", test::golden_scene(), {}) &&
                       write(folder + "/v1_scene_meshopt.lodc", test::golden_scene(), plain) &&
                       write(folder + "/v1_scene_raw.lodc", test::golden_scene(), raw);
  return written ? 0 : 2;
}
