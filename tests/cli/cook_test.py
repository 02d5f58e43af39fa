"""Exit codes of `cook`, what it leaves behind, and that nothing but the input decides its bytes."""

import os
import pathlib
import signal
import subprocess
import time
import unittest

from lodcook_cli import PROGRAM, TETRAHEDRON, CliTest, grid


class ExitCodes(CliTest):
    def test_0_when_all_is_cooked(self):
        self.write("models/a.obj", TETRAHEDRON)
        self.expect(0, "cook", "models", "-o", "out")
        self.assertEqual(set(self.files()), {"manifest.json", "a.obj.lodc", "a.obj.lod.json"})

    def test_0_for_a_folder_without_models(self):
        self.write("models/readme.txt", "nothing here")
        self.expect(0, "cook", "models", "-o", "out")
        self.assertEqual(set(self.files()), {"manifest.json"})

    def test_1_for_a_wrong_command_line(self):
        self.write("models/a.obj", TETRAHEDRON)
        for line in ([], ["bake"], ["cook"], ["cook", "models"], ["cook", "models", "-o", "out", "--jobs", "-1"],
                     ["cook", "models", "-o", "out", "--bogus"], ["cook", "models", "-o", "out", "--set", "ratio"],
                     ["cook", "models", "-o", "out", "--set", "rato=0.5"],
                     ["cook", "models", "-o", "out", "--set", "ratio=fast"],
                     ["cook", "models", "-o", "out", "--group", "heap"], ["info"], ["worker", "x"]):
            with self.subTest(line=line):
                done = self.expect(1, *line)
                self.assertNotEqual(done.stderr, "")
                self.assertEqual(done.stdout, "")
        self.assertFalse((self.folder / "out").exists())

    def test_2_when_input_is_not_there(self):
        done = self.expect(2, "cook", "nowhere", "-o", "out")
        self.assertIn("nowhere", done.stderr)

    def test_2_when_output_is_a_file(self):
        self.write("models/a.obj", TETRAHEDRON)
        self.write("out", "i am a file")
        done = self.expect(2, "cook", "models", "-o", "out")
        self.assertIn("out", done.stderr)
        self.assertEqual((self.folder / "out").read_text(), "i am a file")

    def test_2_when_output_cannot_be_written(self):
        self.write("models/a.obj", TETRAHEDRON)
        (self.folder / "out").mkdir(mode=0o555)
        done = self.expect(2, "cook", "models", "-o", "out", **self.as_nobody())
        self.assertIn("out", done.stderr)
        self.assertIn("Permission denied", done.stderr)
        self.assertEqual(self.files(), {})

    def test_3_when_one_output_folder_cannot_be_written(self):
        self.write("models/a.obj", TETRAHEDRON)
        self.write("models/sub/b.obj", TETRAHEDRON)
        (self.folder / "out/sub").mkdir(parents=True)
        (self.folder / "out/sub").chmod(0o555)
        document = self.json(3, "cook", "models", "-o", "out", **self.as_nobody())
        (failed,) = document["failed"]
        self.assertEqual((failed["source"], failed["error"]["code"]), ("sub/b.obj", 203))
        self.assertEqual(set(self.files()), {"manifest.json", "a.obj.lodc", "a.obj.lod.json"})

    def test_an_unreadable_model_fails_alone(self):
        self.write("models/a.obj", TETRAHEDRON)
        self.write("models/b.obj", TETRAHEDRON).chmod(0)
        document = self.json(3, "cook", "models", "-o", "out", **self.as_nobody())
        self.assertEqual([f["source"] for f in document["failed"]], ["b.obj"])
        self.assertIn("Permission denied", document["failed"][0]["error"]["message"])

    def test_3_when_one_input_is_invalid_and_the_others_are_cooked(self):
        self.write("models/a.obj", TETRAHEDRON)
        self.write("models/b.glb", b"glTF but not really")
        self.write("models/c.obj", TETRAHEDRON)
        done = self.expect(3, "cook", "models", "-o", "out")
        self.assertIn("b.glb", done.stderr)
        self.assertNotIn("b.glb.lodc", self.files())
        self.assertIn("c.obj.lodc", self.files())

    def test_3_when_a_named_file_is_no_model(self):
        self.write("notes.txt", "hello")
        self.assertIn("notes.txt", self.expect(3, "cook", "notes.txt", "-o", "out").stderr)

    def test_help_and_version_print_and_end_with_0(self):
        self.assertIn("lodcook cook models -o cooked", self.expect(0, "--help").stdout)
        self.assertIn("Examples:", self.expect(0, "cook", "--help").stdout)
        self.assertRegex(self.expect(0, "--version").stdout, r"^lodcook \d+\.\d+\.\d+\n$")

    def test_a_full_standard_output_is_an_error(self):
        self.write("models/a.obj", TETRAHEDRON)
        with open("/dev/full", "w", encoding="utf-8") as full:
            code = subprocess.run([PROGRAM, "cook", "models", "-o", "out", "--json"], cwd=self.folder, stdout=full,
                                  stderr=subprocess.DEVNULL, timeout=60, check=False).returncode
        self.assertEqual(code, 2)


