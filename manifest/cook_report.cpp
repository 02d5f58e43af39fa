#include "manifest/cook_report.h"

#include <algorithm>
#include <cstdint>

#include "manifest/json_writer.h"
#include "manifest/source_lists.h"

namespace lodcook::manifest {

namespace {

void write_sources(JsonWriter& out, std::string_view key, std::vector<CookedSource> sources) {
  std::sort(sources.begin(), sources.end(),
            [](const CookedSource& a, const CookedSource& b) { return a.source < b.source; });
  out.begin_array(key);
  for (const CookedSource& source : sources) {
    out.begin_object(JsonWriter::Layout::row);
    out.member("source", source.source);
    out.member("manifest", source.manifest);
    out.member("container", source.container);
    out.end();
  }
  out.end();
}

}  // namespace

std::string to_json(const CookReport& report) {
  JsonWriter out;
  out.begin_object();
  out.member("format", "lodcook.cook");
  out.member("version", std::uint32_t{1});
  write_sources(out, "cooked", report.cooked);
  write_sources(out, "up_to_date", report.up_to_date);
  write_skipped(out, report.skipped);
  write_failed(out, report.failed);
  out.begin_object("totals", JsonWriter::Layout::row);
  out.member("cooked", std::uint64_t{report.cooked.size()});
  out.member("up_to_date", std::uint64_t{report.up_to_date.size()});
  out.member("skipped", std::uint64_t{report.skipped.size()});
  out.member("failed", std::uint64_t{report.failed.size()});
  out.end();
  out.end();
  return out.finish();
}

}  // namespace lodcook::manifest
