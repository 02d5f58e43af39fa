#include "cooker/lod/simplify_step.h"

#include <doctest/doctest.h>

using namespace lodcook;
using namespace lodcook::cooker;

TEST_CASE("a triangle that collapsed to an edge is dropped; one on a line is kept only where it is asked for") {
  // corners 3 and 4 lie at one place, 5 in the middle of the edge from 0 to 1; the last two are the box's corners
  LevelMesh mesh;
  mesh.positions = {{0, 0, 0},         {1, 0, 0},    {0, 1, 0}, {0.25F, 0.25F, 0},
                    {0.25F, 0.25F, 0}, {0.5F, 0, 0}, {0, 0, 0}, {1, 1, 1}};
  mesh.vertices = {0, 1, 2, 3, 4, 5};
  mesh.indices = {0, 1, 2, 3, 4, 2, 0, 1, 5};
  StepOptions step;
  step.target_triangles = 3;  // as many as there are: nothing is to be simplified
  step.keep_flat = true;
  CHECK(simplify_step(mesh, {}, 0, step).indices.size() == 6);
  step.keep_flat = false;
  CHECK(simplify_step(mesh, {}, 0, step).indices.size() == 3);
}
