#include <string>

#include "manifest/asset_manifest.h"
#include "manifest/folder_index.h"
#include "manifest/json_writer.h"
#include "tests/fuzz/fuzz_target.h"

using namespace lodcook;
using namespace lodcook::manifest;

namespace {

void check_refusal(ErrorCode code) {
  const int kind = exit_code(code);
  test::require(kind == 3 || kind == 4, "refused with another number");
}

/// A document is refused, or what it was read as is written and read back the same.
template <class Value>
void check_round_trip(const std::string& text, Result<Value> (*parse)(const std::string&)) {
  const auto parsed = parse(text);
  if (!parsed) return check_refusal(parsed.error().code);
  const std::string written = to_json(*parsed);
  const auto again = parse(written);
  test::require(again.ok(), "what is written can be read");
  test::require(to_json(*again) == written, "what is read back is the same");
}

void check_value(const std::string& text, bool comments) {
  JsonLimits limits;
  limits.comments = comments;
  const auto parsed = parse_json(text, limits);
  if (!parsed) return check_refusal(parsed.error().code);
  const std::string written = compact_json(*parsed);
  const auto again = parse_json(written);
  test::require(again.ok() && compact_json(*again) == written, "a value is written and read back the same");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string text(bytes, bytes + size);
  check_value(text, false);
  check_value(text, true);
  check_round_trip<AssetManifest>(text, parse_asset_manifest);
  check_round_trip<FolderIndex>(text, parse_folder_index);
  return 0;
}
