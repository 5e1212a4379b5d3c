"""What is installed beside the program says what the program does: completion, manual pages, units, settings."""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ["RUNTRACKD"]


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=60, check=True).stdout


def verbs():
    return re.findall(r"^  ([a-z]+) ", run("--help"), re.MULTILINE)


def options(verb):
    return re.findall(r"^  --([a-z-]+)", run(verb, "--help"), re.MULTILINE)


class Manual(unittest.TestCase):
    page = (ROOT / "man/runtrackd.1").read_text()

    def test_explains_every_verb(self):
        for verb in verbs():
            with self.subTest(verb=verb):
                self.assertRegex(self.page, rf"\n\.It Cm [^\n]*\b{verb}\b")

    def test_names_every_option(self):
        for verb in verbs():
            for option in options(verb):
                with self.subTest(verb=verb, option=option):
                    self.assertRegex(self.page, rf"Fl -{option}\b")

    @unittest.skipUnless(shutil.which("man"), "man is not installed")
    def test_pages_are_laid_out_without_a_warning(self):
        for page in ("runtrackd.1", "runtrackd.conf.5"):
            answer = subprocess.run(
                ["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", ROOT / "man" / page], capture_output=True, text=True,
                timeout=60, env={**os.environ, "LC_ALL": "C.UTF-8", "MANWIDTH": "80"})
            self.assertEqual((answer.returncode, answer.stderr), (0, ""), page)


class Completion(unittest.TestCase):
    script = ROOT / "completions/runtrackd.bash"

    def complete(self, *words):
        """The answers of bash where the last of `words` is being typed."""
        # What the package bash-completion gives, as far as the script uses it.
        rig = """
            _init_completion() { cur=${COMP_WORDS[COMP_CWORD]}; prev=${COMP_WORDS[COMP_CWORD - 1]}
                words=("${COMP_WORDS[@]}"); cword=$COMP_CWORD; }
            _filedir() { COMPREPLY=("files:$1"); }
            compopt() { :; }
            . "$1"; shift
            COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
            _runtrackd
            printf '%s\\n' "${COMPREPLY[@]}"
        """
        answer = subprocess.run(
            ["bash", "-c", rig, "rig", self.script, PROGRAM, *words], capture_output=True, text=True, timeout=60, check=True)
        self.assertEqual(answer.stderr, "")
        return answer.stdout.split()

    def test_knows_every_verb(self):
        self.assertLessEqual(set(verbs()), set(self.complete("")))

    def test_finishes_a_verb(self):
        self.assertEqual(self.complete("fin"), ["finish"])

    def test_knows_every_option(self):
        for verb in verbs():
            with self.subTest(verb=verb):
                self.assertEqual(self.complete(verb, "--"), [f"--{option}" for option in options(verb)])

    def test_knows_the_settings(self):
        self.assertIn("gpsd.port=", self.complete("config", "--set", "gpsd."))

    def test_gives_words_for_a_value(self):
        self.assertEqual(self.complete("status", "--format", "j"), ["json"])
        self.assertEqual(self.complete("status", "--format=j"), ["json"])
        self.assertEqual(self.complete("mark", "--photo", ""), ["files:"])


@unittest.skipUnless(shutil.which("systemd-analyze"), "systemd is not installed")
class Units(unittest.TestCase):
    def test_exposure_is_at_most_1_2(self):
        answer = subprocess.run(
            ["systemd-analyze", "security", "--offline=yes", "--no-pager", "--threshold=12", ROOT / "systemd/runtrackd.service"],
            capture_output=True, text=True, timeout=60)
        self.assertEqual(answer.returncode, 0, answer.stdout[-200:])

    def test_units_are_understood(self):
        for unit, scope in (("runtrackd.service", "--system"), ("user/runtrackd.service", "--user")):
            text = (ROOT / "systemd" / unit).read_text().replace("/usr/bin/runtrackd", str(pathlib.Path(PROGRAM).resolve()))
            with self.subTest(unit=unit), tempfile.TemporaryDirectory() as folder:
                file = pathlib.Path(folder) / "runtrackd.service"
                file.write_text(text)
                answer = subprocess.run(
                    ["systemd-analyze", scope, "verify", "--man=no", "--recursive-errors=no", file], capture_output=True, text=True,
                    timeout=60, env={**os.environ, "XDG_RUNTIME_DIR": folder})
                self.assertEqual((answer.returncode, answer.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
