"""Trees of tiles against untiled chains, their seams, and streaming; used by bench.py."""

import gzip
import json
import math
import shutil
import statistics
import subprocess
import sys


def models(work, shared, root, dragon):
    """Name: file."""
    ground = work / "st_helens.ply"
    packed = shared / "corpus/terrain/mount_st_helens_30m.ply.gz"
    if packed.exists() and not ground.exists():
        with gzip.open(packed) as source, open(ground, "wb") as target:
            shutil.copyfileobj(source, target)
    terrain = work / "terrain.ply"
    if not terrain.exists():
        subprocess.run([sys.executable, root / "tests/bench/make_terrain.py", "1581", terrain], check=True)
    found = {"St Helens": ground, "dragon": dragon, "terrain 5 M": terrain}
    return {name: path for name, path in found.items() if path.exists()}


def manifest_of(out):
    [path] = out.rglob("*.lod.json")
    return json.loads(path.read_text(encoding="utf-8"))["objects"][0]


def print_levels(name, tiled, whole):
    print(f"\n{name}: {len(tiled['tiles'])} tiles\n")
    print("| level | tiles | triangles of a tile | stored kB | error / extent | chain's error at as many triangles |")
    print("| --- | --- | --- | --- | --- | --- |")
    for level in tiled["levels"]:
        tiles = [t for t in tiled["tiles"] if t["level"] == level["level"]]
        if not tiles:
            continue
        counts = sorted(t["triangles"] for t in tiles)
        peer = min(whole["levels"], key=lambda l: abs(l["triangles"] - level["triangles"]))
        near = abs(peer["triangles"] - level["triangles"]) < 0.1 * level["triangles"]
        error = f"{peer['error']['switch']['relative']:.2e}" if near else "-"
        print(f"| {level['level']} | {len(tiles)} | {counts[0]} / {counts[len(counts) // 2]} / {counts[-1]} | "
              f"{sum(t['bytes'] for t in tiles) / 1000:.0f} | {level['error']['switch']['relative']:.2e} | {error} |")


def join_mars(work, shared, root):
    """The tiles of one terrain, which meet without sharing positions, as one scene."""
    scene, tiles = work / "mars.glb", sorted((shared / "corpus/terrain/mars-tiles").glob("*.glb"))
    if tiles and not scene.exists():
        subprocess.run([sys.executable, root / "tests/bench/merge_glb.py", scene, *tiles], check=True)
    return scene


def proven_models(work, shared, root, files):
    """Name: file, triangles of a tile. Small enough to prove every tile of."""
    city = work / "city.glb"
    if not city.exists():
        subprocess.run([sys.executable, root / "tests/bench/make_city.py", "4", city], check=True, capture_output=True)
    found = {
        "town of loose panels": (city, 2000),
        "St Helens": (files.get("St Helens", work / "none"), 4096),
        "dragon": (files.get("dragon", work / "none"), 4096),
        "engine, many materials": (shared / "corpus/multi-material/2CylinderEngine.glb", 4096),
        "Mars, 16 tiles": (join_mars(work, shared, root), 1000),
    }
    return {name: entry for name, entry in found.items() if entry[0].exists()}


def at_triangles(levels, triangles):
    """The chain's rms at a number of triangles, between its levels on logarithmic scales."""
    known = sorted((l["triangles"], l["error"]["relative"]["rms"])
                   for l in levels if l["error"]["relative"].get("rms"))
    for (n0, r0), (n1, r1) in zip(known, known[1:]):
        if n0 <= triangles <= n1 and r0 > 0 and r1 > 0:
            part = math.log(triangles / n0) / math.log(n1 / n0)
            return math.exp(math.log(r0) + part * (math.log(r1) - math.log(r0)))
    return None


