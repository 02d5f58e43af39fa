#include "cooker/app/discover.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "cooker/app/utf8.h"
#include "cooker/import/import.h"
#include "cooker/scene/ascii.h"

namespace lodcook::cooker {
namespace fs = std::filesystem;
namespace {

// what lies beside models without being one: buffers, materials, pictures, texts, our own files
constexpr std::array<std::string_view, 33> side_extensions = {
    ".bin",  ".mtl",  ".json", ".lodc", ".png",  ".jpg", ".jpeg", ".tga", ".bmp", ".gif",  ".dds",
    ".ktx",  ".ktx2", ".webp", ".tif",  ".tiff", ".exr", ".hdr",  ".psd", ".svg", ".pcx",  ".basis",
    ".avif", ".jp2",  ".sgi",  ".rgb",  ".txt",  ".md",  ".html", ".pdf", ".xmp", ".yaml", ".material"};

std::string lower_extension(const fs::path& file) {
  std::string extension = file.extension().string();
  for (char& c : extension) c = ascii_lower(c);
  return extension;
}

bool is_side_file(const fs::path& file) {
  const std::string extension = lower_extension(file);
  return std::find(side_extensions.begin(), side_extensions.end(), extension) != side_extensions.end();
}

class Walk {
 public:
  Walk(const fs::path& output, Discovery& found) : output_(output), found_(found) {}

  void walk(const fs::path& root, std::size_t input) {
    std::error_code failed;
    root_ = root;
    canonical_root_ = fs::canonical(root, failed);
    input_ = input;
    pending_ = {{root, ""}};
    while (!pending_.empty()) {
      const Folder folder = std::move(pending_.back());
      pending_.pop_back();
      read_folder(folder);
    }
  }

  void add_named_file(const fs::path& file, std::size_t input) {
    input_ = input;
    const std::string source = file.filename().string();
    if (!is_model_file(file)) {
      fail(source, ErrorCode::unsupported_format, no_reader(file));
    } else {
      add_model(file, source);
    }
  }

 private:
  struct Folder {
    fs::path path;
    std::string prefix;
  };

  void read_folder(const Folder& folder) {
    std::error_code failed;
    fs::directory_iterator entries(folder.path, failed);
    for (; !failed && entries != fs::directory_iterator(); entries.increment(failed)) {
      visit(entries->path(), folder.prefix + entries->path().filename().string());
    }
    if (!failed) return;
    std::string name = folder.prefix.empty() ? root_.filename().string() : folder.prefix;
    if (name.ends_with('/')) name.pop_back();  // a source names no folder
    fail(name, ErrorCode::cannot_read, "cannot read the folder: " + failed.message());
  }

  void visit(const fs::path& path, const std::string& source) {
    std::error_code failed;
    const fs::file_status link = fs::symlink_status(path, failed);
    if (fs::is_directory(link)) {
      if (fs::weakly_canonical(path, failed) != output_) pending_.push_back({path, source + '/'});
    } else if (fs::is_symlink(link)) {
      visit_link(path, source);
    } else if (fs::is_regular_file(link)) {
      visit_file(path, source);
    } else {
      skip(source, "not a regular file");
    }
  }

  void visit_link(const fs::path& path, const std::string& source) {
    std::error_code failed;
    const fs::path target = fs::canonical(path, failed);
    if (failed) return skip(source, "a link that leads nowhere");
    if (!lies_below(target, canonical_root_)) return skip(source, "a link that leaves the input folder");
    if (fs::is_regular_file(target, failed)) visit_file(path, source);
  }

  void visit_file(const fs::path& path, const std::string& source) {
    if (is_side_file(path)) return;
    if (is_model_file(path)) return add_model(path, source);
    skip(source, lower_extension(path) == ".gz" ? "compressed; unpack it first" : no_reader(path));
  }

  static std::string no_reader(const fs::path& path) {
    const std::string extension = lower_extension(path);
    return extension.empty() ? "no extension that names a model format" : "no reader for " + escape_non_utf8(extension);
  }

  void add_model(const fs::path& file, const std::string& source) {
    if (!is_utf8(source)) return fail(source, ErrorCode::unsupported_feature, "the path is not valid UTF-8");
    std::error_code failed;
    const std::uintmax_t bytes = fs::file_size(file, failed);
    found_.models.push_back({file, source, input_, failed ? 0 : bytes});
  }

  void skip(const std::string& source, std::string reason) {
    found_.skipped.push_back({escape_non_utf8(source), std::move(reason)});
  }

  void fail(const std::string& source, ErrorCode code, std::string message) {
    found_.failed.push_back({escape_non_utf8(source), {code, std::move(message), {}}});
  }

  fs::path output_;
  Discovery& found_;
  fs::path root_, canonical_root_;
  std::size_t input_ = 0;
  std::vector<Folder> pending_;
};

Status look_through(const fs::path& input, std::size_t number, Walk& walk) {
  std::error_code failed;
  const fs::file_status status = fs::status(input, failed);
  if (!fs::exists(status)) return Error{ErrorCode::not_found, "no such file or folder", input.string()};
  if (fs::is_regular_file(status)) {
    walk.add_named_file(input, number);
    return Done{};
  }
  if (!fs::is_directory(status)) return Error{ErrorCode::cannot_read, "neither a file nor a folder", input.string()};
  fs::directory_iterator probe(input, failed);
  if (failed) return Error{ErrorCode::cannot_read, "cannot read the folder: " + failed.message(), input.string()};
  walk.walk(input, number);
  return Done{};
}

template <class T>
void sort_by_source(std::vector<T>& list) {
  std::stable_sort(list.begin(), list.end(), [](const T& a, const T& b) { return a.source < b.source; });
}

}  // namespace

fs::path input_root(const fs::path& input) {
  std::error_code failed;
  if (fs::is_directory(input, failed)) return input;
  return input.has_parent_path() ? input.parent_path() : fs::path(".");
}

Result<Discovery> discover(std::span<const fs::path> inputs, const fs::path& output) {
  Discovery found;
  std::error_code failed;
  Walk walk(fs::weakly_canonical(output, failed), found);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const Status looked = look_through(inputs[i], i, walk);
    if (!looked) return looked.error();
  }
  sort_by_source(found.models);
  sort_by_source(found.skipped);
  sort_by_source(found.failed);
  const auto same = [](const FoundModel& a, const FoundModel& b) { return a.source == b.source; };
  const auto same_file = [&](const FoundModel& a, const FoundModel& b) {
    return same(a, b) && fs::equivalent(a.file, b.file, failed);
  };
  found.models.erase(std::unique(found.models.begin(), found.models.end(), same_file), found.models.end());
  const auto twice = std::adjacent_find(found.models.begin(), found.models.end(), same);
  if (twice != found.models.end()) {
    return Error{
        ErrorCode::invalid_argument,
        "two inputs would cook to the same output: " + twice->file.string() + " and " + std::next(twice)->file.string(),
        twice->source};
  }
  return found;
}

bool lies_below(const fs::path& path, const fs::path& folder) {
  const auto [end, unused] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return end == folder.end();
}

}  // namespace lodcook::cooker
