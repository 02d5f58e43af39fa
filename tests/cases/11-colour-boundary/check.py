import sys

sys.path.insert(0, __file__.rsplit("/", 2)[0])
from case_check import CaseCheck, run

RED, BLUE = (1, 0, 0), (0, 0, 1)


def near(color, wanted):
    return all(abs(c - w) <= 0.1 for c, w in zip(color, wanted))


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


if __name__ == "__main__":
    run(__file__)
