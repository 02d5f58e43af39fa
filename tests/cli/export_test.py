"""Exports of tilesets and of all levels in one file: what is written, refused, replaced and left alone."""

import json
import math
import os
import pathlib
import struct
import unittest

from lodcook_cli import TETRAHEDRON, CliTest, grid

MODELS = pathlib.Path(__file__).parents[2] / "examples" / "models"


def document_of(glb):
    size, = struct.unpack_from("<I", glb, 12)
    return json.loads(glb[20:20 + size])


class ExportTest(CliTest):
    def cook(self, name="g.obj", content=None, *arguments):
        self.write(f"models/{name}", content or grid(32))
        self.expect(0, "cook", "models", "-o", "out", *arguments)
        return self.read_json(f"out/{name}.lod.json")

    def export(self, code, *arguments, name="g.obj", **options):
        return self.expect(code, "export", f"out/{name}.lodc", *arguments, **options)


class Tilesets(ExportTest):
    def test_a_tree_becomes_a_folder_with_a_glb_for_each_tile(self):
        tiles = self.cook("g.obj", None, "--tile-triangles", 300)["objects"][0]["tiles"]
        done = self.export(0, "--format", "3dtiles", "-o", "tileset")
        self.assertEqual(done.stdout, "")
        self.assertEqual(set(self.files("tileset")), {"tileset.json", *(f"tiles/{t['id']}.glb" for t in tiles)})
        by_name = {f"tiles/{t['id']}.glb": t for t in tiles}
        open_tiles, seen = [self.read_json("tileset/tileset.json")["root"]], 0
        while open_tiles:
            tile = open_tiles.pop()
            facts = by_name[tile["content"]["uri"]]
            self.assertEqual(tile["geometricError"], facts["error"]["switch"]["absolute"])
            self.assertEqual([c["content"]["uri"] for c in tile.get("children", [])],
                             [f"tiles/{c}.glb" for c in facts["children"]])
            low, high = facts["box"]["min"], facts["box"]["max"]
            center = [(a + b) / 2 for a, b in zip(low, high)]
            half = [(b - a) / 2 for a, b in zip(low, high)]
            # Z up: x, -z, y
            box = [center[0], -center[2], center[1], half[0], 0, 0, 0, half[2], 0, 0, 0, half[1]]
            for found, expected in zip(tile["boundingVolume"]["box"], box, strict=True):
                self.assertAlmostEqual(found, expected, places=6)
            open_tiles += tile.get("children", [])
            seen += 1
        self.assertEqual(seen, len(tiles))

    def test_corners_count_from_the_tiles_origin(self):
        # 32 m of ground, 2 000 km from the file's origin
        far = "\n".join(f"v {float(l.split()[1]) + 2e6} {l.split()[2]} {l.split()[3]}" if l.startswith("v ") else l
                        for l in grid(32).splitlines())
        self.cook("g.obj", far, "--tile-triangles", 300)
        self.export(0, "--format", "3dtiles", "-o", "tileset")
        transform = self.read_json("tileset/tileset.json")["root"]["transform"]
        translations = set()
        for name, glb in self.files("tileset").items():
            if not name.endswith(".glb"):
                continue
            document = document_of(glb)
            position = document["accessors"][document["meshes"][0]["primitives"][0]["attributes"]["POSITION"]]
            node = document["nodes"][0]
            by = node.get("translation", [0, 0, 0])
            translations.add(tuple(by))
            self.assertGreaterEqual(min(position["min"]), 0)
            self.assertLessEqual(max(position["max"]), 32.01)
            self.assertLessEqual(transform[12] + by[0] + position["max"][0], 2e6 + 32.01)
            self.assertGreaterEqual(transform[12] + by[0] + position["min"][0], 2e6 - 0.01)
        self.assertGreater(len(translations), 4)

    def test_a_chain_is_a_tree_too(self):
        levels = self.cook()["objects"][0]["levels"]
        self.export(0, "--format", "3dtiles", "-o", "tileset")
        tile, errors = self.read_json("tileset/tileset.json")["root"], []
        while tile:
            errors.append(tile["geometricError"])
            tile = tile.get("children", [None])[0]
        self.assertEqual(errors, [level["error"]["switch"]["absolute"] for level in reversed(levels)])

    def test_the_same_container_gives_the_same_bytes(self):
        self.cook("g.obj", None, "--tile-triangles", 300)
        for folder in ("a", "b"):
            self.export(0, "--format", "3dtiles", "-o", folder)
        self.export(0, "--format", "3dtiles", "-o", "b")
        self.assertEqual(self.files("a"), self.files("b"))

    def test_an_older_export_goes_whole(self):
        self.cook("g.obj", None, "--tile-triangles", 300)
        self.export(0, "--format", "3dtiles", "-o", "tileset/")
        many = set(self.files("tileset"))
        self.cook("g.obj", None, "--tile-triangles", 1200)
        self.export(0, "--format", "3dtiles", "-o", "tileset")
        self.assertLess(set(self.files("tileset")), many)

    def test_what_no_export_wrote_is_left_alone(self):
        self.cook("g.obj", TETRAHEDRON)
        self.export(0, "--format", "3dtiles", "-o", "mine")
        ours = {name: content.decode("latin-1") for name, content in self.files("mine").items()}
        folders = {"a": {"note.txt": "x"}, "b": {**ours, "note.txt": "x"}, "c": {**ours, "tiles/note.txt": "x"},
                   "d": {"tileset.json": '{"asset":{"version":"1.1"}}'}, "e": {**ours, "tiles/x/1.glb": "x"}}
        for folder, files in folders.items():
            for name, content in files.items():
                self.write(f"{folder}/{name}", content.encode("latin-1"))
            before = self.files(folder)
            self.assertIn(folder, self.export(2, "--format", "3dtiles", "-o", folder).stderr)
            self.assertEqual(self.files(folder), before)
        self.write("file", "x")
        for output in ("file", "file/below", "out/g.obj.lodc"):
            self.assertIn(self.export(1 if "lodc" in output else 2, "--format", "3dtiles", "-o", output).returncode,
                          (1, 2))
        self.assertEqual((self.folder / "file").read_text(), "x")
        self.assertEqual([p for p in self.folder.iterdir() if p.name.startswith(".")], [])

    def test_a_folder_that_cannot_be_written_is_2_and_nothing_is_left(self):
        self.cook("g.obj", TETRAHEDRON)
        (self.folder / "locked").mkdir()
        options = self.as_nobody()
        os.chmod(self.folder / "locked", 0o555)
        self.export(2, "--format", "3dtiles", "-o", "locked/tileset", **options)
        self.assertEqual(list((self.folder / "locked").iterdir()), [])

    def test_levels_make_no_sense_and_bones_cannot_be_told(self):
        self.cook("g.obj", TETRAHEDRON)
        for extra in (("--level", 0), ("--all-levels",), ("--object", 1)):
            self.export(1, "--format", "3dtiles", "-o", "tileset", *extra)
        self.export(1, "--format", "3mf", "-o", "tileset")
        self.expect(0, "cook", MODELS / "tube.gltf", "-o", "out")
        self.assertIn("skinned", self.export(3, "--format", "3dtiles", "-o", "tileset", name="tube.gltf").stderr)
        self.assertFalse((self.folder / "tileset").exists())


