import subprocess
import sys
import time

sys.path.insert(0, __file__.rsplit("/", 2)[0])
from case_check import PROGRAM, CaseCheck, run


class HugeAccessorCount(CaseCheck):
    def test_the_file_is_refused_at_once_in_little_memory(self):
        start = time.monotonic()
        done = self.cook(code=3)
        self.assertLess(time.monotonic() - start, 2)
        self.assertIn("liar.gltf", done.stderr)
        self.assertEqual([f["source"] for f in self.index()["failed"]], ["liar.gltf"])
        self.assertEqual([p.name for p in self.out.iterdir()], ["manifest.json"])

    def test_memory_stays_small(self):
        # in a process of its own, so that no other child counts
        child = subprocess.run(
            [sys.executable, "-c", "import resource, subprocess, sys; subprocess.run(sys.argv[1:], capture_output=True);"
             "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)", PROGRAM, "cook", str(self.models), "-o",
             str(self.out)], capture_output=True, text=True, timeout=60, check=True)
        self.assertLess(int(child.stdout) / 1024, 256)

    def test_other_files_are_cooked(self):
        (self.models / "good.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
        self.cook(code=3)
        self.assertEqual([a["source"] for a in self.index()["assets"]], ["good.obj"])


if __name__ == "__main__":
    run(__file__)
