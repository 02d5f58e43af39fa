#include "cooker/pack/pack_instances.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "cooker/lod/chain.h"
#include "cooker/pack/bounds.h"
#include "cooker/pack/lattice.h"
#include "cooker/scene/transform.h"
#include "cooker/scene/vector_math.h"

namespace lodcook::cooker {
namespace {

using Corners = std::array<Vec3f, 3>;

Corners corners_of(const Object& object, std::uint32_t triangle) {
  Corners out;
  for (std::size_t k = 0; k < 3; ++k) {
    out[k] = object.vertices.positions[object.indices[3 * std::size_t{triangle} + k]];
  }
  return out;
}

std::uint32_t material_of_triangle(const Object& object, std::uint32_t triangle) {
  return material_of(object, object.vertex_materials[object.indices[3 * std::size_t{triangle}]]);
}

/// Triangles of an object by part.
class PartTriangles {
 public:
  explicit PartTriangles(const Object& object)
      : begins_(object.parts.size() + 1), triangles_(object.triangle_parts.size()) {
    for (const std::uint32_t part : object.triangle_parts) ++begins_[part + std::size_t{1}];
    std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
    std::vector<std::uint32_t> next(begins_.begin(), begins_.end() - 1);
    for (std::uint32_t t = 0; t < triangles_.size(); ++t) triangles_[next[object.triangle_parts[t]]++] = t;
  }

  [[nodiscard]] std::span<const std::uint32_t> of(std::uint32_t part) const {
    return std::span(triangles_).subspan(begins_[part], begins_[part + std::size_t{1}] - begins_[part]);
  }

 private:
  std::vector<std::uint32_t> begins_, triangles_;
};

/// Triangles of a mesh by their number in the source.
std::vector<std::uint32_t> by_source(const Object& mesh) {
  std::vector<std::uint32_t> out;
  for (std::uint32_t t = 0; t < mesh.triangle_sources.size(); ++t) {
    const std::size_t source = mesh.triangle_sources[t];
    if (source >= out.size()) out.resize(source + 1, no_index);
    out[source] = t;
  }
  return out;
}

/// Takes positions of the mesh to those of the object.
Mat4d placing(const Object& object, const ObjectPart& part, const Object& mesh) {
  Mat4d from_mesh, to_object;
  from_mesh.m[12] = mesh.origin.x;
  from_mesh.m[13] = mesh.origin.y;
  from_mesh.m[14] = mesh.origin.z;
  to_object.m[12] = -object.origin.x;
  to_object.m[13] = -object.origin.y;
  to_object.m[14] = -object.origin.z;
  return multiply(to_object, multiply(part.world, from_mesh));
}

/// Not below the largest factor that the matrix stretches a direction by: the root of the largest row sum of its
/// transpose times itself, which no eigenvalue exceeds.
double largest_scale(const Mat4d& m) {
  double largest = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      sum += std::abs(m.m[4 * i] * m.m[4 * j] + m.m[4 * i + 1] * m.m[4 * j + 1] + m.m[4 * i + 2] * m.m[4 * j + 2]);
    }
    largest = std::max(largest, sum);
  }
  return std::sqrt(largest);
}

bool flattens(const Mat4d& m) {
  constexpr double flat = 1e-6;
  const double scale = largest_scale(m);
  return !(std::abs(determinant3(m)) > flat * scale * scale * scale);
}

double distance(Vec3d a, Vec3f b) {
  const Vec3d d = subtract(a, to_double(b));
  return std::sqrt(dot(d, d));
}

/// Largest distance of a moved triangle's corners from those of `to`, with the winding that the matrix gives.
double corner_distance(const std::array<Vec3d, 3>& moved, const Corners& to, bool mirrored) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t turn = 0; turn < 3; ++turn) {
    double most = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t other = mirrored ? (turn + 3 - k) % 3 : (turn + k) % 3;
      most = std::max(most, distance(moved[k], to[other]));
    }
    least = std::min(least, most);
  }
  return least;
}

/// Renumbers the mesh's materials at their first match; false where they are at odds with the object's.
class MaterialMatch {
 public:
  bool take(std::uint32_t of_mesh, std::uint32_t of_object) {
    if (of_mesh >= numbers_.size()) numbers_.resize(of_mesh + std::size_t{1}, no_index);
    if (numbers_[of_mesh] == no_index) numbers_[of_mesh] = of_object;
    return numbers_[of_mesh] == of_object;
  }

  void apply(Object& mesh) const {
    for (std::uint32_t& material : mesh.vertex_materials) material = numbers_[material];
  }

 private:
  std::vector<std::uint32_t> numbers_;
};

