"""check.py shared|packages: cooks real models and compares every one with the table: cooked with so many triangles at
level 0, or refused with that error number. The tables' figures come from other readers: the column `basis` says which.
Then every level is proven again, and on at least 95 of 100 levels the bound is at most 1.05 times what was measured.
Ends with 77 (skipped) where the models are not there."""

import csv
import gzip
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SHARED = pathlib.Path(os.environ.get("LODCOOK_SHARED") or ROOT / ".." / "shared")
SKIPPED = 77


def rows(name):
    with open(HERE / name, newline="", encoding="utf-8") as table:
        return {row["path"]: (int(row["triangles"] or 0), int(row["error"] or 0)) for row in csv.DictReader(table)}


def shared_models(folder):
    corpus = SHARED / "corpus"
    if not corpus.is_dir():
        return f"no {corpus}: set LODCOOK_SHARED"
    shutil.copytree(corpus, folder)
    for packed in list(folder.rglob("*.gz")):
        with gzip.open(packed) as source, open(packed.with_suffix(""), "wb") as target:
            shutil.copyfileobj(source, target)
        packed.unlink()
    return None


def package_models(folder):
    """The table's models, those of Assimp with the folder that each of them stands in."""
    sources = {"assimp": pathlib.Path("/usr/share/assimp/models"), "npm": ROOT / "build" / "npm" / "models"}
    for name, source in sources.items():
        if not source.is_dir():
            return f"no models of {name} in {source}: run scripts/setup"
    for path in rows("packages.csv"):
        top, rest = path.split("/", 1)
        target = folder / path
        if top == "assimp":
            shutil.copytree((sources[top] / rest).parent, target.parent, dirs_exist_ok=True)
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(sources[top] / rest, target)
    return None


def cook(models, out):
    done = subprocess.run([os.environ["LODCOOK"], "cook", str(models), "-o", str(out), "-q"], capture_output=True,
                          text=True, timeout=1500)
    if done.returncode != 3:  # some are refused
        return None, [f"exit code {done.returncode}: {done.stderr[-2000:]}"]
    index = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    found = {a["source"]: (a["triangles"], 0) for a in index["assets"]}
    found.update({f["source"]: (0, f["error"]["code"]) for f in index["failed"]})
    return found, []


def verify(out, models):
    command = [os.environ["LODCOOK"], "verify", str(out), "--source", str(models), "--errors"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=1200)
    return [] if done.returncode == 0 else [f"verify: {done.stderr[-2000:]}"]


def check_tightness(out):
    """Bounds over what was measured, of all levels but the finest."""
    tight, loose = 0, []
    for path in sorted(out.rglob("*.lod.json")):
        for number, thing in enumerate(json.loads(path.read_text(encoding="utf-8"))["objects"]):
            for level in thing["levels"][1:]:
                error = level["error"]["relative"]
                name = f"{path.name[:-9]}, object {number}, level {level['level']}"
                if "bound" not in error:
                    loose.append(f"{name}: no bound")
                elif error["bound"] <= 1.05 * error["measured"]:
                    tight += 1
                else:
                    loose.append(f"{name}: {error['measured']} to {error['bound']}")
    levels = tight + len(loose)
    print(f"bound at most 1.05 times measured on {tight} of {levels} levels")
    return [] if tight >= 0.95 * levels else loose


def check_schemas(out):
    """Every manifest and the index by a JSON Schema validator that is not ours."""
    modules = ROOT / "build" / "npm" / "node_modules"
    if not modules.is_dir():
        print(f"schemas are not checked: no {modules}: run scripts/setup")
        return [f"no {modules}"] if os.environ.get("CI") else []
    problems = []
    for schema, files in (("manifest.schema.json", sorted(out.rglob("*.lod.json"))), ("index.schema.json", [out / "manifest.json"])):
        command = ["node", ROOT / "tests" / "npm" / "validate_json.js", modules, ROOT / "manifest" / schema, *files]
        done = subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=300)
        if done.returncode != 0 or not files:
            problems.append(f"{schema}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    return problems


def main():
    which = sys.argv[1]
    folder = pathlib.Path(tempfile.mkdtemp(prefix="lodcook_corpus_"))
    try:
        missing = (shared_models if which == "shared" else package_models)(folder / "models")
        if missing:
            print(f"skipped: {missing}")
            return SKIPPED
        found, problems = cook(folder / "models", folder / "out")
        expected = rows("corpus.csv" if which == "shared" else "packages.csv")
        for path, wanted in expected.items():
            got = (found or {}).get(path)
            if found is not None and got != wanted:
                problems.append(f"{path}: expected (triangles, error) {wanted}, got {got}")
        if which == "shared" and found:
            problems += [f"{path}: not in the table" for path in sorted(set(found) - set(expected))]
        if found:
            problems += verify(folder / "out", folder / "models") + check_schemas(folder / "out")
            problems += check_tightness(folder / "out")
        print("\n".join(problems) or f"{len(expected)} models as expected")
        return 1 if problems else 0
    finally:
        shutil.rmtree(folder, ignore_errors=True)


sys.exit(main())
