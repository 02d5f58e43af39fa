import itertools
import math
import sys

sys.path.insert(0, __file__.rsplit("/", 2)[0])
from case_check import CaseCheck, run

NAME = "dune.obj"


def ground_area(mesh):
    total = 0
    for t in mesh.triangles:
        a, b, c = mesh.corners(t)
        total += abs((b[0] - a[0]) * (c[2] - a[2]) - (c[0] - a[0]) * (b[2] - a[2])) / 2
    return total


class TileSplitCracks(CaseCheck):
    def cook_tiles(self):
        self.cook("--tile-size", 1, "--tile-triangles", 400)
        return self.tiles(NAME)

    def test_nothing_is_lost_and_nothing_twice(self):
        leaves = [mesh for tile, mesh in self.cook_tiles() if tile["level"] == 0]
        self.assertEqual(len(leaves), 4)
        self.assertEqual(sum(len(mesh.triangles) for mesh in leaves), 1250)
        self.assertAlmostEqual(sum(ground_area(mesh) for mesh in leaves), 4.0, delta=1e-4)

    def test_boxes(self):
        tiles = self.cook_tiles()
        whole = self.manifest(NAME)["objects"][0]["bounds"]
        for tile, mesh in tiles:
            self.assertGreater(len(mesh.triangles), 0)
            for axis in range(3):
                low, high = tile["box"]["min"][axis], tile["box"]["max"][axis]
                self.assertTrue(math.isfinite(low) and math.isfinite(high))
                self.assertGreaterEqual(low, whole["min"][axis] - 1e-4)
                self.assertLessEqual(high, whole["max"][axis] + 1e-4)
                self.assertGreaterEqual(min(p[axis] for p in mesh.local), low - 1e-6)
                self.assertLessEqual(max(p[axis] for p in mesh.local), high + 1e-6)

    def test_neighbours_meet_at_every_pair_of_levels(self):
        tiles = self.cook_tiles()
        by_id = {tile["id"]: tile for tile, _ in tiles}
        meshes = {tile["id"]: mesh for tile, mesh in tiles}

        def leaves_of(id):
            below = by_id[id]["children"]
            return {id} if not below else set().union(*(leaves_of(c) for c in below))

        outer = {p for a, b in self.source_border(tiles) for p in (a, b)}
        compared = 0
        for a, b in itertools.combinations(by_id, 2):
            if leaves_of(a) & leaves_of(b):
                continue
            compared += self.assert_meet(meshes[a], meshes[b], leaves_of(a), leaves_of(b), meshes, outer)
        self.assertGreater(compared, 8)

    def source_border(self, tiles):
        count = {}
        for tile, mesh in tiles:
            if tile["level"] == 0:
                for a, b in self.directed_edges(mesh):
                    count[a, b] = count.get((a, b), 0) + 1
        return [(a, b) for (a, b), n in count.items() if n != count.get((b, a), 0)]

    def directed_edges(self, mesh):
        for t in mesh.triangles:
            corners = [mesh.local[v] for v in t]
            yield from zip(corners, corners[1:] + corners[:1])

    def assert_meet(self, a, b, leaves_a, leaves_b, meshes, outer):
        """The corners that level 0 shares are the same ones in both: the border between them is fixed."""
        at_level_0 = lambda leaves: {p for leaf in leaves for p in meshes[leaf].local}
        shared = (at_level_0(leaves_a) & at_level_0(leaves_b)) - outer
        self.assertLessEqual(shared, set(a.local))
        self.assertLessEqual(shared, set(b.local))
        return len(shared) > 0


if __name__ == "__main__":
    run(__file__)
