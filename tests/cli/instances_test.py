"""Leaves that show meshes as instances: what is stored, what is drawn, and that it is where the source has it."""

import array
import base64
import itertools
import json
import math
import struct
import unittest

from lodcook_cli import CliTest

SIDE = 8  # each mesh is placed SIDE x SIDE times
STEP = 20.0
PLACES = [(STEP * x, STEP * z) for x in range(SIDE) for z in range(SIDE)]
GROUND = 2 * 16 * 16


class Gltf:
    def __init__(self):
        self.bytes = bytearray()
        self.json = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": []}], "nodes": [], "meshes": [],
                     "materials": [{"name": "a"}, {"name": "b"}], "accessors": [], "bufferViews": []}

    def accessor(self, kind, rows, code="f"):
        components = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}[kind]
        data = array.array(code, itertools.chain.from_iterable(rows)).tobytes()
        self.bytes += bytes(-len(self.bytes) % 4)
        self.json["bufferViews"].append({"buffer": 0, "byteOffset": len(self.bytes), "byteLength": len(data)})
        self.bytes += data
        accessor = {"bufferView": len(self.json["bufferViews"]) - 1, "count": len(rows), "type": kind,
                    "componentType": {"f": 5126, "I": 5125, "B": 5121}[code]}
        if kind == "VEC3":
            accessor |= {"min": [min(r[i] for r in rows) for i in range(3)],
                         "max": [max(r[i] for r in rows) for i in range(3)]}
        self.json["accessors"].append(accessor)
        return len(self.json["accessors"]) - 1

    def mesh(self, name, triangles, material, **more):
        """Of flat triangles, three corners each."""
        corners = [c for t in triangles for c in t]
        attributes = {"POSITION": self.accessor("VEC3", corners)}
        attributes |= {key: self.accessor(*rows(len(corners))) for key, rows in more.get("attributes", {}).items()}
        primitive = {"attributes": attributes, "material": material}
        if "targets" in more:
            primitive["targets"] = [{"POSITION": self.accessor("VEC3", [more["targets"]] * len(corners))}]
        self.json["meshes"].append({"name": name, "primitives": [primitive]})
        return len(self.json["meshes"]) - 1

    def node(self, top=True, **node):
        self.json["nodes"].append(node)
        number = len(self.json["nodes"]) - 1
        if top:
            self.json["scenes"][0]["nodes"].append(number)
        return number

    def text(self):
        uri = "data:application/octet-stream;base64," + base64.b64encode(self.bytes).decode()
        return json.dumps(self.json | {"buffers": [{"byteLength": len(self.bytes), "uri": uri}]})


def quad(a, b, c, d):
    return [(a, b, c), (a, c, d)]


def crate():  # 12 triangles
    p = lambda i: (2.0 * (i & 1) - 1, 1.5 * (i >> 1 & 1), 3.0 * (i >> 2 & 1) - 1)
    faces = ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5))
    return [t for f in faces for t in quad(*map(p, f))]


def gem():  # 8 triangles, no two corners alike
    top, low = (0.1, 3, 0), (0, 1, 0.2)
    ring = [(1.3, 2, 0), (0, 2.1, 1.1), (-1.2, 2, 0), (0, 1.9, -1)]
    return [t for a, b in zip(ring, ring[1:] + ring[:1]) for t in ((top, b, a), (low, a, b))]


def sheet(cells, size, height=lambda x, z: 0.0):  # open
    at = lambda x, z: (size * x / cells, height(x, z), size * z / cells)
    return [t for x in range(cells) for z in range(cells)
            for t in quad(at(x, z), at(x, z + 1), at(x + 1, z + 1), at(x + 1, z))]


def yard():
    """A ground of one node, crates by nodes that turn, stretch and mirror, sheets under stretched parents that a turn
    below makes oblique, gems by EXT_mesh_gpu_instancing."""
    g = Gltf()
    g.json["extensionsUsed"] = ["EXT_mesh_gpu_instancing"]
    ground = g.mesh("ground", sheet(16, STEP * SIDE, lambda x, z: -1 - 0.1 * ((3 * x + 5 * z) % 4)), 0)
    boxes, tents = g.mesh("crate", crate(), 1), g.mesh("tent", sheet(3, 3, lambda x, z: (x * z) % 3 * 0.5), 0)
    gems = g.mesh("gem", gem(), 1)
    g.node(name="ground", mesh=ground)
    scales = ([1, 1, 1], [2, 0.5, 1.5], [-1, 1, 1], [0.25, -3, -2], [-0.7, -0.7, -0.7])
    turns = ([0, 0, 0, 1], [0, 0.6, 0, 0.8], [0.5, 0.5, -0.5, 0.5])
    for i, (x, z) in enumerate(PLACES):
        g.node(name=f"crate {i}", mesh=boxes, translation=[x + 3, 1 + i % 3, z + 5], scale=scales[i % 5],
               rotation=turns[i % 3])
        tent = g.node(False, mesh=tents, name=f"tent {i}", rotation=turns[1])
        g.node(children=[tent], translation=[x + 10, 4, z + 11], scale=scales[i % 5])
    g.node(name="gems", mesh=gems, translation=[15, 0.5, 1], extensions={"EXT_mesh_gpu_instancing": {"attributes": {
        "TRANSLATION": g.accessor("VEC3", [(x, 0.3 * (i % 7), z) for i, (x, z) in enumerate(PLACES)]),
        "SCALE": g.accessor("VEC3", [scales[i % 5] for i in range(len(PLACES))])}}})
    return g


