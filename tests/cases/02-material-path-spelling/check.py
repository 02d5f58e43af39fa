import sys

sys.path.insert(0, __file__.rsplit("/", 2)[0])
from case_check import CaseCheck, run


class MaterialPathSpelling(CaseCheck):
    def test_materials_and_textures_are_found_as_spelt_on_windows(self):
        done = self.cook()
        manifest = self.manifest("hut.obj")
        self.assertEqual(sorted(m["name"] for m in manifest["materials"]), ["plain wall", "roof"])
        textures = {m["name"]: m["textures"]["base_color"]["path"] for m in manifest["materials"]}
        self.assertEqual(textures["plain wall"], "tex/plain wall.png")
        if textures["roof"] != "tex/roof.png":
            self.assertIn("Tex/Roof.PNG", done.stderr)

    def test_the_geometry_is_split_by_material(self):
        self.cook()
        mesh = self.mesh("hut.obj")
        self.assertEqual({name: len(run) for name, run in mesh.by_material.items()}, {"plain wall": 2, "roof": 2})
        sizes = sorted(high - low for low, high in mesh.box())
        self.assertEqual([round(s, 6) for s in sizes], [0, 2, 4])

    def test_no_machine_path_in_the_outputs(self):
        self.cook()
        for path in self.out.iterdir():
            self.assertNotIn(str(self.folder).encode(), path.read_bytes())
            self.assertNotIn(b"\\\\", path.read_bytes())


if __name__ == "__main__":
    run(__file__)