class AllLevels(ExportTest):
    def nodes(self):
        return document_of((self.folder / "all.glb").read_bytes())["nodes"]

    def test_screen_coverages_come_from_the_manifest(self):
        manifest = self.cook("g.obj", None, "--set", "view.height_px=540", "--set", "cull_screen_height=0.001")
        done = self.export(0, "--all-levels", "-o", "all.glb")
        self.assertEqual(done.stderr, "")
        heights = [level["screen_height"] for level in manifest["objects"][0]["levels"][1:]]
        first, *others = self.nodes()
        self.assertEqual(first["extensions"]["MSFT_lod"]["ids"], list(range(1, len(heights) + 1)))
        self.assertEqual(len(others), len(heights))
        self.assertEqual(first["extras"]["screen_heights"], heights)
        # the area of a disc in a view of 16:9
        areas = [min(1, math.pi * h * h / 4 * 9 / 16) for h in [*heights, 0.001]]
        for found, expected in zip(first["extras"]["MSFT_screencoverage"], areas, strict=True):
            self.assertAlmostEqual(found, expected, delta=1e-9 * expected)

    def test_without_its_manifest_a_container_has_those_of_the_usual_view(self):
        manifest = self.cook()
        self.export(0, "--all-levels", "-o", "all.glb")
        usual = self.nodes()[0]["extras"]
        self.cook("g.obj", None, "--set", "view.height_px=540")
        (self.folder / "out/g.obj.lod.json").unlink()
        self.assertIn("manifest", self.export(0, "--all-levels", "-o", "all.glb").stderr)
        self.assertEqual(self.nodes()[0]["extras"], usual)
        self.write("out/g.obj.lod.json", json.dumps(manifest | {"container": manifest["container"] | {
            "index_hash": "0" * 16}}))
        self.assertIn("manifest", self.export(0, "--all-levels", "-o", "all.glb").stderr)

    def test_one_level_needs_no_extension(self):
        self.cook("g.obj", TETRAHEDRON)
        self.export(0, "--all-levels", "-o", "all.glb")
        self.assertEqual(len(self.nodes()), 1)
        self.assertNotIn("extensionsUsed", document_of((self.folder / "all.glb").read_bytes()))

    def test_one_thing_is_to_be_asked_for(self):
        self.cook("g.obj", TETRAHEDRON)
        for arguments in ((), ("--level", 0, "--all-levels"), ("--all-levels", "--object", 1), ("--level", "x")):
            self.export(1, "-o", "all.glb", *arguments)
        self.assertFalse((self.folder / "all.glb").exists())


if __name__ == "__main__":
    unittest.main()