def triangles_of(glb):
    """Corners and normals of each triangle, and its material."""
    size, = struct.unpack_from("<I", glb, 12)
    document, data = json.loads(glb[20:20 + size]), glb[28 + size:]

    def rows(number):
        accessor = document["accessors"][number]
        view = document["bufferViews"][accessor["bufferView"]]
        values = array.array({5126: "f", 5125: "I", 5123: "H"}[accessor["componentType"]])
        count = accessor["count"] * {"SCALAR": 1, "VEC3": 3}[accessor["type"]]
        begin = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        values.frombytes(data[begin:begin + count * values.itemsize])
        return list(zip(*[iter(values)] * 3)) if accessor["type"] == "VEC3" else list(values)

    out = []
    for primitive in document["meshes"][0]["primitives"]:
        positions, normals = rows(primitive["attributes"]["POSITION"]), rows(primitive["attributes"]["NORMAL"])
        indices = rows(primitive["indices"])
        for t in zip(*[iter(indices)] * 3):
            out.append(([positions[v] for v in t], [normals[v] for v in t], primitive["material"]))
    return out


def cell_of(corners, size):
    return tuple(math.floor(sum(c[i] for c in corners) / 3 / size) for i in range(3))


class Instances(CliTest):
    def cook(self, scene, *arguments):
        self.write("models/yard.gltf", scene.text())
        mode = () if "--tile-mode" in arguments else ("--tile-mode", "tree")
        self.expect(0, "cook", "models", "-o", "out", *mode, *arguments)
        return self.read_json("out/yard.gltf.lod.json")

    def level_0(self):
        self.expect(0, "export", "out/yard.gltf.lodc", "--level", 0, "-o", "level.glb")
        return triangles_of((self.folder / "level.glb").read_bytes())

    def assert_same_surface(self, found, expected, distance, cosine):
        """Every triangle of one has one of the other, corner by corner in the same order, and with the same normals."""
        self.assertEqual(len(found), len(expected))
        grid = {}
        for i, (corners, _, _) in enumerate(found):
            grid.setdefault(cell_of(corners, 1), []).append(i)
        left = set(range(len(found)))
        for corners, normals, material in expected:
            cell = cell_of(corners, 1)
            near = [i for d in itertools.product((-1, 0, 1), repeat=3)
                    for i in grid.get(tuple(c + e for c, e in zip(cell, d)), ()) if i in left]
            match = [i for i in near for turn in range(3)
                     if found[i][2] == material and all(
                         math.dist(found[i][0][(turn + k) % 3], corners[k]) <= distance and
                         sum(a * b for a, b in zip(found[i][1][(turn + k) % 3], normals[k])) >= cosine
                         for k in range(3))]
            self.assertTrue(match, (corners, material))
            left.remove(match[0])

    def test_each_mesh_is_stored_once_and_drawn_everywhere(self):
        manifest = self.cook(yard(), "--tile-triangles", 400)
        meshes = {m["name"]: (m["triangles"], m["instances"]) for m in manifest["shared_meshes"]}
        self.assertEqual(meshes, {"crate": (12, 64), "tent": (18, 64), "gem": (8, 64)})
        tiles = manifest["objects"][0]["tiles"]
        leaves = [t for t in tiles if t["level"] == 0]
        self.assertEqual(sum(d["triangles"] for t in leaves for d in t["draws"]), GROUND)
        self.assertEqual(sum(t["triangles"] for t in leaves), GROUND + 64 * (12 + 18 + 8))
        self.assertEqual(manifest["objects"][0]["levels"][0]["triangles"], 2944)  # 512 + 64 * 38
        draws = {d["material"]: d["triangles"] for d in manifest["objects"][0]["levels"][0]["draws"]}
        self.assertEqual(draws, {0: 512 + 64 * 18, 1: 64 * (12 + 8)})
        self.assertEqual(self.json(0, "verify", "out", "--source", "models", "--errors")["differences"], [])
        self.assertEqual(self.json(0, "info", "out/yard.gltf.lodc")["shared_meshes"], manifest["shared_meshes"])

    def test_instances_are_where_their_triangles_would_be(self):
        manifest = self.cook(yard(), "--tile-triangles", 400)
        found, distance = self.level_0(), 2 * manifest["objects"][0]["levels"][0]["error"]["switch"]["absolute"]
        self.cook(yard(), "--tile-triangles", 400, "--set", "tiles.instances=false")
        self.assert_same_surface(found, self.level_0(), distance, math.cos(math.radians(2)))
        self.expect(0, "cook", "models", "-o", "out", "--tile-mode", "off")
        self.assert_same_surface(found, self.level_0(), distance, math.cos(math.radians(2)))

    def test_other_compression_is_no_difference_of_errors(self):
        self.cook(yard(), "--tile-triangles", 400, "--set", "compression.zstd_level=1")
        [path] = (self.folder / "out").glob("*.lod.json")
        manifest = json.loads(path.read_text())
        meshes = [mesh["bytes"] for mesh in manifest["shared_meshes"]]
        manifest["settings"]["compression"]["zstd_level"] = 19
        path.write_text(json.dumps(manifest))
        self.assertEqual(self.json(0, "verify", "out", "--source", "models", "--errors")["differences"], [])
        again = self.cook(yard(), "--tile-triangles", 400, "--set", "compression.zstd_level=19")
        self.assertNotEqual([mesh["bytes"] for mesh in again["shared_meshes"]], meshes)

    def test_boxes_hold_instances_and_errors_are_the_lattices(self):
        with_instances = self.cook(yard(), "--tile-triangles", 400)["objects"][0]["tiles"]
        whole = self.cook(yard(), "--tile-triangles", 400, "--set", "tiles.instances=false")["objects"][0]["tiles"]
        self.assertEqual([t["error"] for t in with_instances], [t["error"] for t in whole])
        self.assertEqual([t["triangles"] for t in with_instances], [t["triangles"] for t in whole])

    def test_flat_lists_lossless_assets_and_the_setting_store_leaves_whole(self):
        for arguments in (("--tile-mode", "flat"), ("--set", "tiles.instances=false"),
                          ("--set", "quantisation.lossless=true")):
            manifest = self.cook(yard(), "--tile-triangles", 400, *arguments)
            self.assertNotIn("shared_meshes", manifest)
            leaves = [t for t in manifest["objects"][0]["tiles"] if t["level"] == 0]
            self.assertEqual(sum(d["triangles"] for t in leaves for d in t["draws"]), 2944)

    def test_a_leaf_is_never_without_triangles_of_its_own(self):
        scene = Gltf()
        gems = scene.mesh("gem", gem(), 0)
        for x, z in PLACES:
            scene.node(mesh=gems, translation=[x, 0, z])
        manifest = self.cook(scene, "--tile-triangles", 128)  # 64 gems of 8 triangles: 4 leaves of 16 gems
        leaves = [t for t in manifest["objects"][0]["tiles"] if t["level"] == 0]
        self.assertEqual([len(t["instances"]) for t in leaves], [15] * 4)
        self.assertEqual([[d["triangles"] for d in t["draws"]] for t in leaves], [[8]] * 4)

    def test_meshes_that_touch_are_stored_with_their_leaf(self):
        scene = Gltf()
        tile, gems = scene.mesh("tile", sheet(4, 8), 0), scene.mesh("gem", gem(), 0)
        for x, z in itertools.product(range(8), repeat=2):
            scene.node(mesh=tile, translation=[8 * x, 0, 8 * z])
            scene.node(mesh=gems, translation=[8 * x + 4, 1, 8 * z + 4])
        manifest = self.cook(scene, "--tile-triangles", 400)
        self.assertEqual([(m["name"], m["instances"]) for m in manifest["shared_meshes"]], [("gem", 64)])
        self.assertEqual(self.json(0, "verify", "out", "--source", "models")["differences"], [])

    def test_what_is_one_tile_has_no_instances(self):
        manifest = self.cook(yard(), "--tile-triangles", 4000)
        self.assertNotIn("shared_meshes", manifest)
        self.assertEqual(len([t for t in manifest["objects"][0]["tiles"] if t["level"] == 0]), 1)

    def test_morphed_and_skinned_meshes_are_never_instances(self):
        morphed = Gltf()
        mesh = morphed.mesh("morphed", crate(), 0, targets=(0, 1, 0))
        skinned = Gltf()
        joints = {"JOINTS_0": lambda n: ("VEC4", [(0, 0, 0, 0)] * n, "B"),
                  "WEIGHTS_0": lambda n: ("VEC4", [(1, 0, 0, 0)] * n, "f")}
        for scene, number in ((morphed, mesh), (skinned, skinned.mesh("skinned", crate(), 0, attributes=joints))):
            skin = {}
            if scene is skinned:
                scene.json["skins"] = [{"joints": [scene.node(name="bone")]}]
                skin = {"skin": 0}
            for x, z in PLACES:
                scene.node(mesh=number, translation=[x, 0, z], **skin)
            scene.node(mesh=scene.mesh("ground", sheet(16, STEP * SIDE, lambda x, z: -9.0), 0))
            self.assertNotIn("shared_meshes", self.cook(scene, "--tile-triangles", 200))

    def test_jobs_do_not_show(self):
        found = []
        for jobs in (1, 2, 3):
            self.cook(yard(), "--tile-triangles", 400, "--jobs", jobs)
            found.append(self.files("out"))
        self.assertEqual(found[0], found[1])
        self.assertEqual(found[0], found[2])


if __name__ == "__main__":
    unittest.main()
