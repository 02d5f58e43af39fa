#!/usr/bin/env python3
"""ctypes_test LIBRARY v1_scene.lodc: the C interface through foreign functions, as engines in other languages use it.
What is expected comes from tests/golden/golden_content.cpp, which made the file."""
import ctypes as c
import struct
import sys


class Object(c.Structure):
    _fields_ = [("name", c.c_char_p), ("origin", c.c_double * 3), ("box_min", c.c_float * 3), ("box_max", c.c_float * 3),
                ("center", c.c_float * 3), ("radius", c.c_float), ("extent", c.c_float), ("level_count", c.c_uint32),
                ("is_tiled", c.c_uint32), ("is_skinned", c.c_uint32)]


class Level(c.Structure):
    _fields_ = [(n, c.c_uint64) for n in ("vertex_count", "triangle_count", "bytes", "stored_bytes")] + [
        ("error", c.c_double), ("proven", c.c_uint32), ("tile_count", c.c_uint32)]


class Stream(c.Structure):
    _fields_ = [("byte_offset", c.c_uint64), ("byte_size", c.c_uint64), ("scale", c.c_float * 4), ("offset", c.c_float * 4)] + [
        (n, c.c_uint32) for n in ("semantic", "set", "type", "components", "stride", "normalized", "octahedral")] + [
        ("morph_target", c.c_int32)]


class LoadedLevel(c.Structure):
    _fields_ = [("index_offset", c.c_uint64)] + [(n, c.c_uint32) for n in (
        "vertex_count", "index_count", "index_size", "draw_count", "stream_count", "reserved")] + [("streams", Stream * 64)]


class View(c.Structure):
    _fields_ = [("position", c.c_double * 3), ("reach", c.c_double), ("height_px", c.c_double),
                ("orthographic", c.c_uint32), ("reserved", c.c_uint32)]


class Options(c.Structure):
    _fields_ = [(n, c.c_double) for n in ("budget_px", "bias", "hysteresis_value", "cull_hysteresis")] + [
        ("measure", c.c_uint32), ("hysteresis", c.c_uint32)]


class Objects(c.Structure):
    _fields_ = [("origin", c.c_double * 3)] + [(n, c.c_void_p) for n in ("x", "y", "z", "scale", "chain", "bias")] + [
        ("count", c.c_uint64)]


def load(path):
    try:
        library = c.CDLL(path)
    except OSError as error:
        print(f"skipped: {error}")  # a library built with a sanitizer cannot be loaded into Python
        sys.exit(77)
    library.lodcook_last_error.restype = c.c_char_p
    library.lodcook_error_name.restype = c.c_char_p
    library.lodcook_create_chains.restype = c.c_void_p
    library.lodcook_close.argtypes = library.lodcook_destroy_chains.argtypes = [c.c_void_p]
    library.lodcook_open_memory.argtypes = [c.c_char_p, c.c_uint64, c.POINTER(c.c_void_p)]
    for name in ("lodcook_object_count", "lodcook_joint_count"):
        getattr(library, name).argtypes = [c.c_void_p]
    return library


def check_level(library, asset):
    level, loaded = Level(), LoadedLevel()
    assert library.lodcook_get_level(asset, 0, 0, c.byref(level)) == 0
    assert (level.vertex_count, level.triangle_count, level.error) == (81, 128, 0)
    memory = c.create_string_buffer(level.bytes)
    assert library.lodcook_load_level(asset, 0, 0, memory, c.c_uint64(level.bytes), c.byref(loaded)) == 0
    indices = struct.unpack_from(f"<{loaded.index_count}H", memory, loaded.index_offset)
    assert len(indices) == 384 and max(indices) == 80
    # the lattice has steps of 1/64 and the grid's columns are 64 apart: the second vertex lies at x = 1
    position = loaded.streams[0]
    assert (position.semantic, position.type) == (0, 2)
    x = struct.unpack_from("<H", memory, position.byte_offset + position.stride)[0]
    assert position.offset[0] + position.scale[0] * x == 1.0
    assert library.lodcook_load_level(asset, 2, 0, memory, c.c_uint64(level.bytes), c.byref(loaded)) != 0


def check_choosing(library, asset):
    chains, number, view = c.c_void_p(library.lodcook_create_chains()), c.c_uint32(), View()
    assert library.lodcook_add_chain(chains, asset, 0, c.c_double(0), c.byref(number)) == 0
    projection = (c.c_double * 16)(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, -1, 0, 0, -0.2, 0)
    assert library.lodcook_view_from_projection(projection, (c.c_double * 3)(), c.c_double(1080), c.byref(view)) == 0
    xs, zeros = (c.c_float * 2)(151, 152), (c.c_float * 2)()
    at = lambda array: c.cast(array, c.c_void_p)
    objects = Objects((0, 0, 0), at(xs), at(zeros), at(zeros), None, None, None, 2)
    levels = (c.c_uint8 * 2)(255, 255)
    # 0.25 * 540 / (d - 16.0625) falls to a pixel at 151.0625
    options = Options(1, 1, 0, 0, 2, 0)
    assert library.lodcook_choose_levels(c.byref(view), chains, c.byref(objects), c.byref(options), levels) == 0
    assert list(levels) == [0, 1]
    library.lodcook_destroy_chains(chains)


def main():
    library = load(sys.argv[1])
    with open(sys.argv[2], "rb") as file:
        content = file.read()
    asset = c.c_void_p()
    assert library.lodcook_open_memory(content[:-1], len(content) - 1, c.byref(asset)) == 324
    assert library.lodcook_error_name(324) == b"size_mismatch" and b"size_mismatch" in library.lodcook_last_error()
    assert library.lodcook_open_memory(content, len(content), c.byref(asset)) == 0
    thing = Object()
    assert library.lodcook_object_count(asset) == 3 and library.lodcook_joint_count(asset) == 2
    assert library.lodcook_get_object(asset, 0, c.byref(thing)) == 0
    assert (thing.name, thing.radius, thing.extent, thing.level_count) == (b"grid", 16.0625, 8, 2)
    assert tuple(thing.origin) == (1000, -2000, 0.5)
    check_level(library, asset)
    check_choosing(library, asset)
    library.lodcook_close(asset)
    print("the C interface works from Python")


if __name__ == "__main__":
    main()
