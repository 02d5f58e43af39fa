#!/usr/bin/env python3
"""Writes a PLY scan as a GLB with smooth normals, so that every tool in a comparison reads the same file.

usage: ply_to_glb.py IN.ply[.gz] OUT.glb

Reads ASCII and little-endian binary PLY whose vertices begin with float x y z and whose faces are triangles with a
uchar count and int indices. Normals are sums of cross products, so weighted by area.
"""
import array
import gzip
import json
import math
import struct
import sys


def read_header(stream):
    lines = []
    while True:
        line = stream.readline().decode("ascii").strip()
        lines.append(line)
        if line == "end_header":
            return lines


def parse_header(lines):
    """Gives the format, and per element its count and its properties."""
    elements = []
    text_format = ""
    for line in lines:
        words = line.split()
        if words[0] == "format":
            text_format = words[1]
        elif words[0] == "element":
            elements.append((words[1], int(words[2]), []))
        elif words[0] == "property":
            elements[-1][2].append(words[1:])
    return text_format, elements


def read_ascii(stream, vertex_count, face_count):
    positions = array.array("f")
    indices = array.array("I")
    for _ in range(vertex_count):
        words = stream.readline().split()
        positions.extend((float(words[0]), float(words[1]), float(words[2])))
    for _ in range(face_count):
        words = stream.readline().split()
        if words[0] != b"3":
            sys.exit("not a triangle")
        indices.extend((int(words[1]), int(words[2]), int(words[3])))
    return positions, indices


SIZES = {"float": 4, "float32": 4, "double": 8, "uchar": 1, "uint8": 1, "char": 1, "int": 4, "uint": 4, "short": 2}


def read_binary(stream, vertex_count, face_count, vertex_properties):
    stride = sum(SIZES[p[0]] for p in vertex_properties)
    data = stream.read(stride * vertex_count)
    positions = array.array("f")
    for i in range(vertex_count):
        positions.extend(struct.unpack_from("<3f", data, i * stride))
    faces = stream.read(13 * face_count)
    indices = array.array("I")
    for i in range(face_count):
        count, a, b, c = struct.unpack_from("<Biii", faces, 13 * i)
        if count != 3:
            sys.exit("not a triangle")
        indices.extend((a, b, c))
    return positions, indices


def smooth_normals(p, indices):
    n = array.array("d", bytes(8 * len(p)))
    for t in range(0, len(indices), 3):
        a, b, c = 3 * indices[t], 3 * indices[t + 1], 3 * indices[t + 2]
        ux, uy, uz = p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]
        vx, vy, vz = p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]
        x, y, z = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
        for k in (a, b, c):
            n[k] += x
            n[k + 1] += y
            n[k + 2] += z
    out = array.array("f", bytes(4 * len(p)))
    for k in range(0, len(n), 3):
        length = math.sqrt(n[k] ** 2 + n[k + 1] ** 2 + n[k + 2] ** 2)
        if length > 0:
            out[k], out[k + 1], out[k + 2] = n[k] / length, n[k + 1] / length, n[k + 2] / length
        else:
            out[k + 2] = 1.0
    return out


def glb(positions, normals, indices):
    vertex_count = len(positions) // 3
    axes = [positions[i::3] for i in range(3)]
    binary = positions.tobytes() + normals.tobytes() + indices.tobytes()
    size = 12 * vertex_count
    document = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "NORMAL": 1}, "indices": 2}]}],
        "buffers": [{"byteLength": len(binary)}],
        "bufferViews": [
            {"buffer": 0, "byteOffset": 0, "byteLength": size, "target": 34962},
            {"buffer": 0, "byteOffset": size, "byteLength": size, "target": 34962},
            {"buffer": 0, "byteOffset": 2 * size, "byteLength": 4 * len(indices), "target": 34963},
        ],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": vertex_count, "type": "VEC3",
             "min": [min(a) for a in axes], "max": [max(a) for a in axes]},
            {"bufferView": 1, "componentType": 5126, "count": vertex_count, "type": "VEC3"},
            {"bufferView": 2, "componentType": 5125, "count": len(indices), "type": "SCALAR"},
        ],
    }
    text = json.dumps(document, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    total = 12 + 8 + len(text) + 8 + len(binary)
    return (struct.pack("<4sII", b"glTF", 2, total) + struct.pack("<I4s", len(text), b"JSON") + text +
            struct.pack("<I4s", len(binary), b"BIN\0") + binary)


def main():
    source, target = sys.argv[1:3]
    with (gzip.open(source) if source.endswith(".gz") else open(source, "rb")) as stream:
        text_format, elements = parse_header(read_header(stream))
        (_, vertex_count, properties), (_, face_count, _) = elements[0], elements[1]
        if text_format == "ascii":
            positions, indices = read_ascii(stream, vertex_count, face_count)
        elif text_format == "binary_little_endian":
            positions, indices = read_binary(stream, vertex_count, face_count, properties)
        else:
            sys.exit("cannot read format " + text_format)
    with open(target, "wb") as out:
        out.write(glb(positions, smooth_normals(positions, indices), indices))


if __name__ == "__main__":
    main()
