"""Exports every level of the example models and of some real ones, and all in one file, and has gltf-validator look at
them: no errors. Where the test tools are not installed it ends with 77 (skipped), or fails if CI is set."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = os.environ.get("LODCOOK", "lodcook")
MODULES = ROOT / "build" / "npm" / "node_modules"
ASSIMP = pathlib.Path("/usr/share/assimp/models")
REAL = ["glTF2/simple_skin/simple_skin.gltf", "glTF2/BoxTextured-glTF-Binary/BoxTextured.glb", "Collada/duck.dae",
        "OBJ/spider.obj", "FBX/animation_with_skeleton.fbx", "glTF2/textureTransform/TextureTransformTest.gltf"]


def run(*command):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=600)
    if done.returncode != 0:
        sys.exit(f"{command[0]} ended with {done.returncode}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


def export_all(out, exports, kind):
    """Every object's levels as GLB files; the triangles that each must have."""
    expected = {}
    for asset in json.loads((out / "manifest.json").read_text(encoding="utf-8"))["assets"]:
        manifest = json.loads((out / asset["manifest"]).read_text(encoding="utf-8"))
        for level in manifest["objects"][0]["levels"]:
            target = exports / f"{kind}_{asset['source'].replace('/', '_')}.{level['level']}.glb"
            run(PROGRAM, "export", out / asset["container"], "--level", level["level"], "-o", target)
            expected[target.name] = level["triangles"]
        target = exports / f"{kind}_{asset['source'].replace('/', '_')}.all.glb"
        run(PROGRAM, "export", out / asset["container"], "--all-levels", "-o", target)
        # a validator counts what the file holds, not what its scene shows
        expected[target.name] = sum(level["triangles"] for level in manifest["objects"][0]["levels"])
    return expected


def main():
    if not MODULES.is_dir():
        print(f"skipped: no {MODULES}: run scripts/setup")
        return 1 if os.environ.get("CI") else 77
    folder = pathlib.Path(tempfile.mkdtemp(prefix="lodcook_export_"))
    try:
        models = [ROOT / "examples" / "models"] + [ASSIMP / m for m in REAL if (ASSIMP / m).exists()]
        run(PROGRAM, "cook", "-q", *models, "-o", folder / "out")
        run(PROGRAM, "cook", "-q", ROOT / "examples" / "models" / "terrain.ply", "-o", folder / "tiled",
            "--tile-triangles", 400)
        (folder / "exports").mkdir()
        expected = export_all(folder / "out", folder / "exports", "whole")
        expected |= export_all(folder / "tiled", folder / "exports", "tiled")
        files = sorted((folder / "exports").iterdir())
        report = run("node", ROOT / "tests" / "npm" / "validate_glb.js", MODULES, *files)
        lines = [line for line in report.splitlines() if line.endswith("triangles")]
        found = {line.split(":")[0]: int(line.split()[-2]) for line in lines}
        if len(expected) < 30 or found != expected:
            sys.exit(f"triangles differ: {sorted(set(found.items()) ^ set(expected.items()))}")
        print(f"{len(files)} exports without an error")
        return 0
    finally:
        shutil.rmtree(folder, ignore_errors=True)


sys.exit(main())
