"""oracles.py BUILD small|full [PROGRAM...]: runs the oracles that BUILD holds over real models: those of packages and,
for `full`, those of the corpus in ../shared (LODCOOK_SHARED) too. Prints the last line of each run, with `full` all
that they print into BUILD/oracles. Ends with 1 where one found a fault, 77 where nothing is there to run."""

import gzip
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
ASSIMP = pathlib.Path("/usr/share/assimp/models")
NPM = ROOT / "build/npm/models"
CORPUS = pathlib.Path(os.environ.get("LODCOOK_SHARED") or ROOT / "../shared") / "corpus"
EXAMPLES = [ROOT / "examples/models" / name for name in ("house.obj", "rock.glb", "terrain.ply", "tree.glb", "tube.gltf")]

SMALL = [ASSIMP / "Collada/duck.dae", ASSIMP / "OBJ/spider.obj", ASSIMP / "MS3D/jeep1.ms3d",
         ASSIMP / "SIB/heffalump.sib", ASSIMP / "3DS/fels.3ds", NPM / "bunny.obj", NPM / "dragon_res4.ply"]
LARGE = [NPM / "dragon_res3.ply", NPM / "dragon_res2.ply"]  # 48 k and 203 k triangles
# static, terrain, skinned, many materials, seams, scenes, degenerate, large
ROLES = ["static/nefertiti-lowres.obj", "static/spot.obj", "terrain/terrain.glb", "terrain/mount_st_helens_30m.ply.gz",
         "skinned/Knight.glb", "skinned/mannequiny.glb", "multi-material/kitchenaid.obj",
         "multi-material/2CylinderEngine.glb", "seams/fuze.obj", "seams/pizza.obj", "scenes/CesiumMilkTruck.glb",
         "scenes/town_model.gltf", "degenerate/spot_dirty.ply", "degenerate/soup.stl"]


def models(full, scratch):
    found = list(EXAMPLES) if full else []
    found += [path for path in SMALL + (LARGE if full else []) if path.exists()]
    for path in [CORPUS / name for name in ROLES] if full else []:
        if path.suffix == ".gz" and path.exists():
            unpacked = scratch / path.stem
            with gzip.open(path) as source, open(unpacked, "wb") as out:
                shutil.copyfileobj(source, out)
            path = unpacked
        if path.exists():
            found.append(path)
    return found


def runs(full, files):
    small = [path for path in files if path.name in ("rock.glb", "bunny.obj", "terrain.ply")]
    yield "embree_oracle", "quantised", files
    if full:
        yield "embree_oracle", "lossless", ["--lossless", *files]
        yield "embree_oracle", "tiles", ["--tiles", "4000", *files]
        yield "silhouette_oracle", "quantised", files
    dragons = [path for path in files if path.name in ("dragon_res4.ply", "dragon_res2.ply")]
    if dragons:
        yield "tile_views", "500", dragons
    if full and (NPM / "dragon.ply").exists():
        yield "tile_views", "8000", ["--tiles", "8000", NPM / "dragon.ply"]
    if small:
        yield "cgal_oracle", "quantised", small


def main():
    build, full = pathlib.Path(sys.argv[1]), sys.argv[2] == "full"
    wanted = sys.argv[3:]
    scratch = build / "oracles"
    scratch.mkdir(exist_ok=True)
    files = models(full, scratch)
    done = failed = 0
    for program, mode, arguments in runs(full, files):
        path = build / "tests/oracle" / program
        if not path.exists() or not files or (wanted and program not in wanted):
            continue
        run = subprocess.run([path, *map(str, arguments)], capture_output=True, text=True, check=False)
        (scratch / f"{program}_{mode}.txt").write_text(run.stdout)
        print(f"{program}, {mode}: {run.stdout.strip().splitlines()[-1]}", flush=True)
        if run.returncode != 0:
            print(*[line for line in run.stdout.splitlines() if line.endswith((" ABOVE", " WRONG", " OFF"))], sep="\n")
        done += 1
        failed += run.returncode != 0
    if done == 0:
        print("skipped: no oracle was built or no model is there")
        return 77
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
