"""The README tells the truth: its commands exist, its output is what the program prints, its links lead somewhere."""
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

from program import ROOT, runtrackd

README = (ROOT / "README.md").read_text()


def dedented(text):
    return [line.strip() for line in text.splitlines() if line.strip()]


class Readme(unittest.TestCase):
    def test_shows_what_the_demo_prints(self):
        with tempfile.TemporaryDirectory() as folder:
            answer = runtrackd("replay", "--output", "build/demo", ROOT / "Samples/riverside-10min.gpx", folder=folder)
        self.assertEqual(answer.returncode, 0, answer.stderr)
        said = dedented(answer.stdout.decode())
        shown = dedented(README)
        start = shown.index(said[0])
        self.assertEqual(shown[start:start + len(said)], said)

    def test_shows_a_status_as_it_is_printed(self):
        said = dedented((ROOT / "Fixtures/status/recording.txt").read_text().split("\n\n7.84")[0])
        shown = dedented(README)
        start = shown.index(said[0])
        self.assertEqual(shown[start:start + len(said)], said)

    def test_shows_what_leaves_the_machine_as_config_says_it(self):
        with tempfile.TemporaryDirectory() as folder:
            said = runtrackd("config", folder=folder).stdout.decode().split("\n\n")[1].splitlines()
        self.assertEqual([line[4:] for line in README.splitlines() if line.startswith("    ; ")], said)

    def test_names_targets_that_make_has(self):
        targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
        named = {word for words in re.findall(r"(?:^ +|`|sudo )make((?: [a-z-]+)+)", README, re.MULTILINE) for word in words.split()}
        self.assertLessEqual({"demo", "test", "deps", "deb", "install"}, named)
        self.assertEqual(named - targets, set())

    def test_names_verbs_and_options_that_the_program_has(self):
        commands = re.findall(r"(?:^ +|`)(?:sudo )?(?:build/)?runtrackd ((?:[a-z]|--)[^`\n#]*)", README, re.MULTILINE)
        verbs = set(re.findall(r"^  ([a-z]+) ", runtrackd("--help").stdout.decode(), re.MULTILINE))
        self.assertGreater(len(commands), 5)
        for command in commands:
            verb, *rest = shlex.split(command)
            with self.subTest(command=command):
                self.assertIn(verb, verbs)
                help_ = runtrackd(verb, "--help").stdout.decode()
                for option in (word for word in rest if word.startswith("--")):
                    self.assertRegex(help_, rf"\n  {option}\b")

    def test_polls_the_status_as_it_says(self):
        snippet = "\n".join(line[4:] for line in README.split("\n    import json\n")[1].split("\n\n")[0].splitlines())
        with tempfile.TemporaryDirectory() as folder:
            document = pathlib.Path(folder) / "status.json"
            runtrackd("replay", "--status", document, ROOT / "Samples/riverside-10min.gpx", folder=folder)
            code = "import json\n" + snippet.replace("/run/runtrackd/status.json", str(document))
            answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
            figures = json.loads(document.read_text())
        said = f"{figures['fix']['latitude_deg']} {figures['fix']['longitude_deg']} {figures['run']['distance_m']}\n"
        self.assertEqual((answer.stdout, answer.stderr), (said, ""))

    def test_lists_every_verb(self):
        table = README.split("\n## Verbs\n")[1].split("\n## ")[0]
        for verb in re.findall(r"^  ([a-z]+) ", runtrackd("--help").stdout.decode(), re.MULTILINE):
            self.assertRegex(table, rf"`{verb}\b")

    def test_links_lead_to_files_and_headings_that_exist(self):
        headings = {re.sub(r"[^a-z0-9 -]", "", line.lower()).strip().replace(" ", "-") for line in re.findall(r"^#+ (.*)$", README, re.MULTILINE)}
        for target in re.findall(r"\]\((?!https:)([^)]+)\)", README):
            with self.subTest(target=target):
                if target.startswith("#"):
                    self.assertIn(target[1:], headings)
                else:
                    self.assertTrue((ROOT / pathlib.Path(target)).is_file())

    def test_repeats_the_notice_of_the_places(self):
        notice = " ".join((ROOT / "Sources/CPlaces/NOTICE").read_text().split())
        for words in ("GeoNames", "https://www.geonames.org", "CC BY 4.0", "https://creativecommons.org/licenses/by/4.0/",
                      "thinned to 34,362 places and rounded to 4 decimals"):
            self.assertIn(words, notice)
            self.assertIn(words, " ".join(README.split()))


if __name__ == "__main__":
    unittest.main()
