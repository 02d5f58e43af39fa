#include "cooker/scene/smooth_normals.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "cooker/scene/equal_rows.h"
#include "cooker/scene/parallel.h"
#include "cooker/scene/select_vertices.h"
#include "cooker/scene/vector_math.h"

namespace lodcook::cooker {
namespace {

// cos 60 degrees and a little more, so that a hexagonal prism keeps its edges; terrain folds up to 57 degrees are
// smooth
constexpr double crease_cosine = 0.500001;

/// Corners (positions in the index buffer) by the position they lie at.
struct CornersAtPosition {
  std::vector<std::uint32_t> same;     ///< Lowest vertex at a vertex's position.
  std::vector<std::uint32_t> first;    ///< By lowest vertex; one more at the end.
  std::vector<std::uint32_t> corners;  ///< Ascending for each position.

  explicit CornersAtPosition(const Primitive& primitive)
      : same(equal_positions(primitive.vertices.positions)),
        first(same.size() + 1, 0),
        corners(primitive.indices.size()) {
    for (const std::uint32_t v : primitive.indices) ++first[same[v] + 1];
    for (std::size_t v = 1; v < first.size(); ++v) first[v] += first[v - 1];
    std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
    for (std::uint32_t c = 0; c < primitive.indices.size(); ++c) corners[next[same[primitive.indices[c]]]++] = c;
  }

  [[nodiscard]] std::span<const std::uint32_t> at(std::uint32_t position) const {
    return std::span(corners).subspan(first[position], first[position + 1] - first[position]);
  }
};

/// The faces round one position, split into fans of smooth edges. One object serves position after position.
class Fans {
 public:
  Fans(const Primitive& primitive, const CornersAtPosition& at) : primitive_(primitive), at_(at) {}

  /// Afterwards fan_of() and normal_of() speak of `corners`, all corners at one position.
  void build(std::span<const std::uint32_t> corners) {
    const std::size_t count = corners.size();
    fan_.resize(count);
    face_.resize(count);
    sum_.assign(count, Vec3d{});
    spokes_.clear();
    for (std::uint32_t i = 0; i < count; ++i) add_corner(i, corners[i]);
    join_across_edges();
    for (std::uint32_t i = 0; i < count; ++i) {
      fan_[i] = root(i);
      sum_[fan_[i]] = add(sum_[fan_[i]], weighted_[i]);
    }
  }

  /// The fan of the i-th corner, named by its first corner.
  [[nodiscard]] std::uint32_t fan_of(std::uint32_t i) const { return fan_[i]; }

  [[nodiscard]] Vec3d sum_of(std::uint32_t fan) const { return sum_[fan]; }

  /// Unit length always: where the faces cancel out, the first face's direction.
  [[nodiscard]] Vec3d normal_of(std::uint32_t fan) const {
    const Vec3d n = normalized(sum_[fan]);
    if (!(n == Vec3d{})) return n;
    return face_[fan] == Vec3d{} ? Vec3d{0, 0, 1} : face_[fan];
  }

 private:
  struct Spoke {
    std::uint32_t other;  // position at the edge's far end
    std::uint32_t corner;
  };

  void add_corner(std::uint32_t i, std::uint32_t corner) {
    const std::uint32_t base = corner - corner % 3;
    const std::uint32_t b = primitive_.indices[base + (corner + 1 - base) % 3];
    const std::uint32_t c = primitive_.indices[base + (corner + 2 - base) % 3];
    const auto& positions = primitive_.vertices.positions;
    const Vec3f a = positions[primitive_.indices[corner]];
    const Vec3d ab = normalized(subtract(to_double(positions[b]), to_double(a)));
    const Vec3d ac = normalized(subtract(to_double(positions[c]), to_double(a)));
    const Vec3d area = triangle_cross(a, positions[b], positions[c]);
    weighted_.resize(fan_.size());
    weighted_[i] = scaled(area, angle_of_cosine(dot(ab, ac)));
    face_[i] = normalized(area);
    fan_[i] = i;
    spokes_.push_back({at_.same[b], i});
    spokes_.push_back({at_.same[c], i});
  }

  void join_across_edges() {
    std::sort(spokes_.begin(), spokes_.end(),
              [](Spoke a, Spoke b) { return a.other != b.other ? a.other < b.other : a.corner < b.corner; });
    for (std::size_t i = 0; i < spokes_.size(); ++i) {
      constexpr std::size_t most_faces_compared = 8;  // of one edge; more is no surface
      const std::size_t end = std::min(spokes_.size(), i + most_faces_compared);
      for (std::size_t j = i + 1; j < end && spokes_[j].other == spokes_[i].other; ++j) {
        const std::uint32_t a = spokes_[i].corner, b = spokes_[j].corner;
        if (dot(face_[a], face_[b]) > crease_cosine) join(a, b);
      }
    }
  }

