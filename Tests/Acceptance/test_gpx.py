"""`runtrackd check` and `repair` on every kind of file that `gpx_cases` makes."""
import json
import pathlib
import subprocess
import tempfile
import time
import unittest
import xml.etree.ElementTree as ElementTree

import gpx_cases
from program import ROOT, runtrackd

SCHEMA = ROOT / "Fixtures/schema/gpx-1.1.xsd"
STATUS = {"ok": 0, "partial": 3, "error": 1}
FIGURES = ("points", "points_with_time", "first_time", "last_time", "length_2d_m", "raw_ascent_m", "route_points")


def schema_errors(*files):
    """What xmllint says of files that are not valid GPX 1.1; empty where all are."""
    answer = subprocess.run(["xmllint", "--noout", "--schema", SCHEMA, *files], capture_output=True, text=True, timeout=120)
    return [line for line in answer.stderr.splitlines() if not line.endswith(" validates")] if answer.returncode else []


class Corpus(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def check(self, *files):
        """The answers for several files, in their order, and the exit status."""
        answer = runtrackd("check", "--json", *files, folder=self.folder)
        found = [json.loads(line) for line in answer.stdout.splitlines()]
        self.assertEqual([one["file"] for one in found], [str(file) for file in files])
        return found, answer.returncode

    def test_check_finds_in_each_file_what_is_in_it(self):
        files = [self.folder / f"{name}.gpx" for name in gpx_cases.CASES]
        for file, case in zip(files, gpx_cases.CASES.values()):
            file.write_bytes(case.data)
        for (name, case), found in zip(gpx_cases.CASES.items(), self.check(*files)[0]):
            with self.subTest(name):
                self.assertEqual(found["outcome"], case.outcome, found["warnings"])
                for figure, expected in case.figures.items():
                    self.assertEqual(found[figure], expected, figure)
                if case.outcome == "error":
                    self.assertRegex(found["error"]["message"], "[a-z]")
                if case.outcome == "partial":
                    self.assertGreater(found["warnings"][0]["count"], 0)
                    self.assertGreater(found["warnings"][0]["first_line"], 0)

    def test_the_exit_status_is_that_of_the_worst_file(self):
        def status(*names):
            files = [self.folder / f"{name}.gpx" for name in names]
            for name, file in zip(names, files):
                file.write_bytes(gpx_cases.CASES[name].data)
            return self.check(*files)[1]
        self.assertEqual(status("plain"), 0)
        self.assertEqual(status("plain", "gzip"), 0)
        self.assertEqual(status("zeros-behind", "plain"), 3)
        self.assertEqual(status("plain", "json", "zeros-behind"), 1)

    def test_repair_writes_valid_gpx_and_loses_nothing_readable(self):
        pairs = []
        for name, case in gpx_cases.CASES.items():
            with self.subTest(name):
                file, output = self.folder / f"{name}.gpx", self.folder / f"{name}.repaired.gpx"
                file.write_bytes(case.data)
                answer = runtrackd("repair", file, "--output", output, folder=self.folder, timeout=20)
                self.assertEqual(answer.returncode, STATUS[case.outcome], answer.stderr)
                if case.outcome == "error":
                    self.assertIn(b"runtrackd: error: ", answer.stderr)
                    self.assertFalse(output.exists())
                    continue
                pairs.append((name, file, output))
                text = output.read_text()
                for piece in case.holds:
                    self.assertIn(piece, text)
                for piece in case.lacks:
                    self.assertNotIn(piece, text)
        before, after = (self.check(*column)[0] for column in list(zip(*pairs))[1:])
        self.assertEqual(schema_errors(*(output for _, _, output in pairs)), [])
        for (name, file, output), was, now in zip(pairs, before, after):
            with self.subTest(name):
                self.assertEqual(now["outcome"], "ok", now["warnings"])
                self.assertEqual([now[figure] for figure in FIGURES], [was[figure] for figure in FIGURES])
                if was["outcome"] == "ok" and name not in LOSING:
                    self.assertEqual(texts(output), texts(file) or texts(output))

    def test_repair_of_a_repaired_file_changes_nothing(self):
        for name in ("all-fields", "everything-in-the-wrong-order", "gpx-1-0", "extensions-everywhere", "undeclared-prefix", "crlf"):
            with self.subTest(name):
                file, once, twice = (self.folder / f"{name}.{number}" for number in range(3))
                file.write_bytes(gpx_cases.CASES[name].data)
                runtrackd("repair", file, "--output", once, folder=self.folder)
                runtrackd("repair", once, "--output", twice, folder=self.folder)
                self.assertEqual(twice.read_bytes(), once.read_bytes())

    def test_a_file_cut_anywhere_gives_every_whole_point(self):
        whole = gpx_cases.CASES["all-fields"].data
        files = []
        for end in range(whole.index(b"<gpx"), len(whole), 7):
            files.append(self.folder / f"{end:05}.gpx")
            files[-1].write_bytes(whole[:end])
        for file, found in zip(files, self.check(*files)[0]):
            self.assertEqual(found["points"], file.read_bytes().count(b"</trkpt>"), file.name)

    def test_long_comments_and_tags_take_time_in_proportion(self):
        file = self.folder / "long.gpx"
        for filling in ("<!--" + "x" * 40_000_000 + "-->", "<a b='" + "y" * 40_000_000 + "'/>", "<?z " + " " * 40_000_000 + "?>"):
            file.write_text(gpx_cases.LONG[:-7] + filling + "\n</gpx>")
            begin = time.monotonic()
            (found,), _ = self.check(file)
            self.assertLess(time.monotonic() - begin, 10, "generous: under a second on a quiet machine")
            self.assertEqual((found["outcome"], found["points"]), ("partial", 40))
            self.assertIn("more than 4 MiB", found["warnings"][0]["message"])


# Repair says that it leaves something out there.
LOSING = ("waypoint-without-a-position", "one-long-name")


def texts(file):
    """Every text of the kinds that people write, sorted. None where Python cannot read the file."""
    try:
        root = ElementTree.parse(file).getroot()
    except (ElementTree.ParseError, ValueError, LookupError):
        return None
    wanted = ("name", "cmt", "desc", "src", "sym", "type", "keywords")
    found = [(element.tag.rpartition("}")[2], " ".join((element.text or "").split())) for element in root.iter()]
    # GPX 1.0 has the author as a text, 1.1 as a name.
    return sorted(("name" if kind == "author" else kind, text) for kind, text in found if text and kind in (*wanted, "author"))


if __name__ == "__main__":
    unittest.main()
