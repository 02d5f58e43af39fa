"""The shapes of the JSON documents on stdout and in OUT. They are interfaces."""

import unittest

from lodcook_cli import TETRAHEDRON, CliTest, grid

HEX = r"^[0-9a-f]{16}$"
CRATE = "mtllib crate.mtl\nusemtl wood\n" + TETRAHEDRON
CRATE_MTL = "newmtl wood\nKd 0.5 0.3 0.1\n"


class CookDocument(CliTest):
    def test_every_list_is_there_sorted_and_counted(self):
        for name in ("b.obj", "a/z.obj", "B.obj"):
            self.write(f"models/{name}", TETRAHEDRON)
        for name in ("y.glb", "x.glb"):
            self.write(f"models/{name}", b"junk")
        self.write("models/s.ply.gz", b"x")
        document = self.json(3, "cook", "models", "-o", "out")
        self.assertEqual(document["format"], "lodcook.cook")
        self.assertEqual(document["cooked"], [
            {"source": s, "manifest": s + ".lod.json", "container": s + ".lodc"} for s in ("B.obj", "a/z.obj", "b.obj")])
        self.assertEqual(document["up_to_date"], [])
        self.assertEqual(document["skipped"], [{"source": "s.ply.gz", "reason": "compressed; unpack it first"}])
        self.assertEqual([f["source"] for f in document["failed"]], ["x.glb", "y.glb"])
        for failed in document["failed"]:
            self.assertIsInstance(failed["error"]["code"], int)
            self.assertNotEqual(failed["error"]["message"], "")
        self.assertEqual(document["totals"]["cooked"], 3)
        self.assertEqual(document["totals"]["skipped"], 1)
        self.assertEqual(document["totals"]["failed"], 2)

    def test_nothing_but_the_document_is_on_stdout(self):
        self.write("models/a.obj", TETRAHEDRON)
        self.assertEqual(self.expect(0, "cook", "models", "-o", "out").stdout, "")
        self.assertTrue(self.expect(0, "cook", "models", "-o", "out", "-v", "--json").stdout.startswith("{"))

    def test_quiet_says_nothing_but_errors(self):
        self.write("models/a.obj", TETRAHEDRON)
        self.assertEqual(self.expect(0, "cook", "models", "-o", "out", "-q").stderr, "")
        self.write("models/b.glb", b"junk")
        self.assertIn("b.glb", self.expect(3, "cook", "models", "-o", "out", "-q").stderr)


class Index(CliTest):
    def test_it_lists_what_was_cooked(self):
        self.write("models/a.obj", TETRAHEDRON)
        self.write("models/b.obj", "v 0 0 0\n")
        self.expect(3, "cook", "models", "-o", "out")
        index = self.read_json("out/manifest.json")
        self.assertEqual(index["format"], "lodcook.index")
        self.assertEqual(index["version"], 1)
        self.assertEqual(index["assets"], [{"source": "a.obj", "manifest": "a.obj.lod.json", "container": "a.obj.lodc",
                                            "levels": 1, "triangles": 4}])
        self.assertEqual([f["source"] for f in index["failed"]], ["b.obj"])
        self.assertEqual(index["totals"]["triangles"], 4)


class Manifest(CliTest):
    def cook(self, *arguments):
        self.write("models/box/crate.obj", CRATE)
        self.write("models/box/crate.mtl", CRATE_MTL)
        self.expect(0, "cook", "models", "-o", "out", *arguments)
        return self.read_json("out/box/crate.obj.lod.json")

    def test_it_names_its_files_relative_and_with_hashes(self):
        manifest = self.cook()
        self.assertEqual((manifest["format"], manifest["version"]), ("lodcook.manifest", 1))
        self.assertEqual(manifest["asset"], "crate.obj")
        self.assertEqual(manifest["source"]["path"], "box/crate.obj")
        self.assertRegex(manifest["source"]["hash"], HEX)
        self.assertEqual([d["path"] for d in manifest["source"]["dependencies"]], ["box/crate.mtl"])
        self.assertRegex(manifest["source"]["dependencies"][0]["hash"], HEX)
        self.assertEqual(manifest["container"]["path"], "crate.obj.lodc")
        self.assertEqual(manifest["container"]["size"], (self.folder / "out/box/crate.obj.lodc").stat().st_size)
        self.assertRegex(manifest["container"]["content_hash"], HEX)

    def test_it_describes_the_geometry(self):
        manifest = self.cook()
        self.assertEqual([m["name"] for m in manifest["materials"]], ["wood"])
        (thing,) = manifest["objects"]
        level = thing["levels"][0]
        self.assertEqual((level["level"], level["triangles"], level["switch_distance"]), (0, 4, 0))
        self.assertNotIn("screen_height", level)
        self.assertEqual(level["draws"], [{"material": 0, "triangles": 4}])
        self.assertAlmostEqual(thing["bounds"]["extent"], 1, places=3)
        self.assertEqual(manifest["placements"][0]["object"], 0)

    def test_levels_fall_and_switches_rise(self):
        self.write("models/g.obj", grid(30))
        self.expect(0, "cook", "models", "-o", "out")
        (thing,) = self.read_json("out/g.obj.lod.json")["objects"]
        levels = thing["levels"]
        self.assertGreater(len(levels), 2)
        self.assertEqual(levels[0]["triangles"], 1800)
        for finer, coarser in zip(levels, levels[1:]):
            self.assertLess(coarser["triangles"], finer["triangles"])
            self.assertGreater(coarser["switch_distance"], finer["switch_distance"])
            self.assertGreater(coarser["screen_height"], 0)
        self.assertNotEqual(thing["stopped"], "")

    def test_the_reference_view_moves_the_switches(self):
        def reach(*settings):
            self.write("models/g.obj", grid(30))
            self.expect(0, "cook", "models", "-o", "out", *settings)
            (thing,) = self.read_json("out/g.obj.lod.json")["objects"]
            return [level["switch_distance"] - thing["bounds"]["radius"] for level in thing["levels"][1:]]

        # twice the pixels in height show an error twice as far
        for once, twice in zip(reach(), reach("--set", "view.height_px=2160")):
            self.assertAlmostEqual(twice / once, 2, places=4)

    def test_running_in_process_gives_the_same(self):
        first = self.cook()
        self.assertEqual(self.cook("--in-process"), first)


