import sys
import time

sys.path.insert(0, __file__.rsplit("/", 2)[0])
from case_check import CaseCheck, run


class MissingBin(CaseCheck):
    def test_the_broken_model_fails_alone_with_both_names(self):
        start = time.monotonic()
        done = self.cook(code=3)
        self.assertLess(time.monotonic() - start, 5)
        self.assertTrue(any("panel.gltf" in line and "panel.bin" in line for line in done.stderr.splitlines()))
        index = self.index()
        self.assertEqual([a["source"] for a in index["assets"]], ["wedge.obj"])
        self.assertEqual([f["source"] for f in index["failed"]], ["panel.gltf"])
        self.assertEqual(sorted(p.name for p in self.out.iterdir()),
                         ["manifest.json", "wedge.obj.lod.json", "wedge.obj.lodc"])

    def test_the_good_model_is_whole(self):
        self.cook(code=3)
        self.assertEqual(self.levels("wedge.obj")[0]["triangles"], 4)
        self.assert_box(self.mesh("wedge.obj").box(), ((0, 1), (0, 2), (0, 3)), 1e-6)


if __name__ == "__main__":
    run(__file__)
