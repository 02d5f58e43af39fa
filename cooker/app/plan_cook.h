#pragma once

#include <vector>

#include <lodcook/result.h>

#include "cooker/app/commands.h"
#include "cooker/app/cook_file.h"
#include "manifest/folder_index.h"

namespace lodcook::cooker {

/// What one cook has to do.
struct CookPlan {
  std::vector<CookJob> jobs;                     ///< Big files first, so that none is left to the end alone.
  std::vector<manifest::SkippedSource> skipped;  ///< Sorted by source, as `failed`.
  std::vector<manifest::FailedSource> failed;
};

/// Finds the models, their settings and where their outputs go. Fails where an INPUT cannot be read, a setting is wrong
/// or two sources would share an output.
Result<CookPlan> plan_cook(const CookCommand& command);

/// Name of a source's manifest and container, relative to OUT.
std::string manifest_name(const std::string& source);
std::string container_name(const std::string& source);

}  // namespace lodcook::cooker
