import sys

sys.path.insert(0, __file__.rsplit("/", 2)[0])
from case_check import CaseCheck, run


class FarFromOrigin(CaseCheck):
    def rows(self, mesh, axis):
        """Distinct coordinates, neighbours closer than 0.01 taken as one."""
        values = sorted(p[axis] for p in mesh.points)
        return [v for i, v in enumerate(values) if i == 0 or v - values[i - 1] > 0.01]

    def assert_sharp(self, mesh):
        for axis in (0, 2):
            rows = self.rows(mesh, axis)
            self.assertEqual(len(rows), 9)
            for a, b in zip(rows, rows[1:]):
                self.assertAlmostEqual(b - a, 0.25, delta=0.005)
        box = mesh.box()
        for (low, high), side, tolerance in zip(box, (2, 0.15, 2), (0.005, 0.005, 0.005)):
            self.assertAlmostEqual(high - low, side, delta=tolerance)

    def test_50_km_out(self):
        self.cook()
        mesh = self.mesh("survey_50km.obj")
        self.assertEqual((len(mesh.points), len(mesh.triangles)), (81, 128))
        self.assert_sharp(mesh)
        for coordinate in mesh.local:
            self.assertLessEqual(max(abs(c) for c in coordinate), 10)

    def test_50_km_out_in_tiles(self):
        self.cook("--tile-size", 1, "--tile-triangles", 64)
        tiles = self.tiles("survey_50km.obj")
        leaves = [(tile, mesh) for tile, mesh in tiles if tile["level"] == 0]
        self.assertGreaterEqual(len(leaves), 4)
        self.assertEqual(sum(len(mesh.triangles) for _, mesh in leaves), 128)
        # corners that tiles share have the same bits: 81 different ones in all, as in the source
        corners = {p for _, mesh in leaves for p in mesh.local}
        self.assertEqual(len(corners), 81)
        for _, mesh in tiles:
            self.assertLessEqual(set(mesh.local), corners)
            for axis in (0, 2):
                for a, b in zip(self.rows(mesh, axis), self.rows(mesh, axis)[1:]):
                    self.assertAlmostEqual((b - a) / 0.25, round((b - a) / 0.25), delta=0.02)

    def test_map_coordinates(self):
        done = self.cook()
        mesh = self.mesh("survey.obj")
        if len(self.rows(mesh, 2)) == 9:
            self.assertEqual((len(mesh.points), len(mesh.triangles)), (81, 128))
            self.assert_sharp(mesh)
        else:
            warnings = [w["message"] for w in self.manifest("survey.obj")["warnings"]]
            self.assertTrue(any("0.5" in message for message in warnings), warnings)
            self.assertIn("survey.obj", done.stderr)


if __name__ == "__main__":
    run(__file__)
