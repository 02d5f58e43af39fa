import json
import os
import sys

sys.path.insert(0, __file__.rsplit("/", 2)[0])
from case_check import CaseCheck, run

NAMES = ["Stühle_Größe_L", "Bezug_grün", 'Lampe "groß" \\ №4 💡']


def strings(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for item in value.values() if isinstance(value, dict) else value:
            yield from strings(item)


class UnicodeNames(CaseCheck):
    def cook_in(self, locale):
        environment = {k: v for k, v in os.environ.items() if not k.startswith("LC_") and k != "LANG"}
        self.out = self.folder / f"out {locale}"
        self.cook(env={**environment, "LC_ALL": locale})
        return {str(p.relative_to(self.out)): p.read_bytes() for p in sorted(self.out.rglob("*")) if p.is_file()}

    def test_names_come_back_exactly_in_every_locale(self):
        plain = self.cook_in("C")
        self.assertEqual(plain, self.cook_in("C.UTF-8"))
        index = self.index()
        self.assertEqual((len(index["assets"]), len(index["failed"])), (2, 0))
        found = []
        for asset in index["assets"]:
            self.assertTrue((self.out / asset["container"]).is_file())
            manifest = json.loads((self.out / asset["manifest"]).read_bytes().decode("utf-8"))
            self.assertEqual(manifest["objects"][0]["levels"][0]["triangles"], 4)
            found += strings(manifest)
        for name in NAMES:
            self.assertIn(name, found)


if __name__ == "__main__":
    run(__file__)