bool matches(const Object& object, std::span<const std::uint32_t> triangles, const Object& mesh,
             std::span<const std::uint32_t> sources, MaterialMatch& materials) {
  if (triangles.size() != mesh.indices.size() / 3) return false;
  return std::all_of(triangles.begin(), triangles.end(), [&](std::uint32_t t) {
    const std::size_t source = object.triangle_sources[t];
    return source < sources.size() && sources[source] != no_index &&
           materials.take(material_of_triangle(mesh, sources[source]), material_of_triangle(object, t));
  });
}

/// Coordinates as a reader will have them.
std::vector<Vec3d> decoded_positions(const Object& mesh, double step) {
  std::vector<Vec3d> out;
  out.reserve(mesh.vertices.positions.size());
  const Lattice lattice{step};
  for (const Vec3f p : mesh.vertices.positions) {
    if (step == 0) {
      out.push_back(to_double(p));
      continue;
    }
    const LatticePoint point = lattice.point(p);
    out.push_back({static_cast<double>(point[0]) * step, static_cast<double>(point[1]) * step,
                   static_cast<double>(point[2]) * step});
  }
  return out;
}

float down(double value) {
  const auto rounded = static_cast<float>(value);
  return double{rounded} > value ? std::nextafter(rounded, -std::numeric_limits<float>::infinity()) : rounded;
}

Vec3f down(Vec3d p) { return {down(p.x), down(p.y), down(p.z)}; }
Vec3f up(Vec3d p) { return {-down(-p.x), -down(-p.y), -down(-p.z)}; }

/// The largest power of two for which decoding and moving adds at most half of `most`, but none that floats cannot
/// hold.
double mesh_step(const Object& mesh, double scale, double most) {
  double largest = 0;
  for (const Vec3f p : mesh.vertices.positions) {
    largest = std::max({largest, std::abs(double{p.x}), std::abs(double{p.y}), std::abs(double{p.z})});
  }
  int finest = 0, wanted = 0;
  std::frexp(largest, &finest);
  std::frexp(most / (scale * std::sqrt(3.0)), &wanted);
  return std::ldexp(1.0, std::clamp(std::max(wanted - 1, finest - 24), -126, 90));
}

class InstancePacker {
 public:
  InstancePacker(const Object& object, std::span<const SharedMesh> shared, std::span<const std::uint32_t> meshes,
                 TileTree& tree, double most, const PackOptions& options)
      : object_(object),
        shared_(shared),
        meshes_(meshes),
        tree_(tree),
        most_(most),
        options_(options),
        triangles_(object),
        numbers_(shared.size(), no_index) {}

  Result<PackedInstances> run() {
    out_.leaves.resize(tree_.tiles.size());
    const std::vector<double> scales = find_scales();
    steps_.resize(shared_.size());
    decoded_.resize(shared_.size());
    for (std::size_t m = 0; m < shared_.size(); ++m) {
      if (scales[m] == 0) continue;
      const Object& mesh = shared_[m].object;
      steps_[m] = mesh_step(mesh, scales[m], most_);
      decoded_[m] = decoded_positions(mesh, steps_[m]);
    }
    for (std::size_t t = 0; t < tree_.tiles.size(); ++t) {
      if (tree_.tiles[t].instanced) place(t);
    }
    for (std::size_t t = 0; t < tree_.tiles.size(); ++t) {
      if (Status status = pack_used(out_.leaves[t]); !status) return std::move(status).error();
    }
    return std::move(out_);
  }

 private:
  [[nodiscard]] Mat4d matrix_of(std::uint32_t part) const {
    return placing(object_, object_.parts[part], shared_[meshes_[part]].object);
  }

  /// By mesh, of all instances that leaves want.
  [[nodiscard]] std::vector<double> find_scales() const {
    std::vector<double> scales(shared_.size());
    for (const TileMesh& tile : tree_.tiles) {
      if (!tile.instanced) continue;
      for (const std::uint32_t part : tile.instanced->parts) {
        double& scale = scales[meshes_[part]];
        scale = std::max(scale, largest_scale(matrix_of(part)));
      }
    }
    return scales;
  }

  /// Fills the leaf's list, or leaves the leaf whole.
  void place(std::size_t t) {
    LeafInstances leaf;
    for (const std::uint32_t part : tree_.tiles[t].instanced->parts) {
      const Mat4d matrix = matrix_of(part);
      const std::uint32_t mesh = meshes_[part];
      if (!(deviation(part, matrix) <= most_)) {
        tree_.tiles[t].instanced.reset();
        return;
      }
      const Aabb box = box_of_instance(decoded_[mesh], matrix);
      leaf.box = leaf.instances.empty() ? box : join(leaf.box, box);
      leaf.instances.push_back({mesh, object_.parts[part].placement, matrix});
    }
    out_.leaves[t] = std::move(leaf);
  }

