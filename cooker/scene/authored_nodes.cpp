#include "cooker/scene/authored_nodes.h"

#include <optional>
#include <string_view>
#include <utility>

#include "cooker/scene/level_name.h"

namespace lodcook::cooker {

AuthoredNodes::AuthoredNodes(const Scene& scene) : scene_(scene) {
  for (const Node& node : scene.nodes) {
    const std::optional<LevelName> name = level_name(node.name);
    if (!name) continue;
    bases_[name->base].insert(name->number);
    names_[{name->base, name->number}].insert(node.name);
  }
  std::set<std::uint32_t> all;
  for (const auto& [base, numbers] : bases_) {
    if (numbers.size() > 1) all.insert(numbers.begin(), numbers.end());
  }
  numbers_.assign(all.begin(), all.end());
}

bool AuthoredNodes::has(const std::string& base, std::uint32_t number) const {
  const auto found = bases_.find(base);
  return found != bases_.end() && found->second.count(number) > 0;
}

std::vector<std::uint32_t> AuthoredNodes::meshes_at(std::uint32_t number) const {
  using Hiding = std::set<std::string_view>;  // bases that have another level here
  std::vector<Hiding> hiding(scene_.nodes.size());
  std::vector<std::uint32_t> meshes(scene_.nodes.size(), no_index);
  for (std::size_t n = 0; n < scene_.nodes.size(); ++n) {
    const Node& node = scene_.nodes[n];
    if (node.parent != no_index) hiding[n] = hiding[node.parent];
    if (const std::optional<LevelName> name = level_name(node.name)) {
      const auto& [base, numbers] = *bases_.find(name->base);
      const auto above = numbers.upper_bound(number);
      const std::uint32_t drawn = above == numbers.begin() ? *above : *std::prev(above);
      if (name->number == drawn) {
        hiding[n].erase(base);
      } else {
        hiding[n].insert(base);
      }
    }
    if (hiding[n].empty()) meshes[n] = node.mesh;
  }
  return meshes;
}

std::vector<Warning> AuthoredNodes::warnings() const {
  std::vector<Warning> out;
  for (const auto& [base, numbers] : bases_) {
    for (Warning& warning : check_numbers(base, numbers)) out.push_back(std::move(warning));
  }
  for (const auto& [level, names] : names_) {
    if (names.size() == 1) continue;
    std::string list;
    for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
    out.push_back({"authored_level_clash",
                   level.first + ": nodes spell level " + std::to_string(level.second) + " in several ways: " + list});
  }
  return out;
}

std::vector<Warning> check_numbers(const std::string& base, const std::set<std::uint32_t>& numbers) {
  std::vector<Warning> out;
  const auto told = [](std::uint32_t number) { return "LOD" + std::to_string(number); };
  if (*numbers.begin() != 0) {
    out.push_back({"authored_no_level0", base + ": there is no LOD0; " + told(*numbers.begin()) + " is level 0"});
  }
  for (auto at = numbers.begin(); std::next(at) != numbers.end(); ++at) {
    const std::uint32_t next = *std::next(at);
    if (next == *at + 1) continue;
    out.push_back({"authored_gap", base + ": there is nothing between " + told(*at) + " and " + told(next)});
  }
  return out;
}

}  // namespace lodcook::cooker
