import sys

sys.path.insert(0, __file__.rsplit("/", 2)[0])
from case_check import CaseCheck, run


class UnweldedFacets(CaseCheck):
    def test_level_0_is_the_source(self):
        self.cook()
        mesh = self.mesh("ball.stl")
        self.assertEqual(len(mesh.triangles), 320)
        self.assertEqual(len(set(mesh.points)), 162)
        self.assertAlmostEqual(mesh.volume(), 4.047, delta=0.002)

    def test_levels_halve(self):
        self.cook()
        counts = [level["triangles"] for level in self.levels("ball.stl")]
        self.assertGreaterEqual(len(counts), 4)
        for count, wanted in zip(counts[1:4], (160, 80, 40)):
            self.assert_within(count, wanted, 0.1)

    def test_the_surface_stays_closed(self):
        self.cook()
        for number in (1, 2):
            mesh = self.mesh("ball.stl", number)
            self.assertEqual(mesh.open_edges(1e-5), [])
            self.assert_within(mesh.volume(), 4.047, 0.15)


if __name__ == "__main__":
    run(__file__)
