"""Errors of skinned models are those of the worst pose."""

import json
import unittest

from lodcook_cli import SHARED, CliTest

MODEL = SHARED / "corpus/skinned/CesiumMan.glb"


@unittest.skipUnless(MODEL.exists(), f"skipped: {MODEL} is not there")
class Poses(CliTest):
    def levels(self, out, *arguments):
        self.expect(0, "cook", str(MODEL), "-o", out, *arguments)
        manifest = json.loads((self.folder / out / "CesiumMan.glb.lod.json").read_text())
        return manifest["objects"][0]["levels"]

    def test_a_pose_never_lowers_an_error(self):
        posed = self.levels("posed")
        self.write("bind.json", '{"pose_samples": 0}')
        bind = self.levels("bind", "--config", "bind.json")
        self.assertEqual([level["triangles"] for level in posed], [level["triangles"] for level in bind])
        for a, b in zip(posed, bind):
            self.assertNotIn("pose", b)
            self.assertGreaterEqual(a["error"]["relative"]["bound"], b["error"]["relative"]["bound"])
            if "pose" in a:
                self.assertGreater(a["error"]["relative"]["bound"], b["error"]["relative"]["bound"])
                self.assertGreaterEqual(a["pose"]["time_seconds"], 0)
        self.assertTrue(any("pose" in level for level in posed))
        self.expect(0, "verify", "posed", "--source", str(MODEL), "--errors")


if __name__ == "__main__":
    unittest.main()