class Inputs(CliTest):
    def test_folders_are_mirrored(self):
        self.write("models/chairs/base.obj", TETRAHEDRON)
        self.write("models/tables/base.obj", TETRAHEDRON)
        self.expect(0, "cook", "models", "-o", "out")
        self.assertIn("chairs/base.obj.lodc", self.files())
        self.assertIn("tables/base.obj.lod.json", self.files())

    def test_output_inside_input_is_not_cooked_again(self):
        self.write("models/a.obj", TETRAHEDRON)
        self.expect(0, "cook", "models", "-o", "models/cooked")
        self.write("models/cooked/stray.obj", TETRAHEDRON)
        self.expect(0, "cook", "models", "-o", "models/cooked")
        self.assertNotIn("stray.obj.lodc", self.files("models/cooked"))

    def test_output_may_be_input_itself(self):
        self.write("models/a.obj", TETRAHEDRON)
        for _ in range(2):
            document = self.json(0, "cook", "models", "-o", "models")
            self.assertEqual([c["source"] for c in document["cooked"]], ["a.obj"])
            self.assertEqual(document["skipped"], [])

    def test_a_folder_without_permission_fails_alone(self):
        self.write("models/a.obj", TETRAHEDRON)
        (self.folder / "models/secret").mkdir(mode=0)
        document = self.json(3, "cook", "models", "-o", "out", **self.as_nobody())
        self.assertEqual([f["source"] for f in document["failed"]], ["secret"])
        self.expect(0, "verify", "out")
        self.assertEqual([c["source"] for c in document["cooked"]], ["a.obj"])

    def test_two_inputs_with_one_output_are_refused(self):
        self.write("a/x.obj", TETRAHEDRON)
        self.write("b/x.obj", TETRAHEDRON)
        self.assertIn("x.obj", self.expect(1, "cook", "a", "b", "-o", "out").stderr)


class SameBytes(CliTest):
    def cook_variants(self, variants):
        cells = [3, 8, 20, 40, 12, 1]
        for i, n in enumerate(cells):
            self.write(f"models/{'sub/' if i % 2 else ''}g{i}.obj", grid(n))
        self.write("models/broken.obj", "f 1 2 3\n")
        results = []
        for number, (arguments, environment) in enumerate(variants):
            out = f"out{number}"
            self.expect(3, "cook", "models", "-o", out, *arguments, env={**os.environ, **environment})
            results.append(self.files(out))
        self.assertEqual(len(results[0]), 2 * len(cells) + 1)
        for other in results[1:]:
            self.assertEqual(other, results[0])

    def test_the_number_of_jobs_does_not_show(self):
        self.cook_variants([(["--jobs", n], {}) for n in (1, 2, 3)] + [(["--in-process"], {})])

    def test_locale_time_zone_and_old_outputs_do_not_show(self):
        self.cook_variants([([], {"LC_ALL": "C", "TZ": "UTC"}), ([], {"LC_ALL": "de_DE.UTF-8", "TZ": "Asia/Tokyo"}),
                            ([], {"MALLOC_PERTURB_": "165"})])

    def test_cooking_again_changes_nothing(self):
        self.write("models/a.obj", grid(9))
        self.expect(0, "cook", "models", "-o", "out")
        first = self.files()
        self.expect(0, "cook", "models", "-o", "out")
        self.assertEqual(self.files(), first)

    def test_no_path_of_the_machine_is_in_any_output(self):
        self.write("models/a.obj", "mtllib gone.mtl\nusemtl x\n" + TETRAHEDRON)
        self.write("models/b.gltf", '{"asset":{"version":"2.0"},"buffers":[{"uri":"gone.bin","byteLength":4}]}')
        self.expect(3, "cook", self.folder / "models", "-o", self.folder / "out")
        for name, content in self.files().items():
            self.assertNotIn(str(self.folder).encode(), content, name)


def children_of(pid):
    found = []
    for status in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(fields[1]) == pid:
            found.append(int(status.parent.name))
    return found


class Interrupts(CliTest):
    def start(self, *arguments):
        return subprocess.Popen([PROGRAM, *arguments], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                text=True)

    def wait_for_worker(self, program):
        for _ in range(2000):
            children = children_of(program.pid)
            if children:
                return children[0]
            time.sleep(0.005)
        self.fail("no worker was started")

    def test_an_interrupt_ends_with_130_and_leaves_nothing_half_made(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(signal=number):
                self.write("models/big.obj", grid(500))
                program = self.start("cook", "models", "-o", "out")
                worker = self.wait_for_worker(program)
                program.send_signal(number)
                _, errors = program.communicate(timeout=30)
                self.assertEqual(program.returncode, 130, errors)
                self.assertEqual(self.files(), {})
                self.assertFalse(pathlib.Path(f"/proc/{worker}").exists())

    def test_a_worker_that_is_killed_costs_its_model_only(self):
        self.write("models/big.obj", grid(500))
        self.write("models/small.obj", TETRAHEDRON)
        program = self.start("cook", "models", "-o", "out", "--jobs", "1")
        os.kill(self.wait_for_worker(program), signal.SIGKILL)
        _, errors = program.communicate(timeout=60)
        self.assertEqual(program.returncode, 3, errors)
        self.assertIn("ended by signal 9 (SIGKILL)", errors)
        self.assertEqual(set(self.files()), {"manifest.json", "small.obj.lodc", "small.obj.lod.json"})

    def test_workers_do_not_outlive_the_program(self):
        self.write("models/big.obj", grid(500))
        program = self.start("cook", "models", "-o", "out")
        worker = self.wait_for_worker(program)
        program.kill()
        program.communicate(timeout=30)
        for _ in range(1000):
            if not pathlib.Path(f"/proc/{worker}").exists():
                return
            time.sleep(0.01)
        self.fail("the worker is still there")


if __name__ == "__main__":
    unittest.main()
