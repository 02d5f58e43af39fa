#include "lodcook/tile_selector.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

using namespace lodcook;

namespace {

constexpr double k_1080p = 935.307;  // K at 60 degrees and 1080 px

/// A binary tree of tiles over the square [0, 1024]^2: alternating halvings in x and z, `depth` of them, then `tail`
/// single tiles above. Errors double with each step towards the root, as halved levels of a rough surface do.
std::vector<Tile> tree(int depth, int tail) {
  std::vector<Tile> tiles;
  const auto add = [&](std::int32_t parent, Aabb box, int height) {
    Tile tile;
    tile.parent = parent;
    tile.box = box;
    tile.level = static_cast<std::uint32_t>(height);
    tile.error_absolute = height == 0 ? 0.001 : 0.05 * std::pow(2.0, height);
    tile.byte_size = 1000;
    tile.decoded_size = 4000;
    tiles.push_back(tile);
    return static_cast<std::int32_t>(tiles.size() - 1);
  };
  struct Part {
    std::int32_t parent;
    Aabb box;
    int height;
  };
  std::vector<Part> queue{{-1, {{0, 0, 0}, {1024, 10, 1024}}, depth + tail}};
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const Part part = queue[i];
    const std::int32_t at = add(part.parent, part.box, part.height);
    if (part.parent >= 0) {
      Tile& parent = tiles[static_cast<std::size_t>(part.parent)];
      std::int32_t* link = &parent.first_child;
      while (*link >= 0) link = &tiles[static_cast<std::size_t>(*link)].next_sibling;
      *link = at;
    }
    if (part.height == 0) continue;
    if (part.height > depth) {
      queue.push_back({at, part.box, part.height - 1});
      continue;
    }
    Aabb a = part.box, b = part.box;
    if ((depth - part.height) % 2 == 0) {
      a.max.x = b.min.x = (part.box.min.x + part.box.max.x) / 2;
    } else {
      a.max.z = b.min.z = (part.box.min.z + part.box.max.z) / 2;
    }
    queue.push_back({at, a, part.height - 1});
    queue.push_back({at, b, part.height - 1});
  }
  return tiles;
}

/// Number of chosen tiles on the path from each leaf to the root; a valid cut has 1 everywhere.
bool one_on_every_path(const std::vector<Tile>& tiles, const std::set<std::uint32_t>& chosen) {
  for (std::uint32_t leaf = 0; leaf < tiles.size(); ++leaf) {
    if (tiles[leaf].first_child >= 0) continue;
    int count = 0;
    for (auto at = static_cast<std::int32_t>(leaf); at >= 0; at = tiles[static_cast<std::size_t>(at)].parent) {
      count += chosen.count(static_cast<std::uint32_t>(at)) ? 1 : 0;
    }
    if (count != 1) return false;
  }
  return true;
}

class Random {
 public:
  double operator()(double low, double high) {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return low + (high - low) * static_cast<double>(state_ >> 11) / 9007199254740992.0;
  }

 private:
  std::uint64_t state_ = 7;
};

/// A disk with a queue: every load ends `delay` seconds after it started, some fail.
struct Disk {
  struct Load {
    std::uint32_t tile;
    double done;
    bool fails;
  };
  std::vector<Load> loads;

  void start(std::span<const std::uint32_t> tiles, double now, double delay, Random& random, double failures) {
    for (const std::uint32_t tile : tiles) loads.push_back({tile, now + delay, random(0, 1) < failures});
  }

