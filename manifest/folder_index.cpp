#include "manifest/folder_index.h"

#include <algorithm>
#include <tuple>

#include "manifest/json_fields.h"
#include "manifest/json_writer.h"
#include "manifest/source_lists.h"

namespace lodcook::manifest {

namespace {

void write_assets(JsonWriter& out, std::vector<IndexedAsset> assets) {
  std::sort(assets.begin(), assets.end(), [](const IndexedAsset& a, const IndexedAsset& b) {
    return std::tie(a.source, a.manifest) < std::tie(b.source, b.manifest);
  });
  out.begin_array("assets");
  for (const IndexedAsset& asset : assets) {
    out.begin_object(JsonWriter::Layout::row);
    out.member("source", asset.source);
    out.member("manifest", asset.manifest);
    out.member("container", asset.container);
    out.member("levels", asset.levels);
    out.member("triangles", asset.triangles);
    out.end();
  }
  out.end();
}

void write_totals(JsonWriter& out, const IndexTotals& sums) {
  out.begin_object("totals", JsonWriter::Layout::row);
  out.member("assets", sums.assets);
  out.member("skipped", sums.skipped);
  out.member("failed", sums.failed);
  out.member("levels", sums.levels);
  out.member("triangles", sums.triangles);
  out.end();
}

IndexedAsset read_asset(const JsonFields& fields) {
  return {relative_path(fields, "source"), relative_path(fields, "manifest"), relative_path(fields, "container"),
          fields.count("levels"), fields.count("triangles")};
}

FailedSource read_failed(const JsonFields& fields) {
  const JsonFields error = fields.object("error");
  FailedSource failed;
  failed.source = relative_path(fields, "source");
  failed.error.code = static_cast<ErrorCode>(error.count32("code"));
  failed.error.message = error.string("message");
  if (error.has("place")) failed.error.place = error.string("place");
  return failed;
}

void check_totals(const JsonFields& fields, const IndexTotals& sums) {
  const auto check = [&](std::string_view key, std::uint64_t expected) {
    if (fields.count(key) != expected) {
      fields.refuse(key, "the lists give " + std::to_string(expected), ErrorCode::inconsistent);
    }
  };
  check("assets", sums.assets);
  check("skipped", sums.skipped);
  check("failed", sums.failed);
  check("levels", sums.levels);
  check("triangles", sums.triangles);
}

}  // namespace

IndexTotals totals(const FolderIndex& index) {
  IndexTotals sums{index.assets.size(), index.skipped.size(), index.failed.size()};
  for (const IndexedAsset& asset : index.assets) {
    sums.levels += asset.levels;
    sums.triangles += asset.triangles;
  }
  return sums;
}

std::string to_json(const FolderIndex& index) {
  JsonWriter out;
  out.begin_object();
  out.member("format", "lodcook.index");
  out.member("version", std::uint32_t{1});
  write_assets(out, index.assets);
  write_skipped(out, index.skipped);
  write_failed(out, index.failed);
  write_totals(out, totals(index));
  out.end();
  return out.finish();
}

Result<FolderIndex> parse_folder_index(const std::string& json) {
  auto document = parse_json(json);
  if (!document) return std::move(document).error();
  FirstError first;
  const JsonFields fields(*document, first);
  check_format(fields, "lodcook.index", 1);
  if (first.error) return *first.error;
  FolderIndex index;
  fields.each("assets", [&](const JsonFields& f) { index.assets.push_back(read_asset(f)); });
  fields.each("skipped", [&](const JsonFields& f) {
    index.skipped.push_back({relative_path(f, "source"), f.string("reason")});
  });
  fields.each("failed", [&](const JsonFields& f) { index.failed.push_back(read_failed(f)); });
  check_totals(fields.object("totals"), totals(index));
  if (first.error) return *first.error;
  return index;
}

}  // namespace lodcook::manifest
