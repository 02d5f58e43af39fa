#!/usr/bin/env python3
"""make_sphere.py ico|cube OUT.ply: an icosahedron whose faces are cut in four four times (5120 triangles), or a cube of 6 x
64 x 64 squares blown up to a sphere with bumps of 3 % (49 152 triangles; its sides share no vertices). Binary PLY with
normals, the same file every time."""

import math
import struct
import sys


def unit(v):
    length = math.sqrt(sum(x * x for x in v))
    return tuple(x / length for x in v)


def icosphere(cuts):
    g = (1 + math.sqrt(5)) / 2
    points = [unit(p) for a, b in ((1, g), (-1, g), (1, -g), (-1, -g)) for p in ((0, a, b), (a, b, 0), (b, 0, a))]
    edge = min(math.dist(points[0], p) for p in points[1:]) * 1.01
    near = [{j for j, q in enumerate(points) if 0 < math.dist(p, q) < edge} for p in points]
    triangles = []
    for i in range(12):
        for j in (j for j in near[i] if j > i):
            for k in (k for k in near[i] & near[j] if k > j):
                a, b, c = points[i], points[j], points[k]
                u, v = [b[n] - a[n] for n in range(3)], [c[n] - a[n] for n in range(3)]
                outward = sum(a[n] * (u[n - 2] * v[n - 1] - u[n - 1] * v[n - 2]) for n in range(3)) > 0
                triangles.append((i, j, k) if outward else (i, k, j))
    for _ in range(cuts):
        middles, finer = {}, []

        def middle(i, j):
            key = (min(i, j), max(i, j))
            if key not in middles:
                middles[key] = len(points)
                points.append(unit([points[i][n] + points[j][n] for n in range(3)]))
            return middles[key]

        for i, j, k in triangles:
            ij, jk, ki = middle(i, j), middle(j, k), middle(k, i)
            finer += [(i, ij, ki), (ij, j, jk), (ki, jk, k), (ij, jk, ki)]
        triangles = finer
    return points, points, triangles


def bumpy(p):
    x, y, z = unit(p)
    radius = 1 + 0.03 * math.sin(9 * x + 1) * math.sin(8 * y + 2) * math.sin(7 * z + 3)
    return x * radius, y * radius, z * radius


def cube(count):
    points, normals, triangles = [], [], []
    for axis in range(3):
        for sign in (1, -1):
            first = len(points)

            def at(s, t):
                p = [0, 0, 0]
                p[axis], p[axis - 2], p[axis - 1] = sign, s, t * sign
                return bumpy(p)

            for row in range(count + 1):
                for column in range(count + 1):
                    s, t, d = 2 * column / count - 1, 2 * row / count - 1, 1e-4
                    u = [b - a for a, b in zip(at(s - d, t), at(s + d, t))]
                    v = [b - a for a, b in zip(at(s, t - d), at(s, t + d))]
                    points.append(at(s, t))
                    normals.append(unit([u[n - 2] * v[n - 1] - u[n - 1] * v[n - 2] for n in range(3)]))
            for row in range(count):
                for column in range(count):
                    a = first + row * (count + 1) + column
                    triangles += [(a, a + 1, a + count + 2), (a, a + count + 2, a + count + 1)]
    return points, normals, triangles


def main():
    points, normals, triangles = icosphere(4) if sys.argv[1] == "ico" else cube(64)
    header = ["ply", "format binary_little_endian 1.0", f"element vertex {len(points)}"]
    header += [f"property float {name}" for name in ("x", "y", "z", "nx", "ny", "nz")]
    header += [f"element face {len(triangles)}", "property list uchar uint vertex_indices", "end_header", ""]
    with open(sys.argv[2], "wb") as file:
        file.write("\n".join(header).encode())
        for p, n in zip(points, normals):
            file.write(struct.pack("<6f", *p, *n))
        for triangle in triangles:
            file.write(struct.pack("<B3I", 3, *triangle))


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in ("ico", "cube"):
        sys.exit("usage: make_sphere.py ico|cube OUT.ply")
    main()
