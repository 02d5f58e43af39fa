import sys

sys.path.insert(0, __file__.rsplit("/", 2)[0])
from case_check import CaseCheck, dot, length, run, sub


class MirroredNode(CaseCheck):
    def copies(self, mesh):
        left = [t for t in mesh.triangles if mesh.points[t[0]][0] < 0]
        return left, [t for t in mesh.triangles if t not in left]

    def test_both_copies_face_outward(self):
        self.cook()
        mesh = self.mesh("pair.gltf")
        left, right = self.copies(mesh)
        self.assertEqual((len(left), len(right)), (4, 4))
        self.assertAlmostEqual(mesh.volume(left), 1, delta=1e-3)
        self.assertAlmostEqual(mesh.volume(right), 1, delta=1e-3)
        self.assert_box(mesh.box(left), ((-4, -3), (0, 2), (0, 3)), 1e-3)
        self.assert_box(mesh.box(right), ((3, 4), (0, 2), (0, 3)), 1e-3)

    def test_normals_point_away_from_the_centre_at_every_level(self):
        self.cook()
        for mesh in self.meshes("pair.gltf"):
            for copy in self.copies(mesh):
                used = sorted({v for t in copy for v in t})
                center = [sum(mesh.points[v][axis] for v in used) / len(used) for axis in range(3)]
                for v in used:
                    self.assertAlmostEqual(length(mesh.normals[v]), 1, delta=1e-3)
                    self.assertGreater(dot(mesh.normals[v], sub(mesh.points[v], center)), 0)


if __name__ == "__main__":
    run(__file__)
