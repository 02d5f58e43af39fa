#include "cooker/app/worker_messages.h"

#include <cstring>
#include <type_traits>
#include <utility>

#include "cooker/app/wire.h"

namespace lodcook::cooker {
namespace {

/// Plain structs travel as their bytes: both ends are the same executable.
template <class T>
void write_plain(WireWriter& out, const T& value) {
  static_assert(std::is_trivially_copyable_v<T>);
  out.text({reinterpret_cast<const char*>(&value), sizeof value});
}

template <class T>
bool read_plain(WireReader& in, T& value) {
  static_assert(std::is_trivially_copyable_v<T>);
  const std::string bytes = in.text();
  if (bytes.size() != sizeof value) return false;
  std::memcpy(&value, bytes.data(), sizeof value);
  return true;
}

void write_import(WireWriter& out, const ImportOptions& options) {
  out.number(options.allowed_roots.size());
  for (const std::filesystem::path& root : options.allowed_roots) out.text(root.string());
  out.number(options.max_asset_bytes);
  out.number(options.max_reference_bytes);
  out.number(options.max_triangles);
  out.number(options.max_meshes);
  out.number(options.max_depth);
}

void read_import(WireReader& in, ImportOptions& options) {
  const std::uint64_t roots = in.count();
  for (std::uint64_t i = 0; i < roots; ++i) options.allowed_roots.emplace_back(in.text());
  options.max_asset_bytes = in.number();
  options.max_reference_bytes = in.number();
  options.max_triangles = in.number();
  options.max_meshes = static_cast<std::uint32_t>(in.number());
  options.max_depth = static_cast<std::uint32_t>(in.number());
}

void write_texts(WireWriter& out, const std::vector<std::string>& texts) {
  out.number(texts.size());
  for (const std::string& text : texts) out.text(text);
}

std::vector<std::string> read_texts(WireReader& in) {
  std::vector<std::string> texts;
  const std::uint64_t count = in.count();
  for (std::uint64_t i = 0; i < count; ++i) texts.push_back(in.text());
  return texts;
}

void write_facts(WireWriter& out, const CookFacts& facts) {
  out.number(facts.levels);
  out.number(facts.triangles);
  out.number(facts.bytes);
  out.number(facts.warnings.size());
  for (const manifest::ManifestWarning& warning : facts.warnings) {
    out.text(warning.id);
    out.text(warning.message);
  }
}

CookFacts read_facts(WireReader& in) {
  CookFacts facts;
  facts.levels = in.number();
  facts.triangles = in.number();
  facts.bytes = in.number();
  const std::uint64_t warnings = in.count();
  for (std::uint64_t i = 0; i < warnings; ++i) {
    std::string id = in.text();
    facts.warnings.push_back({std::move(id), in.text()});
  }
  return facts;
}

Error read_error(WireReader& in) {
  Error error;
  error.code = static_cast<ErrorCode>(in.number());
  error.message = in.text();
  error.place = in.text();
  return error;
}

}  // namespace

std::string encode_job(const CookJob& job) {
  WireWriter out;
  out.text(job.file.string());
  out.text(job.root.string());
  out.text(job.source);
  write_texts(out, job.level_files);
  out.number(job.bytes);
  out.text(job.outputs.container.string());
  out.text(job.outputs.manifest.string());
  const CookSettings& settings = job.settings;
  write_import(out, settings.import);
  write_plain(out, settings.scene);
  write_plain(out, settings.chain);
  write_plain(out, settings.tiles);
  write_plain(out, settings.pack);
  write_plain(out, settings.view);
  write_plain(out, settings.worker);
  write_plain(out, settings.draw);
  write_texts(out, settings.levels);
  out.number(settings.threads);
  return out.frame();
}

std::optional<CookJob> decode_job(std::string_view payload) {
  WireReader in(payload);
  CookJob job;
  job.file = in.text();
  job.root = in.text();
  job.source = in.text();
  job.level_files = read_texts(in);
  job.bytes = in.number();
  job.outputs.container = in.text();
  job.outputs.manifest = in.text();
  CookSettings& settings = job.settings;
  read_import(in, settings.import);
  const bool plain = read_plain(in, settings.scene) && read_plain(in, settings.chain) &&
                     read_plain(in, settings.tiles) && read_plain(in, settings.pack) && read_plain(in, settings.view) &&
                     read_plain(in, settings.worker) && read_plain(in, settings.draw);
  if (plain) settings.levels = read_texts(in);
  settings.threads = static_cast<std::uint32_t>(in.number());
  if (!plain || !in.ok()) return std::nullopt;
  return job;
}

std::string encode_answer(const WorkerAnswer& answer) {
  WireWriter out;
  out.number(answer.index());
  if (const auto* imported = std::get_if<Imported>(&answer)) out.number(imported->triangles);
  if (const auto* facts = std::get_if<CookFacts>(&answer)) write_facts(out, *facts);
  if (const auto* error = std::get_if<Error>(&answer)) {
    out.number(static_cast<std::uint64_t>(error->code));
    out.text(error->message);
    out.text(error->place);
  }
  return out.frame();
}

std::optional<WorkerAnswer> decode_answer(std::string_view payload) {
  WireReader in(payload);
  WorkerAnswer answer;
  switch (in.number()) {
    case 0: answer = Imported{in.number()}; break;
    case 1: answer = read_facts(in); break;
    case 2: answer = read_error(in); break;
    default: return std::nullopt;
  }
  if (!in.ok()) return std::nullopt;
  return answer;
}

}  // namespace lodcook::cooker
