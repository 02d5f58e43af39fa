"""What the checks of all cases share: cooking a case's inputs, manifests, decoded levels and geometry of them."""

import collections
import json
import math
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.environ.get("LODCOOK", "lodcook")
DUMP_LEVEL = os.environ.get("LODCOOK_DUMP_LEVEL", "dump_level")


def no_constant(name):
    raise ValueError(f"{name} is no JSON number")


def read_json(path):
    """Strict: NaN and infinities are no numbers; the text is UTF-8."""
    return json.loads(pathlib.Path(path).read_bytes().decode("utf-8"), parse_constant=no_constant)


def sub(a, b):
    return tuple(p - q for p, q in zip(a, b))


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def dot(a, b):
    return sum(p * q for p, q in zip(a, b))


def length(a):
    return math.sqrt(dot(a, a))


class Mesh:
    """A decoded level. `points` are absolute (the origin is added in double)."""

    def __init__(self, dump, materials):
        rows = lambda key, n: [tuple(dump[key][i:i + n]) for i in range(0, len(dump[key]), n)]
        self.origin = dump["origin"]
        self.local = rows("positions", 3)
        self.points = [tuple(c + o for c, o in zip(p, self.origin)) for p in self.local]
        self.triangles = rows("indices", 3)
        self.normals = rows("normals", 3) if "normals" in dump else []
        self.uvs = rows("uv0", 2) if "uv0" in dump else []
        self.colors = rows("color0", 4) if "color0" in dump else []
        self.joints = rows("joints0", 4) if "joints0" in dump else []
        self.weights = rows("weights0", 4) if "weights0" in dump else []
        self.by_material = {}
        for draw in dump["draws"]:
            first = draw["first"] // 3
            run = self.triangles[first:first + draw["count"] // 3]
            self.by_material.setdefault(materials[draw["material"]]["name"], []).extend(run)

    def corners(self, triangle):
        return [self.points[v] for v in triangle]

    def normal(self, triangle):
        a, b, c = self.corners(triangle)
        return cross(sub(b, a), sub(c, a))

    def area(self, triangles=None):
        return sum(length(self.normal(t)) / 2 for t in (self.triangles if triangles is None else triangles))

    def volume(self, triangles=None, about=None):
        """Signed; positive where counter-clockwise triangles face outward."""
        about = about or self.points[0]
        total = 0
        for t in self.triangles if triangles is None else triangles:
            a, b, c = (sub(p, about) for p in self.corners(t))
            total += dot(a, cross(b, c)) / 6
        return total

    def box(self, triangles=None):
        used = {v for t in (self.triangles if triangles is None else triangles) for v in t}
        return tuple((min(c), max(c)) for c in zip(*(self.points[v] for v in used)))

    def open_edges(self, tolerance):
        """Directed edges without their reverse, once positions within the tolerance are one."""
        place = lambda v: tuple(round(c / tolerance) for c in self.points[v])
        count = collections.Counter()
        for t in self.triangles:
            corners = [place(v) for v in t]
            for a, b in zip(corners, corners[1:] + corners[:1]):
                if a != b:
                    count[a, b] += 1
        open_ones = []
        for (a, b), n in count.items():
            for _ in range(n - count.get((b, a), 0)):
                open_ones.append(tuple(tuple(c * tolerance for c in p) for p in (a, b)))
        return open_ones


def points_of(mesh, values, steps=8):
    """Points spread over every triangle as (weight by area, position, mixed values)."""
    places = [((3 * i + 1) / (3 * steps), (3 * j + 1) / (3 * steps)) for i in range(steps) for j in range(steps - i)]
    for triangle in mesh.triangles:
        area = mesh.area([triangle])
        for u, v in places:
            weights = (1 - u - v, u, v)

            def mix(rows, w=weights, t=triangle):
                return [sum(a * b for a, b in zip(w, column)) for column in zip(*(rows[k] for k in t))]

            yield area, mix(mesh.points), mix(values)


def quantile(weighted, part):
    """Of (value, weight), the value below which `part` of the weight lies."""
    ordered = sorted(weighted)
    wanted, passed = part * sum(w for _, w in ordered), 0
    for value, weight in ordered:
        passed += weight
        if passed >= wanted:
            return value
    return ordered[-1][0]


class CaseCheck(unittest.TestCase):
    """`self.models` is a fresh copy of the case's inputs, `self.out` an output folder that is not there yet."""

    case = pathlib.Path(".")

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="lodcook_case_"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.models = self.folder / "models"
        source = self.case / "models"
        if source.is_dir():
            shutil.copytree(source, self.models)
        else:
            self.models.mkdir()
            for file in self.case.iterdir():
                if file.suffix not in (".md", ".py", ".sh") and file.is_file():
                    shutil.copy(file, self.models)
        self.out = self.folder / "out"

    def run_program(self, *arguments, **options):
        return subprocess.run([PROGRAM, *map(str, arguments)], cwd=self.folder, capture_output=True, encoding="utf-8",
                              timeout=120, **options)

    def cook(self, *arguments, code=0, **options):
        done = self.run_program("cook", self.models, "-o", self.out, *arguments, **options)
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def index(self):
        return read_json(self.out / "manifest.json")

    def manifest(self, name):
        return read_json(self.out / f"{name}.lod.json")

    def levels(self, name, object=0):
        return self.manifest(name)["objects"][object]["levels"]

    def mesh(self, name, level=0, object=0):
        done = subprocess.run([DUMP_LEVEL, self.out / f"{name}.lodc", str(object), str(level)], capture_output=True,
                              check=True, timeout=120)
        return Mesh(json.loads(done.stdout, parse_constant=no_constant), self.manifest(name)["materials"])

    def tiles(self, name):
        """Every tile of the one object as (its entry in the manifest, its mesh)."""
        manifest = self.manifest(name)
        found = []
        for tile in manifest["objects"][0]["tiles"]:
            done = subprocess.run([DUMP_LEVEL, self.out / f"{name}.lodc", "tile", str(tile["id"])], capture_output=True,
                                  check=True, timeout=120)
            found.append((tile, Mesh(json.loads(done.stdout, parse_constant=no_constant), manifest["materials"])))
        return found

    def meshes(self, name, object=0):
        """Every level, each with the triangles and vertices that the manifest gives it."""
        found = []
        for level in self.levels(name, object):
            mesh = self.mesh(name, level["level"], object)
            self.assertEqual(len(mesh.triangles), level["triangles"])
            self.assertEqual(len(mesh.points), level["vertices"])
            found.append(mesh)
        return found

    def assert_proven(self, name):
        """Every level's error is proven, and what switches is not below it."""
        for level in self.levels(name):
            error = level["error"]
            self.assertEqual(error["proof"], "proven")
            for unit in ("relative", "absolute"):
                numbers = error[unit]
                self.assertLessEqual(numbers.get("measured", 0), numbers["bound"])
                self.assertGreaterEqual(error["switch"][unit], max(numbers["bound"], numbers.get("slide", 0)))

    def assert_box(self, box, expected, tolerance):
        for (low, high), (wanted_low, wanted_high) in zip(box, expected):
            self.assertAlmostEqual(low, wanted_low, delta=tolerance)
            self.assertAlmostEqual(high, wanted_high, delta=tolerance)

    def assert_within(self, value, wanted, part):
        self.assertLessEqual(abs(value - wanted), part * abs(wanted), f"{value} is not within {part:.0%} of {wanted}")


def run(check_file):
    """Runs the checks of the module that calls."""
    CaseCheck.case = pathlib.Path(check_file).resolve().parent
    unittest.main(module=sys.modules["__main__"], argv=[check_file])
