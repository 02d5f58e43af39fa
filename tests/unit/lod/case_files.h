#pragma once

#include <optional>
#include <string>

#include "cooker/scene/object.h"

namespace lodcook::cooker {

/// Reads one of the shared test cases without the importers: v, vt, f and usemtl of an OBJ; ASCII PLY with colours;
/// ASCII STL. Files without normals get smooth ones over equal positions; an STL keeps its facets'. Nothing where the
/// shared folder (environment LODCOOK_SHARED, else beside the project) or the file is absent.
std::optional<Object> read_case(const std::string& path_below_cases);

}  // namespace lodcook::cooker
