"""Exports tilesets and reads them: by hand as the 3D Tiles standard says, with gltf-validator, and with the 3D Tiles
renderer for three.js. Where the test tools are not installed it ends with 77 (skipped), or fails if CI is set."""

import json
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = os.environ.get("LODCOOK", "lodcook")
MODULES = ROOT / "build" / "npm" / "node_modules"
sys.path.insert(0, str(ROOT / "tests" / "cli"))
from instances_test import yard  # noqa: E402
from lodcook_cli import grid  # noqa: E402


def run(*command):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=600)
    if done.returncode != 0:
        sys.exit(f"{command[0]} ended with {done.returncode}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


def check(condition, *what):
    if not condition:
        sys.exit(" ".join(str(w) for w in what))


def corners(box):
    """The eight corners of a bounding volume of 12 numbers."""
    center, axes = box[:3], [box[3:6], box[6:9], box[9:12]]
    for signs in range(8):
        yield [center[i] + sum((1 if signs >> k & 1 else -1) * axes[k][i] for k in range(3)) for i in range(3)]


def check_tile(tile, path, folder, names):
    """What the standard and its schema demand of a tile, and that boxes nest. Gives its box for the parent: corners."""
    known = {"boundingVolume", "geometricError", "refine", "transform", "content", "children"}
    check(set(tile) <= known and {"boundingVolume", "geometricError"} <= set(tile), path, "keys", sorted(tile))
    box, error = tile["boundingVolume"]["box"], tile["geometricError"]
    check(len(box) == 12 and all(math.isfinite(b) for b in box), path, "box", box)
    check(math.isfinite(error) and error >= 0, path, "error", error)
    if "content" in tile:
        check(set(tile["content"]) == {"uri"} and re.fullmatch(r"tiles/\d+\.glb", tile["content"]["uri"]), path, "uri")
        check((folder / tile["content"]["uri"]).is_file(), path, "content is missing")
        names.append(tile["content"]["uri"])
    # axis-aligned in the tile's own space
    low, high = [min(c[i] for c in corners(box)) for i in range(3)], [max(c[i] for c in corners(box)) for i in range(3)]
    slack = 1e-9 * max(abs(b) for b in low + high + [1e-300])
    children = tile.get("children", [])
    check("children" not in tile or children, path, "an empty list of children")
    check(len({json.dumps(c) for c in children}) == len(children), path, "children are equal")
    for number, child in enumerate(children):
        place = f"{path}/{number}"
        check(child["geometricError"] <= error, place, "has a larger error than its parent")
        for corner in check_tile(child, place, folder, names):
            check(all(low[i] - slack <= corner[i] <= high[i] + slack for i in range(3)), place, "leaves its parent", corner, low, high)
    m = tile.get("transform", [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])
    check(len(m) == 16 and m[3::4] == [0, 0, 0, 1], path, "transform", m)
    return [[sum(m[4 * k + i] * c[k] for k in range(3)) + m[12 + i] for i in range(3)] for c in corners(box)]


def check_tileset(folder):
    tileset = json.loads((folder / "tileset.json").read_text(encoding="utf-8"))
    check(set(tileset) == {"asset", "geometricError", "root"}, sorted(tileset))
    check(tileset["asset"]["version"] == "1.1", tileset["asset"])
    check(tileset["root"]["refine"] == "REPLACE", "refine")
    check(tileset["geometricError"] >= tileset["root"]["geometricError"], "the error of the tileset")
    names = []
    check_tile(tileset["root"], "root", folder, names)
    check({str(p.relative_to(folder)) for p in folder.rglob("*.glb")} == set(names), "contents that no tile names")
    return tileset, names


def read(folder, pixels=0):
    return json.loads(run("node", ROOT / "tests" / "npm" / "read_tileset.mjs", MODULES, folder / "tileset.json",
                          pixels))


def near(found, expected, slack):
    return all(abs(a - b) <= slack for a, b in zip(found, expected))


class Folder:
    def __init__(self, path):
        self.path = path

    def tileset(self, name, text, *arguments):
        """Cooks and exports; the manifest and the tileset's folder."""
        source, out, exported = self.path / name, self.path / (name + ".out"), self.path / (name + ".tiles")
        if text is not None:
            source.write_text(text, encoding="utf-8")
        else:
            source = ROOT / "examples" / "models" / name
        run(PROGRAM, "cook", "-q", source, "-o", out, *arguments)
        run(PROGRAM, "export", out / (name + ".lodc"), "--format", "3dtiles", "-o", exported)
        contents = sorted(exported.glob("tiles/*.glb"))
        run("node", ROOT / "tests" / "npm" / "validate_glb.js", MODULES, *contents)
        return json.loads((out / (name + ".lod.json")).read_text(encoding="utf-8")), exported


def check_terrain(folder):
    """32 x 32 cells of 2 triangles between (1000, 0, 10) and (1032, 3, 42), Y up: in the tileset's axes, Z up, between
    (1000, -42, 0) and (1032, -10, 3)."""
    lines = []
    for line in grid(32, lambda x, z: 3 if (x, z) == (16, 8) else (x * 7 + z * 13) % 5 * 0.1).splitlines():
        kind, *values = line.split()
        if kind == "v":
            values = [str(float(values[0]) + 1000), values[1], str(float(values[2]) + 10)]
        lines.append(" ".join([kind, *values]))
    manifest, exported = folder.tileset("ground.obj", "\n".join(lines) + "\n", "--tile-triangles", 256)
    tiles = manifest["objects"][0]["tiles"]
    tileset, names = check_tileset(exported)
    check(len(names) == len(tiles), "a tile for each", len(names), len(tiles))
    found = read(exported)
    slack = 0.01  # the lattice's step
    check(found["triangles"] == 2048, "triangles", found["triangles"])
    check([t["triangles"] for t in found["tiles"]] == [256] * 8, "leaves", found["tiles"])
    check(near(found["box"]["min"], [1000, -42, 0], slack) and near(found["box"]["max"], [1032, -10, 3], slack),
          "where it is", found["box"])
    check(max(t["outside"] for t in found["tiles"]) < 1e-6, "leaves its box", found["tiles"])
    root = [t for t in tiles if "parent" not in t]
    coarse = read(exported, 1e9)
    check([t["triangles"] for t in coarse["tiles"]] == [t["triangles"] for t in root], "the root alone", coarse)
    check(tileset["root"]["geometricError"] == root[0]["error"]["switch"]["absolute"], "the root's error")
    # nothing at all instead of a box of 32 x 32 x 3: an error of its diagonal
    check(abs(tileset["geometricError"] - math.sqrt(32 * 32 + 32 * 32 + 9)) < 2 * slack, tileset["geometricError"])


def check_rest(folder):
    manifest, exported = folder.tileset("yard.gltf", yard().text(), "--tile-triangles", 400)
    check(len(manifest["shared_meshes"]) == 3, "shared meshes")
    check_tileset(exported)
    found = read(exported)
    check(found["triangles"] == 2944 and max(t["outside"] for t in found["tiles"]) < 1e-5, "instances", found)
    whole = found["box"]
    _, exported = folder.tileset("yard.gltf", yard().text(), "--tile-triangles", 400, "--set", "tiles.instances=false")
    found = read(exported)["box"]
    check(near(found["min"], whole["min"], 0.02) and near(found["max"], whole["max"], 0.02), "boxes", found)

    for name in ("rock.glb", "house.obj", "tree.glb"):  # chains
        manifest, exported = folder.tileset(name, None)
        _, names = check_tileset(exported)
        check(len(names) == len(manifest["objects"][0]["levels"]), name, names)
        check(read(exported)["triangles"] == manifest["objects"][0]["levels"][0]["triangles"], name)

    # 64 crates of 12, 64 tents of 18, 64 gems of 8 triangles and the ground, each mesh stored once
    _, exported = folder.tileset("yard.gltf", yard().text(), "--group", "mesh", "--tile-mode", "off")
    check_tileset(exported)
    check(read(exported)["triangles"] == 2944, "placed meshes")
    scene = yard()  # this reader loses the shear of the tents' transforms
    tents = [i for i, node in enumerate(scene.json["nodes"]) if node.get("name", "").startswith("tent")]
    for tent in tents:
        del scene.json["nodes"][tent]["rotation"]
    _, exported = folder.tileset("yard.gltf", scene.text())
    whole = read(exported)["box"]
    _, exported = folder.tileset("yard.gltf", scene.text(), "--group", "mesh", "--tile-mode", "off")
    found = read(exported)
    check(near(found["box"]["min"], whole["min"], 0.02) and near(found["box"]["max"], whole["max"], 0.02),
          "placed meshes", found["box"], whole)
    check(max(t["outside"] for t in found["tiles"]) < 1e-5, "leaves its box", found)

    manifest, exported = folder.tileset("terrain.ply", None, "--tile-mode", "flat", "--tile-triangles", 400)
    check_tileset(exported)
    check(read(exported)["triangles"] == manifest["objects"][0]["levels"][0]["triangles"], "a flat list")


def main():
    if not (MODULES / "3d-tiles-renderer").is_dir():
        print(f"skipped: no 3d-tiles-renderer in {MODULES}: run scripts/setup")
        return 1 if os.environ.get("CI") else 77
    folder = pathlib.Path(tempfile.mkdtemp(prefix="lodcook_tilesets_"))
    try:
        check_terrain(Folder(folder))
        check_rest(Folder(folder))
        print("tilesets are read as they are meant")
        return 0
    finally:
        shutil.rmtree(folder, ignore_errors=True)


sys.exit(main())
