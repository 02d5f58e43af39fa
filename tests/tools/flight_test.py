"""The flight of example 03 over a small tiled terrain never has a hole, and ends with what the budget asks for."""

import csv
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]


def run(*command):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=300)
    if done.returncode != 0:
        sys.exit(f"{command[0]} ended with {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")


with tempfile.TemporaryDirectory(prefix="lodcook_flight_") as folder:
    folder = pathlib.Path(folder)
    run(ROOT / "tests/bench/make_terrain.py", 100, folder / "t.ply")
    run(os.environ["LODCOOK"], "cook", folder / "t.ply", "-o", folder / "out", "--tile-triangles", 500)
    run(os.environ["EXAMPLE"], folder / "out/t.ply.lodc", folder / "flight.csv")
    run(ROOT / "scripts/draw_flight", folder / "flight.csv", folder / "flight.png")
    rows = list(csv.DictReader(open(folder / "flight.csv", encoding="utf-8")))
    assert len(rows) == 90 * 30 + 1, len(rows)
    later = [row for row in rows if float(row["seconds"]) > 5]
    assert all(int(row["tiles"]) > 0 for row in later)
    # a tile is refined at 0.9 of its switch distance: up to 2 / 0.9 pixels, and a step of flight
    assert max(float(row["pixel_error"]) for row in later) < 2.4
    assert max(int(row["triangles"]) for row in later) <= 20_000
    assert max(int(row["tiles"]) for row in later) > 10
    assert (folder / "flight.png").read_bytes().startswith(b"\x89PNG")
