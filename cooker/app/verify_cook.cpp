#include "cooker/app/verify_cook.h"

#include <algorithm>
#include <utility>

#include "cooker/app/json_differences.h"
#include "cooker/app/recorded_job.h"
#include "manifest/json_value.h"

namespace lodcook::cooker {
namespace {

using manifest::AssetManifest;
using manifest::Difference;

constexpr std::size_t most_said = 8;  // one changed level shows in several figures

/// What depends on the compression as `from` has it.
void take_sizes(AssetManifest& to, const AssetManifest& from) {
  const auto take = [](auto& a, const auto& b) {
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
      a[i].bytes = b[i].bytes;
      a[i].offset = b[i].offset;
    }
  };
  to.container_size = from.container_size;
  to.index_hash = from.index_hash;
  take(to.shared_meshes, from.shared_meshes);
  for (std::size_t i = 0; i < std::min(to.objects.size(), from.objects.size()); ++i) {
    take(to.objects[i].levels, from.objects[i].levels);
    take(to.objects[i].tiles, from.objects[i].tiles);
  }
}

}  // namespace

std::vector<Difference> verify_cook(const AssetManifest& manifest, const std::string& path,
                                    const std::filesystem::path& root) {
  const auto failed = [&](Error error) { return std::vector<Difference>{{manifest.source.path, std::move(error)}}; };
  const Result<CookJob> job = recorded_job(manifest, root);
  if (!job) return failed(job.error());
  Result<CookedFile> cooked = cook_unpublished(*job, [](std::uint64_t) {});
  if (!cooked) return failed(std::move(cooked).error());
  AssetManifest& again = cooked->manifest;
  const auto differ = [&](std::string message) {
    return Difference{path, {ErrorCode::verification_difference, std::move(message), {}}};
  };
  if (again.content_hash != manifest.content_hash) return {differ("its levels are not those that its source cooks to")};
  take_sizes(again, manifest);
  const auto said = manifest::parse_json(to_json(manifest)), is = manifest::parse_json(to_json(again));
  if (!said) return failed(said.error());
  if (!is) return failed(is.error());
  std::vector<Difference> out;
  for (const JsonDifference& d : json_differences(*said, *is, most_said)) {
    out.push_back(differ(d.path + " is recorded as " + d.first + ", cooking again gives " + d.second));
  }
  return out;
}

}  // namespace lodcook::cooker
