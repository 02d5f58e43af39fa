"""`verify` finds what is not as it was cooked, and nothing else."""

import json
import re
import unittest

from lodcook_cli import TETRAHEDRON, TWO_NODES, CliTest, grid

CRATE = "mtllib crate.mtl\nusemtl wood\n" + TETRAHEDRON
CRATE_MTL = "newmtl wood\nKd 0.5 0.3 0.1\nmap_Kd crate.png\n"


class Verify(CliTest):
    def setUp(self):
        super().setUp()
        self.write("models/g.obj", grid(12))
        self.write("models/sub/crate.obj", CRATE)
        self.write("models/sub/crate.mtl", CRATE_MTL)
        self.expect(0, "cook", "models", "-o", "out")

    def differences(self, *arguments):
        document = self.json(6, "verify", "out", *arguments)
        self.assertEqual(document["format"], "lodcook.verify")
        self.assertGreater(len(document["differences"]), 0)
        return [d["path"] for d in document["differences"]]

    def change(self, name, edit):
        path = self.folder / name
        path.write_bytes(edit(path.read_bytes()))

    def change_manifest(self, edit):
        path = self.folder / "out/g.obj.lod.json"
        manifest = json.loads(path.read_text())
        edit(manifest)
        path.write_text(json.dumps(manifest))

    def test_a_fresh_cook_has_none(self):
        document = self.json(0, "verify", "out", "--source", "models")
        self.assertEqual(document, {"format": "lodcook.verify", "version": 1, "checked": 2, "differences": []})

    def test_a_matrix_with_negative_zeros_is_none(self):
        turned = TWO_NODES.replace('"translation": [5, 0, 0]', '"rotation": [0.0, -0.0, 0.5, 0.8660254]')
        self.write("models/turned.gltf", turned)
        self.expect(0, "cook", "models", "-o", "out")
        self.assertEqual(self.json(0, "verify", "out")["differences"], [])

    def test_a_changed_byte_anywhere_in_a_container(self):
        size = (self.folder / "out/g.obj.lodc").stat().st_size
        for at in sorted({*range(0, size, size // 24), size - 1}):
            with self.subTest(at=at):
                flip = lambda b, i=at: b[:i] + bytes([b[i] ^ 1]) + b[i + 1:]
                self.change("out/g.obj.lodc", flip)
                self.assertIn("g.obj.lodc", self.differences())
                self.change("out/g.obj.lodc", flip)

    def test_a_cut_or_missing_file(self):
        self.change("out/g.obj.lodc", lambda b: b[:-1])
        (self.folder / "out/sub/crate.obj.lod.json").unlink()
        self.assertEqual(sorted(set(self.differences())), ["g.obj.lodc", "sub/crate.obj.lod.json"])

    def test_the_container_of_another_asset(self):
        self.write("out/g.obj.lodc", (self.folder / "out/sub/crate.obj.lodc").read_bytes())
        self.assertIn("g.obj.lodc", self.differences())

    def test_each_fact_of_a_manifest(self):
        def level(key, value):
            return lambda m: m["objects"][0]["levels"][1].__setitem__(key, value)

        whole = (self.folder / "out/g.obj.lod.json").read_bytes()
        edits = [level("triangles", 7), level("vertices", 7), level("bytes", 7), level("offset", 7),
                 level("switch_distance", 7.5), level("screen_height", 0.25),
                 lambda m: m["objects"][0]["bounds"].__setitem__("extent", 3),
                 lambda m: m["objects"][0]["levels"].pop(), lambda m: m["materials"].pop(),
                 lambda m: m["placements"].pop(), lambda m: m["container"].__setitem__("size", 3),
                 lambda m: m["container"].__setitem__("path", "other.lodc"),
                 lambda m: m["container"].__setitem__("content_hash", "0123456789abcdef"),
                 lambda m: m["source"].__setitem__("path", "h.obj"), lambda m: m.pop("objects")]
        for number, edit in enumerate(edits):
            with self.subTest(edit=number):
                self.change_manifest(edit)
                self.differences()
                self.write("out/g.obj.lod.json", whole)

    def test_an_index_that_says_other_things(self):
        whole = (self.folder / "out/manifest.json").read_text()
        for old, new in (('"triangles": 288', '"triangles": 289'), ("{", "[")):
            with self.subTest(new=new):
                self.assertIn(old, whole)
                self.write("out/manifest.json", whole.replace(old, new))
                self.differences()

    def test_changed_sources_only_when_asked_for(self):
        self.write("models/sub/crate.mtl", CRATE_MTL + "# edited\n")
        self.json(0, "verify", "out")
        self.assertEqual(self.differences("--source", "models"), ["sub/crate.mtl"])

    def test_a_source_that_is_gone_and_a_texture_that_came(self):
        (self.folder / "models/g.obj").unlink()
        self.write("models/sub/crate.png", b"png")
        self.assertEqual(self.differences("--source", "models"), ["g.obj", "sub/crate.png"])

    def test_what_is_not_in_the_index(self):
        self.write("out/sub/old.obj.lodc", b"x")
        self.assertEqual(self.differences(), ["sub/old.obj.lodc"])

    def test_what_a_manifest_cannot_say(self):
        def extra_key(m): m["objects"][0]["levels"][1]["quality"] = "best"
        def unknown_setting(m): m["settings"]["rato"] = 0.5
        def impossible_setting(m): m["settings"]["ratio"] = 7
        def missing_setting(m): del m["settings"]["ratio"]
        def other_view(m): m["settings"]["view"]["height_px"] = 720
        def other_reason(m): m["objects"][0]["stopped"] = "tired"
        fresh = (self.folder / "out/g.obj.lod.json").read_bytes()
        for edit in extra_key, unknown_setting, impossible_setting, missing_setting, other_view, other_reason:
            with self.subTest(edit=edit.__name__):
                self.change_manifest(edit)
                self.assertEqual(set(self.differences()), {"g.obj.lod.json"})
                (self.folder / "out/g.obj.lod.json").write_bytes(fresh)

    def test_errors_are_proven_again(self):
        for mode in ([], ["--group", "mesh"], ["--tile-triangles", "100"], ["--set", "quantisation.lossless=true"]):
            with self.subTest(mode=mode):
                self.expect(0, "cook", "models", "-o", "out", *mode)
                document = self.json(0, "verify", "out", "--source", "models", "--errors")
                self.assertEqual((document["checked"], document["differences"]), (2, []))

    def test_a_lowered_bound_is_found_by_proving_it_again(self):
        found = []

        def halve(manifest):
            error = manifest["objects"][0]["levels"][2]["error"]
            found.append(error["relative"]["measured"])
            for unit in ("relative", "absolute"):
                for key in ("bound", "measured"):
                    error[unit][key] *= 0.5

        self.change_manifest(halve)
        self.json(0, "verify", "out", "--source", "models")
        document = self.json(6, "verify", "out", "--source", "models", "--errors")
        self.assertEqual([d["path"] for d in document["differences"]], ["g.obj.lod.json"])
        said = re.fullmatch(r"object 0, level 2: bound (\S+) is recorded, but (\S+) was found",
                            document["differences"][0]["error"]["message"])
        self.assertIsNotNone(said, document["differences"])
        self.assertLess(float(said[1]), 0.53 * found[0])  # half of a bound at most 4.5 % above what was measured
        self.assertGreater(float(said[2]), 0.94 * found[0])

    def test_each_error_figure_is_found_again(self):
        def figure(*keys):
            def change(manifest):
                place = manifest["objects"][0]["levels"][2]
                for key in keys[:-1]:
                    place = place[key]
                place[keys[-1]] *= 0.999
            return change

        fresh = (self.folder / "out/g.obj.lod.json").read_bytes()
        relative = ("error", "relative")
        for keys in ((*relative, "measured"), (*relative, "rms"), ("error", "absolute", "rms"),
                     ("normal_angle", "mean_degrees"), ("normal_angle", "worst_degrees")):
            with self.subTest(keys=keys):
                self.change_manifest(figure(*keys))
                self.json(0, "verify", "out", "--source", "models")
                document = self.json(6, "verify", "out", "--source", "models", "--errors")
                self.assertEqual({d["path"] for d in document["differences"]}, {"g.obj.lod.json"})
                (self.folder / "out/g.obj.lod.json").write_bytes(fresh)

    def test_the_normal_angle_of_a_tile_is_found_again(self):
        self.expect(0, "cook", "models", "-o", "out", "--tile-triangles", "100")

        def lean(manifest):
            tiles = manifest["objects"][0]["tiles"]
            self.assertEqual({"normal_angle" in tile for tile in tiles if tile["level"] == 0}, {False})
            self.assertEqual({"normal_angle" in tile for tile in tiles if tile["level"] > 0}, {True})
            tiles[-1]["normal_angle"]["worst_degrees"] += 1

        self.change_manifest(lean)
        self.json(0, "verify", "out", "--source", "models")
        document = self.json(6, "verify", "out", "--source", "models", "--errors")
        self.assertEqual({d["path"] for d in document["differences"]}, {"g.obj.lod.json"})

    def test_proving_again_needs_the_sources(self):
        self.expect(1, "verify", "out", "--errors")

    def test_a_folder_that_was_never_cooked_into_is_an_error_of_reading(self):
        self.expect(2, "verify", "models")
        self.expect(2, "verify", "nowhere")


if __name__ == "__main__":
    unittest.main()
