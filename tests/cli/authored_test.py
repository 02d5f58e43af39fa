"""Levels that a source brings itself: files, nodes and lists."""

import json
import unittest

from lodcook_cli import TETRAHEDRON, CliTest, grid


def numbered(*cells):
    """One OBJ with an object rock_LOD<k> of 2 * cells[k] * cells[k] triangles for each k."""
    text, vertices = [], 0
    for level, count in enumerate(cells):
        text.append(f"o rock_LOD{level}")
        for line in grid(count, flat).splitlines():
            words = line.split()
            if words[0] == "f":
                words[1:] = [str(int(word) + vertices) for word in words[1:]]
            else:
                words[1:] = [str(float(word) / count) for word in words[1:]]
            text.append(" ".join(words))
        vertices += (count + 1) ** 2
    return "\n".join(text) + "\n"


def flat(x, y):
    return 0


class Authored(CliTest):
    def manifest(self, name):
        return json.loads((self.folder / "out" / f"{name}.lod.json").read_text())

    def levels(self, name):
        return self.manifest(name)["objects"][0]["levels"]

    def check_chain(self, name, triangles):
        levels = self.levels(name)
        self.assertEqual([level["triangles"] for level in levels], triangles)
        self.assertEqual([level["method"] for level in levels], ["source"] + ["authored"] * (len(triangles) - 1))
        self.assertEqual(self.manifest(name)["objects"][0]["stopped"], "authored")
        for finer, coarser in zip(levels, levels[1:]):
            self.assertEqual(coarser["error"]["proof"], "proven")
            self.assertLess(finer["error"]["switch"]["relative"], coarser["error"]["switch"]["relative"])
            self.assertLess(finer["switch_distance"], coarser["switch_distance"])
        self.expect(0, "verify", "out", "--source", "models")

    def test_files_with_numbers_are_one_asset(self):
        for level, cells in enumerate([16, 8, 4]):
            self.write(f"models/rock_LOD{level}.obj", grid(cells))
        document = self.json(0, "cook", "models", "-o", "out")
        self.assertEqual([asset["source"] for asset in document["cooked"]], ["rock_LOD0.obj"])
        self.check_chain("rock_LOD0.obj", [512, 128, 32])
        names = [d["path"] for d in self.manifest("rock_LOD0.obj")["source"]["dependencies"]]
        self.assertEqual(names, ["rock_LOD1.obj", "rock_LOD2.obj"])

    def test_a_changed_level_file_is_a_difference(self):
        for level, cells in enumerate([8, 4]):
            self.write(f"models/rock_LOD{level}.obj", grid(cells))
        self.expect(0, "cook", "models", "-o", "out")
        self.write("models/rock_LOD1.obj", grid(2))
        document = self.json(6, "verify", "out", "--source", "models")
        self.assertEqual([d["path"] for d in document["differences"]], ["rock_LOD1.obj"])

    def test_a_level_file_that_came_later_is_a_difference(self):
        for level, cells in enumerate([8, 4]):
            self.write(f"models/rock_LOD{level}.obj", grid(cells))
        self.write("models/tree_LOD1.obj", grid(4))
        self.expect(0, "cook", "models", "-o", "out")
        self.json(0, "verify", "out", "--source", "models", "--errors")
        late = ["rock_LOD01.obj", "rock_LOD2.obj", "tree_LOD0.obj"]
        for name in late:
            self.write(f"models/{name}", grid(2))
        document = self.json(6, "verify", "out", "--source", "models")
        self.assertEqual([d["path"] for d in document["differences"]], late)
        self.json(0, "verify", "out")

    def test_levels_with_one_number_are_told_to_clash(self):
        for name, cells in ("LOD0", 8), ("LOD1", 4), ("LOD01", 2):
            self.write(f"models/rock_{name}.obj", grid(cells))
        document = self.json(0, "cook", "models", "-o", "out")
        self.assertEqual([asset["source"] for asset in document["cooked"]], ["rock_LOD0.obj", "rock_LOD1.obj"])
        self.check_chain("rock_LOD0.obj", [128, 8])
        for name in "rock_LOD0.obj", "rock_LOD1.obj":
            self.assertIn("authored_level_clash", [w["id"] for w in self.manifest(name)["warnings"]])
        self.json(0, "verify", "out", "--source", "models", "--errors")
        self.json(0, "cook", "models/rock_LOD0.obj", "-o", "alone")
        self.json(0, "verify", "alone", "--source", "models/rock_LOD0.obj", "--errors")

    def test_a_level_listed_elsewhere_is_no_difference(self):
        for name, cells in ("rock_LOD0", 8), ("rock_LOD1", 4), ("rock_LOD2", 2), ("other", 8):
            self.write(f"models/{name}.obj", grid(cells))
        rule = {"match": "other.obj", "levels": ["rock_LOD2.obj"]}
        self.write("models/lodcook.json", json.dumps({"rules": [rule]}))
        self.expect(0, "cook", "models", "-o", "out")
        self.check_chain("rock_LOD0.obj", [128, 32])
        self.json(0, "verify", "out", "--source", "models", "--errors")

    def test_a_level_far_away_is_left_out(self):
        for place in 0, 5e6:
            self.write("models/rock_LOD0.obj", grid(8))
            self.write("models/rock_LOD1.obj", grid(4, lambda x, y, far=place: far + x))
            self.expect(0, "cook", "models", "-o", "out")
            warnings = [w["id"] for w in self.manifest("rock_LOD0.obj")["warnings"]]
            self.assertEqual("authored_level_dropped" in warnings, place > 0)
            self.assertNotIn("coarse_lattice", warnings)
            self.assertEqual(len(self.levels("rock_LOD0.obj")), 1 if place > 0 else 2)

    def test_a_distance_between_levels_is_proven(self):
        self.write("models/plate_LOD0.obj", grid(8, lambda x, y: 0))
        self.write("models/plate_LOD1.obj", "v 0 2 0\nv 8 2 0\nv 0 2 8\nv 8 2 8\nf 1 3 2\nf 2 3 4\n")
        self.expect(0, "cook", "models", "-o", "out")
        error = self.levels("plate_LOD0.obj")[1]["error"]["relative"]
        self.assertAlmostEqual(error["measured"], 2 / 8, places=3)
        self.assertGreaterEqual(error["bound"], 2 / 8)
        self.assertLessEqual(error["bound"], 1.05 * 2 / 8)

    def test_nodes_with_numbers(self):
        self.write("models/rock.obj", numbered(12, 6, 3))
        self.expect(0, "cook", "models", "-o", "out")
        self.check_chain("rock.obj", [288, 72, 18])

    def test_nodes_with_numbers_can_be_plain_parts(self):
        self.write("models/rock.obj", numbered(12, 6, 3))
        self.write("models/lodcook.json", '{"authored": "off"}')
        self.expect(0, "cook", "models", "-o", "out")
        levels = self.levels("rock.obj")
        self.assertEqual(levels[1]["method"] == "authored", False)

    def test_a_list_in_a_rule(self):
        self.write("models/rock.obj", grid(12))
        self.write("models/parts/middle.obj", grid(6))
        self.write("models/far.obj", grid(3))
        rule = {"match": "rock.obj", "levels": ["parts/middle.obj", "far.obj"]}
        self.write("models/lodcook.json", json.dumps({"rules": [rule]}))
        document = self.json(0, "cook", "models", "-o", "out")
        self.assertEqual([asset["source"] for asset in document["cooked"]], ["rock.obj"])
        self.check_chain("rock.obj", [288, 72, 18])
        self.assertEqual(self.manifest("rock.obj")["settings"]["levels"], ["parts/middle.obj", "far.obj"])

    def test_a_listed_file_that_is_missing_fails_its_asset_only(self):
        self.write("models/rock.obj", grid(4))
        self.write("models/good.obj", TETRAHEDRON)
        self.write("models/lodcook.json", '{"rules": [{"match": "rock.obj", "levels": ["gone.obj"]}]}')
        document = self.json(3, "cook", "models", "-o", "out")
        self.assertEqual([asset["source"] for asset in document["cooked"]], ["good.obj"])
        self.assertEqual([failed["source"] for failed in document["failed"]], ["rock.obj"])
        self.assertEqual(document["failed"][0]["error"]["code"], 204)

    def test_a_level_that_grows_is_left_out_with_a_warning(self):
        for level, cells in enumerate([8, 8, 4]):
            self.write(f"models/rock_LOD{level}.obj", grid(cells))
        self.expect(0, "cook", "models", "-o", "out")
        self.check_chain("rock_LOD0.obj", [128, 32])
        warnings = [w["message"] for w in self.manifest("rock_LOD0.obj")["warnings"] if w["id"] == "authored_level_dropped"]
        self.assertEqual(len(warnings), 1)
        self.assertIn("128 triangles", warnings[0])

    def test_a_level_without_a_finer_one_is_cooked_with_a_warning(self):
        self.write("models/rock_LOD1.obj", grid(8))
        self.expect(0, "cook", "models", "-o", "out")
        manifest = self.manifest("rock_LOD1.obj")
        self.assertIn("authored_no_level0", [w["id"] for w in manifest["warnings"]])
        self.assertNotIn("authored", [level["method"] for level in manifest["objects"][0]["levels"]])


if __name__ == "__main__":
    unittest.main()
