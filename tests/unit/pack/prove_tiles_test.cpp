#include "cooker/pack/prove_tiles.h"

#include <lodcook/loader.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "cooker/pack/pack_tiles.h"
#include "tests/unit/proof/triangle_oracle.h"

using namespace lodcook;
using namespace lodcook::cooker;
using lodcook::test::D3;

namespace {

/// Rough hills of n x n quads over the unit square.
Object hills(std::uint32_t n) {
  Object object;
  object.name = "hills";
  for (std::uint32_t z = 0; z <= n; ++z) {
    for (std::uint32_t x = 0; x <= n; ++x) {
      const double u = double(x) / n, v = double(z) / n;
      const double height = 0.05 * std::sin(9 * u + 1) * std::cos(7 * v) + 0.02 * std::sin(61 * u) * std::sin(57 * v);
      object.vertices.positions.push_back({float(u), float(height), float(v)});
      object.vertex_materials.push_back(0);
    }
  }
  for (std::uint32_t z = 0; z < n; ++z) {
    for (std::uint32_t x = 0; x < n; ++x) {
      const std::uint32_t a = z * (n + 1) + x, b = a + 1, c = a + n + 1, d = c + 1;
      object.indices.insert(object.indices.end(), {a, c, b, b, c, d});
    }
  }
  return object;
}

struct Triangles {
  std::vector<std::array<D3, 3>> all;

  void add(std::span<const Vec3f> positions, std::span<const std::uint32_t> indices) {
    for (std::size_t i = 0; i < indices.size(); i += 3) {
      std::array<D3, 3> corners{};
      for (std::size_t k = 0; k < 3; ++k) {
        const Vec3f p = positions[indices[i + k]];
        corners[k] = {p.x, p.y, p.z};
      }
      all.push_back(corners);
    }
  }
};

/// Of corners and centroids: never above the true one-sided distance.
double sampled(const Triangles& from, const Triangles& to) {
  double worst = 0;
  for (const auto& t : from.all) {
    const D3 sum = add(add(t[0], t[1], 1), t[2], 1);
    for (const D3 p : {t[0], t[1], t[2], D3{sum.x / 3, sum.y / 3, sum.z / 3}}) {
      double nearest = std::numeric_limits<double>::max();
      for (const auto& target : to.all) nearest = std::min(nearest, lodcook::test::to_triangle(p, target));
      worst = std::max(worst, nearest);
    }
  }
  return worst;
}

Triangles region_of(const TileTree& tree, std::uint32_t t) {
  Triangles out;
  std::vector<std::uint32_t> below{t};
  while (!below.empty()) {
    const TileMesh& tile = tree.tiles[below.back()];
    below.pop_back();
    below.insert(below.end(), tile.children.begin(), tile.children.end());
    if (tile.children.empty()) out.add(tile.mesh.vertices.positions, tile.mesh.indices);
  }
  return out;
}

TileTree tree_of(const Object& object, bool flat = false) {
  TileOptions options;
  options.plan.budget = 200;
  options.flat = flat;
  auto tree = build_tiles(object, {}, options);
  REQUIRE(tree.ok());
  return std::move(*tree);
}

Container write(const PackedObject& packed, std::vector<std::byte>& bytes) {
  ObjectSet set;
  set.materials.emplace_back();
  std::vector<ObjectContent> objects{packed.content};
  auto written = write_asset(set, std::move(objects), {});
  REQUIRE(written.ok());
  bytes = std::move(*written);
  auto container = Container::open(borrow_memory(bytes));
  REQUIRE(container.ok());
  return std::move(*container);
}

}  // namespace

TEST_CASE("no decoded tile is farther from level 0 of its region than its error says, and none is below its children") {
  const Object object = hills(32);
  const TileTree tree = tree_of(object);
  REQUIRE(tree.tiles.size() > 20);
  for (const std::uint32_t bits : {0U, 8U}) {
    PackOptions options;
    options.position_bits = bits;
    std::vector<Warning> warnings;
    const auto packed = pack_tiles(object, tree, options, warnings);
    REQUIRE(packed.ok());
    std::vector<std::byte> bytes;
    const Container container = write(*packed, bytes);
    const std::vector<std::uint32_t> order = container_order(tree);
    const double extent = double{tree.bounds.extent};
    std::size_t tight = 0, inner = 0;
    for (std::uint32_t i = 0; i < order.size(); ++i) {
      const auto tile = container.load_tile(i);
      REQUIRE(tile.ok());
      Triangles own;
      const std::vector<Vec3f> positions = decode_positions(container.objects().front(), container.tiles()[i], *tile);
      std::vector<std::uint32_t> indices;
      for (std::uint32_t k = 0; k < tile->index_count(); ++k) indices.push_back(tile->index(k));
      own.add(positions, indices);
      const Triangles region = region_of(tree, order[i]);
      const double found = std::max(sampled(own, region), sampled(region, own)) / extent;
      INFO("bits " << bits << " tile " << order[i] << " found " << found);
      CHECK(found <= container.tiles()[i].error_relative + 1e-7);
      const LevelError& error = packed->tile_errors[i];
      REQUIRE(error.bound.has_value());
      if (tree.tiles[order[i]].children.empty()) continue;
      REQUIRE(error.measured.has_value());
      CHECK(*error.measured <= *error.bound);
      ++inner;
      double below = 0;
      for (std::uint32_t c = 0; c < order.size(); ++c) {
        if (tree.tiles[order[c]].parent == static_cast<std::int32_t>(order[i])) {
          below = std::max(below, container.tiles()[c].error_relative);
        }
      }
      CHECK(container.tiles()[i].error_relative >= below);
      if (container.tiles()[i].error_relative <= std::max(below, *error.measured * 1.05 + 2e-6)) ++tight;
    }
    CHECK(inner > 10);
    CHECK(tight == inner);
  }
}