  [[nodiscard]] std::uint32_t root(std::uint32_t i) {
    while (fan_[i] != i) i = fan_[i] = fan_[fan_[i]];
    return i;
  }

  void join(std::uint32_t a, std::uint32_t b) {
    const std::uint32_t ra = root(a), rb = root(b);
    fan_[std::max(ra, rb)] = std::min(ra, rb);
  }

  const Primitive& primitive_;
  const CornersAtPosition& at_;
  std::vector<std::uint32_t> fan_;
  std::vector<Vec3d> face_, weighted_, sum_;
  std::vector<Spoke> spokes_;
};

bool usable(Vec3f n) noexcept {
  // far below unit length a vector's direction is rounding noise of what wrote it
  constexpr double least_length = 1e-6;
  const Vec3d d = to_double(n);
  return is_finite(n) && dot(d, d) >= least_length * least_length;
}

/// The fan and the normal of every corner at some positions one after the other, found on several threads.
class CornerNormals {
 public:
  CornerNormals(const Primitive& primitive, const CornersAtPosition& at) : primitive_(primitive), at_(at) {}

  /// For the positions from `begin` up to `end`.
  void find(std::uint32_t begin, std::uint32_t end) {
    constexpr std::uint32_t share = 2048;
    first_ = at_.first[begin];
    fans_.resize(at_.first[end] - first_);
    normals_.resize(fans_.size());
    for_each_index((end - begin + share - 1) / share, [&](std::size_t i) {
      const std::uint32_t from = begin + static_cast<std::uint32_t>(i) * share;
      find_share(from, std::min(from + share, end));
    });
  }

  /// By corner at the position, as Fans has them.
  [[nodiscard]] std::span<const std::uint32_t> fans_at(std::uint32_t position) const {
    return std::span(fans_).subspan(at_.first[position] - first_, at_.at(position).size());
  }
  [[nodiscard]] std::span<const Vec3f> normals_at(std::uint32_t position) const {
    return std::span(normals_).subspan(at_.first[position] - first_, at_.at(position).size());
  }

 private:
  void find_share(std::uint32_t begin, std::uint32_t end) {
    Fans fans(primitive_, at_);
    for (std::uint32_t p = begin; p < end; ++p) {
      const std::span<const std::uint32_t> corners = at_.at(p);
      fans.build(corners);
      for (std::uint32_t i = 0; i < corners.size(); ++i) {
        const std::size_t slot = at_.first[p] - first_ + i;
        fans_[slot] = fans.fan_of(i);
        normals_[slot] = fans.fan_of(i) == i ? to_float(fans.normal_of(i)) : normals_[slot - i + fans.fan_of(i)];
      }
    }
  }

  const Primitive& primitive_;
  const CornersAtPosition& at_;
  std::size_t first_ = 0;
  std::vector<std::uint32_t> fans_;
  std::vector<Vec3f> normals_;
};

/// The new buffers: each pair of a vertex and a fan gets a vertex of its own; a vertex's first fan keeps its number.
class Splits {
 public:
  explicit Splits(const Primitive& primitive)
      : primitive_(primitive),
        indices_(primitive.indices),
        normals_(primitive.vertices.vertex_count(), Vec3f{0, 0, 1}),
        taken_(primitive.vertices.vertex_count(), false) {
    source_.resize(primitive.vertices.vertex_count());
    for (std::uint32_t v = 0; v < source_.size(); ++v) source_[v] = v;
  }

  /// All corners at one position, with the fan and the normal of each.
  void add(std::span<const std::uint32_t> corners, std::span<const std::uint32_t> fans,
           std::span<const Vec3f> normals) {
    wedges_.clear();
    for (std::uint32_t i = 0; i < corners.size(); ++i) {
      wedges_.push_back({primitive_.indices[corners[i]], fans[i], corners[i]});
    }
    std::sort(wedges_.begin(), wedges_.end(), [](const Wedge& a, const Wedge& b) {
      if (a.vertex != b.vertex) return a.vertex < b.vertex;
      return a.fan != b.fan ? a.fan < b.fan : a.corner < b.corner;
    });
    for (std::size_t i = 0; i < wedges_.size(); ++i) {
      const Wedge& w = wedges_[i];
      const bool known = i > 0 && wedges_[i - 1].vertex == w.vertex && wedges_[i - 1].fan == w.fan;
      indices_[w.corner] = known ? indices_[wedges_[i - 1].corner] : claim(w.vertex, normals[w.fan]);
    }
  }

