import sys

sys.path.insert(0, __file__.rsplit("/", 2)[0])
from case_check import CaseCheck, points_of, quantile, run

RED, BLUE = (1, 0, 0), (0, 0, 1)


def near(color, wanted):
    return all(abs(c - w) <= 0.1 for c, w in zip(color, wanted))


def way_to_colour(x, blue):
    """From a point of the flag to where its colour lies: level 0 turns from red to blue between -0.125 and 0."""
    there = min(max((x + 0.125) / 0.125, 0), 1)
    if abs(there - blue) <= 0.1:
        return 0
    return max(-0.125 - x, x, 0) if 0.1 < blue < 0.9 else max(-0.125 - x, 0) if blue >= 0.9 else max(x, 0)


class ColourBoundary(CaseCheck):
    def test_level_0_keeps_colours_exactly(self):
        self.cook()
        mesh = self.mesh("flag.ply")
        self.assertEqual((len(mesh.points), len(mesh.triangles)), (289, 512))
        for point, color in zip(mesh.points, mesh.colors):
            self.assertEqual(color[:3], RED if point[0] < -0.06 else BLUE)

    def test_levels_halve_and_keep_the_edge_or_say_their_error(self):
        self.cook()
        levels = self.levels("flag.ply")
        self.assertGreaterEqual(len(levels), 4)
        for number, wanted in ((1, 256), (2, 128), (3, 64)):
            mesh = self.mesh("flag.ply", number)
            self.assert_within(len(mesh.triangles), wanted, 0.1)
            self.assertAlmostEqual(mesh.area(), 4, delta=1e-3)
            kept = all(near(c, RED) for p, c in zip(mesh.points, mesh.colors) if p[0] <= -0.25)
            kept = kept and all(near(c, BLUE) for p, c in zip(mesh.points, mesh.colors) if p[0] >= 0.125)
            self.assertTrue(kept, f"level {number} smears the colour edge")
            self.assertGreater(levels[number]["error"]["switch"]["absolute"], 0)

    def test_errors_are_proven(self):
        self.cook()
        self.assert_proven("flag.ply")

    def test_a_level_that_smears_says_so_and_switches_later(self):
        self.cook("--set", "color_weight=0", "--set", "switch_on=shape")
        by_shape = self.levels("flag.ply")
        self.cook("--set", "color_weight=0")
        self.assert_proven("flag.ply")
        for shape, level in list(zip(by_shape, self.levels("flag.ply")))[2:]:
            mesh = self.mesh("flag.ply", level["level"])
            ways = [(way_to_colour(p[0], c[2]), area) for area, p, c in points_of(mesh, mesh.colors)]
            self.assertGreater(quantile(ways, 0.9), 0, "without a weight the colours smear")
            self.assertGreaterEqual(level["error"]["absolute"]["slide"], quantile(ways, 0.95))
            self.assertLessEqual(level["error"]["absolute"]["slide"], 1.1 * quantile(ways, 1))
            # a slide of 0.2 fills a pixel at 187 units: 1080 rows over 60 degrees are 935.3 a unit
            self.assertGreaterEqual(level["switch_distance"], 935.3 * quantile(ways, 0.95))
            self.assertGreater(level["switch_distance"], 10 * shape["switch_distance"])


if __name__ == "__main__":
    run(__file__)