TEST_CASE("every tile of every chain of a flat list is proven") {
  const Object object = hills(32);
  const TileTree tree = tree_of(object, true);
  const auto begins_chain = [](const TileMesh& tile) { return tile.children.empty(); };
  REQUIRE(std::count_if(tree.tiles.begin(), tree.tiles.end(), begins_chain) > 4);
  std::vector<Warning> warnings;
  const auto packed = pack_tiles(object, tree, {}, warnings);
  REQUIRE(packed.ok());
  std::vector<std::byte> bytes;
  const Container container = write(*packed, bytes);
  const std::vector<std::uint32_t> order = container_order(tree);
  for (std::uint32_t i = 0; i < order.size(); ++i) {
    CHECK(packed->tile_errors[i].bound.has_value());
    const TileMesh& tile = tree.tiles[order[i]];
    Triangles own;
    own.add(tile.mesh.vertices.positions, tile.mesh.indices);
    const Triangles region = region_of(tree, order[i]);
    const double step = packed->content.lattice_step;  // a corner was moved by less before it was packed
    const double found = std::max(sampled(own, region), sampled(region, own));
    CHECK(found <= container.tiles()[i].error_absolute + step);
  }
  for (const Level& level : container.levels()) CHECK(level.proof == Proof::proven);
}

TEST_CASE("the number of threads never shows in the proofs of tiles") {
  const Object object = hills(32);
  const TileTree tree = tree_of(object);
  PackOptions options;
  std::vector<Warning> warnings;
  const auto one = pack_tiles(object, tree, options, warnings);
  options.threads = 4;
  const auto four = pack_tiles(object, tree, options, warnings);
  REQUIRE(one.ok());
  REQUIRE(four.ok());
  REQUIRE(one->tile_errors.size() == four->tile_errors.size());
  for (std::size_t t = 0; t < one->tile_errors.size(); ++t) {
    CHECK(one->tile_errors[t].bound == four->tile_errors[t].bound);
    CHECK(one->tile_errors[t].measured == four->tile_errors[t].measured);
    CHECK(one->tile_errors[t].rms == four->tile_errors[t].rms);
  }
}

TEST_CASE("tiles that are not to be proven say nothing of a bound and switch by their estimates") {
  const Object object = hills(32);
  const TileTree tree = tree_of(object);
  PackOptions options;
  options.prove = false;
  options.lossless = true;
  std::vector<Warning> warnings;
  const auto packed = pack_tiles(object, tree, options, warnings);
  REQUIRE(packed.ok());
  const std::vector<std::uint32_t> order = container_order(tree);
  std::size_t next = 0;
  for (const LevelContent& level : packed->content.levels) {
    CHECK(level.proof == Proof::none);
    for (const TileContent& tile : level.tiles) {
      CHECK_FALSE(packed->tile_errors[next].bound.has_value());
      CHECK(tile.error_relative == tree.tiles[order[next++]].mesh.estimate);
    }
  }
}

namespace {

/// Squares of side 1 from x = `from` to `to` over 0 <= z <= 1, flat; U is x, pushed on by `shift`, V is z.
TileMesh strip(int from, int to, float shift) {
  TileMesh tile;
  VertexStreams& vertices = tile.mesh.vertices;
  vertices.uvs.resize(1);
  for (int x = from; x <= to; ++x) {
    for (const float z : {0.0F, 1.0F}) {
      vertices.positions.push_back({float(x), 0, z});
      vertices.uvs[0].push_back({float(x) + shift, z});
    }
  }
  for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(to - from); ++i) {
    const std::uint32_t a = 2 * i;
    tile.mesh.indices.insert(tile.mesh.indices.end(), {a, a + 1, a + 2, a + 2, a + 1, a + 3});
  }
  tile.mesh.draws = {{0, 0, static_cast<std::uint32_t>(tile.mesh.indices.size())}};
  tile.region = {{float(from), 0, 0}, {float(to), 0, 1}};
  return tile;
}

