#include "cooker/proof/surface.h"

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <string>

namespace lodcook::proof {
namespace {

struct Box {
  Vec3f low{1e30F, 1e30F, 1e30F}, high{-1e30F, -1e30F, -1e30F};

  void grow(Vec3f p) noexcept {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
};

bool finite(Vec3f p) noexcept { return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z); }

/// Spreads ten bits to every third.
std::uint32_t spread(std::uint32_t v) noexcept {
  v = (v | (v << 16)) & 0x030000FFU;
  v = (v | (v << 8)) & 0x0300F00FU;
  v = (v | (v << 4)) & 0x030C30C3U;
  return (v | (v << 2)) & 0x09249249U;
}

std::uint32_t morton(Vec3f p) noexcept {
  const auto cell = [](float v) { return static_cast<std::uint32_t>(std::min(1023.0F, std::max(0.0F, v * 1023))); };
  return spread(cell(p.x)) | (spread(cell(p.y)) << 1) | (spread(cell(p.z)) << 2);
}

constexpr int next(int corner) noexcept { return corner == 2 ? 0 : corner + 1; }
constexpr int previous(int corner) noexcept { return corner == 0 ? 2 : corner - 1; }

Status check(const Mesh& mesh) {
  if (mesh.ids.size() != mesh.positions.size()) return Error{ErrorCode::inconsistent, "one id per position", "proof"};
  for (const std::uint32_t i : mesh.indices) {
    if (i >= mesh.positions.size()) return Error{ErrorCode::invalid_index, "index " + std::to_string(i), "proof"};
    if (!finite(mesh.positions[i])) return Error{ErrorCode::non_finite, "position " + std::to_string(i), "proof"};
    if (mesh.ids[i] == none) return Error{ErrorCode::inconsistent, "position without an id", "proof"};
  }
  return Done{};
}

void set_lane(Lanes (&lanes)[2], std::size_t i, float value) noexcept { lanes[i / 4][i % 4] = value; }

}  // namespace

Result<Surface> Surface::make(const Mesh& mesh, Use use) {
  if (Status status = check(mesh); !status) return std::move(status).error();
  Surface s;
  s.sort_triangles(mesh);
  if (s.sources_.empty()) return Error{ErrorCode::no_triangles, "no triangle with three corners", "proof"};
  s.number_vertices(mesh);
  const std::size_t count = s.sources_.size();
  s.records_.reserve(count);
  const auto corner = [&s](std::size_t i) { return s.positions_[s.indices_[i]]; };
  for (std::size_t i = 0; i < 3 * count; i += 3) {
    s.records_.push_back(make_record(corner(i), corner(i + 1), corner(i + 2)));
  }
  if (use == Use::all) {
    s.build_fans();
    s.build_neighbors();
  }
  s.build_tree();
  return s;
}

Vec3f Surface::centroid(std::uint32_t t) const noexcept {
  return (corner(t, 0) + corner(t, 1) + corner(t, 2)) * (1.0F / 3);
}

/// Radix sort by the Morton code of the centroid; equal codes keep their order.
void Surface::sort_triangles(const Mesh& mesh) {
  struct Keyed {
    std::uint32_t key, triangle;
  };
  const std::size_t most = mesh.indices.size() / 3;
  std::vector<Keyed> order, sorted;
  order.reserve(most);
  for (std::size_t t = 0; t < most; ++t) {
    const std::uint32_t i = mesh.indices[3 * t], j = mesh.indices[3 * t + 1], k = mesh.indices[3 * t + 2];
    if (mesh.ids[i] == mesh.ids[j] || mesh.ids[j] == mesh.ids[k] || mesh.ids[i] == mesh.ids[k]) continue;
    const Vec3f center = (mesh.positions[i] + mesh.positions[j] + mesh.positions[k]) * (1.0F / 3);
    order.push_back({morton(center), static_cast<std::uint32_t>(t)});
  }
  sorted.resize(order.size());
  for (unsigned shift = 0; shift < 30; shift += 10) {
    std::array<std::uint32_t, 1025> starts{};
    for (const Keyed& keyed : order) ++starts[((keyed.key >> shift) & 1023U) + 1];
    for (std::size_t i = 0; i < 1024; ++i) starts[i + 1] += starts[i];
    for (const Keyed& keyed : order) sorted[starts[(keyed.key >> shift) & 1023U]++] = keyed;
    order.swap(sorted);
  }
  sources_.reserve(order.size());
  for (const Keyed& keyed : order) sources_.push_back(keyed.triangle);
}

/// One vertex for each id that a triangle uses, in the order of the sorted triangles: what is near is near in memory.
void Surface::number_vertices(const Mesh& mesh) {
  std::uint32_t id_count = 0;
  for (const std::uint32_t id : mesh.ids) id_count = std::max(id_count, id + 1);
  vertex_of_id_.assign(id_count, none);
  indices_.reserve(3 * sources_.size());
  for (const std::uint32_t source : sources_) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t i = mesh.indices[3 * std::size_t{source} + k];
      std::uint32_t& vertex = vertex_of_id_[mesh.ids[i]];
      if (vertex == none) {
        vertex = static_cast<std::uint32_t>(positions_.size());
        positions_.push_back(mesh.positions[i]);
        ids_.push_back(mesh.ids[i]);
      }
      indices_.push_back(vertex);
    }
  }
}

