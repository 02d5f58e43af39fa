"""Trees of tiles from the command line to the manifest."""

import math
import unittest

from lodcook_cli import TETRAHEDRON, CliTest, grid


class Tiles(CliTest):
    def setUp(self):
        super().setUp()
        self.write("models/g.obj", grid(32))  # 2048 triangles, 32 units wide

    def cook(self, *arguments):
        self.expect(0, "cook", "models", "-o", "out", *arguments)
        return self.read_json("out/g.obj.lod.json")

    def leaves(self, manifest):
        return [t for t in manifest["objects"][0]["tiles"] if t["level"] == 0]

    def test_off_by_default(self):
        self.assertEqual(self.cook()["objects"][0].get("tiles", []), [])

    def test_a_budget_halves_until_it_is_kept(self):
        leaves = self.leaves(self.cook("--tile-triangles", 300))
        self.assertEqual([t["triangles"] for t in leaves], [256] * 8)  # 2048 / 8
        self.assertTrue(all("cell" not in t for t in leaves))

    def test_a_size_cuts_at_its_multiples(self):
        leaves = self.leaves(self.cook("--tile-size", 16, "--tile-triangles", 512))
        self.assertEqual(sorted(tuple(t["cell"]) for t in leaves), [(0, 0, 0), (0, 0, 1), (1, 0, 0), (1, 0, 1)])
        self.assertEqual([t["triangles"] for t in leaves], [512] * 4)

    def test_a_size_for_each_axis(self):
        leaves = self.leaves(self.cook("--tile-size", "8,0,0", "--tile-triangles", 512))
        self.assertEqual(sorted(t["cell"][0] for t in leaves), [0, 1, 2, 3])
        self.assertEqual({(t["cell"][1], t["cell"][2]) for t in leaves}, {(0, 0)})

    def test_the_file_says_it_and_a_rule_for_one_asset(self):
        self.write("models/h.obj", grid(32))
        self.write("models/lodcook.json", """{"tiles": {"mode": "auto", "auto_triangles": 2047, "triangles": 1024},
            "rules": [{"match": "h.obj", "tiles": {"mode": "off"}}]}""")
        self.assertEqual(len(self.leaves(self.cook())), 2)
        self.assertEqual(self.leaves(self.read_json("out/h.obj.lod.json")), [])
        self.write("models/lodcook.json", '{"tiles": {"mode": "auto", "auto_triangles": 2048, "triangles": 1024}}')
        self.assertEqual(self.leaves(self.cook()), [])
        self.assertEqual(len(self.leaves(self.cook("--tile-mode", "tree"))), 2)

    def test_wrong_settings_are_named(self):
        for arguments, part in ((("--tile-mode", "treee"), "tiles.mode"), (("--tile-triangles", "0"), "tiles.triangles"),
                                (("--tile-size", "-1"), "tiles.size"), (("--tile-size", "1,2"), "tiles.size"),
                                (("--tile-axes", "yz"), "tiles.axes"), (("--set", "tiles.treeangles=5"), "tiles.triangles")):
            done = self.expect(1, "cook", "models", "-o", "out", *arguments)
            self.assertIn(part, done.stderr)

    def test_the_tree_is_whole(self):
        manifest = self.cook("--tile-triangles", 100)
        tiles = manifest["objects"][0]["tiles"]
        self.assertEqual([t["id"] for t in tiles], list(range(len(tiles))))
        self.assertEqual(sum(t["triangles"] for t in self.leaves(manifest)), 2048)
        self.assertEqual(sum("parent" not in t for t in tiles), 1)
        self.assertEqual(sorted(t["priority"] for t in tiles), list(range(len(tiles))))
        for tile in tiles:
            for child in (tiles[c] for c in tile["children"]):
                self.assertEqual(child["parent"], tile["id"])
                self.assertLess(child["level"], tile["level"])
                self.assertLessEqual(child["switch_distance"], tile["switch_distance"])
                self.assertLess(child["streaming_radius"], child["prefetch_radius"])
                self.assertLess(child["prefetch_radius"], child["unload_radius"])
        self.assertEqual(manifest["objects"][0]["failed_tiles"], [])

    def write_stretched(self):
        """A flat grid of 32 x 32 squares whose texture is ever more stretched along x."""
        points = [(x, z) for z in range(33) for x in range(33)]
        lines = ["mtllib g.mtl", "usemtl label"]
        lines += [f"v {x} 0 {z}" for x, z in points] + [f"vt {(x / 32) ** 3} {z / 32}" for x, z in points]
        for z in range(32):
            for x in range(32):
                a, c = 33 * z + x + 1, 33 * (z + 1) + x + 1
                lines += [f"f {a}/{a} {c}/{c} {a + 1}/{a + 1}", f"f {a + 1}/{a + 1} {c}/{c} {c + 1}/{c + 1}"]
        self.write("models/g.obj", "\n".join(lines) + "\n")
        self.write("models/g.mtl", "newmtl label\nmap_Kd label.png\n")

    def test_a_tile_switches_by_how_far_its_texture_slides(self):
        self.write_stretched()
        manifest = self.cook("--tile-triangles", 256)
        [root] = [t for t in manifest["objects"][0]["tiles"] if "parent" not in t]
        flat = 1e-4  # of the extent: what the lattice alone does to a plane
        self.assertLess(root["error"]["relative"]["bound"], flat)
        self.assertGreater(root["error"]["relative"]["slide"], flat)
        for tile in manifest["objects"][0]["tiles"]:
            own, children = tile["error"]["relative"], [manifest["objects"][0]["tiles"][c] for c in tile["children"]]
            self.assertEqual("slide" in own, tile["level"] > 0)
            below = max([c["error"]["switch"]["relative"] for c in children], default=0)
            if tile["level"] > 0:
                self.assertEqual(tile["error"]["switch"]["relative"], max(own["bound"], own["slide"], below))
        self.expect(0, "verify", "out", "--errors", "--source", "models")
        shape = self.cook("--tile-triangles", 256, "--set", "switch_on=shape")
        [root] = [t for t in shape["objects"][0]["tiles"] if "parent" not in t]
        self.assertGreater(root["error"]["relative"]["slide"], flat)
        self.assertLess(root["error"]["switch"]["relative"], flat)

    def test_threads_and_processes_do_not_show(self):
        found = []
        for arguments in (["--jobs", 1], ["--jobs", 2], ["--jobs", 3], ["--in-process"]):
            self.expect(0, "cook", "models", "-o", f"out{len(found)}", "--tile-triangles", 100, *arguments)
            found.append(self.files(f"out{len(found)}"))
        for other in found[1:]:
            self.assertEqual(other, found[0])

    def test_flat_mode_gives_every_tile_a_chain_and_blocks_above(self):
        for leaf_count, triangles, arguments in ((8, 256, ("--tile-triangles", 300)), (16, 128, ("--tile-size", 8))):
            manifest = self.cook("--tile-mode", "flat", *arguments)
            tiles = manifest["objects"][0]["tiles"]
            self.assertEqual([t["triangles"] for t in self.leaves(manifest)], [triangles] * leaf_count)
            self.assertEqual(sum("parent" not in t for t in tiles), 1)
            lists = manifest["objects"][0]["flat_tiles"]
            self.assertEqual([f["lod_levels"][0] for f in lists],
                             [{"tile": t, "switch_distance": 0} for t in range(leaf_count)])
            for flat in lists:
                self.check_flat_list(flat, tiles)
            self.assertEqual(self.json(0, "verify", "out", "--source", "models")["differences"], [])
            self.assertIn(f"flat list of {leaf_count} tiles", self.expect(0, "info", "out/g.obj.lodc").stdout)
        self.assertNotIn("flat_tiles", self.cook("--tile-triangles", 300)["objects"][0])

    def check_flat_list(self, flat, tiles):
        listed = flat["lod_levels"] + flat["hlod_levels"]
        distances = [entry["switch_distance"] for entry in listed]
        self.assertEqual(distances, sorted(set(distances)))
        above, t = [], flat["lod_levels"][0]["tile"]
        while "parent" in tiles[t]:
            t = tiles[t]["parent"]
            above.append(t)
        dropped = [entry["tile"] for entry in flat.get("dropped", [])]
        self.assertEqual(sorted(above), sorted([entry["tile"] for entry in listed[1:]] + dropped))
        for entry in listed[1:]:
            self.assertEqual(entry["switch_distance"], tiles[entry["tile"]]["switch_distance"])
        for entry in flat["lod_levels"][1:]:
            self.assertEqual(len(tiles[entry["tile"]]["children"]), 1)
        if flat["hlod_levels"]:
            first = flat["hlod_levels"][0]["switch_distance"]
            self.assertAlmostEqual(flat["streaming_radius"], 1.1 * first, delta=1e-9 * first)
            self.assertAlmostEqual(flat["prefetch_radius"], 1.25 * first, delta=1e-9 * first)
            self.assertAlmostEqual(flat["unload_radius"], 1.5 * first, delta=1e-9 * first)

    def test_verify_takes_it(self):
        self.cook("--tile-triangles", 100)
        self.assertEqual(self.json(0, "verify", "out", "--source", "models")["differences"], [])
        path = self.folder / "out/g.obj.lod.json"
        text = path.read_text()
        path.write_text(text.replace('"priority": 3', '"priority": 4', 1))
        self.assertEqual([d["path"] for d in self.json(6, "verify", "out")["differences"]], ["g.obj.lod.json"])

    def test_info_shows_it(self):
        manifest = self.cook("--tile-triangles", 300)
        tiles = manifest["objects"][0]["tiles"]
        brief = self.expect(0, "info", "out/g.obj.lodc").stdout.splitlines()
        self.assertIn(f"{len(tiles)} tiles; triangles of one tile:", brief)
        row = brief[brief.index(f"{len(tiles)} tiles; triangles of one tile:") + 2].split()
        self.assertEqual(row[:5], ["0", "8", "256", "256", "256"])
        self.assertEqual(int(row[5]), sum(t["bytes"] for t in tiles if t["level"] == 0))
        every = self.expect(0, "info", "-v", "out/g.obj.lodc").stdout.splitlines()
        numbers = [line.split()[-1] for line in every if line not in brief]
        self.assertEqual(numbers[0], "tile")
        self.assertEqual(sorted(map(int, numbers[1:])), [t["id"] for t in tiles])
        self.assertEqual(int(numbers[1]), len(tiles) - 1)  # the root is the last and comes first

    def test_export_writes_the_cut_of_a_level(self):
        levels = self.cook("--tile-triangles", 300)["objects"][0]["levels"]
        for level in (0, 1, len(levels) - 1):
            self.expect(0, "export", "out/g.obj.lodc", "--level", level, "-o", f"back/{level}.glb")
            self.expect(0, "cook", f"back/{level}.glb", "-o", f"again{level}")
            again = self.read_json(f"again{level}/{level}.glb.lod.json")
            self.assertEqual(again["objects"][0]["levels"][0]["triangles"], levels[level]["triangles"])

    def test_a_small_model_is_one_tile(self):
        self.write("models/t.obj", TETRAHEDRON)
        self.cook("--tile-mode", "tree")
        self.assertEqual(self.read_json("out/t.obj.lod.json")["objects"][0]["levels"][0]["triangles"], 4)

    def test_a_gap_that_the_lattice_closes_stays_closed(self):
        # two halves, 0.004 apart: a step of 64 / 2^10 makes their borders one, and no level may open it again
        lines, faces = [], []
        for half, offset in enumerate((0, 0.004)):
            for line in grid(32, lambda x, y: math.sin(x * 0.3) * math.cos(y * 0.2 + half * 0.1 * x)).splitlines():
                kind, *values = line.split()
                if kind == "v":
                    x, y, z = map(float, values)
                    lines.append(f"v {x + half * 32 + offset} {0 if x == (32, 0)[half] else y} {z}")
                else:
                    faces.append(" ".join([kind] + [str(int(v) + half * 33 * 33) for v in values]))
        self.write("gap/gap.obj", "\n".join(lines + faces) + "\n")
        self.expect(0, "cook", "gap", "-o", "out", "--tile-triangles", 100, "--set", "quantisation.position_bits=10")
        self.expect(0, "verify", "out")

    def test_borders_that_meet_without_sharing_positions_stay_where_wanted(self):
        # two halves that meet at x = 32, where the second has its positions half a unit further on
        lines, faces = [], []
        for half in range(2):
            for line in grid(32, lambda x, y: math.sin(x * 0.3 + half * 9) * math.cos(y * 0.2)).splitlines():
                kind, *values = line.split()
                if kind == "v":
                    x, y, z = map(float, values)
                    lines.append(f"v {x + half * 32} {0 if x == (32, 0)[half] else y} {z + half * 0.5}")
                else:
                    faces.append(" ".join([kind] + [str(int(v) + half * 33 * 33) for v in values]))
        self.write("halves/halves.obj", "\n".join(lines + faces) + "\n")
        found = {}
        for locked in ("false", "true"):
            self.expect(0, "cook", "halves", "-o", locked, "--tile-triangles", 200,
                        "--set", f"tiles.lock_open_borders={locked}")
            self.expect(0, "verify", locked)
            manifest = self.read_json(f"{locked}/halves.obj.lod.json")
            found[locked] = manifest
        self.assertEqual([w["id"] for w in found["false"]["warnings"]], ["normals_made"])
        self.assertEqual([w["id"] for w in found["true"]["warnings"]], ["normals_made", "open_borders_locked"])
        # 33 positions on each side; the first of one and the last of the other lie beside no edge
        self.assertIn("64 positions", found["true"]["warnings"][1]["message"])
        self.assertEqual(found["true"]["settings"]["tiles"]["lock_open_borders"], True)

    def test_triangles_that_the_lattice_collapses_leave_the_tiles_on_it(self):
        # of 128 squares 64 are smaller than the step of 32 / 2^8; alone they would fill tiles
        small = grid(8).splitlines()
        for i, line in enumerate(small):
            kind, *values = line.split()
            if kind == "v":
                small[i] = "v " + " ".join(str(30 + float(v) * 0.004) for v in values)
            else:
                small[i] = " ".join([kind] + [str(int(v) + 9 * 9) for v in values])
        large = [f"v {4 * float(l.split()[1])} {l.split()[2]} {4 * float(l.split()[3])}" if l[0] == "v" else l
                 for l in grid(8).splitlines()]
        self.write("small/small.obj", "\n".join([l for l in large + small if l[0] == "v"] +
                                                [l for l in large + small if l[0] == "f"]) + "\n")
        self.expect(0, "cook", "small", "-o", "out", "--tile-triangles", 32, "--set", "quantisation.position_bits=8")
        self.expect(0, "verify", "out")
        manifest = self.read_json("out/small.obj.lod.json")
        self.assertEqual([w["id"] for w in manifest["warnings"]], ["normals_made", "collapsed_triangles"])
        self.assertIn("127 triangles", manifest["warnings"][1]["message"])
        self.assertEqual(sum(t["triangles"] for t in self.leaves(manifest)), 129)  # all 128 are at one point of the lattice
        self.expect(0, "verify", "out", "--source", "small", "--errors")

    def test_small_pieces_apart_stay_in_the_leaves(self):
        text = grid(40)
        for i in range(12):  # of 0.001, the lattice's step is 0.0039; three of them have one place
            x, y, z = 3 * i + 0.1234, 5 + 0.3 * i, 38 - 2.7 * i
            text += f"v {x} {y} {z}\nv {x + 0.001} {y} {z}\nv {x} {y + 0.001} {z + 0.001}\nf -3 -2 -1\n"
        self.write("bolts/bolts.obj", text)
        for mode in ("tree", "flat"):
            self.expect(0, "cook", "bolts", "-o", mode, "--tile-triangles", 200, "--tile-mode", mode)
            self.expect(0, "verify", mode, "--source", "bolts", "--errors")
            manifest = self.read_json(f"{mode}/bolts.obj.lod.json")
            self.assertEqual([w["id"] for w in manifest["warnings"]], ["normals_made"])
            self.assertEqual(sum(t["triangles"] for t in self.leaves(manifest)), 3212)
            self.assertAlmostEqual(manifest["objects"][0]["bounds"]["max"][1], 8.3, delta=0.01)

    def test_the_manifest_fits_the_schema(self):
        self.cook("--tile-size", 8, "--tile-triangles", 256)
        self.assert_fits_schema("manifest.schema.json", "out/g.obj.lod.json")


if __name__ == "__main__":
    unittest.main()
