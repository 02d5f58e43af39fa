#include "manifest/verify_report.h"

#include <algorithm>
#include <tuple>

#include "manifest/json_writer.h"
#include "manifest/source_lists.h"

namespace lodcook::manifest {

std::string to_json(const VerifyReport& report) {
  std::vector<Difference> differences = report.differences;
  std::sort(differences.begin(), differences.end(), [](const Difference& a, const Difference& b) {
    return std::tie(a.path, a.error.code, a.error.message, a.error.place) <
           std::tie(b.path, b.error.code, b.error.message, b.error.place);
  });
  JsonWriter out;
  out.begin_object();
  out.member("format", "lodcook.verify");
  out.member("version", std::uint32_t{1});
  out.member("checked", report.checked);
  out.begin_array("differences");
  for (const Difference& difference : differences) {
    out.begin_object(JsonWriter::Layout::row);
    out.member("path", difference.path);
    write_error(out, "error", difference.error);
    out.end();
  }
  out.end();
  out.end();
  return out.finish();
}

}  // namespace lodcook::manifest
