"""What the end-to-end tests share: running the program, small models, the places of test data."""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

PROGRAM = os.environ.get("LODCOOK", "lodcook")
SHARED = pathlib.Path(os.environ.get("LODCOOK_SHARED") or pathlib.Path(__file__).parents[2] / ".." / "shared")

TETRAHEDRON = """o tetrahedron
v 0 0 0
v 1 0 0
v 0 1 0
v 0 0 1
f 1 3 2
f 1 2 4
f 1 4 3
f 2 3 4
"""

# one triangle, shown by two nodes
TWO_NODES = """{
"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 1]}],
"nodes": [{"name": "left", "mesh": 0}, {"name": "right", "mesh": 0, "translation": [5, 0, 0]}],
"meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
"accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]}],
"bufferViews": [{"buffer": 0, "byteLength": 36}],
"buffers": [{"byteLength": 36, "uri":
"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}]
}
"""


def grid(cells, height=lambda x, y: (x * 7 + y * 13) % 5 * 0.1):
    """An OBJ of 2 * cells * cells triangles."""
    lines = [f"v {x} {height(x, y)} {y}" for y in range(cells + 1) for x in range(cells + 1)]
    for y in range(cells):
        for x in range(cells):
            a = y * (cells + 1) + x + 1
            c = a + cells + 1
            lines.append(f"f {a} {c} {a + 1}\nf {a + 1} {c} {c + 1}")
    return "\n".join(lines) + "\n"


class CliTest(unittest.TestCase):
    """Each test has a folder of its own, `self.folder`."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="lodcook_cli_"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def write(self, name, content):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content, encoding="utf-8")
        return path

    def run_program(self, *arguments, **options):
        return subprocess.run([PROGRAM, *map(str, arguments)], cwd=self.folder, capture_output=True, text=True,
                              timeout=120, **options)

    def as_nobody(self):
        """Options that run the program without the rights of root, for whom no permission counts."""
        if os.geteuid() != 0:
            return {}
        nobody = 65534
        for path in [self.folder, *self.folder.rglob("*")]:
            os.chown(path, nobody, nobody)
        if subprocess.run([PROGRAM, "--version"], user=nobody, capture_output=True, check=False).returncode != 0:
            self.skipTest("the program cannot be run without the rights of root")
        return {"user": nobody, "group": nobody, "extra_groups": []}

    def expect(self, code, *arguments, **options):
        """Runs the program, which must end with `code`, and gives what it printed."""
        done = self.run_program(*arguments, **options)
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def json(self, code, *arguments, **options):
        return json.loads(self.expect(code, *arguments, "--json", **options).stdout)

    def read_json(self, name):
        return json.loads((self.folder / name).read_text(encoding="utf-8"))

    def files(self, folder="out"):
        """Every file below a folder with its bytes, by relative path."""
        root = self.folder / folder
        return {str(p.relative_to(root)): p.read_bytes() for p in sorted(root.rglob("*")) if p.is_file()}

    def assert_fits_schema(self, schema, *documents):
        """By a JSON Schema validator that is not ours. Without it the test is skipped, but where CI is set it fails."""
        root = pathlib.Path(__file__).resolve().parents[2]
        modules = root / "build" / "npm" / "node_modules"
        if not modules.is_dir():
            message = f"no {modules}: run scripts/setup"
            self.fail(message) if os.environ.get("CI") else self.skipTest(message)
        command = ["node", root / "tests/npm/validate_json.js", modules, root / "manifest" / schema,
                   *(self.folder / d for d in documents)]
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def corpus(self, name):
        path = SHARED / "corpus" / name
        if not path.exists():
            self.skipTest(f"no {path}: set LODCOOK_SHARED")
        return path
