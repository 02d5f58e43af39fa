#include "case_files.h"

#include <doctest/doctest.h>

#include "cooker/import/import.h"
#include "cooker/scene/group.h"

namespace lodcook::cooker {

Object read_case(const std::string& path_below_cases) {
  Result<Scene> scene = import_scene(std::string(LODCOOK_CASES) + "/" + path_below_cases, {});
  REQUIRE_MESSAGE(scene.ok(), path_below_cases);
  Result<Scene> checked = check_scene(std::move(*scene), {});
  REQUIRE_MESSAGE(checked.ok(), path_below_cases);
  Result<ObjectSet> set = group_scene(*checked, {});
  REQUIRE_MESSAGE(set.ok(), path_below_cases);
  REQUIRE(set->objects.size() == 1);
  return std::move(set->objects.front());
}

}  // namespace lodcook::cooker
