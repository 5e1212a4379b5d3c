"""`runtrackd status`: read by people, bars and scripts, while the daemon runs and when it does not."""
import json
import os
import pathlib
import subprocess
import tempfile
import time
import unittest
from datetime import datetime, timezone

from program import PROGRAM, ROOT, runtrackd


class Status(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.file = self.folder / "status.json"

    def write(self, name="recording", pid=None, age=0, **changes):
        """Puts an expected document there, as if this very test were the daemon and had written it `age` s ago."""
        document = json.loads((ROOT / f"Fixtures/status/{name}.json").read_text())
        written = datetime.fromtimestamp(time.time() - age, timezone.utc)
        document["generated_at"] = written.strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"
        document["daemon"]["pid"] = pid or os.getpid()
        document.update(changes)
        new = self.folder / "status.json.new"
        new.write_text(json.dumps(document))
        new.rename(self.file)
        return document

    def status(self, *arguments):
        return runtrackd("status", "--status", self.file, *arguments, folder=self.folder)

    def test_a_running_daemon_is_told_of(self):
        self.write()
        answer = self.status()
        self.assertEqual((answer.returncode, answer.stderr), (0, b""))
        self.assertIn("  distance  7.84 km\n  time      42:20 elapsed, 41:02 moving\n", answer.stdout.decode())

    def test_a_daemon_that_ended_is_told_of_with_exit_status_1(self):
        ended = subprocess.Popen(["true"])
        ended.wait()
        self.write(pid=ended.pid, age=185)
        for form in ("text", "line", "json", "waybar"):
            with self.subTest(form):
                answer = self.status("--format", form)
                self.assertEqual(answer.returncode, 1)
                self.assertIn(b"runtrackd: error: runtrackd is not running: it last wrote 3 min ago (", answer.stderr)
                self.assertNotEqual(answer.stdout, b"")

    def test_a_daemon_that_hangs_is_told_of_with_exit_status_1(self):
        self.write(age=40)
        answer = self.status("--format", "line")
        self.assertEqual((answer.returncode, answer.stdout), (1, b"runtrackd is silent for 40 s\n"))

    def test_no_document_is_told_with_what_to_do(self):
        answer = self.status("--format", "line")
        self.assertEqual((answer.returncode, answer.stdout), (1, b"no status of runtrackd\n"))
        self.assertEqual(answer.stderr.decode().splitlines(), [
            f"runtrackd: error: runtrackd is not running: there is no status at {self.file}",
            "runtrackd: hint: systemctl start runtrackd; or name the document with --status FILE"])

    def test_what_is_no_status_document_is_refused(self):
        for text in ("", "{", "[]", "{}", "<gpx/>", '{"schema_version":"1"}', "\0" * 100, "[" * 100_000):
            with self.subTest(text[:20]):
                self.file.write_text(text)
                answer = self.status()
                self.assertEqual((answer.returncode, answer.stdout), (1, b""))
                self.assertIn(b"it is no status document\n", answer.stderr)

    def test_a_document_of_another_schema_is_refused(self):
        self.write(schema_version=2)
        answer = self.status()
        self.assertEqual(answer.returncode, 1)
        self.assertIn(b"its schema_version is 2, and 1 is what this program reads", answer.stderr)

    def test_json_is_the_document_itself(self):
        self.write()
        self.assertEqual(self.status("--format", "json").stdout, self.file.read_bytes())

    def test_waybar_reads_one_line_of_json(self):
        self.write("signal-lost")
        answer = self.status("--format", "waybar").stdout
        self.assertEqual(answer.count(b"\n"), 1)
        self.assertEqual(set(json.loads(answer)), {"text", "alt", "tooltip", "class"})
        self.assertEqual(json.loads(answer)["class"], ["recording", "signal_lost"])

    def test_miles_are_shown_where_the_settings_say_so(self):
        self.write()
        (self.folder / "runtrackd").mkdir()
        (self.folder / "runtrackd/runtrackd.conf").write_text("[run]\nunits = imperial\n")
        # Root's settings are the service's, so the folder is named the way systemd does.
        answer = runtrackd("status", "--status", self.file, folder=self.folder, CONFIGURATION_DIRECTORY=str(self.folder / "runtrackd"))
        self.assertIn(b"  distance  4.87 mi\n", answer.stdout)

    def test_watch_shows_each_change_within_a_fifth_of_a_second(self):
        self.write()
        watch = subprocess.Popen(
            [PROGRAM, "status", "--watch", "--format", "line", "--status", self.file], stdout=subprocess.PIPE, text=True)
        try:
            self.assertEqual(watch.stdout.readline(), "7.84 km 42:20 5:12 /km\n")
            document = self.write()
            for metres, shown in ((7850.0, "7.85"), (7860.0, "7.86")):
                document["run"]["distance_m"] = metres
                begin = time.monotonic()
                self.write(run=document["run"])
                self.assertEqual(watch.stdout.readline(), f"{shown} km 42:20 5:12 /km\n")
                self.assertLess(time.monotonic() - begin, 1, "generous: the machine may be busy")
            watch.stdout.close()  # a reader who had enough ends it
            document["run"]["distance_m"] = 7870.0
            self.write(run=document["run"])
            self.assertEqual(watch.wait(10), 0)
        finally:
            watch.kill()
            watch.wait()


if __name__ == "__main__":
    unittest.main()