  void finish(TileSelector& selector, double now) {
    for (std::size_t i = 0; i < loads.size();) {
      if (loads[i].done > now) {
        ++i;
        continue;
      }
      loads[i].fails ? selector.failed(loads[i].tile, now) : selector.loaded(loads[i].tile);
      loads.erase(loads.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
};

}  // namespace

TEST_CASE("pixel error counts from the nearest point of the box") {
  Tile tile;
  tile.box = {{0, 0, 0}, {10, 10, 10}};
  tile.error_absolute = 0.5;
  const TileView beside{{13, 14, 5}, 1000};  // 3 and 4 away: distance 5
  CHECK(tile_pixel_error(tile, {&beside, 1}) == doctest::Approx(100));
  const TileView inside{{5, 5, 5}, 1000};
  CHECK(std::isinf(tile_pixel_error(tile, {&inside, 1})));
  const TileView both[] = {{{110, 5, 5}, 1000}, beside};
  CHECK(tile_pixel_error(tile, both) == doctest::Approx(100));
}

TEST_CASE("the pure cut holds one tile of every path for ten thousand random views") {
  const std::vector<Tile> tiles = tree(8, 3);
  Random random;
  std::map<std::uint32_t, int> seen;
  for (int i = 0; i < 10000; ++i) {
    const TileView view{{random(-2000, 3000), random(-50, 2000), random(-2000, 3000)}, k_1080p};
    std::set<std::uint32_t> cut;
    for (std::uint32_t t = 0; t < tiles.size(); ++t) {
      if (in_cut(tiles, t, {&view, 1}, 4)) cut.insert(t);
    }
    REQUIRE(one_on_every_path(tiles, cut));
    for (const std::uint32_t t : cut) ++seen[tiles[t].level];
  }
  CHECK(seen.size() >= 6);  // near and far views were among them
}

TEST_CASE("a flight over a stalling disk never shows a hole, a place twice, or more than its budgets") {
  const std::vector<Tile> tiles = tree(8, 3);
  for (const double speed : {2.0, 20.0, 200.0}) {  // units a second
    TileSelectorOptions options;
    options.budget_px = 4;
    options.max_bytes_in_flight = 20'000;
    options.max_bytes_resident = 1'200'000;
    TileSelector selector(tiles, 0, options);
    Random random;
    Disk disk;
    std::vector<double> changed_at(tiles.size(), -1e9);
    std::set<std::uint32_t> before;
    bool root_seen = false;
    double now = 0;
    for (int step = 0; step < 10000; ++step, now += 1.0 / 60) {
      const double way = speed * now;
      const TileView view{
          {512 + 600 * std::sin(way / 700), 60 + 50 * std::sin(way / 300), 512 + 600 * std::cos(way / 500)}, k_1080p};
      disk.finish(selector, now);
      const TileSelection selection = selector.update({&view, 1}, now);
      const bool stalls = std::fmod(now, 20) > 14;
      disk.start(selection.load, now, stalls ? 5.0 : 0.05, random, 0.02);
      const std::set<std::uint32_t> drawn(selection.draw.begin(), selection.draw.end());
      root_seen = root_seen || !drawn.empty();
      if (root_seen) REQUIRE(one_on_every_path(tiles, drawn));
      REQUIRE(selection.bytes_in_flight <= options.max_bytes_in_flight);
      REQUIRE(selection.bytes_resident <= options.max_bytes_resident);
      for (std::uint32_t t = 0; t < tiles.size(); ++t) {
        if (drawn.count(t) == before.count(t)) continue;
        REQUIRE(now - changed_at[t] >= 1 - 1e-9);
        changed_at[t] = now;
      }
      before = drawn;
    }
    CHECK(root_seen);
    CHECK(before.size() > 1);
  }
}

TEST_CASE("a camera that trembles at a switch distance changes a tile once, not every frame") {
  const std::vector<Tile> tiles = tree(1, 0);
  TileSelectorOptions options;
  options.budget_px = 1;
  options.dwell_seconds = 0;  // hysteresis alone
  TileSelector selector(tiles, 0, options);
  const double switch_distance = tiles[0].error_absolute * k_1080p;
  std::uint32_t changes = 0;
  for (int frame = 0; frame < 200; ++frame) {
    const double distance = switch_distance * (frame % 2 ? 0.98 : 0.88);
    const TileView view{{1024 + distance, 5, 512}, k_1080p};
    const TileSelection selection = selector.update({&view, 1}, frame / 60.0);
    changes += selection.changed;
    for (const std::uint32_t t : selection.load) selector.loaded(t);
  }
  CHECK(changes == 1 + 3);  // the root appears; once it gives way to its two children
}

TEST_CASE("largest pixel error is loaded first, siblings together, and a failed load waits five seconds") {
  const std::vector<Tile> tiles = tree(2, 0);
  TileSelectorOptions options;
  options.max_bytes_in_flight = 4000;
  TileSelector selector(tiles, 0, options);
  const TileView view{{-5, 5, 100}, k_1080p};
  CHECK(selector.update({&view, 1}, 0).load.size() == 1);
  selector.loaded(0);
  const TileSelection first = selector.update({&view, 1}, 0.1);
  REQUIRE(first.load.size() == 2);
  CHECK(tiles[first.load[0]].parent == 0);
  CHECK(tiles[first.load[1]].parent == 0);
  const std::uint32_t a = first.load[0], b = first.load[1];
  selector.loaded(a);
  selector.failed(b, 1);
  CHECK(selector.update({&view, 1}, 5.9).draw.size() == 1);
  const TileSelection retry = selector.update({&view, 1}, 6.0);
  REQUIRE(retry.load.size() >= 1);
  CHECK(std::set<std::uint32_t>(retry.load.begin(), retry.load.end()).count(b) == 1);
}

TEST_CASE("tiles left behind are given back after the grace, never the root") {
  const std::vector<Tile> tiles = tree(4, 0);
  TileSelectorOptions options;
  TileSelector selector(tiles, 0, options);
  double now = 0;
  const TileView near{{512, 5, 512}, 1e5};  // the farthest parent's 0.1 at under 724 is 14 px
  for (int i = 0; i < 20; ++i, now += 1) {
    const auto loads = selector.update({&near, 1}, now).load;
    for (const std::uint32_t t : std::vector<std::uint32_t>(loads.begin(), loads.end())) selector.loaded(t);
  }
  const TileSelection close = selector.update({&near, 1}, now);
  CHECK(close.draw.size() == 16);
  const TileView far{{1e7, 5, 512}, k_1080p};
  std::size_t returned = selector.update({&far, 1}, now + 2).unload.size();
  CHECK(returned == 0);
  for (int i = 3; i < 12; ++i) returned += selector.update({&far, 1}, now + i).unload.size();
  CHECK(returned == tiles.size() - 1);
  const TileSelection away = selector.update({&far, 1}, now + 13);
  REQUIRE(away.draw.size() == 1);
  CHECK(away.draw[0] == 0);
  CHECK(away.bytes_resident == tiles[0].decoded_size);
}

TEST_CASE("one load is allowed even where no byte may be in flight") {
  const std::vector<Tile> tiles = tree(2, 0);
  TileSelectorOptions options;
  options.max_bytes_in_flight = 0;
  TileSelector selector(tiles, 0, options);
  const TileView view{{512, 5, 512}, k_1080p};
  for (int i = 0; i < 7; ++i) {  // the root, its two children, their four
    const TileSelection selection = selector.update({&view, 1}, i);
    REQUIRE(selection.load.size() == 1);
    selector.loaded(selection.load[0]);
  }
  CHECK(selector.update({&view, 1}, 7).load.empty());
}

namespace {

/// tree(depth, 1) with a shared leaf over the whole square in front: tile 0, the first child of the topmost tile with
/// two children.
std::vector<Tile> tree_with_shared_leaf(int depth) {
  std::vector<Tile> tiles = tree(depth, 1);
  for (Tile& tile : tiles) {
    for (std::int32_t* const link : {&tile.parent, &tile.first_child, &tile.next_sibling}) *link += *link >= 0 ? 1 : 0;
  }
  Tile shared;
  shared.parent = 2;  // the root, then the tile where all meet
  shared.box = {{0, 0, 0}, {1024, 10, 1024}};
  shared.error_absolute = 0.001;
  shared.byte_size = 1000;
  shared.decoded_size = 4000;
  tiles.insert(tiles.begin(), shared);
  tiles[0].next_sibling = tiles[2].first_child;
  tiles[2].first_child = 0;
  return tiles;
}

}  // namespace

TEST_CASE("a shared leaf is a third child: cuts hold one tile of every path and it is asked for before its siblings") {
  const std::vector<Tile> tiles = tree_with_shared_leaf(6);
  Random random;
  for (int i = 0; i < 2000; ++i) {
    const TileView view{{random(-2000, 3000), random(-50, 2000), random(-2000, 3000)}, k_1080p};
    std::set<std::uint32_t> cut;
    for (std::uint32_t t = 0; t < tiles.size(); ++t) {
      if (in_cut(tiles, t, {&view, 1}, 4)) cut.insert(t);
    }
    REQUIRE(one_on_every_path(tiles, cut));
  }

  TileSelectorOptions options;
  options.budget_px = 4;
  TileSelector selector(tiles, 0, options);
  Disk disk;
  double now = 0;
  std::vector<std::uint32_t> asked;
  for (int step = 0; step < 600; ++step, now += 1.0 / 30) {
    const TileView view{{512, 20, 512 + 400 * std::sin(now)}, k_1080p};
    disk.finish(selector, now);
    const TileSelection selection = selector.update({&view, 1}, now);
    const std::set<std::uint32_t> drawn(selection.draw.begin(), selection.draw.end());
    if (!drawn.empty()) REQUIRE(one_on_every_path(tiles, drawn));
    asked.insert(asked.end(), selection.load.begin(), selection.load.end());
    disk.start(selection.load, now, 0.1, random, 0.1);
  }
  const auto place = [&](std::uint32_t tile) { return std::find(asked.begin(), asked.end(), tile) - asked.begin(); };
  REQUIRE(asked.size() > 10);
  CHECK(asked[0] == 1);
  CHECK(place(2) < place(0));  // its parent is drawn first
  for (std::uint32_t t = 3; t < tiles.size(); ++t) CHECK(place(0) < place(t));
}
