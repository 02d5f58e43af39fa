#include "cooker/app/find_strays.h"

#include <algorithm>
#include <set>
#include <system_error>

namespace lodcook::cooker {
namespace fs = std::filesystem;

std::vector<std::string> find_strays(const fs::path& folder, const manifest::FolderIndex& index) {
  std::set<std::string> known;
  for (const manifest::IndexedAsset& asset : index.assets) {
    known.insert(asset.container);
    known.insert(asset.manifest);
  }
  std::vector<std::string> strays;
  std::error_code failed;
  const auto options = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator at(folder, options, failed), end; !failed && at != end; at.increment(failed)) {
    const std::string name = at->path().filename().string();
    if (!name.ends_with(".lodc") && !name.ends_with(".lod.json")) continue;
    std::string path = at->path().lexically_relative(folder).generic_string();
    if (known.count(path) == 0) strays.push_back(std::move(path));
  }
  std::sort(strays.begin(), strays.end());
  return strays;
}

}  // namespace lodcook::cooker
