#include "cooker/import/jail.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "cooker/import/characters.h"

namespace lodcook::cooker {
namespace fs = std::filesystem;
namespace {

std::string utf8(const fs::path& path) {
  const std::u8string text = path.generic_u8string();
  return as_utf8({reinterpret_cast<const char*>(text.data()), text.size()});
}

bool is_below(const fs::path& root, const fs::path& path) {
  const auto [root_end, path_end] = std::mismatch(root.begin(), root.end(), path.begin(), path.end());
  return root_end == root.end() && path_end != path.end();
}

std::string file_name_of(std::string_view reference) {
  const std::size_t start = reference.find_last_of("/\\:");
  return as_utf8(start == std::string_view::npos ? reference : reference.substr(start + 1));
}

Error missing() { return {ErrorCode::missing_dependency, "which is not there", {}}; }

}  // namespace

Result<Jail> Jail::around(const fs::path& model, const ImportOptions& options) {
  std::error_code failure;
  Jail jail;
  if (!fs::exists(model, failure)) return Error{ErrorCode::not_found, "no such file", utf8(model)};
  jail.model_ = model;
  jail.model_name_ = utf8(model.filename());
  const fs::path parent = model.has_parent_path() ? model.parent_path() : fs::path(".");
  jail.folder_ = fs::canonical(parent, failure);
  if (failure) return Error{ErrorCode::cannot_open, "its folder cannot be opened: " + failure.message(), utf8(model)};
  jail.roots_.push_back(jail.folder_);
  for (const fs::path& root : options.allowed_roots) {
    jail.roots_.push_back(fs::canonical(root, failure));
    if (failure) return Error{ErrorCode::cannot_open, "cannot be opened: " + failure.message(), utf8(root)};
  }
  jail.max_asset_bytes_ = options.max_asset_bytes;
  jail.max_reference_bytes_ = options.max_reference_bytes;
  return jail;
}

Result<FileBytes> Jail::read_model() const {
  Result<JailedFile> file = JailedFile::open_named(model_);
  if (file.ok() && file->size() > max_asset_bytes_) {
    return Error{ErrorCode::over_file_size_limit,
                 std::to_string(file->size()) + " bytes, over the limit of " + std::to_string(max_asset_bytes_),
                 model_name_};
  }
  Result<FileBytes> bytes = file.ok() ? file->read_all() : Result<FileBytes>(file.error());
  if (!bytes.ok()) bytes.error().place = model_name_;
  return bytes;
}

Result<FileBytes> Jail::read(std::string_view reference, Spelling spelling) {
  const std::string asked = as_utf8(reference);
  Result<Found> found = find(reference, spelling);
  Result<FileBytes> bytes = found.ok() ? read_found(*found) : Result<FileBytes>(found.error());
  if (found.ok()) record({found->path, found->path == asked ? std::string() : asked, true, false});
  if (bytes.ok()) return bytes;
  if (!found.ok() && found.error().code == ErrorCode::missing_dependency) record({asked, {}, true, true});
  Error error = in_model(std::move(bytes).error(), asked);
  if (!first_refusal_) first_refusal_ = error;
  return error;
}

bool Jail::exists(std::string_view reference, Spelling spelling) {
  Result<Found> found = find(reference, spelling);
  return found.ok() && JailedFile::open_below(found->root, found->canonical.lexically_relative(found->root)).ok();
}

std::string Jail::name_texture(std::string_view reference, Spelling spelling) {
  const std::string asked = as_utf8(spelling == Spelling::uri ? decode_percent(reference) : std::string(reference));
  Result<Found> found = find(reference, spelling);
  std::string name = asked;
  if (!found.ok() && found.error().code == ErrorCode::forbidden_path) {
    name = file_name_of(asked);
    warn("texture_path_replaced",
         "a texture's path leads outside the model's folder; only its file name '" + name + "' is kept");
    found = find(name, Spelling::path);
  }
  const std::string spelt = name == asked ? as_utf8(reference) : std::string();
  if (found.ok()) {
    record({found->path, found->path == spelt ? std::string() : spelt, false, false});
    return found->path;
  }
  Result<ReferencePath> parsed = parse_reference(name);
  std::string path = parsed.ok() ? join(*parsed) : std::string();
  if (!path.empty()) record({path, path == spelt ? std::string() : spelt, false, true});
  warn("texture_missing", "the texture '" + name + "' is not there");
  return path;
}

Error Jail::at_model(Error error) const {
  if (error.message.starts_with(model_name_ + " names '")) return error;
  error.place = error.place.empty() ? model_name_ : model_name_ + ": " + error.place;
  return error;
}

std::vector<Dependency> Jail::dependencies() const {
  std::vector<Dependency> out;
  out.reserve(dependencies_.size());
  for (const auto& [path, dependency] : dependencies_) out.push_back(dependency);
  return out;
}

Result<Jail::Found> Jail::find(std::string_view reference, Spelling spelling) {
  if (spelling == Spelling::path) {
    Result<ReferencePath> asked = parse_reference(reference);
    return asked.ok() ? find_parsed(*asked) : Result<Found>(asked.error());
  }
  Result<ReferencePath> encoded = parse_reference(reference);
  if (!encoded.ok()) return std::move(encoded).error();
  Result<ReferencePath> decoded = parse_reference(decode_percent(reference));
  if (!decoded.ok()) return std::move(decoded).error();
  Result<Found> found = find_parsed(*decoded);
  const bool is_missing = !found.ok() && found.error().code == ErrorCode::missing_dependency;
  // some exporters forget to escape: a file may really be called "50%25.bin"
  return is_missing && encoded->parts != decoded->parts ? find_parsed(*encoded) : std::move(found);
}

Result<Jail::Found> Jail::find_parsed(const ReferencePath& asked) {
  fs::path folder = folder_;
  for (std::uint32_t i = 0; i < asked.climbs; ++i) folder = folder.parent_path();
  const fs::path named = folder / fs::path(join({0, asked.parts}));
  const auto holds = [&](const fs::path& root) { return is_below(root, named); };
  if (std::none_of(roots_.begin(), roots_.end(), holds)) {
    return Error{ErrorCode::forbidden_path, "which lies outside the model's folder", {}};
  }
  ReferencePath actual{asked.climbs, {}};
  for (const std::string& part : asked.parts) {
    const std::optional<std::string> name = spelling_on_disk(folder, part);
    if (!name) return missing();
    folder /= *name;
    actual.parts.push_back(*name);
  }
  return check_below_roots(folder, join(actual));
}

Result<Jail::Found> Jail::check_below_roots(const fs::path& file, std::string path) const {
  std::error_code failure;
  const fs::path canonical = fs::canonical(file, failure);
  if (failure == std::errc::too_many_symbolic_link_levels) {
    return Error{ErrorCode::forbidden_path, "which is a link that leads to itself", {}};
  }
  if (failure == std::errc::no_such_file_or_directory || failure == std::errc::not_a_directory) return missing();
  if (failure) return Error{ErrorCode::cannot_open, "which cannot be opened: " + failure.message(), {}};
  for (const fs::path& root : roots_) {
    if (is_below(root, canonical)) return Found{root, canonical, std::move(path)};
  }
  return Error{ErrorCode::forbidden_path, "which is a link that leads out of the model's folder", {}};
}

std::optional<std::string> Jail::spelling_on_disk(const fs::path& folder, const std::string& name) {
  std::error_code failure;
  const fs::file_status status = fs::symlink_status(folder / name, failure);
  if (status.type() != fs::file_type::not_found && status.type() != fs::file_type::none) return name;
  const std::string wanted = lower_case(name);
  std::vector<std::string> matches;
  for (const std::string& entry : listing(folder)) {
    if (lower_case(entry) == wanted) matches.push_back(entry);
  }
  if (matches.empty()) return std::nullopt;
  if (matches.size() > 1) {
    warn("ambiguous_letter_case", "'" + name +
                                      "' is not there, but several names differ from it in letter case only; '" +
                                      matches.front() + "' is taken");
  }
  return matches.front();
}

const std::vector<std::string>& Jail::listing(const fs::path& folder) {
  const auto [entry, is_new] = listings_.try_emplace(folder.string());
  if (!is_new) return entry->second;
  std::error_code failure;
  for (fs::directory_iterator it(folder, failure), end; !failure && it != end; it.increment(failure)) {
    entry->second.push_back(it->path().filename().string());
  }
  std::sort(entry->second.begin(), entry->second.end());
  return entry->second;
}

Status Jail::charge(const Found& found, std::uint64_t bytes) {
  if (charged_files_.count(found.canonical.string()) != 0) return Done{};
  if (bytes > max_reference_bytes_ - charged_bytes_) {
    return Error{ErrorCode::over_file_size_limit,
                 "which brings the files it names over the limit of " + std::to_string(max_reference_bytes_) + " bytes",
                 {}};
  }
  charged_bytes_ += bytes;
  charged_files_.emplace(found.canonical.string(), bytes);
  return Done{};
}

Result<FileBytes> Jail::read_found(const Found& found) {
  Result<JailedFile> file = JailedFile::open_below(found.root, found.canonical.lexically_relative(found.root));
  if (!file.ok()) return Error{file.error().code, "which " + file.error().message, {}};
  if (Status allowed = charge(found, file->size()); !allowed.ok()) return std::move(allowed).error();
  Result<FileBytes> bytes = file->read_all();
  if (!bytes.ok()) bytes.error().message = "which " + bytes.error().message;
  return bytes;
}

void Jail::record(Dependency dependency) {
  std::string path = dependency.path;
  const auto [entry, is_new] = dependencies_.try_emplace(std::move(path), dependency);
  if (!is_new && dependency.read && !entry->second.read) entry->second = std::move(dependency);
}

Error Jail::in_model(Error error, std::string_view reference) const {
  error.message = model_name_ + " names '" + std::string(reference) + "', " + error.message;
  return error;
}

void Jail::warn(const char* id, std::string message) {
  const auto same = [&](const Warning& old) { return old.id == id && old.message == message; };
  if (std::none_of(warnings_.begin(), warnings_.end(), same)) warnings_.push_back({id, std::move(message)});
}

}  // namespace lodcook::cooker
