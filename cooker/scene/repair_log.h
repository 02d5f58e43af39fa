#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "cooker/scene/scene.h"

namespace lodcook::cooker {

/// What checking and grouping may repair or leave out. Each has one stable word and at most one warning an asset.
enum class Repair : std::uint8_t {
  zero_area_triangles,
  zero_area_flipped,
  duplicate_triangles,
  mesh_left_out,
  normals_rebuilt,
  normals_made,
  tangents_repaired,
  tangents_dropped,
  non_finite_attribute,
  weights_normalised,
  influences_reduced,
  morph_weights_left_out,
  animation_dropped,
  animation_left_out,
  flattened_node,
  positions_rounded,
  bind_pose_differs,
  joints_dropped,
  welded_away_triangles,
};

/// Counts repairs by kind and remembers whose they were, so that a file of a thousand faults gives a handful of
/// warnings.
class RepairLog {
 public:
  /// Adds `count` repairs of one element; nothing where `count` is 0.
  void add(Repair repair, const std::string& element, std::uint64_t count = 1);

  /// Appends one warning for each kind that occurred: how many, and the names of the first elements.
  void append_to(std::vector<Warning>& warnings) const;

 private:
  struct Entry {
    std::uint64_t count = 0;
    std::vector<std::string> names;
    std::size_t unnamed_more = 0;
  };
  std::map<Repair, Entry> entries_;
};

/// `name` in quotes, or `kind` and `index` where it has none; cut where it is long.
std::string element_name(const char* kind, const std::string& name, std::size_t index);

}  // namespace lodcook::cooker
