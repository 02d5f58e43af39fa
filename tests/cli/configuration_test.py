"""lodcook.json and the command line as the program takes them."""

import unittest

from lodcook_cli import TETRAHEDRON, TWO_NODES, CliTest, grid


class Configuration(CliTest):
    def levels(self, name):
        return len(self.read_json(f"out/{name}.lod.json")["objects"][0]["levels"])

    def test_the_nearest_file_and_then_the_command_line_win(self):
        self.write("models/a.obj", grid(20))
        self.write("models/sub/b.obj", grid(20))
        self.write("models/lodcook.json", '{"max_levels": 2} // few')
        self.write("models/sub/lodcook.json", '{"max_levels": 3}')
        self.expect(0, "cook", "models", "-o", "out")
        self.assertEqual((self.levels("a.obj"), self.levels("sub/b.obj")), (2, 3))
        self.expect(0, "cook", "models", "-o", "out", "--set", "max_levels=1")
        self.assertEqual((self.levels("a.obj"), self.levels("sub/b.obj")), (1, 1))

    def test_a_rule_reaches_one_asset(self):
        self.write("models/a.obj", grid(20))
        self.write("models/b.obj", grid(20))
        self.write("models/lodcook.json", '{"max_levels": 2, "rules": [{"match": "b.*", "max_levels": 4}]}')
        done = self.run_program("cook", "models", "-o", "out")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((self.levels("a.obj"), self.levels("b.obj")), (2, 4))

    def test_a_settings_file_takes_the_place_of_the_others(self):
        self.write("models/a.obj", grid(20))
        self.write("models/lodcook.json", '{"max_levels": 2}')
        self.write("other.json", '{"max_levels": 3}')
        self.expect(0, "cook", "models", "-o", "out", "--config", "other.json")
        self.assertEqual(self.levels("a.obj"), 3)

    def test_a_wrong_file_stops_the_run_before_anything_is_cooked(self):
        self.write("models/a.obj", TETRAHEDRON)
        self.write("models/sub/b.obj", TETRAHEDRON)
        self.write("models/sub/lodcook.json", '{\n"max_level": 2}')
        done = self.expect(1, "cook", "models", "-o", "out")
        self.assertIn("max_levels", done.stderr)
        self.assertIn("lodcook.json", done.stderr)
        self.assertFalse((self.folder / "out/a.obj.lodc").exists())

    def test_groups(self):
        self.write("models/two.gltf", TWO_NODES)
        objects = {}
        for group in ("model", "node", "mesh"):
            self.expect(0, "cook", "models", "-o", "out", "--group", group)
            manifest = self.read_json("out/two.gltf.lod.json")
            objects[group] = (len(manifest["objects"]), len(manifest["placements"]))
        # one mesh that two nodes show: always two placements, and a model has both baked into one object
        self.assertEqual(objects, {"model": (1, 2), "node": (2, 2), "mesh": (1, 2)})


if __name__ == "__main__":
    unittest.main()
