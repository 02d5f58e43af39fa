#include "cooker/pack/tileset.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "cooker/pack/glb_transform.h"
#include "cooker/pack/json_text.h"
#include "cooker/scene/transform.h"
#include "cooker/scene/vector_math.h"

namespace lodcook::cooker {

namespace {

/// In the axes of 3D Tiles.
struct Box {
  Vec3d min, max;

  [[nodiscard]] double diagonal() const {
    const Vec3d size = subtract(max, min);
    return std::sqrt(dot(size, size));
  }
};

/// A tile as text, with what its parent needs to know.
struct Branch {
  json::Object json;
  Box box;  ///< In its parent's space.
  double error = 0;
};

/// Contents are turned before the transform and turned back after: R * matrix * R^-1.
Mat4d turned(const Mat4d& matrix) {
  const Mat4d to_z_up{{1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1}};
  const Mat4d to_y_up{{1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1}};
  return multiply(to_z_up, multiply(matrix, to_y_up));
}

Box box_of(const Tile& tile) {
  const Vec3d a = to_double(tile.box.min), b = to_double(tile.box.max);
  return {{a.x, -b.z, a.y}, {b.x, -a.z, b.y}};
}

void extend(Box& box, Vec3d p) {
  box.min = {std::min(box.min.x, p.x), std::min(box.min.y, p.y), std::min(box.min.z, p.z)};
  box.max = {std::max(box.max.x, p.x), std::max(box.max.y, p.y), std::max(box.max.z, p.z)};
}

void extend(Box& box, const Box& other) {
  extend(box, other.min);
  extend(box, other.max);
}

Box moved(const Box& box, const Mat4d& matrix) {
  const Vec3d first = transform_point(matrix, box.min);
  Box out{first, first};
  for (unsigned corner = 1; corner < 8; ++corner) {
    const Vec3d p{(corner & 1U) != 0 ? box.max.x : box.min.x, (corner & 2U) != 0 ? box.max.y : box.min.y,
                  (corner & 4U) != 0 ? box.max.z : box.min.z};
    extend(out, transform_point(matrix, p));
  }
  return out;
}

double largest_scale(const Mat4d& m) {
  double largest = 0;
  for (std::size_t c = 0; c < 3; ++c) {
    largest = std::max(largest, std::hypot(m.m[4 * c], m.m[4 * c + 1], m.m[4 * c + 2]));
  }
  return largest;
}

template <class Numbers>
std::string number_list(const Numbers& values) {
  std::vector<std::string> list;
  for (const double value : values) list.push_back(json::number(value + 0.0));  // no minus zero
  return json::array(list);
}

std::string volume(const Box& box) {
  const Vec3d center = scaled(add(box.min, box.max), 0.5), half = scaled(subtract(box.max, box.min), 0.5);
  const std::array<double, 12> numbers{center.x, center.y, center.z, half.x, 0, 0, 0, half.y, 0, 0, 0, half.z};
  return json::Object().add("box", number_list(numbers)).str();
}

void add_children(json::Object& json, std::vector<Branch>& children) {
  std::vector<std::string> list;
  for (Branch& child : children) list.push_back(std::exchange(child.json, {}).str());
  if (!list.empty()) json.add("children", json::array(list));
}

/// Where no tile is drawn the error is all there is.
Branch join(std::vector<Branch> children) {
  Branch out{{}, children.front().box, 0};
  for (const Branch& child : children) {
    extend(out.box, child.box);
    out.error = std::max(out.error, child.error);
  }
  out.error = std::max(out.error, out.box.diagonal());
  out.json.add("boundingVolume", volume(out.box)).add("geometricError", json::number(out.error));
  add_children(out.json, children);
  return out;
}

class TileWriter {
 public:
  explicit TileWriter(const Container& container) : container_(container) {}

  /// The tree, trees or chain of an object, in its own space.
  Result<Branch> object(const ContainerObject& object);

 private:
  // a child's level is below its parent's, so this is as deep as there are levels
  Branch tile(std::uint32_t number);
  Branch tile(std::uint32_t number, std::vector<Branch> children);
  Result<Branch> unlinked(const ContainerObject& object);

