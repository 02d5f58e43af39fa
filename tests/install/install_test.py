#!/usr/bin/env python3
"""install_test BUILD CC CXX CXXFLAGS v1_scene.lodc: installs the runtime from a build folder, moves the prefix, and
builds and runs a project against it by find_package (static and shared) and by pkg-config. Prints the libraries' sizes."""
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

CONSUMER = pathlib.Path(__file__).parent / "consumer"
# The golden grid: 8 x 8 and 2 x 2 squares; it switches at 16.0625 + 0.25 * 935.307 = 249.89.
EXPECTED_LEVELS = ["128", "8"]
EXPECTED_CHOICES = ["0", "0", "1"]
ALLOWED = re.compile(r"^(liblodcook_runtime|libzstd|libstdc\+\+|libm|libgcc_s|libc|ld-linux.*|libpthread)\.so")


def run(*command, **options):
    result = subprocess.run([str(c) for c in command], capture_output=True, text=True, **options)
    if result.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{result.stdout}{result.stderr}")
    return result.stdout


def check_needs(file):
    needed = re.findall(r"NEEDED.*\[(.*)\]", run("readelf", "--dynamic", "--wide", file))
    foreign = [name for name in needed if not ALLOWED.match(name)]
    if foreign:
        sys.exit(f"{file.name} needs {', '.join(foreign)}")


def check_consumer(program, program_c, scene, environment):
    if run(program, scene, env=environment).split() != EXPECTED_LEVELS + EXPECTED_CHOICES:
        sys.exit(f"{program}: {run(program, scene, env=environment)}")
    if run(program_c, scene, env=environment).split() != EXPECTED_LEVELS:
        sys.exit(f"{program_c}: {run(program_c, scene, env=environment)}")


def build_by_cmake(work, prefix, kind, cc, cxx, flags, scene):
    build = work / kind
    run("cmake", "-G", "Ninja", "-S", work / "consumer", "-B", build, f"-DKIND={kind}", f"-DCMAKE_PREFIX_PATH={prefix}",
        f"-DCMAKE_C_COMPILER={cc}", f"-DCMAKE_CXX_COMPILER={cxx}", f"-DCMAKE_CXX_FLAGS={flags}", f"-DCMAKE_C_FLAGS={flags}",
        "-DCMAKE_BUILD_TYPE=Release")
    run("cmake", "--build", build)
    check_consumer(build / "consumer", build / "consumer_c", scene, os.environ)
    needed = run("readelf", "--dynamic", "--wide", build / "consumer")
    if ("liblodcook_runtime.so" in needed) != (kind == "shared"):
        sys.exit(f"component {kind} linked the other library")


def build_by_pkg_config(work, prefix, cxx, flags, scene):
    pkg_config = shutil.which("pkg-config")
    if pkg_config is None:
        print("pkg-config is not here: not tried")
        return
    environment = dict(os.environ, PKG_CONFIG_PATH=str(next(prefix.rglob("lodcook.pc")).parent))
    found = shlex.split(run(pkg_config, "--cflags", "--libs", "lodcook", env=environment))
    library = next(prefix.rglob("liblodcook_runtime.so")).parent
    run(cxx, *flags.split(), "-std=c++20", work / "consumer/consumer.cpp", "-o", work / "by_pkg_config", *found)
    run(cxx, *flags.split(), "-x", "c++", work / "consumer/consumer.c", "-o", work / "by_pkg_config_c", *found)
    check_consumer(work / "by_pkg_config", work / "by_pkg_config_c", scene,
                   dict(os.environ, LD_LIBRARY_PATH=str(library)))


def main():
    build, cc, cxx, flags, scene = sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="lodcook-install-") as folder:
        work = pathlib.Path(folder)
        shutil.copytree(CONSUMER, work / "consumer")
        run("cmake", "--install", build, "--prefix", work / "first", "--component", "runtime")
        prefix = (work / "first").rename(work / "moved prefix")
        shared, static = next(prefix.rglob("*.so")), next(prefix.rglob("*.a"))
        check_needs(shared)
        stripped = work / "stripped.so"
        run("strip", "-o", stripped, shared)
        print(f"liblodcook_runtime.so: {stripped.stat().st_size} bytes stripped, {shared.stat().st_size} as installed; "
              f"liblodcook_runtime.a: {static.stat().st_size}")
        for kind in ("static", "shared"):
            build_by_cmake(work, prefix, kind, cc, cxx, flags, scene)
        build_by_pkg_config(work, prefix, cxx, flags, scene)


if __name__ == "__main__":
    main()
