import math
import sys

sys.path.insert(0, __file__.rsplit("/", 2)[0])
from case_check import CaseCheck, points_of, quantile, run


SHEET = "newmtl label\nmap_Kd label.png\n"


def label(x):
    """Along a flat sheet from 0 to 1: a label that is pressed together and drawn out by turns."""
    return x + 0.12 * math.sin(2 * math.pi * x)


def place_of_label(u):
    low, high = -0.5, 1.5
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if label(middle) < u else (low, middle)
    return low


def sheet(cells):
    lines = ["mtllib sheet.mtl", "usemtl label"]
    grid = [(x / cells, y / cells) for y in range(cells + 1) for x in range(cells + 1)]
    lines += [f"v {x} 0 {y}" for x, y in grid] + [f"vt {label(x):.6f} {y}" for x, y in grid]
    for y in range(cells):
        for x in range(cells):
            a = y * (cells + 1) + x + 1
            b, c, d = a + 1, a + cells + 1, a + cells + 2
            lines += [f"f {a}/{a} {c}/{c} {b}/{b}", f"f {b}/{b} {c}/{c} {d}/{d}"]
    return "\n".join(lines) + "\n"


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

    def test_errors_are_proven_and_hold_the_slide(self):
        self.cook()
        self.assert_proven("barrel.obj")
        for level in self.levels("barrel.obj")[1:]:
            mesh = self.mesh("barrel.obj", level["level"])
            ways = []
            for area, p, uv in points_of(mesh, mesh.uvs, 4):
                turned = abs(math.atan2(p[2], p[0]) / (2 * math.pi) * 4 % 4 - uv[0] % 4)
                ways.append((min(turned, 4 - turned) * 2 * math.pi / 4, area))  # 4 labels around a radius of 1
            self.assertGreaterEqual(level["error"]["absolute"]["slide"], quantile(ways, 0.5))

    def test_a_label_that_slides_over_a_flat_sheet_switches_later(self):
        (self.models / "sheet.obj").write_text(sheet(24))
        (self.models / "sheet.mtl").write_text(SHEET)
        self.cook("--set", "uv_weight=0", "--set", "switch_on=shape")
        by_shape = self.levels("sheet.obj")
        self.cook("--set", "uv_weight=0")
        self.assert_proven("sheet.obj")
        for shape, level in list(zip(by_shape, self.levels("sheet.obj")))[2:]:
            mesh = self.mesh("sheet.obj", level["level"])
            ways = [(abs(place_of_label(uv[0]) - p[0]), area) for area, p, uv in points_of(mesh, mesh.uvs)]
            self.assertGreater(quantile(ways, 0.9), 0, "without a weight the label slides")
            self.assertGreaterEqual(level["error"]["relative"]["slide"], quantile(ways, 0.9))
            self.assertLessEqual(level["error"]["relative"]["slide"], 1.1 * quantile(ways, 1))
            self.assertLess(level["error"]["relative"]["bound"], 1e-5)  # its shape is as it was
            self.assertGreaterEqual(level["switch_distance"], 935.3 * quantile(ways, 0.9))
            self.assertGreater(level["switch_distance"], 3 * shape["switch_distance"])


if __name__ == "__main__":
    run(__file__)
