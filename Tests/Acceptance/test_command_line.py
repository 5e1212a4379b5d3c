"""The command line as a person meets it: help, versions, wrong words, closed and full outputs."""
import os
import re
import subprocess
import unittest

PROGRAM = os.environ["RUNTRACKD"]


def run(*arguments, **options):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL, **options)


def verbs():
    return re.findall(r"^  ([a-z]+) ", run("--help").stdout, re.MULTILINE)


class Help(unittest.TestCase):
    def test_fits_a_screen_of_24_by_80(self):
        for arguments in [["--help"], *([verb, "--help"] for verb in verbs())]:
            with self.subTest(arguments=arguments):
                answer = run(*arguments)
                self.assertEqual((answer.returncode, answer.stderr), (0, ""))
                lines = answer.stdout.splitlines()
                self.assertLessEqual(len(lines), 24)
                self.assertLessEqual(max(map(len, lines)), 80)
                self.assertTrue(lines[0].startswith("Usage: runtrackd "))

    def test_lists_every_verb_once(self):
        self.assertIn("config", verbs())
        self.assertEqual(len(verbs()), len(set(verbs())))

    def test_version_is_one_line(self):
        self.assertRegex(run("--version").stdout, r"\Aruntrackd \d+\.\d+\.\d+\n\Z")


class WrongUsage(unittest.TestCase):
    def expect(self, arguments, *lines):
        answer = run(*arguments)
        self.assertEqual((answer.returncode, answer.stdout), (2, ""))
        self.assertEqual(answer.stderr.splitlines(), [f"runtrackd: {line}" for line in lines])

    def test_no_verb(self):
        self.expect([], "error: no verb is given", "hint: runtrackd --help lists them")

    def test_a_verb_misspelled(self):
        self.expect(["confg"], 'error: there is no verb "confg"', "hint: did you mean config? runtrackd --help lists them")

    def test_terminal_escapes_are_taken_out(self):
        self.expect(["\x1b[31mred\u202e"], 'error: there is no verb "[31mred"', "hint: runtrackd --help lists them")

    def test_a_bad_set(self):
        self.expect(
            ["config", "--set", "run.sport=rdie"], 'error: --set: sport in [run] cannot be "rdie"',
            "hint: did you mean ride? it is one of run, walk, hike, ride")


class Outputs(unittest.TestCase):
    def test_a_full_disk_is_told(self):
        with open("/dev/full", "w") as full:
            answer = subprocess.run([PROGRAM, "config"], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
        self.assertEqual(answer.returncode, 1)
        self.assertIn("error: cannot write to standard output: no space left on device", answer.stderr)

    def test_a_reader_who_has_enough_is_no_failure(self):
        reader, writer = os.pipe()
        os.close(reader)
        answer = subprocess.run([PROGRAM, "config"], stdout=writer, stderr=subprocess.PIPE, text=True, timeout=60)
        os.close(writer)
        self.assertEqual((answer.returncode, answer.stderr), (0, ""))

    def test_closed_standard_descriptors_end_nothing_by_a_signal(self):
        for closed in ("0<&-", "1>&-", "2>&-", "0<&- 1>&- 2>&-"):
            with self.subTest(closed=closed):
                answer = subprocess.run(["sh", "-c", f'exec "$0" config {closed}', PROGRAM], capture_output=True, timeout=60)
                self.assertIn(answer.returncode, (0, 1))

    def test_no_colour_where_no_terminal_is(self):
        self.assertNotIn("\x1b", run("confg").stderr)


if __name__ == "__main__":
    unittest.main()