def print_rms(name, tiled, whole, locks):
    """The rms of a level is that over its tiles, each counted by its triangles."""
    print(f"\n{name}: {len(tiled['tiles'])} tiles\n")
    print("| level | tiles | triangles of a tile | locked | rms / extent | rms / untiled |")
    print("| --- | --- | --- | --- | --- | --- |")
    for level in tiled["levels"][1:]:
        tiles = [t for t in tiled["tiles"] if t["level"] == level["level"]]
        rms = [(t["triangles"], t["error"]["relative"]["rms"]) for t in tiles if t["error"]["relative"].get("rms")]
        if not rms or sum(n for n, _ in rms) < 0.95 * level["triangles"]:
            continue
        mean = math.sqrt(sum(n * r * r for n, r in rms) / sum(n for n, _ in rms))
        joint = at_triangles(whole["levels"], level["triangles"])
        counts = sorted(t["triangles"] for t in tiles)
        print(f"| {level['level']} | {len(tiles)} | {counts[0]} / {counts[len(counts) // 2]} / {counts[-1]} | "
              f"{100 * locks[level['level']]:.0f} % | {mean:.2e} | {f'{mean / joint:.2f}' if joint else '-'} |")


def bench_proven(work, models, cook, containers, build):
    for name, (model, budget) in models.items():
        cook([model], work / "whole", "--jobs", 1)
        for held in (["false", "true"] if name.startswith("Mars") else ["false"]):
            options = ("--jobs", 1, "--tile-mode", "tree", "--tile-triangles", budget,
                       "--set", f"tiles.lock_open_borders={held}")
            made = cook([model], work / "tiled", *options, "--set", "prove=off")
            proven = cook([model], work / "tiled", *options)
            [container] = containers(work / "tiled")
            printed = subprocess.run([build / "tests/bench/tile_locks", container], check=True, capture_output=True)
            locks = {int(level): float(share) for level, share in map(str.split, printed.stdout.decode().splitlines())}
            print_rms(name + (", open borders locked" if held == "true" else ""), manifest_of(work / "tiled"),
                      manifest_of(work / "whole"), locks)
            print(f"\n- every tile proven in {proven.cpu - made.cpu:.1f} CPU s, tiles made in {made.cpu:.1f}: "
                  f"{(proven.cpu - made.cpu) / made.cpu:.1f}")
            run_now([build / "tests/bench/seam_cuts", container, "1000"])
            if name.startswith("Mars"):
                run_now([build / "tests/bench/border_gaps", container])


def run_now(command, before=""):
    print(before, end="", flush=True)
    subprocess.run(command, check=True)


def bench_tiles(work, runs, files, cook, containers, build):
    """Time, memory, levels, seams and flights."""
    summary = []
    for name, model in files.items():
        cpu, peak = [], []
        for _ in range(runs):
            whole = cook([model], work / "whole", "--jobs", 1, "--set", "prove=off")
            tiled = cook([model], work / "tiled", "--jobs", 1, "--set", "prove=off", "--tile-mode", "tree")
            cpu.append(tiled.cpu / whole.cpu)
            peak.append(tiled.peak_mib / whole.peak_mib)
        sizes = [containers(work / out)[0].stat().st_size / 1e6 for out in ("whole", "tiled")]
        summary.append(f"| {name} | {statistics.median(cpu):.2f} | {tiled.peak_mib:.0f} / {whole.peak_mib:.0f} = "
                       f"{statistics.median(peak):.2f} | {sizes[1]:.2f} / {sizes[0]:.2f} |")
        print_levels(name, manifest_of(work / "tiled"), manifest_of(work / "whole"))
        [container] = containers(work / "tiled")
        run_now([build / "tests/bench/seam_cuts", container, "1000"], "\n")
        run_now([build / "tests/bench/tile_flights", container, "4"])
        cook([model], work / "locked", "--jobs", 1, "--set", "prove=off", "--tile-mode", "tree", "--set", "lock_border=true")
        [container] = containers(work / "locked")
        run_now([build / "tests/bench/seam_cuts", container, "1000"], "with the source's border locked: ")
    print("\n| model | CPU tiled / untiled | peak MiB tiled / untiled | container MB tiled / untiled |")
    print("| --- | --- | --- | --- |")
    print("\n".join(summary))
