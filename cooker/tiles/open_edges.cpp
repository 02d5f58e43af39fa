#include "cooker/tiles/open_edges.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <utility>

namespace lodcook::cooker {
namespace {

struct Use {
  std::uint32_t high;
  std::int32_t direction;
};

std::uint32_t find_root(std::vector<std::uint32_t>& parents, std::uint32_t place) {
  while (parents[place] != place) place = parents[place] = parents[parents[place]];
  return place;
}

/// The finalizer of SplitMix64 (Steele, Lea and Flood 2014).
std::uint64_t hash_of(std::uint32_t low, std::uint32_t high) {
  std::uint64_t x = (std::uint64_t{low} << 32 | high) + 0x9E3779B97F4A7C15U;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31);
}

/// `visit(from, to, use)` of every edge between two places, where uses in both directions add up to 0.
template <class Visit>
void each_edge_hash(std::span<const std::uint32_t> indices, std::span<const std::uint32_t> place_of,
                    const Visit& visit) {
  for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
    const std::uint32_t a = place_of[indices[i]], b = place_of[indices[i + 1]], c = place_of[indices[i + 2]];
    for (const auto& [from, to] : {std::pair{a, b}, {b, c}, {c, a}}) {
      const std::uint64_t hash = hash_of(std::min(from, to), std::max(from, to));
      visit(from, to, from == to ? 0 : from < to ? hash : 0 - hash);
    }
  }
}

struct Change {
  std::uint32_t low, high;
  std::int32_t gone, made;  // uses that are only before, only after
};

bool before_in_order(const OpenEdge& a, const OpenEdge& b) { return a.low != b.low ? a.low < b.low : a.high < b.high; }

std::vector<Change> changes_between(std::span<const OpenEdge> before, std::span<const OpenEdge> after) {
  std::vector<Change> changes;
  auto b = before.begin();
  auto a = after.begin();
  while (b != before.end() || a != after.end()) {
    if (a == after.end() || (b != before.end() && before_in_order(*b, *a))) {
      changes.push_back({b->low, b->high, std::abs(b->uses), 0});
      ++b;
    } else if (b == before.end() || before_in_order(*a, *b)) {
      changes.push_back({a->low, a->high, 0, std::abs(a->uses)});
      ++a;
    } else {
      if (a->uses != b->uses) changes.push_back({a->low, a->high, std::abs(b->uses), std::abs(a->uses)});
      ++a, ++b;
    }
  }
  return changes;
}

}  // namespace

std::vector<OpenEdge> open_edges(std::span<const std::uint32_t> indices, std::span<const std::uint32_t> place_of,
                                 std::size_t place_count) {
  const std::vector<unsigned char> border = border_places(indices, place_of, place_count);
  std::vector<std::uint32_t> begins(place_count + 1, 0);
  const auto each_edge = [&](const auto& visit) {
    for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
      for (std::size_t corner = 0; corner < 3; ++corner) {
        const std::uint32_t from = place_of[indices[i + corner]], to = place_of[indices[i + (corner + 1) % 3]];
        if (from != to && (border[from] & border[to]) != 0)
          visit(std::min(from, to), Use{std::max(from, to), from < to ? 1 : -1});
      }
    }
  };
  each_edge([&](std::uint32_t low, const Use&) { ++begins[low + 1]; });
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  std::vector<Use> uses(begins.back());
  std::vector<std::uint32_t> cursors(begins.begin(), begins.end() - 1);
  each_edge([&](std::uint32_t low, const Use& use) { uses[cursors[low]++] = use; });

  std::vector<OpenEdge> open;
  for (std::uint32_t low = 0; low < place_count; ++low) {
    const auto first = uses.begin() + begins[low], last = uses.begin() + begins[low + 1];
    std::sort(first, last, [](const Use& a, const Use& b) { return a.high < b.high; });
    for (auto use = first; use != last;) {
      OpenEdge edge{low, use->high, 0};
      for (; use != last && use->high == edge.high; ++use) edge.uses += use->direction;
      if (edge.uses != 0) open.push_back(edge);
    }
  }
  return open;
}

BoundarySums boundary_sums(std::span<const std::uint32_t> indices, std::span<const std::uint32_t> place_of,
                           const std::vector<unsigned char>& locked) {
  BoundarySums sums;
  each_edge_hash(indices, place_of, [&](std::uint32_t from, std::uint32_t to, std::uint64_t use) {
    sums.all += use;
    sums.free += (locked[from] & locked[to]) != 0 ? 0 : use;
  });
  return sums;
}

std::vector<unsigned char> border_places(std::span<const std::uint32_t> indices,
                                         std::span<const std::uint32_t> place_of, std::size_t place_count) {
  std::vector<std::uint64_t> sums(place_count, 0);
  each_edge_hash(indices, place_of, [&](std::uint32_t from, std::uint32_t to, std::uint64_t use) {
    sums[from] += use;
    sums[to] += use;
  });
  std::vector<unsigned char> border(place_count);
  for (std::size_t place = 0; place < place_count; ++place) border[place] = sums[place] != 0 ? 1 : 0;
  return border;
}

std::vector<std::uint32_t> torn_places(std::span<const OpenEdge> before, std::span<const OpenEdge> after,
                                       std::size_t place_count) {
  const std::vector<Change> changes = changes_between(before, after);
  std::vector<std::uint32_t> torn;
  if (changes.empty()) return torn;
  std::vector<std::uint32_t> parents(place_count);
  std::iota(parents.begin(), parents.end(), 0U);
  for (const Change& change : changes) parents[find_root(parents, change.low)] = find_root(parents, change.high);
  std::vector<std::int64_t> balance(place_count, 0);
  for (const Change& change : changes) balance[find_root(parents, change.low)] += change.gone - change.made;
  for (const Change& change : changes) {
    if (change.made <= change.gone || balance[find_root(parents, change.low)] >= 0) continue;
    torn.push_back(change.low);
    torn.push_back(change.high);
  }
  std::sort(torn.begin(), torn.end());
  torn.erase(std::unique(torn.begin(), torn.end()), torn.end());
  return torn;
}

}  // namespace lodcook::cooker
