import sys

sys.path.insert(0, __file__.rsplit("/", 2)[0])
from case_check import CaseCheck, run


class TinyBoxVanishes(CaseCheck):
    def test_usual_settings(self):
        self.cook()
        self.assertEqual([level["triangles"] for level in self.levels("crumb.obj")], [12])
        self.assertEqual(self.manifest("crumb.obj")["objects"][0]["stopped"], "triangle_floor")
        self.assert_box(self.mesh("crumb.obj").box(), ((0, 0.001), (0, 0.001), (0, 0.002)), 1e-6)
        self.assertEqual([level["triangles"] for level in self.levels("one.obj")], [1])

    def test_with_a_low_floor_no_level_is_empty_or_collapsed(self):
        self.cook("--set", "triangle_floor=4")
        self.assertEqual([level["triangles"] for level in self.levels("one.obj")], [1])
        meshes = self.meshes("crumb.obj")
        self.assertEqual(len(meshes[0].triangles), 12)
        for finer, coarser in zip(meshes, meshes[1:]):
            self.assertLess(len(coarser.triangles), len(finer.triangles))
        for mesh in meshes:
            self.assertGreaterEqual(len(mesh.triangles), 4)
            for (low, high), side in zip(mesh.box(), (0.001, 0.001, 0.002)):
                self.assertGreaterEqual(high - low, side / 2 * 0.999)


if __name__ == "__main__":
    run(__file__)
