#include "cooker/scene/repair_log.h"

#include <algorithm>

namespace lodcook::cooker {
namespace {

constexpr std::size_t shown_names = 8;
constexpr std::size_t longest_name = 96;

struct RepairWords {
  const char* id;
  const char* one;   // after "1 "
  const char* many;  // after a count above 1
};

RepairWords words(Repair repair) {
  switch (repair) {
    case Repair::zero_area_triangles:
      return {"zero_area_triangles", "triangle without area dropped", "triangles without area dropped"};
    case Repair::zero_area_flipped:
      return {"zero_area_flipped", "triangle without area joined to its neighbour",
              "triangles without area joined to their neighbours"};
    case Repair::duplicate_triangles:
      return {"duplicate_triangles", "repeated triangle dropped", "repeated triangles dropped"};
    case Repair::mesh_left_out:
      return {"mesh_left_out", "mesh left out: no triangle of it has area",
              "meshes left out: no triangle of them has area"};
    case Repair::normals_rebuilt:
      return {"normals_rebuilt", "zero or non-finite normal rebuilt", "zero or non-finite normals rebuilt"};
    case Repair::normals_made:
      return {"normals_made", "primitive had no normals: made from its triangles",
              "primitives had no normals: made from their triangles"};
    case Repair::tangents_repaired:
      return {"tangents_repaired", "unusable tangent replaced", "unusable tangents replaced"};
    case Repair::tangents_dropped: return {"tangents_dropped", "set of tangents dropped", "sets of tangents dropped"};
    case Repair::non_finite_attribute:
      return {"non_finite_attribute", "value that is not finite replaced", "values that are not finite replaced"};
    case Repair::weights_normalised:
      return {"weights_normalised", "vertex whose joint weights were corrected",
              "vertices whose joint weights were corrected"};
    case Repair::influences_reduced:
      return {"influences_reduced", "vertex with more joints than are kept", "vertices with more joints than are kept"};
    case Repair::morph_weights_left_out:
      return {"morph_weights_left_out", "mesh shown with morph weights, which are not applied",
              "meshes shown with morph weights, which are not applied"};
    case Repair::animation_dropped:
      return {"animation_dropped", "animation channel that cannot be used left out",
              "animation channels that cannot be used left out"};
    case Repair::animation_left_out:
      return {"animation_left_out", "animation left out: a container holds poses, no motion",
              "animations left out: a container holds poses, no motion"};
    case Repair::flattened_node:
      return {"flattened_node", "node whose transform flattens what it shows",
              "nodes whose transforms flatten what they show"};
    case Repair::positions_rounded:
      return {"positions_rounded", "mesh loses detail by 32-bit coordinates",
              "meshes lose detail by 32-bit coordinates"};
    case Repair::bind_pose_differs:
      return {"bind_pose_differs", "skin whose bind pose is not its rest pose",
              "skins whose bind poses are not their rest poses"};
    case Repair::joints_dropped:
      return {"joints_dropped", "mesh with joints but no skin: its joints are left out",
              "meshes with joints but no skin: their joints are left out"};
    case Repair::welded_away_triangles:
      return {"welded_away_triangles", "triangle vanished when positions were placed and welded",
              "triangles vanished when positions were placed and welded"};
  }
  return {"repair", "repair", "repairs"};
}

std::string shortened(const std::string& name) {
  if (name.size() <= longest_name) return name;
  std::size_t end = longest_name;
  while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0U) == 0x80U) --end;  // not inside a UTF-8 character
  return name.substr(0, end) + "...";
}

}  // namespace

void RepairLog::add(Repair repair, const std::string& element, std::uint64_t count) {
  if (count == 0) return;
  Entry& entry = entries_[repair];
  entry.count += count;
  if (std::find(entry.names.begin(), entry.names.end(), element) != entry.names.end()) return;
  if (entry.names.size() < shown_names) {
    entry.names.push_back(element);
  } else {
    ++entry.unnamed_more;
  }
}

void RepairLog::append_to(std::vector<Warning>& warnings) const {
  for (const auto& [repair, entry] : entries_) {
    const RepairWords text = words(repair);
    std::string message = std::to_string(entry.count) + " " + (entry.count == 1 ? text.one : text.many);
    for (std::size_t i = 0; i < entry.names.size(); ++i) message += (i == 0 ? " (" : ", ") + entry.names[i];
    if (entry.unnamed_more > 0) message += " and " + std::to_string(entry.unnamed_more) + " more";
    if (!entry.names.empty()) message += ")";
    warnings.push_back({text.id, message});
  }
}

std::string element_name(const char* kind, const std::string& name, std::size_t index) {
  if (name.empty()) return std::string(kind) + " " + std::to_string(index);
  return std::string(kind) + " '" + shortened(name) + "'";
}

}  // namespace lodcook::cooker