/// A root over strips 0 to 2 and 2 to 4, of the same shape as they, whose texture lies 0.08 farther along x.
TileTree sliding_tree() {
  TileTree tree;
  tree.tiles = {strip(0, 4, 0.08F), strip(0, 2, 0), strip(2, 4, 0)};
  tree.tiles[0].level = 1;
  tree.tiles[0].children = {1, 2};
  tree.tiles[1].parent = tree.tiles[2].parent = 0;
  tree.bounds.box = {{0, 0, 0}, {4, 0, 1}};
  tree.bounds.extent = 4;
  return tree;
}

}  // namespace

TEST_CASE("a tile whose texture lies 0.08 farther along an extent of 4 slides by a fiftieth, which is its error") {
  std::vector<Material> materials(1);
  materials[0].textures.emplace_back();
  for (const bool switches : {true, false}) {
    PackOptions options;
    options.slide_switches = switches;
    std::vector<Warning> warnings;
    const auto packed = pack_tiles({}, sliding_tree(), options, warnings, materials);
    REQUIRE(packed.ok());
    REQUIRE(packed->tile_errors.size() == 3);
    const LevelError& root = packed->tile_errors[2];  // leaves come first
    REQUIRE(root.slide.has_value());
    CHECK(*root.slide == doctest::Approx(0.02).epsilon(1e-3));
    CHECK(root.bound.value_or(1) < 1e-4);
    CHECK_FALSE(packed->tile_errors[0].slide.has_value());
    CHECK_FALSE(packed->tile_errors[1].slide.has_value());
    REQUIRE(packed->errors.size() == 2);
    CHECK(packed->errors[1].slide == root.slide);
    const double error = packed->content.levels[1].tiles.front().error_relative;
    if (switches) {
      CHECK(error == *root.slide);
    } else {
      CHECK(error < 1e-4);
    }
    CHECK(packed->content.levels[0].tiles.front().error_relative < 1e-4);
  }
}

TEST_CASE("a tile whose normals lean by 30 degrees says so, and its leaves say nothing") {
  TileTree tree = sliding_tree();
  for (TileMesh& tile : tree.tiles) {
    tile.mesh.vertices.normals.assign(tile.mesh.vertices.positions.size(), Vec3f{0, 1, 0});
  }
  for (Vec3f& normal : tree.tiles[0].mesh.vertices.normals) normal = {0.5F, 0.8660254F, 0};
  std::vector<Warning> warnings;
  const auto packed = pack_tiles({}, std::move(tree), {}, warnings, std::vector<Material>(1));
  REQUIRE(packed.ok());
  REQUIRE(packed->tile_normal_angles.size() == 3);
  CHECK_FALSE(packed->tile_normal_angles[0].has_value());
  CHECK_FALSE(packed->tile_normal_angles[1].has_value());
  REQUIRE(packed->tile_normal_angles[2].has_value());
  CHECK(packed->tile_normal_angles[2]->mean_degrees == doctest::Approx(30).epsilon(1e-4));
  CHECK(packed->tile_normal_angles[2]->worst_degrees == doctest::Approx(30).epsilon(1e-4));
  CHECK(packed->tile_normal_angles[2]->samples >= 64);
  CHECK_FALSE(packed->tile_errors[2].slide.has_value());
}

TEST_CASE("the slide of a tile whose texture no material reads is not measured") {
  std::vector<Warning> warnings;
  const auto packed = pack_tiles({}, sliding_tree(), {}, warnings, std::vector<Material>(1));
  REQUIRE(packed.ok());
  for (const LevelError& error : packed->tile_errors) CHECK_FALSE(error.slide.has_value());
}

TEST_CASE("a tile's texture is held against its own region's, wherever that lies among the leaves") {
  TileTree tree = sliding_tree();  // a root over a tile that slides and one that does not
  tree.tiles = {strip(0, 4, 0), strip(0, 2, 0), strip(0, 2, 0), strip(2, 4, 0.04F), strip(2, 4, 0)};
  tree.tiles[0].level = 2;
  tree.tiles[0].children = {1, 3};
  tree.tiles[1].level = tree.tiles[3].level = 1;
  tree.tiles[1].children = {2};
  tree.tiles[3].children = {4};
  tree.tiles[1].parent = tree.tiles[3].parent = 0;
  tree.tiles[2].parent = 1;
  tree.tiles[4].parent = 3;
  std::vector<Material> materials(1);
  materials[0].textures.emplace_back();
  for (const std::uint32_t threads : {1U, 4U}) {
    PackOptions options;
    options.threads = threads;
    std::vector<Warning> warnings;
    const auto packed = pack_tiles({}, tree, options, warnings, materials);
    REQUIRE(packed.ok());
    REQUIRE(packed->tile_errors.size() == 5);  // the leaves 2 and 4, then 1 and 3, then the root
    CHECK(packed->tile_errors[2].slide == 0.0);
    CHECK(packed->tile_errors[3].slide.value_or(0) == doctest::Approx(0.01).epsilon(1e-3));
    CHECK(packed->tile_errors[4].slide == 0.0);
    const auto& top = packed->content.levels[2].tiles.front();  // not below its child's
    CHECK(top.error_relative == *packed->tile_errors[3].slide);
  }
}
