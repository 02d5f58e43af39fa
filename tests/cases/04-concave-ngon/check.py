import sys

sys.path.insert(0, __file__.rsplit("/", 2)[0])
from case_check import CaseCheck, run


class ConcaveNgon(CaseCheck):
    def test_polygons_are_covered_exactly(self):
        self.cook()
        mesh = self.mesh("plates.obj")
        self.assertEqual(len(mesh.triangles), 10)
        self.assertAlmostEqual(mesh.area(), 10, delta=1e-3)
        for triangle in mesh.triangles:
            self.assertGreater(mesh.normal(triangle)[2], 0)
            x, y = (sum(p[axis] for p in mesh.corners(triangle)) / 3 for axis in (0, 1))
            self.assertFalse(1 < x < 2 and 1 < y < 2, "a triangle lies over the notch of the L")
            self.assertFalse(6 < x < 7 and 1 < y < 3, "a triangle lies over the notch of the U")

    def test_coarser_levels_keep_the_area_or_say_their_error(self):
        self.cook("--set", "triangle_floor=4")
        for level, mesh in zip(self.levels("plates.obj"), self.meshes("plates.obj")):
            if abs(mesh.area() - 10) > 0.1:
                self.assertGreater(level["error"]["switch"]["absolute"], 0.01)


if __name__ == "__main__":
    run(__file__)