void Surface::build_fans() {
  fan_offsets_.assign(positions_.size() + 1, 0);
  for (const std::uint32_t v : indices_) ++fan_offsets_[v + 1];
  for (std::size_t v = 0; v < positions_.size(); ++v) fan_offsets_[v + 1] += fan_offsets_[v];
  fan_.resize(indices_.size());
  std::vector<std::uint32_t> at(fan_offsets_.begin(), fan_offsets_.end() - 1);
  for (std::size_t i = 0; i < indices_.size(); ++i) fan_[at[indices_[i]]++] = static_cast<std::uint32_t>(i);
}

namespace {

/// One triangle of a vertex's fan: the corners after and before the vertex.
struct Spoke {
  std::uint32_t next, previous, triangle;
};

/// The first spoke of the fan that ends where `fan[k]` begins, other than itself; none if there is none.
std::uint32_t matching_spoke(std::span<const Spoke> fan, std::size_t k) noexcept {
  for (std::size_t y = 0; y < fan.size(); ++y) {
    if (fan[y].previous == fan[k].next && y != k) return fan[y].triangle;
  }
  return none;
}

/// The same for a large fan, whose spokes are also given sorted by `previous`.
std::uint32_t matching_spoke_sorted(std::span<const Spoke> sorted, const Spoke& spoke) noexcept {
  auto at = std::lower_bound(sorted.begin(), sorted.end(), spoke.next,
                             [](const Spoke& s, std::uint32_t value) { return s.previous < value; });
  for (; at != sorted.end() && at->previous == spoke.next; ++at) {
    if (at->triangle != spoke.triangle) return at->triangle;
  }
  return none;
}

}  // namespace

/// In a vertex's fan, the neighbour over the edge v-next of one triangle is the one whose edge previous-v is the same.
void Surface::build_neighbors() {
  constexpr std::size_t large_fan = 64;  // where sorting beats comparing all pairs
  neighbors_.assign(indices_.size(), none);
  std::vector<Spoke> sorted;
  std::vector<Spoke> fan;
  for (std::uint32_t v = 0; v < positions_.size(); ++v) {
    const std::uint32_t first = fan_offsets_[v], count = fan_offsets_[v + 1] - first;
    fan.resize(count);
    for (std::uint32_t k = 0; k < count; ++k) {
      const std::uint32_t at = fan_[first + k], triangle = at / 3;
      const std::uint32_t c = at - 3 * triangle;
      const std::uint32_t* const whole = corners(triangle);
      fan[k] = {whole[c == 2 ? 0 : c + 1], whole[c == 0 ? 2 : c - 1], triangle};
    }
    const bool large = count > large_fan;
    if (large) {
      sorted = fan;
      std::stable_sort(sorted.begin(), sorted.end(),
                       [](const Spoke& a, const Spoke& b) { return a.previous < b.previous; });
    }
    for (std::uint32_t k = 0; k < count; ++k) {
      neighbors_[fan_[first + k]] = large ? matching_spoke_sorted(sorted, fan[k]) : matching_spoke(fan, k);
    }
  }
}

void Surface::build_tree() {
  const std::size_t count = records_.size();
  std::vector<Box> boxes((count + 3) / 4);
  for (std::size_t b = 0; b < boxes.size(); ++b) {
    for (std::size_t i = 12 * b; i < std::min(indices_.size(), 12 * b + 12); ++i)
      boxes[b].grow(positions_[indices_[i]]);
  }
  while (true) {
    std::vector<BoxGroup> groups((boxes.size() + 7) / 8);
    std::vector<Box> parents(groups.size());
    for (std::size_t i = 0; i < 8 * groups.size(); ++i) {
      Box box{{1e18F, 1e18F, 1e18F}, {1e18F, 1e18F, 1e18F}};  // an empty place is far from everything
      if (i < boxes.size()) {
        box = boxes[i];
        parents[i / 8].grow(box.low);
        parents[i / 8].grow(box.high);
      }
      BoxGroup& group = groups[i / 8];
      set_lane(group.low_x, i % 8, box.low.x);
      set_lane(group.low_y, i % 8, box.low.y);
      set_lane(group.low_z, i % 8, box.low.z);
      set_lane(group.high_x, i % 8, box.high.x);
      set_lane(group.high_y, i % 8, box.high.y);
      set_lane(group.high_z, i % 8, box.high.z);
    }
    levels_.push_back(std::move(groups));
    box_counts_.push_back(boxes.size());
    if (parents.size() == 1) return;
    boxes.swap(parents);
  }
}

