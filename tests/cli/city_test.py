"""Towns of many nodes: whole buildings, merged draw ranges, the shared tile of roads that span all."""

import math
import pathlib
import sys
import unittest

from lodcook_cli import CliTest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "bench"))
import make_city  # noqa: E402

BLOCKS = 6
BUILDINGS = 4 * BLOCKS * BLOCKS
LANDMARKS = (BUILDINGS + 12) // 13  # every thirteenth, from the first
ROADS = 2 * 2 * (BLOCKS + 1)  # triangles
BAKED = ("--set", "tiles.instances=false")


class City(CliTest):
    def setUp(self):
        super().setUp()
        (self.folder / "models").mkdir()
        self.made = make_city.make(BLOCKS, self.folder / "models/city.glb")

    def cook(self, *arguments):
        self.expect(0, "cook", "models", "-o", "out", *arguments)
        return self.read_json("out/city.glb.lod.json")

    def tiles(self, manifest):
        return manifest["objects"][0]["tiles"]

    def test_every_triangle_is_in_one_leaf(self):
        manifest = self.cook("--tile-triangles", 2000)
        made = self.made
        expected = made["building_triangles"] + made["ground_triangles"] + made["road_triangles"]
        self.assertEqual(sum(t["triangles"] for t in self.tiles(manifest) if t["level"] == 0), expected)
        self.assertEqual(manifest["objects"][0]["levels"][0]["triangles"], expected)
        self.assertEqual(self.json(0, "verify", "out", "--source", "models")["differences"], [])

    def test_roads_are_in_a_shared_tile_that_is_loaded_first(self):
        manifest = self.cook("--tile-triangles", 2000)
        tiles = self.tiles(manifest)
        shared = [t for t in tiles if "shared" in t]
        self.assertEqual([t["shared"] for t in shared], ["spanning"])
        self.assertEqual(shared[0]["triangles"], ROADS)
        self.assertEqual((shared[0]["level"], shared[0]["children"]), (0, []))
        parent = tiles[shared[0]["parent"]]
        self.assertEqual(parent["children"][0], shared[0]["id"])
        self.assertEqual(len(parent["children"]), 3)
        above = 1  # tiles from its parent up
        while "parent" in parent:
            parent, above = tiles[parent["parent"]], above + 1
        self.assertEqual(shared[0]["priority"], above)
        brief = self.expect(0, "info", "out/city.glb.lodc").stdout
        self.assertIn(f"tile {shared[0]['id']} is shared (spanning): {ROADS} triangles", brief)

    def test_small_buildings_stay_whole(self):
        whole = self.tiles(self.cook("--tile-triangles", 2000, *BAKED))  # the largest building has 490 triangles
        walls = lambda tiles: [d for t in tiles if t["level"] == 0 for d in t["draws"] if d["material"] == 0]
        self.assertEqual(sum(d["source_draws"] for d in walls(whole)), BUILDINGS)
        cut = self.tiles(self.cook("--tile-triangles", 1000, *BAKED))
        self.assertGreater(sum(d["source_draws"] for d in walls(cut)), BUILDINGS)

    def test_coarse_tiles_keep_roads_and_the_corners_of_the_ground(self):
        manifest = self.cook("--tile-triangles", 2000)
        extent = manifest["objects"][0]["bounds"]["extent"]
        panel = math.hypot(12 / 6, 30 / 6)  # the largest one's diagonal: halving may make one triangle of a panel's two
        for tile in self.tiles(manifest):
            if tile["level"] == 1:
                self.assertLessEqual(tile["error"]["relative"]["bound"] * extent, panel)
        [root] = [t for t in self.tiles(manifest) if "parent" not in t]
        self.assertLessEqual(root["triangles"] * 16, manifest["objects"][0]["levels"][0]["triangles"])

    def test_draw_ranges_are_merged_by_material_but_for_landmarks(self):
        manifest = self.cook("--tile-triangles", 2000, *BAKED)
        names = [p["name"] for p in manifest["placements"]]
        self.assertEqual(sum(name.startswith("NM_") for name in names), LANDMARKS)
        seen = []
        for tile in self.tiles(manifest):
            merged = [d for d in tile["draws"] if "placement" not in d]
            self.assertEqual(len({d["material"] for d in merged}), len(merged))
            for draw in tile["draws"]:
                if "placement" in draw:
                    self.assertTrue(names[draw["placement"]].startswith("NM_"))
                    self.assertEqual((draw["material"], draw["source_draws"]), (0, 1))
                    seen += [draw["placement"]] if tile["level"] == 0 else []
        self.assertEqual(sorted(seen), [i for i, name in enumerate(names) if name.startswith("NM_")])
        counts = manifest["objects"][0]["draw_ranges"]
        leaves = [t for t in self.tiles(manifest) if t["level"] == 0]
        self.assertEqual(counts["merged"], sum(len(t["draws"]) for t in leaves))
        self.assertEqual(counts["source"], sum(d["source_draws"] for t in leaves for d in t["draws"]))
        self.assertGreater(counts["source"], BUILDINGS)
        self.assertLess(counts["merged"], LANDMARKS + 2 * len(leaves) + 1)
        info = self.json(0, "info", "out/city.glb.lodc")
        self.assertEqual(info["objects"][0]["draw_ranges"], counts)

    def test_level_0_has_each_building_once(self):
        manifest = self.cook("--tile-triangles", 2000)
        tiles, made = self.tiles(manifest), self.made
        leaves = [t for t in tiles if t["level"] == 0]
        drawn = [m["triangles"] for m in manifest["shared_meshes"]]
        self.assertEqual(sum(drawn), made["stored_building_triangles"])
        self.assertEqual(sum(m["triangles"] * m["instances"] for m in manifest["shared_meshes"]),
                         made["building_triangles"])
        stored = sum(d["triangles"] for t in leaves for d in t["draws"])
        self.assertEqual(stored, made["ground_triangles"] + made["road_triangles"])
        shown = [i for t in leaves for i in t.get("instances", [])]
        names = [p["name"] for p in manifest["placements"]]
        self.assertEqual(len({i["placement"] for i in shown}), BUILDINGS)
        self.assertEqual(sum(names[i["placement"]].startswith("NM_") for i in shown), LANDMARKS)
        for instance in shown:
            self.assertEqual(instance["matrix"], manifest["placements"][instance["placement"]]["matrix"])
        self.assertTrue(all("instances" not in t for t in tiles if t["level"] > 0))
        self.assertEqual(self.json(0, "verify", "out", "--source", "models", "--errors")["differences"], [])

    def test_coarser_tiles_are_the_same_without_instances(self):
        def coarse():
            manifest = self.read_json("out/city.glb.lod.json")
            return [{k: v for k, v in t.items() if k not in ("offset", "box")} for t in self.tiles(manifest) if t["level"]]
        self.cook("--tile-triangles", 2000)
        found = coarse()
        self.cook("--tile-triangles", 2000, *BAKED)
        self.assertEqual(found, coarse())

    def test_flat_tiles_have_it_too(self):
        manifest = self.cook("--tile-triangles", 2000, "--tile-mode", "flat")
        shared = [t for t in self.tiles(manifest) if "shared" in t]
        self.assertEqual([t["triangles"] for t in shared], [ROADS])
        self.assertEqual(self.json(0, "verify", "out")["differences"], [])

    def test_nothing_of_it_in_a_chain(self):
        manifest = self.cook()
        self.assertNotIn("draw_ranges", manifest["objects"][0])
        self.assertEqual([d["material"] for d in manifest["objects"][0]["levels"][0]["draws"]], [0, 1])

    def test_threads_do_not_show(self):
        found = []
        for jobs in (1, 3):
            self.expect(0, "cook", "models", "-o", f"out{jobs}", "--tile-triangles", 2000, "--jobs", jobs)
            found.append(self.files(f"out{jobs}"))
        self.assertEqual(found[0], found[1])

    def test_the_manifest_fits_the_schema(self):
        self.cook("--tile-triangles", 2000)
        self.assert_fits_schema("manifest.schema.json", "out/city.glb.lod.json")


if __name__ == "__main__":
    unittest.main()
