#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cooker/scene/scene.h"

namespace lodcook::cooker {

/// The levels that nodes of one scene bring by their names: "rock_LOD0", "rock_LOD1". A name counts as authored where
/// its base has two numbers or more; then a node with all that is below it is shown at its levels only; below it, nodes
/// of the same base go by their own numbers. Nodes without such a name belong to every level.
class AuthoredNodes {
 public:
  explicit AuthoredNodes(const Scene& scene);

  /// The numbers of all bases together, ascending; empty where the scene brings no levels.
  [[nodiscard]] const std::vector<std::uint32_t>& numbers() const noexcept { return numbers_; }

  /// Whether a base has a node of this number.
  [[nodiscard]] bool has(const std::string& base, std::uint32_t number) const;

  /// The mesh of each node where the level `number` is drawn, no_index where the node is hidden. A base shows its
  /// largest number up to `number`, or its smallest one where all are larger.
  [[nodiscard]] std::vector<std::uint32_t> meshes_at(std::uint32_t number) const;

  /// Numbers that are left out between others (authored_gap), bases that do not begin with 0 (authored_no_level0),
  /// numbers that nodes spell in several ways (authored_level_clash).
  [[nodiscard]] std::vector<Warning> warnings() const;

 private:
  const Scene& scene_;
  std::map<std::string, std::set<std::uint32_t>> bases_;
  std::map<std::pair<std::string, std::uint32_t>, std::set<std::string>> names_;  // by base and number
  std::vector<std::uint32_t> numbers_;
};

/// What is odd about the numbers of one authored chain, as AuthoredNodes::warnings.
std::vector<Warning> check_numbers(const std::string& base, const std::set<std::uint32_t>& numbers);

}  // namespace lodcook::cooker
