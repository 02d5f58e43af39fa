#!/usr/bin/env python3
"""make_city.py BLOCKS OUT.glb: a town of BLOCKS x BLOCKS blocks of 40 units as GLB: four buildings to a block, each a node
that shows one of three meshes; a ground of 4 x 4 squares to a block as one node; roads of two triangles each that span
the whole town. Two materials: walls, and one with a lightmap in UV set 1 for ground and roads. One building in
thirteen is called NM_landmark. The same file every time. Printed: nodes and triangles of each kind."""

import array
import json
import struct
import sys

BLOCK = 40.0


class Geometry:
    def __init__(self):
        self.positions, self.normals, self.uvs, self.lightmap, self.indices = [], [], [], [], []

    def quads(self, corner, u, v, normal, count, inset=0.0):
        """count x count quads over the parallelogram; every second one set back by `inset`."""
        for i in range(count):
            for k in range(count):
                base = len(self.positions)
                depth = -inset if (i + k) % 2 else 0.0
                for a, b in ((0, 0), (1, 0), (1, 1), (0, 1)):
                    s, t = (i + a) / count, (k + b) / count
                    self.positions.append(tuple(corner[x] + s * u[x] + t * v[x] + depth * normal[x] for x in range(3)))
                    self.normals.append(normal)
                    self.uvs.append((s, t))
                    self.lightmap.append((s, t))
                self.indices += [base, base + 1, base + 2, base, base + 2, base + 3]


def building(width, height, depth, panels):
    g = Geometry()
    x, z = width / 2, depth / 2
    g.quads((-x, 0, z), (width, 0, 0), (0, height, 0), (0, 0, 1), panels, 0.2)
    g.quads((x, 0, -z), (-width, 0, 0), (0, height, 0), (0, 0, -1), panels, 0.2)
    g.quads((x, 0, z), (0, 0, -depth), (0, height, 0), (1, 0, 0), panels, 0.2)
    g.quads((-x, 0, -z), (0, 0, depth), (0, height, 0), (-1, 0, 0), panels, 0.2)
    g.quads((-x, height, z), (width, 0, 0), (0, 0, -depth), (0, 1, 0), panels, 0.2)
    return g


def ground(blocks):
    g = Geometry()
    size = blocks * BLOCK
    n = 4 * blocks
    for i in range(n + 1):
        for k in range(n + 1):
            g.positions.append((i * size / n, -0.1 - 0.03 * ((3 * i + 5 * k) % 4), k * size / n))
            g.normals.append((0, 1, 0))
            g.uvs.append((i / 4, k / 4))
            g.lightmap.append((i / n, k / n))
    for i in range(n):
        for k in range(n):
            a, c = i * (n + 1) + k, (i + 1) * (n + 1) + k
            g.indices += [a, a + 1, c, c, a + 1, c + 1]
    return g


def roads(blocks):
    g = Geometry()
    size = blocks * BLOCK
    for i in range(blocks + 1):
        at = i * BLOCK
        g.quads((at - 3, 0.0, 0), (0, 0, size), (6, 0, 0), (0, 1, 0), 1)
        g.quads((0, 0.05, at - 3), (0, 0, 6), (size, 0, 0), (0, 1, 0), 1)
    return g


class File:
    """Meshes of one primitive each, in one buffer."""

    def __init__(self):
        self.blob, self.views, self.accessors, self.meshes, self.nodes = bytearray(), [], [], [], []

    def accessor(self, rows, kind, code, component):
        data = array.array(code, [x for row in rows for x in row])
        self.views.append({"buffer": 0, "byteOffset": len(self.blob), "byteLength": len(data) * data.itemsize})
        self.blob += data.tobytes()
        made = {"bufferView": len(self.views) - 1, "componentType": component, "count": len(rows), "type": kind}
        if kind == "VEC3":
            made["min"] = [min(row[i] for row in rows) for i in range(3)]
            made["max"] = [max(row[i] for row in rows) for i in range(3)]
            single = struct.unpack("<6f", struct.pack("<6f", *made["min"], *made["max"]))
            made["min"], made["max"] = list(single[:3]), list(single[3:])
        self.accessors.append(made)
        return len(self.accessors) - 1

    def mesh(self, name, g, material):
        attributes = {"POSITION": self.accessor(g.positions, "VEC3", "f", 5126),
                      "NORMAL": self.accessor(g.normals, "VEC3", "f", 5126),
                      "TEXCOORD_0": self.accessor(g.uvs, "VEC2", "f", 5126),
                      "TEXCOORD_1": self.accessor(g.lightmap, "VEC2", "f", 5126)}
        indices = self.accessor([(i,) for i in g.indices], "SCALAR", "I", 5125)
        self.meshes.append({"name": name,
                            "primitives": [{"attributes": attributes, "indices": indices, "material": material}]})
        return len(self.meshes) - 1

    def write(self, path):
        document = {
            "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": list(range(len(self.nodes)))}],
            "nodes": self.nodes, "meshes": self.meshes, "accessors": self.accessors, "bufferViews": self.views,
            "buffers": [{"byteLength": len(self.blob)}],
            "images": [{"uri": "ground_light.png"}], "textures": [{"source": 0}],
            "materials": [{"name": "walls", "pbrMetallicRoughness": {"baseColorFactor": [0.8, 0.75, 0.7, 1]}},
                          {"name": "ground", "pbrMetallicRoughness": {"baseColorFactor": [0.4, 0.4, 0.4, 1]},
                           "occlusionTexture": {"index": 0, "texCoord": 1}}]}
        text = json.dumps(document, separators=(",", ":")).encode()
        text += b" " * (-len(text) % 4)
        blob = bytes(self.blob) + b"\0" * (-len(self.blob) % 4)
        with open(path, "wb") as out:
            out.write(struct.pack("<4sII", b"glTF", 2, 12 + 8 + len(text) + 8 + len(blob)))
            out.write(struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(blob), b"BIN\0") + blob)


def make(blocks, path):
    file = File()
    shapes = [building(12, 30, 12, 6), building(14, 12, 10, 5), building(9, 18, 14, 7)]
    meshes = [file.mesh(f"building_{i}", g, 0) for i, g in enumerate(shapes)]
    earth, strips = ground(blocks), roads(blocks)
    file.nodes.append({"name": "ground", "mesh": file.mesh("ground", earth, 1)})
    file.nodes.append({"name": "roads", "mesh": file.mesh("roads", strips, 1)})
    triangles = 0
    for n in range(4 * blocks * blocks):
        block, place = divmod(n, 4)
        x = (block % blocks) * BLOCK + (12 if place % 2 == 0 else 28)
        z = (block // blocks) * BLOCK + (12 if place < 2 else 28)
        kind = (n * 7 + block) % 3
        turned = {"rotation": [0, 0.7071067811865476, 0, 0.7071067811865476]} if n % 5 == 0 else {}
        name = f"NM_landmark_{n}" if n % 13 == 0 else f"building_{n}"
        file.nodes.append({"name": name, "mesh": meshes[kind], "translation": [x, 0, z], **turned})
        triangles += len(shapes[kind].indices) // 3
    file.write(path)
    return {"buildings": 4 * blocks * blocks, "building_triangles": triangles,
            "stored_building_triangles": sum(len(g.indices) // 3 for g in shapes),
            "ground_triangles": len(earth.indices) // 3, "road_triangles": len(strips.indices) // 3}


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: make_city.py BLOCKS OUT.glb")
    for kind, count in make(int(sys.argv[1]), sys.argv[2]).items():
        print(kind, count)


if __name__ == "__main__":
    main()
