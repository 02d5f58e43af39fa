#pragma once

#include <string>

#include "cooker/scene/object.h"

namespace lodcook::cooker {

/// Imports, checks and groups a file of tests/cases into its only object. Fails the test where that does not work.
Object read_case(const std::string& path_below_cases);

}  // namespace lodcook::cooker
