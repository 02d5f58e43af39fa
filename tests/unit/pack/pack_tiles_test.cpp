#include "cooker/pack/pack_tiles.h"

#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <cmath>
#include <set>
#include <utility>

#include <lodcook/loader.h>

using namespace lodcook;
using namespace lodcook::cooker;

namespace {

constexpr std::uint32_t quads = 48;

/// quads x quads cells, 1 unit each, from `corner` on, in an object whose origin is far out.
Object hills(Vec3f corner) {
  Object object;
  object.name = "hills";
  object.origin = {482'000, 0, -5'456'000};
  for (std::uint32_t z = 0; z <= quads; ++z) {
    for (std::uint32_t x = 0; x <= quads; ++x) {
      const double height = 2 * std::sin(0.4 * x) * std::cos(0.3 * z);
      object.vertices.positions.push_back(
          {corner.x + static_cast<float>(x), corner.y + static_cast<float>(height), corner.z + static_cast<float>(z)});
      object.vertex_materials.push_back(0);
    }
  }
  for (std::uint32_t z = 0; z < quads; ++z) {
    for (std::uint32_t x = 0; x < quads; ++x) {
      const std::uint32_t a = z * (quads + 1) + x, b = a + quads + 1;
      object.indices.insert(object.indices.end(), {a, b, a + 1, a + 1, b, b + 1});
    }
  }
  return object;
}

Container cook(const Object& object) {
  TileOptions options;
  options.plan.budget = 400;
  Result<TileTree> tree = build_tiles(object, {}, options);
  REQUIRE(tree.ok());
  std::vector<Warning> warnings;
  Result<PackedObject> content = pack_tiles(object, *tree, {}, warnings);
  REQUIRE(content.ok());
  ObjectSet set;
  set.materials.resize(1);
  std::vector<ObjectContent> objects;
  objects.push_back(std::move(content->content));
  Result<std::vector<std::byte>> bytes = write_asset(set, std::move(objects), {});
  REQUIRE(bytes.ok());
  Result<Container> container = Container::open(own_memory(std::move(*bytes)));
  REQUIRE_MESSAGE(container.ok(), to_string(container.error()));
  return std::move(*container);
}

using Bits = std::array<std::uint32_t, 3>;

std::set<Bits> corners_of(const Container& container, std::uint32_t tile) {
  const Result<DecodedTile> decoded = container.load_tile(tile);
  REQUIRE(decoded.ok());
  std::set<Bits> corners;
  for (const Vec3f p : decode_positions(container.objects()[0], container.tiles()[tile], *decoded)) {
    corners.insert(
        {std::bit_cast<std::uint32_t>(p.x), std::bit_cast<std::uint32_t>(p.y), std::bit_cast<std::uint32_t>(p.z)});
  }
  return corners;
}

bool inside(const Aabb& outer, const Aabb& inner) {
  return outer.min.x <= inner.min.x && outer.min.y <= inner.min.y && outer.min.z <= inner.min.z &&
         outer.max.x >= inner.max.x && outer.max.y >= inner.max.y && outer.max.z >= inner.max.z;
}

}  // namespace

TEST_CASE("boxes nest, errors never fall towards the root, every tile lies in its box") {
  const Container container = cook(hills({0, 0, 0}));
  REQUIRE(container.tiles().size() > 20);
  std::size_t roots = 0;
  for (std::uint32_t t = 0; t < container.tiles().size(); ++t) {
    const Tile& tile = container.tiles()[t];
    const Result<DecodedTile> decoded = container.load_tile(t);
    REQUIRE(decoded.ok());
    for (const Vec3f p : decode_positions(container.objects()[0], tile, *decoded)) CHECK(inside(tile.box, {p, p}));
    if (tile.parent < 0) {
      ++roots;
      continue;
    }
    const Tile& parent = container.tiles()[static_cast<std::size_t>(tile.parent)];
    CHECK(inside(parent.box, tile.box));
    CHECK(parent.error_absolute >= tile.error_absolute);
    CHECK(parent.level > tile.level);
  }
  CHECK(roots == 1);
}

TEST_CASE("corners that tiles share decode to the same bits, also far from the origin") {
  for (const Vec3f corner : {Vec3f{0, 0, 0}, Vec3f{-24.3F, 7.7F, 0.1F}, Vec3f{50'000, -300, 70'000.25F}}) {
    CAPTURE(corner.x);
    const Container container = cook(hills(corner));
    std::set<Bits> finest;
    std::size_t summed = 0;
    for (const std::uint32_t t : container.level_cut(0, 0)) {
      const std::set<Bits> corners = corners_of(container, t);
      finest.insert(corners.begin(), corners.end());
      summed += corners.size();
    }
    // as many as the source has; with a bit of difference between tiles there would be more
    CHECK(finest.size() == (quads + 1) * (quads + 1));
    CHECK(summed > finest.size());
    for (std::uint32_t t = 0; t < container.tiles().size(); ++t) {
      for (const Bits& p : corners_of(container, t)) CHECK(finest.contains(p));
    }
  }
}

TEST_CASE("level 0 holds every triangle, each level's cut is coarser than the one before") {
  const Container container = cook(hills({0, 0, 0}));
  std::uint64_t before = 0;
  double error = -1;
  for (std::uint32_t level = 0; level < container.objects()[0].level_count; ++level) {
    std::uint64_t triangles = 0;
    double worst = 0;
    for (const std::uint32_t t : container.level_cut(0, level)) {
      triangles += container.tiles()[t].triangle_count;
      worst = std::max(worst, container.tiles()[t].error_absolute);
    }
    if (level == 0) {
      CHECK(triangles == 2 * quads * quads);
    } else {
      CHECK(triangles < before);
    }
    CHECK(container.levels()[level].error_absolute >= worst);
    CHECK(container.levels()[level].error_absolute > error);
    error = container.levels()[level].error_absolute;
    before = triangles;
  }
}

TEST_CASE("tiles that are no tree are refused") {
  const Object object = hills({0, 0, 0});
  TileOptions options;
  options.plan.budget = 400;
  const Result<TileTree> tree = build_tiles(object, {}, options);
  REQUIRE(tree.ok());
  const auto refused = [&](auto change) {
    TileTree broken = *tree;
    change(broken);
    std::vector<Warning> warnings;
    const Result<PackedObject> content = pack_tiles(object, broken, {}, warnings);
    return !content && content.error().code == ErrorCode::internal;
  };
  CHECK_FALSE(refused([](TileTree&) {}));
  CHECK(refused([](TileTree& t) { t.tiles.clear(); }));
  CHECK(refused([](TileTree& t) { t.tiles[1].parent = -1; }));
  CHECK(refused([](TileTree& t) { t.tiles[0].parent = 1; }));
  CHECK(refused([](TileTree& t) { t.tiles[0].children.pop_back(); }));
  CHECK(refused([](TileTree& t) { t.tiles[1].parent = 1; }));
  CHECK(refused([](TileTree& t) { t.tiles[0].children.push_back(0); }));
  CHECK(refused([](TileTree& t) { t.tiles[0].level = 0; }));
}