  const Container& container_;
};

Branch TileWriter::tile(std::uint32_t number, std::vector<Branch> children) {
  const Tile& facts = container_.tiles()[number];
  Branch out{{}, box_of(facts), facts.error_absolute};
  for (const Branch& child : children) extend(out.box, child.box);  // levels of a chain do not contain each other
  out.json.add("boundingVolume", volume(out.box)).add("geometricError", json::number(out.error));
  out.json.add("content", json::Object().add("uri", json::text(content_name(number))).str());
  add_children(out.json, children);
  return out;
}

Branch TileWriter::tile(std::uint32_t number) {
  std::vector<Branch> children;
  const std::span<const Tile> tiles = container_.tiles();
  for (std::int32_t child = tiles[number].first_child; child >= 0;
       child = tiles[static_cast<std::size_t>(child)].next_sibling) {
    children.push_back(tile(static_cast<std::uint32_t>(child)));
  }
  return tile(number, std::move(children));
}

/// Where no tile has a parent: one level of any number of tiles, or a chain.
Result<Branch> TileWriter::unlinked(const ContainerObject& object) {
  const std::span<const Level> levels = container_.levels().subspan(object.first_level, object.level_count);
  if (levels.size() > 1 && std::any_of(levels.begin(), levels.end(), [](const Level& l) { return l.tile_count > 1; })) {
    return Error{ErrorCode::inconsistent, "levels of several tiles without a tree", object.name};
  }
  std::vector<Branch> below;
  for (const Level& level : levels) {
    std::vector<Branch> tiles;
    for (std::uint32_t t = 0; t < level.tile_count; ++t) {
      tiles.push_back(tile(level.first_tile + t, std::exchange(below, {})));
    }
    below = std::move(tiles);
  }
  return below.size() == 1 ? std::move(below.front()) : join(std::move(below));
}

Result<Branch> TileWriter::object(const ContainerObject& object) {
  const Level& finest = container_.levels()[object.first_level];
  const Level& coarsest = container_.levels()[object.first_level + object.level_count - 1];
  std::vector<std::uint32_t> roots;
  bool linked = false;
  for (std::uint32_t t = finest.first_tile; t < coarsest.first_tile + coarsest.tile_count; ++t) {
    if (container_.tiles()[t].parent < 0) roots.push_back(t);
    linked = linked || container_.tiles()[t].parent >= 0;
  }
  if (!linked) return unlinked(object);
  std::vector<Branch> trees;
  for (const std::uint32_t root : roots) trees.push_back(tile(root));
  return trees.size() == 1 ? std::move(trees.front()) : join(std::move(trees));
}

/// Where each object stands, each place once; at its origin where it was baked.
std::vector<std::vector<Mat4d>> transforms_of(const Container& container) {
  std::vector<std::vector<Mat4d>> out(container.objects().size());
  std::vector<Mat4d> origins;
  for (const ContainerObject& object : container.objects()) {
    const Vec3d& o = object.bounds.origin;
    origins.push_back({{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, o.x, o.y, o.z, 1}});
  }
  for (const Placement& placement : container.placements()) {
    if (placement.baked) continue;
    std::vector<Mat4d>& known = out[placement.object];
    const Mat4d matrix = turned(multiply(placement.matrix, origins[placement.object]));
    // children must not be equal
    if (std::find(known.begin(), known.end(), matrix) == known.end()) known.push_back(matrix);
  }
  for (std::size_t o = 0; o < out.size(); ++o) {
    if (out[o].empty()) out[o].push_back(turned(origins[o]));
  }
  return out;
}

Branch placed(Branch branch, const Mat4d& matrix) {
  if (matrix == Mat4d{}) return branch;
  branch.json.add("transform", number_list(matrix.m));
  branch.box = moved(branch.box, matrix);
  // some validators compare the numbers as they stand, without the transform
  branch.error *= std::max(largest_scale(matrix), 1.0);
  return branch;
}

bool is_finite(const Branch& branch) {
  const Vec3d& a = branch.box.min;
  const Vec3d& b = branch.box.max;
  const std::array<double, 7> numbers{a.x, a.y, a.z, b.x, b.y, b.z, branch.error};
  return std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); });
}

Error too_far(std::string place) {
  return {ErrorCode::non_finite, "its placement takes it beyond the range of numbers", std::move(place)};
}

Result<std::vector<std::uint32_t>> chosen_objects(const Container& container, std::optional<std::uint32_t> object) {
  std::vector<std::uint32_t> chosen;
  for (std::uint32_t o = 0; o < container.objects().size(); ++o) {
    if (object && *object != o) continue;
    if (container.objects()[o].skinned) {
      return Error{ErrorCode::unsupported_feature, "a skinned object cannot be exported to 3D Tiles",
                   "object '" + container.objects()[o].name + '\''};
    }
    chosen.push_back(o);
  }
  if (chosen.empty()) return Error{ErrorCode::invalid_argument, "there is no such object", {}};
  return chosen;
}

bool are_proven(const Container& container, const std::vector<std::uint32_t>& objects) {
  return std::all_of(objects.begin(), objects.end(), [&](std::uint32_t o) {
    const ContainerObject& object = container.objects()[o];
    const std::span<const Level> levels = container.levels().subspan(object.first_level, object.level_count);
    return std::all_of(levels.begin(), levels.end(),
                       [](const Level& l) { return l.proof == Proof::proven || l.error_absolute == 0; });
  });
}

}  // namespace

std::string content_name(std::uint32_t tile) { return "tiles/" + std::to_string(tile) + ".glb"; }

Result<Tileset> make_tileset(const Container& container, std::optional<std::uint32_t> object) {
  const Result<std::vector<std::uint32_t>> objects = chosen_objects(container, object);
  if (!objects) return objects.error();
  Tileset out;
  std::vector<Branch> branches;
  const std::vector<std::vector<Mat4d>> transforms = transforms_of(container);
  for (const std::uint32_t o : *objects) {
    const Result<Branch> branch = TileWriter(container).object(container.objects()[o]);
    if (!branch) return branch.error();
    for (const Mat4d& matrix : transforms[o]) {
      branches.push_back(placed(*branch, matrix));
      if (!is_finite(branches.back())) return too_far("object '" + container.objects()[o].name + '\'');
      out.sheared = out.sheared || !is_exact(decompose(matrix), matrix);
    }
  }
  for (std::uint32_t t = 0; t < container.tiles().size(); ++t) {
    const std::uint32_t of = container.tiles()[t].object;
    if (std::binary_search(objects->begin(), objects->end(), of)) out.tiles.push_back(t);
  }
  Branch root = branches.size() == 1 ? std::move(branches.front()) : join(std::move(branches));
  const double whole = std::max(root.error, root.box.diagonal());
  if (!is_finite(root) || !std::isfinite(whole)) return too_far("tileset");
  root.json.add("refine", json::text("REPLACE"));
  out.json = tileset_beginning;
  out.json += std::string(R"(,"errors":")") + (are_proven(container, *objects) ? "bound" : "estimate") + R"("}},)";
  out.json += R"("geometricError":)" + json::number(whole);
  out.json += ",\"root\":" + root.json.str() + "}\n";
  return out;
}

}  // namespace lodcook::cooker