  void write_to(Primitive& primitive) {
    if (source_.size() > taken_.size()) {
      select_vertices(primitive.vertices, source_);
      select_vertices(primitive.morph_targets, source_);
    }
    primitive.indices = std::move(indices_);
    primitive.vertices.normals = std::move(normals_);
  }

 private:
  struct Wedge {
    std::uint32_t vertex, fan, corner;
  };

  std::uint32_t claim(std::uint32_t vertex, Vec3f normal) {
    if (!taken_[vertex]) {
      taken_[vertex] = true;
      normals_[vertex] = normal;
      return vertex;
    }
    source_.push_back(vertex);
    normals_.push_back(normal);
    return static_cast<std::uint32_t>(source_.size() - 1);
  }

  const Primitive& primitive_;
  std::vector<std::uint32_t> source_;   // old vertex of every new one
  std::vector<std::uint32_t> indices_;  // apart, because Fans reads the old ones
  std::vector<Vec3f> normals_;
  std::vector<bool> taken_;
  std::vector<Wedge> wedges_;
};

/// Sum over the vertex's own fans, one vertex of the corners at one position.
Vec3f mean_normal(const Primitive& primitive, const Fans& fans, std::span<const std::uint32_t> corners,
                  std::uint32_t vertex) {
  Vec3d sum;
  std::uint32_t some_fan = 0;
  std::vector<std::uint32_t> counted;
  for (std::uint32_t i = 0; i < corners.size(); ++i) {
    if (primitive.indices[corners[i]] != vertex) continue;
    some_fan = fans.fan_of(i);
    if (std::find(counted.begin(), counted.end(), some_fan) != counted.end()) continue;
    counted.push_back(some_fan);
    sum = add(sum, fans.sum_of(some_fan));
  }
  const Vec3d n = normalized(sum);
  return to_float(n == Vec3d{} ? fans.normal_of(some_fan) : n);
}

}  // namespace

void make_normals(Primitive& primitive) {
  primitive.vertices.normals.clear();
  primitive.vertices.tangents.clear();
  for (MorphTarget& target : primitive.morph_targets) {
    target.normal_deltas.clear();  // they belonged to no normal, or to another
    target.tangent_deltas.clear();
  }
  const CornersAtPosition at(primitive);
  CornerNormals found(primitive, at);
  Splits splits(primitive);
  constexpr std::uint32_t block = 1 << 16;  // positions whose corners are kept at once
  const auto count = static_cast<std::uint32_t>(primitive.vertices.vertex_count());
  for (std::uint32_t begin = 0; begin < count; begin += std::min(block, count - begin)) {
    const std::uint32_t end = begin + std::min(block, count - begin);
    found.find(begin, end);
    for (std::uint32_t p = begin; p < end; ++p) splits.add(at.at(p), found.fans_at(p), found.normals_at(p));
  }
  splits.write_to(primitive);
}

std::size_t repair_normals(Primitive& primitive) {
  auto& normals = primitive.vertices.normals;
  const auto unusable =
      static_cast<std::size_t>(std::count_if(normals.begin(), normals.end(), [](Vec3f n) { return !usable(n); }));
  if (unusable > normals.size() / 2) {
    make_normals(primitive);
    return unusable;
  }
  std::vector<std::uint32_t> bad;
  for (std::uint32_t v = 0; unusable > 0 && v < normals.size(); ++v) {
    if (!usable(normals[v])) bad.push_back(v);
  }
  constexpr std::size_t most = 1 << 14;
  for_ranges(normals.size(), most, [&](std::size_t first, std::size_t last) {
    for (std::size_t v = first; v < last; ++v) {
      if (usable(normals[v])) normals[v] = to_float(normalized(to_double(normals[v])));
    }
  });
  if (bad.empty()) return 0;
  const CornersAtPosition at(primitive);
  Fans fans(primitive, at);
  for (const std::uint32_t v : bad) {
    const std::span<const std::uint32_t> corners = at.at(at.same[v]);
    if (corners.empty()) continue;
    fans.build(corners);
    normals[v] = mean_normal(primitive, fans, corners, v);
    for (MorphTarget& target : primitive.morph_targets) {
      if (!target.normal_deltas.empty()) target.normal_deltas[v] = {};
    }
  }
  return unusable;
}

}  // namespace lodcook::cooker
