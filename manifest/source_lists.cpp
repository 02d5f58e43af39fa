#include "manifest/source_lists.h"

#include <algorithm>
#include <tuple>

namespace lodcook::manifest {

void write_error(JsonWriter& out, std::string_view key, const Error& error) {
  out.begin_object(key, JsonWriter::Layout::row);
  out.member("code", static_cast<std::uint32_t>(error.code));
  out.member("name", error_name(error.code));
  out.member("message", error.message);
  if (!error.place.empty()) out.member("place", error.place);
  out.end();
}

void write_skipped(JsonWriter& out, std::vector<SkippedSource> skipped) {
  std::sort(skipped.begin(), skipped.end(), [](const SkippedSource& a, const SkippedSource& b) {
    return std::tie(a.source, a.reason) < std::tie(b.source, b.reason);
  });
  out.begin_array("skipped");
  for (const SkippedSource& source : skipped) {
    out.begin_object(JsonWriter::Layout::row);
    out.member("source", source.source);
    out.member("reason", source.reason);
    out.end();
  }
  out.end();
}

void write_failed(JsonWriter& out, std::vector<FailedSource> failed) {
  std::sort(failed.begin(), failed.end(), [](const FailedSource& a, const FailedSource& b) {
    return std::tie(a.source, a.error.code, a.error.message) < std::tie(b.source, b.error.code, b.error.message);
  });
  out.begin_array("failed");
  for (const FailedSource& source : failed) {
    out.begin_object(JsonWriter::Layout::row);
    out.member("source", source.source);
    write_error(out, "error", source.error);
    out.end();
  }
  out.end();
}

}  // namespace lodcook::manifest
