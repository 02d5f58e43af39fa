import sys

sys.path.insert(0, __file__.rsplit("/", 2)[0])
from case_check import CaseCheck, run


class SameStemTwoFolders(CaseCheck):
    def files(self):
        return {str(p.relative_to(self.out)): p.read_bytes() for p in self.out.rglob("*") if p.is_file()}

    def test_three_assets_come_out_and_stay(self):
        self.cook()
        assets = self.index()["assets"]
        self.assertEqual({a["source"]: a["triangles"] for a in assets},
                         {"chairs/base.obj": 4, "tables/base.obj": 12, "tables/base.stl": 2})
        self.assertEqual(len({a["container"] for a in assets}), 3)
        first = self.files()
        self.assertEqual(len([name for name in first if name.endswith(".lodc")]), 3)
        self.cook()
        self.assertEqual(self.files(), first)

    def test_the_order_of_inputs_does_not_matter(self):
        self.cook()
        first = self.files()
        self.out = self.folder / "other"
        done = self.run_program("cook", self.models, "-o", self.out, "--jobs", "1")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.files(), first)


if __name__ == "__main__":
    run(__file__)
