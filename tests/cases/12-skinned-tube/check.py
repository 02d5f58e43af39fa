import sys

sys.path.insert(0, __file__.rsplit("/", 2)[0])
from case_check import CaseCheck, run


class SkinnedTube(CaseCheck):
    def joint_names(self):
        return [j["name"] for j in self.manifest("tube.gltf")["skeleton"]["joints"]]

    def test_level_0_is_the_source(self):
        self.cook()
        mesh = self.mesh("tube.gltf")
        self.assertEqual((len(mesh.points), len(mesh.triangles)), (72, 128))
        self.assertEqual(sorted(self.joint_names()), ["root", "tip"])

    def test_every_level_keeps_the_weights(self):
        self.cook()
        names = self.joint_names()
        for mesh in self.meshes("tube.gltf"):
            for point, joints, weights in zip(mesh.points, mesh.joints, mesh.weights):
                self.assertAlmostEqual(sum(weights), 1, delta=0.01)
                by_name = {"root": 0, "tip": 0}
                for joint, weight in zip(joints, weights):
                    by_name[names[int(joint)]] += weight
                if point[1] <= 1:
                    self.assertAlmostEqual(by_name["root"], 1, delta=0.01)
                if point[1] >= 3:
                    self.assertAlmostEqual(by_name["tip"], 1, delta=0.01)

    def test_level_1_still_bends(self):
        self.cook()
        mesh = self.mesh("tube.gltf", 1)
        self.assert_within(len(mesh.triangles), 64, 0.1)
        self.assertTrue(any(1 < p[1] < 3 for p in mesh.points))


if __name__ == "__main__":
    run(__file__)
