#pragma once

#include <string>
#include <vector>

#include "manifest/folder_index.h"

namespace lodcook::manifest {

struct CookedSource {
  std::string source, manifest, container;  ///< Relative, as in the index.
};

/// What one run of `cook` did: the document of `cook --json`.
struct CookReport {
  std::vector<CookedSource> cooked, up_to_date;
  std::vector<SkippedSource> skipped;
  std::vector<FailedSource> failed;
};

/// Format "lodcook.cook"; lists sorted by source, totals counted.
std::string to_json(const CookReport& report);

}  // namespace lodcook::manifest
