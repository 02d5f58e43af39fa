import sys

sys.path.insert(0, __file__.rsplit("/", 2)[0])
from case_check import CaseCheck, run

BOXES = [((100, 101), (0, 1), (0, 1)), ((103, 104), (0, 2), (0, 1)), ((106, 107), (0, 1), (-1, 0)),
         ((109, 109.5), (0, 0.5), (0, 0.5))]
NAMES = ["post", "post", "post_nested", "post_turned"]


def transformed(matrix, p):
    return [sum(matrix[4 * c + r] * v for c, v in enumerate((*p, 1))) for r in range(3)]


class SharedMeshInstances(CaseCheck):
    def test_baked_by_default(self):
        self.cook()
        manifest = self.manifest("fence.gltf")
        self.assertEqual(manifest["objects"][0]["levels"][0]["triangles"], 48)
        self.assertEqual(sorted(p["name"] for p in manifest["placements"]), NAMES)
        self.assertTrue(all(p["baked"] for p in manifest["placements"]))
        mesh = self.mesh("fence.gltf")
        for box in BOXES:
            part = [t for t in mesh.triangles if box[0][0] - 0.1 < mesh.points[t[0]][0] < box[0][1] + 0.1]
            self.assertEqual(len(part), 12)
            self.assert_box(mesh.box(part), box, 1e-3)

    def test_grouped_by_mesh_it_is_stored_once(self):
        self.cook("--group", "mesh")
        manifest = self.manifest("fence.gltf")
        self.assertEqual(len(manifest["objects"]), 1)
        self.assertEqual(manifest["objects"][0]["levels"][0]["triangles"], 12)
        self.assertEqual(sorted(p["name"] for p in manifest["placements"]), NAMES)
        self.assertFalse(any(p["baked"] for p in manifest["placements"]))
        points = self.mesh("fence.gltf").points
        found = []
        for placement in manifest["placements"]:
            placed = [transformed(placement["matrix"], p) for p in points]
            found.append(tuple((min(c), max(c)) for c in zip(*placed)))
        for box, wanted in zip(sorted(found), BOXES):
            self.assert_box(box, wanted, 1e-3)

    def test_one_chain_serves_all_placements(self):
        # a placement's switch distance is the object's times its largest axis scale, so the order follows
        self.cook("--group", "mesh", "--set", "triangle_floor=4")
        manifest = self.manifest("fence.gltf")
        levels = manifest["objects"][0]["levels"]
        for level in levels[1:]:
            self.assertGreater(level["switch_distance"], 0)
        scales = {}
        for placement in manifest["placements"]:
            m = placement["matrix"]
            scales.setdefault(placement["name"], []).append(max(sum(c * c for c in m[4 * i:4 * i + 3]) ** 0.5 for i in range(3)))
        self.assertEqual([round(s, 5) for s in sorted(scales["post"])], [1, 2])
        self.assertAlmostEqual(scales["post_nested"][0], 0.5, delta=1e-5)


if __name__ == "__main__":
    run(__file__)
