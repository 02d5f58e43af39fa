import sys

sys.path.insert(0, __file__.rsplit("/", 2)[0])
from case_check import CaseCheck, run


class UvWrapSeam(CaseCheck):
    def test_level_0_is_the_source_and_level_1_half_of_it(self):
        self.cook()
        mesh = self.mesh("barrel.obj")
        self.assertEqual(len(mesh.triangles), 512)
        self.assertEqual(len(set(mesh.points)), 288)
        self.assertEqual(len(set(zip(mesh.points, mesh.uvs))), 297)
        self.assert_within(len(self.mesh("barrel.obj", 1).triangles), 256, 0.1)

    def test_the_seam_stays(self):
        self.cook()
        for number, mesh in enumerate(self.meshes("barrel.obj")):
            us = [uv[0] for uv in mesh.uvs]
            self.assertAlmostEqual(min(us), 0, delta=1e-3)
            self.assertAlmostEqual(max(us), 4, delta=1e-3)
            self.assertGreaterEqual(min(us), 0)
            self.assertLessEqual(max(us), 4)
            for triangle in mesh.triangles:
                corner_us = [us[v] for v in triangle]
                self.assertLessEqual(max(corner_us) - min(corner_us), 2, f"level {number} stretches over the seam")

    def test_open_edges_only_on_the_rims(self):
        self.cook()
        for mesh in self.meshes("barrel.obj"):
            for a, b in mesh.open_edges(1e-4):
                self.assertTrue(all(abs(p[1]) < 1e-3 for p in (a, b)) or all(abs(p[1] - 2) < 1e-3 for p in (a, b)))


if __name__ == "__main__":
    run(__file__)
