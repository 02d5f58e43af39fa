#include "cooker/scene/flip_caps.h"

#include <array>
#include <cmath>
#include <optional>
#include <unordered_map>
#include <vector>

#include "cooker/scene/equal_rows.h"
#include "cooker/scene/select_vertices.h"
#include "cooker/scene/triangles.h"
#include "cooker/scene/vector_math.h"

namespace lodcook::cooker {
namespace {

using EdgeMap = std::unordered_map<std::uint64_t, std::uint32_t>;  // looked up, never walked

bool is_cap(Vec3f a, Vec3f b, Vec3f c) noexcept { return !(a == b) && !(b == c) && !(c == a) && has_no_area(a, b, c); }

bool has_caps(const Primitive& primitive) noexcept {
  const auto& p = primitive.vertices.positions;
  for (std::size_t i = 0; i + 2 < primitive.indices.size(); i += 3) {
    if (is_cap(p[primitive.indices[i]], p[primitive.indices[i + 1]], p[primitive.indices[i + 2]])) return true;
  }
  return false;
}

double length(Vec3f a, Vec3f b) noexcept {
  const Vec3d d = subtract(to_double(b), to_double(a));
  return std::sqrt(dot(d, d));
}

float between(float a, float b, float t) noexcept { return a + (b - a) * t; }

/// A triangle by its corner slots in the index buffer, turned so that slot[0] -> slot[1] is the edge in question.
using Slots = std::array<std::size_t, 3>;

class CapFlipper {
 public:
  explicit CapFlipper(Primitive& primitive)
      : primitive_(primitive),
        same_(equal_positions(primitive.vertices.positions)),
        on_cap_(same_.size(), false),
        is_cap_(primitive.indices.size() / 3, false) {}

  std::size_t run() {
    find_caps();
    for (std::uint32_t t = 0; t < is_cap_.size(); ++t) enter(t);
    // a flip may give the next cap of a row the neighbour that it lacks, so flips queue up what they make possible
    std::size_t flipped = 0;
    for (std::size_t at = 0; at < ready_.size(); ++at) flipped += flip(ready_[at]) ? 1 : 0;
    append_new_vertices();
    return flipped;
  }

 private:
  [[nodiscard]] std::uint32_t id(std::size_t slot) const { return same_[primitive_.indices[slot]]; }
  [[nodiscard]] Vec3f position(std::size_t slot) const { return primitive_.vertices.positions[id(slot)]; }
  [[nodiscard]] static std::uint64_t edge(std::uint32_t from, std::uint32_t to) noexcept {
    return (static_cast<std::uint64_t>(from) << 32U) | to;
  }

  void find_caps() {
    for (std::size_t t = 0; t < is_cap_.size(); ++t) {
      const std::size_t first = 3 * t;
      if (!is_cap(position(first), position(first + 1), position(first + 2))) continue;
      is_cap_[t] = true;
      for (std::size_t k = 0; k < 3; ++k) on_cap_[id(first + k)] = true;
    }
  }

  [[nodiscard]] Slots longest_edge_first(std::uint32_t triangle) const {
    const std::size_t a = 3ULL * triangle, b = a + 1, c = a + 2;
    const double ab = length(position(a), position(b)), bc = length(position(b), position(c)),
                 ca = length(position(c), position(a));
    if (ab >= bc && ab >= ca) return {a, b, c};
    return bc >= ca ? Slots{b, c, a} : Slots{c, a, b};
  }

  /// Makes a triangle known: a cap waits for the triangle behind its longest edge, others offer their edges.
  void enter(std::uint32_t triangle) {
    const std::size_t first = 3ULL * triangle;
    if (is_cap_[triangle]) {
      const Slots s = longest_edge_first(triangle);
      const std::uint64_t wanted = edge(id(s[1]), id(s[0]));
      if (waiting_.try_emplace(wanted, triangle).second && offered_.count(wanted) != 0) ready_.push_back(triangle);
      return;
    }
    if (has_no_area(position(first), position(first + 1), position(first + 2))) return;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t from = id(first + k), to = id(first + (k + 1) % 3);
      if (!on_cap_[from] || !on_cap_[to]) continue;
      offered_[edge(from, to)] = triangle;
      const auto cap = waiting_.find(edge(from, to));
      if (cap != waiting_.end() && is_cap_[cap->second]) ready_.push_back(cap->second);
    }
  }

  /// The neighbour's slots with the shared edge first, if it still has that edge.
  [[nodiscard]] std::optional<Slots> find_neighbour(std::uint64_t wanted) const {
    const auto found = offered_.find(wanted);
    if (found == offered_.end()) return std::nullopt;
    const std::size_t first = 3ULL * found->second;
    for (std::size_t k = 0; k < 3; ++k) {
      const Slots s{first + k, first + (k + 1) % 3, first + (k + 2) % 3};
      if (edge(id(s[0]), id(s[1])) == wanted) return s;
    }
    return std::nullopt;
  }

