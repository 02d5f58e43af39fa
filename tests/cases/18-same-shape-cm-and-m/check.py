import sys

sys.path.insert(0, __file__.rsplit("/", 2)[0])
from case_check import CaseCheck, run


class SameShapeCmAndM(CaseCheck):
    def test_levels_agree_but_for_the_unit(self):
        self.cook()
        metres, centimetres = self.levels("dome_m.obj"), self.levels("dome_cm.obj")
        self.assertEqual(len(metres), len(centimetres))
        self.assertGreaterEqual(len(metres), 3)
        for level in (metres[0], centimetres[0]):
            self.assertEqual((level["vertices"], level["triangles"]), (193, 360))
        for m, cm in zip(metres[1:], centimetres[1:]):
            self.assertLessEqual(abs(m["triangles"] - cm["triangles"]), 2)
            estimate = m["error"]["relative"]["estimate"]
            self.assertLessEqual(abs(cm["error"]["relative"]["estimate"] - estimate), max(0.01 * estimate, 1e-6))
            for a, b in ((m["error"]["absolute"]["estimate"], cm["error"]["absolute"]["estimate"]),
                         (m["error"]["switch"]["absolute"], cm["error"]["switch"]["absolute"]),
                         (m["switch_distance"], cm["switch_distance"])):
                self.assert_within(b, 100 * a, 0.05)

    def test_proven_bounds_agree(self):
        self.cook()
        for name in ("dome_m.obj", "dome_cm.obj"):
            self.assert_proven(name)
        metres, centimetres = self.levels("dome_m.obj"), self.levels("dome_cm.obj")
        lattice = max(levels[0]["error"]["relative"]["bound"] for levels in (metres, centimetres))
        step = lattice * 2 / 3**0.5  # the error of a lattice is half a cell's diagonal
        for m, cm in zip(metres[1:], centimetres[1:]):
            m_bound, cm_bound = m["error"]["relative"]["bound"], cm["error"]["relative"]["bound"]
            self.assertLessEqual(abs(m_bound - cm_bound), 0.05 * m_bound + step)


if __name__ == "__main__":
    run(__file__)