class Info(CliTest):
    def test_the_document_is_the_manifest_that_the_container_supports(self):
        self.write("models/g.obj", grid(20))
        self.expect(0, "cook", "models", "-o", "out")
        whole = self.read_json("out/g.obj.lod.json")
        document = self.json(0, "info", "out/g.obj.lodc")
        self.assertEqual(document["format"], "lodcook.manifest")
        self.assertEqual(document["container"], whole["container"])
        self.assertEqual(document["materials"], whole["materials"])
        for own, other in zip(document["objects"], whole["objects"]):
            self.assertEqual(own["bounds"], other["bounds"])
            for a, b in zip(own["levels"], other["levels"]):
                for key in ("triangles", "vertices", "bytes", "offset", "switch_distance", "draws"):
                    self.assertEqual(a[key], b[key], key)

    def test_the_table_names_levels_and_materials(self):
        self.write("models/crate.obj", CRATE)
        self.write("models/crate.mtl", CRATE_MTL)
        self.expect(0, "cook", "models", "-o", "out")
        table = self.expect(0, "info", "out/crate.obj.lodc").stdout
        self.assertIn("'wood'", table)
        self.assertRegex(table, r"(?m)^ +0 +4 ")

    def test_what_is_no_container_is_refused_with_the_code_of_its_fault(self):
        self.write("a.lodc", b"not a container")
        self.assertIn("a.lodc", self.expect(3, "info", "a.lodc").stderr)
        self.assertIn("b.lodc", self.expect(2, "info", "b.lodc").stderr)


class Export(CliTest):
    def test_a_level_becomes_a_glb_that_cooks_to_the_same_triangles(self):
        self.write("models/g.obj", grid(10))
        self.expect(0, "cook", "models", "-o", "out")
        self.expect(0, "export", "out/g.obj.lodc", "--level", "1", "-o", "g1.glb")
        self.assertEqual((self.folder / "g1.glb").read_bytes()[:4], b"glTF")
        levels = self.read_json("out/g.obj.lod.json")["objects"][0]["levels"]
        self.expect(0, "cook", "g1.glb", "-o", "again")
        again = self.read_json("again/g1.glb.lod.json")["objects"][0]["levels"]
        self.assertEqual(again[0]["triangles"], levels[1]["triangles"])

    def test_a_level_or_object_that_is_not_there_is_a_wrong_argument(self):
        self.write("models/a.obj", TETRAHEDRON)
        self.expect(0, "cook", "models", "-o", "out")
        self.expect(1, "export", "out/a.obj.lodc", "--level", "7", "-o", "x.glb")
        self.expect(1, "export", "out/a.obj.lodc", "--level", "0", "--object", "3", "-o", "x.glb")
        self.assertFalse((self.folder / "x.glb").exists())

    def test_the_container_itself_is_no_output(self):
        self.write("models/a.obj", TETRAHEDRON)
        self.expect(0, "cook", "models", "-o", "out")
        container = (self.folder / "out/a.obj.lodc").read_bytes()
        self.expect(1, "export", "out/a.obj.lodc", "--level", "0", "-o", "out/../out/a.obj.lodc")
        self.assertEqual((self.folder / "out/a.obj.lodc").read_bytes(), container)

    def test_an_output_that_cannot_be_written_is_2(self):
        self.write("models/a.obj", TETRAHEDRON)
        self.expect(0, "cook", "models", "-o", "out")
        self.write("file", "x")
        self.expect(2, "export", "out/a.obj.lodc", "--level", "0", "-o", "file/x.glb")


if __name__ == "__main__":
    unittest.main()
