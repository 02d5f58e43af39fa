import math
import sys

sys.path.insert(0, __file__.rsplit("/", 2)[0])
from case_check import CaseCheck, dot, length, run, sub


def distance_to_segment(p, a, b):
    along = sub(b, a)
    t = min(max(dot(sub(p, a), along) / dot(along, along), 0), 1)
    return length(sub(p, [q + t * d for q, d in zip(a, along)]))


def on_the_rim(a, b):
    return any(abs(abs(a[axis]) - 1) < 1e-5 and abs(a[axis] - b[axis]) < 1e-5 for axis in (0, 2))


class TwoMaterialBorder(CaseCheck):
    def test_level_0_is_the_source(self):
        self.cook()
        mesh = self.mesh("sheet.obj")
        self.assertEqual(len(mesh.triangles), 512)
        self.assertEqual(sorted(mesh.by_material), ["grass", "sand"])
        for run_of_one in mesh.by_material.values():
            self.assertAlmostEqual(mesh.area(run_of_one), 2, delta=1e-3)
        self.assert_box(mesh.box(), ((-1, 1), (0, 0), (-1, 1)), 1e-5)

    def test_both_sides_keep_one_border_at_every_level(self):
        self.cook()
        for mesh in self.meshes("sheet.obj"):
            self.assertAlmostEqual(mesh.area(), 4, delta=1e-3)
            whole, borders = mesh.triangles, {}
            for name, triangles in mesh.by_material.items():
                mesh.triangles = triangles
                borders[name] = [(a, b) for a, b in mesh.open_edges(1e-6) if not on_the_rim(a, b)]
            mesh.triangles = whole
            self.assertTrue(borders["grass"] and borders["sand"])
            for side, other in (("grass", "sand"), ("sand", "grass")):
                for point in {p for edge in borders[side] for p in edge}:
                    self.assertLess(min(distance_to_segment(point, a, b) for a, b in borders[other]), 1e-5)

    def test_distances_and_errors_are_finite(self):
        self.cook()
        for level in self.levels("sheet.obj"):
            self.assertTrue(math.isfinite(level["switch_distance"]))
            self.assertTrue(math.isfinite(level["error"]["switch"]["relative"]))

    def test_a_flat_sheet_is_proven_flat(self):
        self.cook()
        self.assert_proven("sheet.obj")
        levels = self.levels("sheet.obj")
        for finer, level in zip(levels, levels[1:]):  # it rises by no more than keeps levels apart
            self.assertLess(level["error"]["relative"]["bound"], 1e-5)
            rise = level["error"]["switch"]["relative"] - finer["error"]["switch"]["relative"]
            self.assertLessEqual(rise, 1.001e-6)
            self.assertGreater(rise, 0)


if __name__ == "__main__":
    run(__file__)
