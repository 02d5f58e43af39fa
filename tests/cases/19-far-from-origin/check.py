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

    def test_errors_are_proven_as_near_the_origin(self):
        self.cook()
        near = [" ".join(["v", *(repr(float(c)) for c in self.near(line.split()[1:]))]) if line.startswith("v ") else line
                for line in (self.models / "survey_50km.obj").read_text().splitlines()]
        (self.models / "near.obj").write_text("\n".join(near) + "\n")
        self.cook()
        self.assert_proven("survey_50km.obj")
        far, close = self.levels("survey_50km.obj"), self.levels("near.obj")
        self.assertEqual([level["triangles"] for level in far], [level["triangles"] for level in close])
        for a, b in zip(far[1:], close[1:]):
            # 32-bit steps are 2^-8 there and the patch is 2 long: each corner of either surface may be off by half a
            # step on each axis
            moved = 3**0.5 * 2**-9 / 2
            self.assertLessEqual(abs(a["error"]["relative"]["bound"] - b["error"]["relative"]["bound"]),
                                 0.05 * b["error"]["relative"]["bound"] + 2 * moved)

    def near(self, corner):
        """A corner of the patch without the 50 km."""
        return [float(c) - round(float(c) / 10000) * 10000 for c in corner]


if __name__ == "__main__":
    run(__file__)
