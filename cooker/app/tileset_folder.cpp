#include "cooker/app/tileset_folder.h"

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

#include "cooker/app/interrupt.h"
#include "cooker/app/log.h"
#include "cooker/pack/export_tile.h"
#include "cooker/pack/tileset.h"
#include "cooker/publish/folder_draft.h"

namespace lodcook::cooker {
namespace {

namespace fs = std::filesystem;

constexpr const char* tileset_name = "tileset.json";

bool is_content(const fs::directory_entry& entry) {
  std::error_code ignored;
  std::string name = entry.path().filename().string();
  if (!name.ends_with(".glb") || entry.symlink_status(ignored).type() != fs::file_type::regular) return false;
  name.resize(name.size() - 4);
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
}

template <class Predicate>
bool all_entries(const fs::path& folder, Predicate is_known) {
  std::error_code error;
  fs::directory_iterator entry(folder, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    if (!is_known(*entry)) return false;
  }
  return !error;
}

bool begins_as_ours(const fs::path& file) {
  std::error_code ignored;
  if (fs::symlink_status(file, ignored).type() != fs::file_type::regular) return false;
  std::string beginning(tileset_beginning.size(), '\0');
  std::ifstream in(file, std::ios::binary);
  in.read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
  return in && beginning == tileset_beginning;
}

/// Whether there is nothing in the folder that such an export did not write.
bool is_ours(const fs::path& folder) {
  const auto is_known = [](const fs::directory_entry& entry) {
    std::error_code ignored;
    const fs::path name = entry.path().filename();
    if (name == tileset_name) return true;
    return name == "tiles" && entry.symlink_status(ignored).type() == fs::file_type::directory &&
           all_entries(entry.path(), is_content);
  };
  return begins_as_ours(folder / tileset_name) && all_entries(folder, is_known);
}

Result<OldFolder> check_old(const fs::path& folder) {
  std::error_code ignored;
  const fs::file_status status = fs::status(folder, ignored);
  if (!fs::exists(status)) return OldFolder::keep;
  if (!fs::is_directory(status)) {
    return Error{ErrorCode::cannot_write, "a file is where a folder is needed", folder.string()};
  }
  if (fs::is_empty(folder, ignored)) return OldFolder::keep;
  if (is_ours(folder)) return OldFolder::replace;
  return Error{ErrorCode::cannot_write, "the folder holds more than an older export", folder.string()};
}

}  // namespace

Result<bool> write_tileset_folder(const Container& container, std::optional<std::uint32_t> object,
                                  const fs::path& folder) {
  const Result<Tileset> tileset = make_tileset(container, object);
  if (!tileset) return tileset.error();
  if (tileset->sheared) log_warning("a placement shears: viewers that take transforms apart will show it without");
  const Result<OldFolder> old = check_old(folder);
  if (!old) return old.error();
  Result<FolderDraft> draft = FolderDraft::begin(folder);
  if (!draft) return draft.error();
  SharedGeometries shared(container);
  for (const std::uint32_t tile : tileset->tiles) {
    if (interrupted()) return false;
    const Result<std::vector<std::byte>> content = export_tile(container, tile, shared);
    if (!content) return content.error();
    if (Status added = draft->add(content_name(tile), *content); !added) return added.error();
  }
  const std::span<const char> text(tileset->json);
  if (Status added = draft->add(tileset_name, std::as_bytes(text)); !added) return added.error();
  if (Status published = draft->publish(*old); !published) return published.error();
  return true;
}

}  // namespace lodcook::cooker
