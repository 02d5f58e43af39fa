import subprocess
import sys

sys.path.insert(0, __file__.rsplit("/", 2)[0])
from case_check import PROGRAM, CaseCheck, length, run, sub

PEAK = ("import resource, subprocess, sys; done = subprocess.run(sys.argv[1:], capture_output=True);"
        "print(done.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")


class Over65536Vertices(CaseCheck):
    def test_indices_never_wrap(self):
        subprocess.run([sys.executable, self.case / "make_grid.py", "256", "257"], cwd=self.models, check=True, timeout=60)
        child = subprocess.run([sys.executable, "-c", PEAK, PROGRAM, "cook", self.models, "-o", self.out],
                               capture_output=True, text=True, timeout=300, check=True)
        code, peak = map(int, child.stdout.split())
        self.assertEqual(code, 0)
        self.assertLess(peak / 1024, 1024)
        for side, vertices, triangles, area in ((256, 65536, 130050, 65025), (257, 66049, 131072, 65536)):
            name = f"grid_{side}.obj"
            levels = self.levels(name)
            self.assertEqual((levels[0]["vertices"], levels[0]["triangles"]), (vertices, triangles))
            self.assert_within(levels[1]["triangles"], triangles / 2, 0.1)
            mesh = self.mesh(name)
            flat = 0
            for triangle in mesh.triangles:
                a, b, c = mesh.corners(triangle)
                self.assertLess(max(length(sub(a, b)), length(sub(b, c)), length(sub(c, a))), 1.44)
                flat += abs((b[0] - a[0]) * (c[2] - a[2]) - (b[2] - a[2]) * (c[0] - a[0])) / 2
            self.assert_within(flat, area, 1e-4)


if __name__ == "__main__":
    run(__file__)
