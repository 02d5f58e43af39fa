#!/usr/bin/env python3
"""check_wasm SOURCE_FOLDER MESHOPTIMIZER_SOURCE ZSTD_SOURCE NATIVE_PROGRAM FILE.lodc...: builds the runtime and
load_level.cpp for WebAssembly, runs them in node on each file and compares every byte with the native program's.
77: something that it needs is not here."""
import multiprocessing.pool
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
TARGET = ["--target=wasm32-wasi", "-O2", "-ffp-contract=off", "-D_WASI_EMULATED_MMAN"]
DECODERS = ["allocator", "indexcodec", "vertexcodec", "vertexfilter"]


def run(*command):
    result = subprocess.run([str(c) for c in command], capture_output=True)
    if result.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{result.stderr.decode()}")
    return result.stdout


def skip_unless(holds, what):
    if not holds:
        print(f"skipped: no {what}")
        sys.exit(77)


def runtime_sources(root):
    listed = (root / "formats/CMakeLists.txt").read_text().split("add_library(lodcook::runtime", 1)[0]
    return [root / "formats" / name for name in re.findall(r"src/\w+\.cpp", listed.split("STATIC", 1)[1])]


def build(work, root, meshoptimizer, zstd):
    sources = runtime_sources(root) + [meshoptimizer / "src" / f"{name}.cpp" for name in DECODERS] + [
        HERE / "load_level.cpp"]
    xxhash = work / "include"
    xxhash.mkdir()
    for header in ("xxhash.h", "xxh3.h"):  # alone, since the rest of /usr/include is another machine's
        if pathlib.Path("/usr/include", header).exists():
            shutil.copy(pathlib.Path("/usr/include", header), xxhash)
    includes = ["-I", root / "formats/include", "-I", root, "-isystem", meshoptimizer / "src", "-isystem", zstd,
                "-isystem", xxhash]
    zstd_object = work / "zstd.o"
    objects = [work / (source.stem + ".o") for source in sources]
    commands = [["clang", *TARGET, "-w", "-c", zstd / "zstddeclib.c", "-o", zstd_object]] + [
        ["clang++", *TARGET, "-std=c++20", "-Wall", "-Wextra", "-fno-exceptions", "-fno-rtti", "-DXXH_INLINE_ALL",
         *includes, "-c", source, "-o", target] for source, target in zip(sources, objects)]
    with multiprocessing.pool.ThreadPool() as pool:
        pool.starmap(run, commands)
    program = work / "load_level.wasm"
    run("clang++", *TARGET, zstd_object, *objects, "-lwasi-emulated-mman", "-Wl,-z,stack-size=1048576", "-o", program)
    return program


def main():
    root, meshoptimizer, zstd, native = map(pathlib.Path, sys.argv[1:5])
    files = sys.argv[5:]
    skip_unless(shutil.which("node") and shutil.which("clang++"), "node or clang")
    skip_unless(pathlib.Path("/usr/lib/wasm32-wasi/libc++.a").exists(), "libc++ for wasm32")
    skip_unless((zstd / "zstddeclib.c").exists(), "source of zstd")
    skip_unless((meshoptimizer / "src").exists(), "source of meshoptimizer")
    with tempfile.TemporaryDirectory(prefix="lodcook-wasm-") as folder:
        program = build(pathlib.Path(folder), root, meshoptimizer, zstd)
        print(f"load_level.wasm: {program.stat().st_size} bytes")
        for file in files:
            ours = run(native, file)
            theirs = run("node", "--no-warnings", HERE / "run.mjs", program, file)
            if ours != theirs or not ours:
                sys.exit(f"{file}: {len(theirs)} bytes in WebAssembly, {len(ours)} natively, not the same")
            print(f"{pathlib.Path(file).name}: {len(ours)} equal bytes")


if __name__ == "__main__":
    main()
