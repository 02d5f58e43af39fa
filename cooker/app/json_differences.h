#pragma once

#include <string>
#include <vector>

#include "manifest/json_value.h"

namespace lodcook::cooker {

/// A place where two documents differ: keys and numbers joined to a path, as "objects[0].levels[2].bytes".
struct JsonDifference {
  std::string path;
  std::string first, second;  ///< What stands there, shortly; "nothing" where a document has no such place.
};

/// Where two documents differ, in their order, `most` places at most. Of objects with other keys each key counts, of
/// arrays with other lengths the array. Keys in another order are one difference of their object.
std::vector<JsonDifference> json_differences(const manifest::JsonValue& first, const manifest::JsonValue& second,
                                             std::size_t most);

}  // namespace lodcook::cooker