  [[nodiscard]] double deviation(std::uint32_t part, const Mat4d& matrix) {
    const std::uint32_t m = meshes_[part];
    const Object& mesh = shared_[m].object;
    if (sources_of_ != m) sources_ = by_source(mesh);
    sources_of_ = m;
    const bool mirrored = determinant3(matrix) < 0;
    double most = 0;
    for (const std::uint32_t t : triangles_.of(part)) {
      const std::size_t source = sources_[object_.triangle_sources[t]];
      std::array<Vec3d, 3> moved;
      for (std::size_t k = 0; k < 3; ++k) moved[k] = transform_point(matrix, decoded_[m][mesh.indices[3 * source + k]]);
      most = std::max(most, corner_distance(moved, corners_of(object_, t), mirrored));
    }
    return most;
  }

  static Aabb box_of_instance(const std::vector<Vec3d>& positions, const Mat4d& matrix) {
    const Vec3d first = transform_point(matrix, positions.front());
    Aabb box{down(first), up(first)};
    for (const Vec3d p : positions) {
      const Vec3d moved = transform_point(matrix, p);
      box = join(box, {down(moved), up(moved)});
    }
    return box;
  }

  /// Packs the meshes of a leaf that no leaf before it has, and numbers its instances.
  Status pack_used(LeafInstances& leaf) {
    for (MeshInstance& instance : leaf.instances) {
      const std::uint32_t m = instance.mesh;
      if (numbers_[m] == no_index) {
        numbers_[m] = static_cast<std::uint32_t>(out_.meshes.size());
        Result<ObjectContent> mesh = pack_mesh(m);
        if (!mesh) return std::move(mesh).error();
        out_.meshes.push_back(std::move(*mesh));
      }
      instance.mesh = numbers_[m];
    }
    return Done{};
  }

  [[nodiscard]] Result<ObjectContent> pack_mesh(std::uint32_t m) const {
    ChainOptions chain;
    chain.max_levels = 1;
    PackOptions options = options_;
    options.prove = false;
    options.lattice_step = steps_[m];
    options.normal_bits = 12;  // an instance that stretches the mesh widens their errors; the bytes are the same
    Result<LodChain> level = build_chain(shared_[m].object, chain);
    if (!level) return std::move(level).error();
    std::vector<Warning> unused;
    Result<PackedObject> packed = pack_chain(shared_[m].object, {}, std::move(*level), options, unused);
    if (!packed) return std::move(packed).error();
    packed->content.bounds.origin = {};  // the instances' matrices have it
    return std::move(packed->content);
  }

  const Object& object_;
  std::span<const SharedMesh> shared_;
  std::span<const std::uint32_t> meshes_;
  TileTree& tree_;
  double most_;
  const PackOptions& options_;
  PartTriangles triangles_;
  std::vector<std::uint32_t> numbers_;       // by shared mesh, in the container
  std::vector<double> steps_;                // by shared mesh
  std::vector<std::vector<Vec3d>> decoded_;  // by shared mesh and vertex
  std::vector<std::uint32_t> sources_;       // of the mesh sources_of_
  std::uint32_t sources_of_ = no_index;
  PackedInstances out_;
};

}  // namespace

std::vector<std::uint32_t> match_parts(const Object& object, std::span<SharedMesh> shared) {
  std::vector<std::uint32_t> found(object.parts.size(), no_index);
  if (object.skinned || object.triangle_sources.empty()) return found;
  const PartTriangles triangles(object);
  std::vector<std::vector<std::uint32_t>> sources;
  std::vector<MaterialMatch> materials(shared.size());
  for (const SharedMesh& mesh : shared) sources.push_back(by_source(mesh.object));
  std::vector<bool> used(shared.size());
  for (std::uint32_t p = 0; p < found.size(); ++p) {
    const ObjectPart& part = object.parts[p];
    const auto mesh = std::lower_bound(shared.begin(), shared.end(), part.mesh,
                                       [](const SharedMesh& a, std::uint32_t number) { return a.mesh < number; });
    if (mesh == shared.end() || mesh->mesh != part.mesh || flattens(part.world)) continue;
    const auto m = static_cast<std::uint32_t>(mesh - shared.begin());
    if (!matches(object, triangles.of(p), mesh->object, sources[m], materials[m])) continue;
    found[p] = m;
    used[m] = true;
  }
  for (std::size_t m = 0; m < shared.size(); ++m) {
    if (used[m]) materials[m].apply(shared[m].object);
  }
  return found;
}

Result<PackedInstances> pack_instances(const Object& object, std::span<const SharedMesh> shared,
                                       std::span<const std::uint32_t> meshes, TileTree& tree, double most,
                                       const PackOptions& options) {
  return InstancePacker(object, shared, meshes, tree, most, options).run();
}

}  // namespace lodcook::cooker