  bool flip(std::uint32_t cap) {
    if (!is_cap_[cap]) return false;
    const Slots t = longest_edge_first(cap);
    const std::optional<Slots> n = find_neighbour(edge(id(t[1]), id(t[0])));
    if (!n) return false;
    const std::size_t sa = (*n)[1], sb = (*n)[0], sd = (*n)[2];  // the neighbour's corners at a and b, and its third
    if (has_no_area(position(t[2]), position(sa), position(sd)) ||
        has_no_area(position(t[2]), position(sd), position(sb))) {
      return false;
    }
    const std::uint32_t a = primitive_.indices[sa], b = primitive_.indices[sb], d = primitive_.indices[sd];
    const std::uint32_t c = middle_vertex(t, a, b);
    const auto neighbour = static_cast<std::uint32_t>(sa / 3);
    write(cap, {c, a, d});
    write(neighbour, {c, d, b});
    is_cap_[cap] = false;
    enter(cap);
    enter(neighbour);
    return true;
  }

  void write(std::uint32_t triangle, std::array<std::uint32_t, 3> corners) {
    for (std::size_t k = 0; k < 3; ++k) primitive_.indices[3ULL * triangle + k] = corners[k];
  }

  /// The cap's middle vertex as the neighbour sees it.
  std::uint32_t middle_vertex(const Slots& cap, std::uint32_t a, std::uint32_t b) {
    const std::uint32_t c = primitive_.indices[cap[2]];
    if (primitive_.indices[cap[0]] == a && primitive_.indices[cap[1]] == b) return c;
    const double whole = length(position(cap[0]), position(cap[1]));
    const auto part = static_cast<float>(length(position(cap[0]), position(cap[2])) / whole);
    made_.push_back({c, a, b, part});
    const std::uint32_t at = same_[c];
    same_.push_back(at);
    return static_cast<std::uint32_t>(same_.size() - 1);
  }

  void append_new_vertices() {
    if (made_.empty()) return;
    std::vector<std::uint32_t> chosen(same_.size());
    const std::size_t old_count = same_.size() - made_.size();
    for (std::uint32_t v = 0; v < old_count; ++v) chosen[v] = v;
    for (std::size_t k = 0; k < made_.size(); ++k) {
      const std::uint32_t source = made_[k].middle;
      chosen[old_count + k] = chosen[source];
    }
    select_vertices(primitive_.vertices, chosen);
    select_vertices(primitive_.morph_targets, chosen);
    for (std::size_t k = 0; k < made_.size(); ++k) interpolate(old_count + k, made_[k]);
  }

  struct Made {
    std::uint32_t middle;  // whose position, joints and morph differences it takes
    std::uint32_t a, b;    // between which its other attributes lie
    float part;
  };

  void interpolate(std::size_t v, const Made& made) {
    VertexStreams& s = primitive_.vertices;
    const float t = made.part;
    if (!s.normals.empty()) {
      const Vec3f a = s.normals[made.a], b = s.normals[made.b];
      s.normals[v] = {between(a.x, b.x, t), between(a.y, b.y, t), between(a.z, b.z, t)};
    }
    if (!s.tangents.empty()) {
      const Vec4f a = s.tangents[made.a], b = s.tangents[made.b];
      s.tangents[v] = {between(a.x, b.x, t), between(a.y, b.y, t), between(a.z, b.z, t), a.w};
    }
    for (auto& set : s.uvs) {
      if (!set.empty()) set[v] = {between(set[made.a].x, set[made.b].x, t), between(set[made.a].y, set[made.b].y, t)};
    }
    for (auto& set : s.colors) {
      if (set.empty()) continue;
      const Vec4f a = set[made.a], b = set[made.b];
      set[v] = {between(a.x, b.x, t), between(a.y, b.y, t), between(a.z, b.z, t), between(a.w, b.w, t)};
    }
  }

  Primitive& primitive_;
  std::vector<std::uint32_t> same_;  // lowest vertex at a vertex's position; vertices made here are at its end
  std::vector<bool> on_cap_;
  std::vector<bool> is_cap_;
  EdgeMap offered_;  // directed edge -> a triangle with area that has it
  EdgeMap waiting_;  // directed edge -> the cap that wants to be joined to it
  std::vector<std::uint32_t> ready_;
  std::vector<Made> made_;
};

}  // namespace

std::size_t flip_caps(Primitive& primitive) {
  if (!has_caps(primitive)) return 0;
  return CapFlipper(primitive).run();
}

}  // namespace lodcook::cooker
