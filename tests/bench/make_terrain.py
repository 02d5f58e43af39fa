#!/usr/bin/env python3
"""make_terrain.py QUADS OUT.ply: hills of QUADS x QUADS squares, 1 unit each, two triangles to a square, as binary PLY.
1581 quads are 4 999 122 triangles. The same file every time."""

import array
import math
import sys


def heights(z, count):
    """One row: long waves, ridges and a little roughness."""
    rough = z * 2654435761 % 4294967296
    row = []
    for x in range(count):
        rough = (rough * 1664525 + 1013904223) % 4294967296
        ridge = abs(math.sin(0.021 * x + 0.6 * math.sin(0.013 * z)))
        row.append(40 * math.sin(0.0061 * x + 1) * math.cos(0.0047 * z) + 14 * ridge * math.cos(0.019 * z + 2) +
                   5 * math.sin(0.11 * x + 0.07 * z) * math.sin(0.09 * z) + 0.3 * rough / 4294967296)
    return row


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: make_terrain.py QUADS OUT.ply")
    quads, side = int(sys.argv[1]), int(sys.argv[1]) + 1
    with open(sys.argv[2], "wb") as file:
        file.write(f"ply\nformat binary_little_endian 1.0\nelement vertex {side * side}\nproperty float x\n"
                   f"property float y\nproperty float z\nelement face {2 * quads * quads}\n"
                   "property list uchar int vertex_indices\nend_header\n".encode("ascii"))
        for z in range(side):
            row = array.array("f")
            for x, y in enumerate(heights(z, side)):
                row.extend((x, y, z))
            file.write(row.tobytes())
        face = lambda a, b, c: b"\3" + a.to_bytes(4, "little") + b.to_bytes(4, "little") + c.to_bytes(4, "little")
        for z in range(quads):
            first = z * side
            file.write(b"".join(face(a, a + side, a + 1) + face(a + 1, a + side, a + side + 1)
                                for a in range(first, first + quads)))


if __name__ == "__main__":
    main()
