#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace lodcook::cooker {

/// An edge between two places that triangles do not use equally often in both directions.
struct OpenEdge {
  std::uint32_t low = 0, high = 0;  ///< Places, ascending.
  std::int32_t uses = 0;            ///< From low to high less from high to low; never 0.

  bool operator==(const OpenEdge&) const = default;
};

/// Ascending. `place_of` numbers the vertices that `indices` name, below `place_count`.
std::vector<OpenEdge> open_edges(std::span<const std::uint32_t> indices, std::span<const std::uint32_t> place_of,
                                 std::size_t place_count);

/// What sums over all edges say of the open ones without naming them.
struct BoundarySums {
  std::uint64_t all = 0;   ///< Equal where the open edges and their uses are.
  std::uint64_t free = 0;  ///< Of those with an end that is not locked; 0 where there is none.
};

/// Sums of a hash of every edge, added one way and taken off the other, so that what is used equally often both ways
/// falls out. Unequal open edges have equal sums by a chance of 2^-64. `locked`: by place.
BoundarySums boundary_sums(std::span<const std::uint32_t> indices, std::span<const std::uint32_t> place_of,
                           const std::vector<unsigned char>& locked);

/// By place: whether an open edge ends there. By sums as above, each over the edges at one place.
std::vector<unsigned char> border_places(std::span<const std::uint32_t> indices,
                                         std::span<const std::uint32_t> place_of, std::size_t place_count);

/// Collapses move places, so they turn the open edges of a mesh into the images of those edges and open no others: what
/// is new hangs together with as much that is gone. Gives the places of new open edges of which that is not so, which
/// is where a surface was torn. May name places that are whole where all of a border moved; never misses a tear in a
/// surface whose other open edges stay.
std::vector<std::uint32_t> torn_places(std::span<const OpenEdge> before, std::span<const OpenEdge> after,
                                       std::size_t place_count);

}  // namespace lodcook::cooker
