#include "cooker/scene/group_levels.h"

#include <string>
#include <utility>

#include "cooker/scene/authored_nodes.h"
#include "cooker/scene/join_levels.h"

namespace lodcook::cooker {
namespace {

Result<ObjectSet> group_at(Scene& scene, const AuthoredNodes& nodes, std::uint32_t number,
                           const SceneOptions& options) {
  std::vector<std::uint32_t> meshes = nodes.meshes_at(number);
  const auto exchange = [&] {
    for (std::size_t n = 0; n < meshes.size(); ++n) std::swap(scene.nodes[n].mesh, meshes[n]);
  };
  exchange();
  Result<ObjectSet> set = group_scene(scene, options);
  exchange();
  return set;
}

Warning empty_level(std::size_t level) {
  return {"authored_level_dropped", "authored level " + std::to_string(level) + " is left out: it has no triangles"};
}

/// Sets of level 0 and coarser ones; a coarser one that is empty is told in level 0's warnings.
class LevelSets {
 public:
  Status add(Result<ObjectSet> set, std::size_t level) {
    if (set.ok()) {
      sets_.push_back(std::move(*set));
    } else if (level > 0 && set.error().code == ErrorCode::no_triangles) {
      sets_.front().warnings.push_back(empty_level(level));
    } else {
      return std::move(set).error();
    }
    return Done{};
  }

  template <class Brings>
  ObjectSet join(std::vector<Warning> warnings, const Brings& brings) {
    ObjectSet out = join_levels(std::move(sets_), brings);
    out.warnings.insert(out.warnings.end(), warnings.begin(), warnings.end());
    return out;
  }

 private:
  std::vector<ObjectSet> sets_;
};

}  // namespace

Result<ObjectSet> group_levels(std::vector<Scene> scenes, const SceneOptions& options) {
  LevelSets sets;
  if (!options.authored && scenes.size() == 1) return group_scene(scenes.front(), options);
  std::vector<Warning> warnings;
  if (scenes.size() == 1) {
    const AuthoredNodes nodes(scenes.front());
    warnings = nodes.warnings();
    std::vector<std::uint32_t> numbers = nodes.numbers();
    if (numbers.empty()) numbers.push_back(0);
    for (std::size_t level = 0; level < numbers.size(); ++level) {
      const Status added = sets.add(group_at(scenes.front(), nodes, numbers[level], options), level);
      if (!added) return added.error();
    }
    const bool whole = options.grouping == Grouping::model;  // some part of it changes with every number
    return sets.join(std::move(warnings), [&](const std::string& base, std::size_t level) {
      return whole || nodes.has(base, numbers[level]);
    });
  }
  for (std::size_t level = 0; level < scenes.size(); ++level) {
    const AuthoredNodes nodes(scenes[level]);
    const Status added = sets.add(group_at(scenes[level], nodes, static_cast<std::uint32_t>(level), options), level);
    if (!added) return added.error();
    scenes[level] = {};
  }
  return sets.join({}, [](const std::string&, std::size_t) { return true; });
}

}  // namespace lodcook::cooker
