import sys

sys.path.insert(0, __file__.rsplit("/", 2)[0])
from case_check import CaseCheck, length, run


class JunkBesideGood(CaseCheck):
    def parts(self, mesh):
        """The triangles of `good`, and those of `dead_normals`, which lie at z = 10."""
        dead = [t for t in mesh.triangles if all(abs(p[2] - 10) < 1e-3 for p in mesh.corners(t))]
        return [t for t in mesh.triangles if t not in dead], dead

    def test_the_good_stays(self):
        self.cook()
        mesh = self.mesh("scan.obj")
        good, dead = self.parts(mesh)
        self.assertEqual((len(good), len(dead)), (4, 2))
        self.assertAlmostEqual(mesh.volume(good), 1, delta=1e-3)

    def test_junk_is_named(self):
        done = self.cook()
        told = done.stderr + "".join(w["message"] for w in self.manifest("scan.obj")["warnings"])
        for name in ("point_like", "needle"):
            self.assertIn(name, told)

    def test_zero_normals_are_replaced(self):
        self.cook()
        mesh = self.mesh("scan.obj")
        for normal in mesh.normals:
            self.assertAlmostEqual(length(normal), 1, delta=1e-3)
        for triangle in self.parts(mesh)[1]:
            for vertex in triangle:
                self.assertEqual(mesh.normals[vertex], (0, 0, 1))

    def test_levels_have_numbers(self):
        self.cook()  # read_json refuses NaN and infinities
        for level in self.levels("scan.obj"):
            self.assertIsInstance(level["error"]["switch"]["absolute"], (int, float))
        self.assertNotIn(b"null", (self.out / "scan.obj.lod.json").read_bytes())


if __name__ == "__main__":
    run(__file__)
