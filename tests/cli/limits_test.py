"""A model that crashes, hangs or eats memory costs itself only."""

import shutil
import unittest

from lodcook_cli import PROGRAM, TETRAHEDRON, CliTest, grid


class Limits(CliTest):
    def failure(self, document, source):
        return next(f["error"] for f in document["failed"] if f["source"] == source)

    def cooked(self, document):
        return [c["source"] for c in document["cooked"]]

    def test_time(self):
        self.write("models/big.obj", grid(700))
        self.write("models/small.obj", TETRAHEDRON)
        seconds = "1" if "asan" in PROGRAM else "0.1"  # starting a sanitized worker alone takes longer than 0.1 s
        document = self.json(3, "cook", "models", "-o", "out", "--jobs", "1", "--set", f"limits.time_seconds={seconds}",
                             "--set", "limits.time_ms_per_triangle=0")
        self.assertEqual(self.cooked(document), ["small.obj"])
        # the import or what follows, whichever was under way
        self.assertIn(self.failure(document, "big.obj")["code"], (311, 401))
        self.assertIn(f"{seconds} s", self.failure(document, "big.obj")["message"])

    def test_memory(self):
        if "asan" in PROGRAM:
            self.skipTest("no address space limit under AddressSanitizer")
        self.write("models/big.obj", grid(500))
        self.write("models/small.obj", TETRAHEDRON)
        document = self.json(3, "cook", "models", "-o", "out", "--jobs", "1", "--set", "limits.memory_mib=32")
        self.assertEqual(self.cooked(document), ["small.obj"])
        self.assertEqual(self.failure(document, "big.obj")["code"], 412)
        self.assertIn("32 MiB", self.failure(document, "big.obj")["message"])

    def test_models_that_break_importers(self):
        bad = ["synthetic_id_collision_7500_ascii.fbx", "counterXP.3MF", "building_json_chunk_huge.glb"]
        for name in bad:
            source = self.corpus(f"malformed/{name}")
            (self.folder / "models").mkdir(exist_ok=True)
            shutil.copy(source, self.folder / "models" / name)
        for name in ("a.obj", "m.obj", "z.obj"):
            self.write(f"models/{name}", TETRAHEDRON)
        for jobs in ("1", "2"):
            document = self.json(3, "cook", "models", "-o", f"out{jobs}", "--jobs", jobs)
            self.assertEqual(self.cooked(document), ["a.obj", "m.obj", "z.obj"])
            self.assertEqual(sorted(f["source"] for f in document["failed"]), sorted(bad))
            self.assertEqual(self.failure(document, bad[0])["code"], 310)
            self.assertEqual(self.failure(document, bad[1])["code"], 310)
            # a sanitizer turns the signal into an exit
            words = "its process ended" if "asan" in PROGRAM else "its process ended by a fault"
            self.assertIn(words, self.failure(document, bad[0])["message"])
            self.assertEqual(self.failure(document, bad[2])["code"], 304)


if __name__ == "__main__":
    unittest.main()
