// cgal_oracle [--accuracy A] FILE...: cooks each file and holds what is proven of every level against CGAL's symmetric
// Hausdorff distance, which is right to A of the extent (1e-3): a level's bound may not be below CGAL's distance less
// A, nor may its measured be above it by more. Prints a row for each level; ends with 1 where one is.
//
// CGAL's Polygon Mesh Processing is under the GPL: this program is a test alone, and nothing of CGAL may be linked to
// the product.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/distance.h>
#include <CGAL/Polygon_mesh_processing/orient_polygon_soup.h>
#include <CGAL/Polygon_mesh_processing/polygon_soup_to_polygon_mesh.h>
#include <CGAL/Polygon_mesh_processing/repair_polygon_soup.h>
#include <CGAL/Surface_mesh.h>

#include "tests/oracle/cooked_levels.h"

namespace {

using namespace lodcook::test;
namespace pmp = CGAL::Polygon_mesh_processing;
using Point = CGAL::Exact_predicates_inexact_constructions_kernel::Point_3;
using CgalMesh = CGAL::Surface_mesh<Point>;

/// In units of the extent.
CgalMesh mesh_of(const Shape& shape, double extent) {
  std::vector<Point> points;
  for (const auto& p : shape.positions) points.emplace_back(p.x / extent, p.y / extent, p.z / extent);
  std::vector<std::vector<std::size_t>> triangles;
  for (std::size_t i = 0; i < shape.indices.size(); i += 3) {
    triangles.push_back({shape.indices[i], shape.indices[i + 1], shape.indices[i + 2]});
  }
  pmp::repair_polygon_soup(points, triangles);
  pmp::orient_polygon_soup(points, triangles);
  CgalMesh mesh;
  pmp::polygon_soup_to_polygon_mesh(points, triangles, mesh);
  return mesh;
}

struct Sum {
  int levels = 0, wrong = 0;
};

void check_object(const char* file, const CookedObject& object, double accuracy, Sum& sum) {
  const double extent = object.bounds.extent;
  const CgalMesh source = mesh_of(object.source, extent);
  for (std::size_t k = 1; k < object.levels.size(); ++k) {
    const CookedLevel& level = object.levels[k];
    if (!level.proven) continue;
    const CgalMesh mesh = mesh_of(level.shape, extent);
    const double distance =
        pmp::bounded_error_symmetric_Hausdorff_distance<CGAL::Sequential_tag>(source, mesh, accuracy);
    const bool wrong = level.bound < distance - accuracy || level.measured > distance + accuracy;
    std::printf("%s, level %zu: %zu triangles, measured %.9g, CGAL %.9g, bound %.9g%s\n", file, k,
                level.shape.triangles(), level.measured, distance, level.bound, wrong ? " WRONG" : "");
    std::fflush(stdout);
    ++sum.levels;
    sum.wrong += wrong ? 1 : 0;
  }
}

}  // namespace

int main(int argc, char** argv) {
  double accuracy = 1e-3;
  int models = 0;
  Sum sum;
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--accuracy" && i + 1 < argc) {
      accuracy = std::atof(argv[++i]);
      continue;
    }
    const std::filesystem::path file = argv[i];
    const auto objects = cook_levels(file, {});
    if (!objects) return std::printf("%s\n", to_string(objects.error()).c_str()), 1;
    ++models;
    for (const CookedObject& object : *objects) check_object(file.filename().c_str(), object, accuracy, sum);
  }
  std::printf("%d models, %d levels: %d at odds with CGAL\n", models, sum.levels, sum.wrong);
  return sum.wrong > 0 || sum.levels == 0 ? 1 : 0;
}
