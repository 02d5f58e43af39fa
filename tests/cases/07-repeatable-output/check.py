import os
import shutil
import subprocess
import sys

sys.path.insert(0, __file__.rsplit("/", 2)[0])
from case_check import PROGRAM, CaseCheck, run


class RepeatableOutput(CaseCheck):
    def test_outputs_are_the_same_bytes_whatever_workers_folder_times_and_zone(self):
        shutil.copy(self.case / "steps.sh", self.folder)
        command = self.folder / "cook.sh"
        # steps.sh calls COOK [option] INPUT OUTPUT
        command.write_text('#!/bin/sh\nfor last; do :; done\nn=$#\ni=1\nset -- "$@" -o "$last"\n'
                           'while [ $i -lt $n ]; do set -- "$@" "$1"; shift; i=$((i + 1)); done\nshift\n'
                           f'exec "{PROGRAM}" cook -q "$@"\n')
        command.chmod(0o755)
        for many in ("--jobs=2", "--jobs=3"):
            environment = {**os.environ, "COOK": str(command), "JOBS1": "--jobs=1", "JOBSN": many}
            done = subprocess.run(["sh", "steps.sh"], cwd=self.folder, env=environment, capture_output=True, text=True,
                                  timeout=120)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertIn("SAME", done.stdout.split())

    def test_level_0_has_the_triangles_of_the_sources(self):
        self.cook()
        found = {a["source"]: a["triangles"] for a in self.index()["assets"]}
        self.assertEqual(found, {"hill.obj": 128, "a/pebble2.obj": 80, "b/pebble.obj": 80})


if __name__ == "__main__":
    run(__file__)