std::uint32_t Surface::fan_triangle(std::uint32_t vertex, Vec3f towards) const noexcept {
  const Vec3f origin = positions_[vertex], direction = towards - origin;
  std::uint32_t best = none;
  float best_score = -std::numeric_limits<float>::max();
  for (std::uint32_t f = fan_offsets_[vertex]; f < fan_offsets_[vertex + 1]; ++f) {
    const std::uint32_t t = fan_[f] / 3;
    const std::uint32_t* triangle = corners(t);
    const auto c = static_cast<int>(fan_[f] - 3 * t);
    const Vec3f side = cross(records_[t].normal, direction);
    const float from_next = dot(positions_[triangle[next(c)]] - origin, side);
    const float from_previous = dot(positions_[triangle[previous(c)]] - origin, side);
    const float score = std::min(-from_next, from_previous);
    if (score > 0) return t;
    if (score > best_score) {
      best_score = score;
      best = t;
    }
  }
  if (best != none) return best;
  // a vertex can lose its whole fan
  float distance = std::numeric_limits<float>::max();
  best = 0;
  nearest(towards, distance, best);
  return best;
}

namespace {

/// Squared distances from a point to eight boxes; gives a bit for each that is nearer than `best`.
unsigned box_distances(const BoxGroup& g, Vec3f p, float best, float (&out)[8]) noexcept {
  unsigned nearer = 0;
  for (int half = 0; half < 2; ++half) {
    const Lanes x = max(max(g.low_x[half] - p.x, p.x - g.high_x[half]), splat(0));
    const Lanes y = max(max(g.low_y[half] - p.y, p.y - g.high_y[half]), splat(0));
    const Lanes z = max(max(g.low_z[half] - p.z, p.z - g.high_z[half]), splat(0));
    const Lanes d = x * x + y * y + z * z;
    for (int i = 0; i < 4; ++i) out[4 * half + i] = d[i];
    nearer |= bits(d < splat(best)) << (4 * half);
  }
  return nearer;
}

struct Visit {
  float distance;
  std::uint32_t group;
  std::uint32_t height;
};

/// Fills `order` with the numbers of the set bits, farthest first; gives how many they are.
int order_boxes(const float (&distances)[8], unsigned nearer, int (&order)[8]) noexcept {
  int count = 0;
  for (; nearer != 0; nearer &= nearer - 1) {
    const int i = std::countr_zero(nearer);
    int at = count++;
    for (; at > 0 && distances[order[at - 1]] < distances[i]; --at) order[at] = order[at - 1];
    order[at] = i;
  }
  return count;
}

}  // namespace

bool Surface::nearest(Vec3f p, float& best, std::uint32_t& triangle, float stop) const noexcept {
  if (best <= stop) return false;
  Visit stack[256];  // at most 7 waiting boxes a height, and 2^32 triangles are 11 heights
  int size = 0;
  stack[size++] = {0, 0, static_cast<std::uint32_t>(levels_.size() - 1)};
  while (size > 0) {
    const Visit visit = stack[--size];
    if (visit.distance >= best) continue;
    float distances[8];
    int order[8];
    const unsigned nearer = box_distances(levels_[visit.height][visit.group], p, best, distances);
    const int count = order_boxes(distances, nearer, order);
    if (visit.height > 0) {
      for (int i = 0; i < count; ++i) {
        const auto child = 8 * visit.group + static_cast<std::uint32_t>(order[i]);
        stack[size++] = {distances[order[i]], child, visit.height - 1};
      }
      continue;
    }
    for (int i = count - 1; i >= 0; --i) {
      if (distances[order[i]] >= best) continue;
      const std::uint32_t first = 4 * (8 * visit.group + static_cast<std::uint32_t>(order[i]));
      const std::uint32_t found = std::min(triangle_count() - first, 4U);
      const Lanes each = distance2_each(&records_[first], found, p);
      for (unsigned open = bits(each < splat(best)) & ((1U << found) - 1); open != 0; open &= open - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(open));
        if (each[lane] >= best) continue;
        best = each[lane];
        triangle = first + lane;
        if (best <= stop) return false;
      }
    }
  }
  return true;
}

}  // namespace lodcook::proof
