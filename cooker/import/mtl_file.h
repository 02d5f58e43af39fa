#pragma once

#include <string_view>
#include <vector>

#include <lodcook/types.h>

#include "cooker/import/jail.h"

namespace lodcook::cooker {

/// Appends the materials of an MTL file, names whole with their blanks, texture paths found through the jail, texture
/// coordinates downwards as everywhere. Statements that are not known or not numbers are passed over: a material never
/// makes a model fail.
void read_materials(std::string_view text, Jail& jail, std::vector<Material>& out);

}  // namespace lodcook::cooker
