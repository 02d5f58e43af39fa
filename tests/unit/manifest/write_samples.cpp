#include <filesystem>
#include <fstream>

#include "tests/unit/manifest/sample_manifest.h"

/// write_samples FOLDER: one document of each kind, for validators.
int main(int count, char** arguments) {
  if (count != 2) return 1;
  const std::filesystem::path folder = arguments[1];
  std::filesystem::create_directories(folder);
  const auto write = [&](const char* name, const std::string& text) {
    std::ofstream out(folder / name, std::ios::binary);
    return bool(out << text << std::flush);
  };
  using namespace lodcook::manifest;
  const bool written =
      write("plain.lod.json", to_json(plain_manifest())) && write("full.lod.json", to_json(full_manifest())) &&
      write("flat.lod.json", to_json(flat_manifest())) && write("instances.lod.json", to_json(instances_manifest())) &&
      write("manifest.json", to_json(sample_index()));
  return written ? 0 : 1;
}
