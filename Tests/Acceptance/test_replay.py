"""`runtrackd replay`: every sample through the whole pipeline, reproducible to the byte, valid, and near to what was really run."""
import gzip
import http.server
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import unittest

from program import PROGRAM, ROOT, runtrackd, status_schema
from test_gpx import schema_errors

SAMPLES = ROOT / "Samples"
TRUTH = json.loads((SAMPLES / "truth.json").read_text())
SHORT = SAMPLES / "riverside-10min.gpx"


class ReplayCase(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def replay(self, *arguments, status=0, **options):
        answer = runtrackd("replay", *arguments, folder=self.folder, **options)
        self.assertEqual(answer.returncode, status, answer.stderr.decode())
        return answer

    def files(self, folder):
        return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}

    def document(self, *arguments, **options):
        document = json.loads(self.replay("--json", *arguments, **options).stdout)
        status_schema().validate(document)
        return document


class Samples(ReplayCase):
    def test_are_what_their_script_makes(self):
        made = self.folder / "samples"
        made.mkdir()
        shutil.copy(SAMPLES / "make-samples", made)
        subprocess.run([sys.executable, made / "make-samples"], check=True, timeout=120)
        for name in (*TRUTH, "truth.json"):
            # zlib's versions pack alike, not to the byte.
            same = (gzip.decompress(file.read_bytes()) if name.endswith(".gz") else file.read_bytes() for file in (made / name, SAMPLES / name))
            self.assertEqual(next(same), next(same), name)

    def test_give_the_same_bytes_each_time_and_at_every_speed(self):
        for name in TRUTH:
            with self.subTest(name):
                first, again, paced = (self.folder / f"{name}-{way}" for way in ("first", "again", "paced"))
                said = [self.replay("--output", out, *way, SAMPLES / name).stdout.decode().replace(str(out), "OUT")
                        for out, way in ((first, ()), (again, ()), (paced, ("--speed", "4000")))]
                self.assertEqual(said, [said[0]] * 3)
                self.assertEqual(len(self.files(first)), 2)
                self.assertEqual(self.files(again), self.files(first))
                self.assertEqual(self.files(paced), self.files(first))
                self.assertEqual(self.replay("--json", SAMPLES / name).stdout, self.replay("--json", SAMPLES / name).stdout)

    def test_give_valid_documents(self):
        for name in TRUTH:
            with self.subTest(name):
                out = self.folder / name
                self.replay("--output", out, SAMPLES / name)
                document = json.loads((out / "status.json").read_bytes())
                status_schema().validate(document)
                self.assertEqual(schema_errors(out / document["run"]["gpx_file"]), [])
                self.assertEqual(document["errors"], [])
                self.assertEqual((document["run"]["state"], document["source"]["state"]), ("finished", "ended"))

    def test_are_near_to_what_was_really_run(self):
        for name, truth in TRUTH.items():
            with self.subTest(name):
                run = self.document(SAMPLES / name)["run"]
                self.assertEqual(run["fixes_accepted"], truth["fixes"])
                self.assertEqual(run["elapsed_time_s"], truth["elapsed_time_s"])
                self.assertAlmostEqual(run["distance_m"], truth["distance_m"], delta=0.01 * truth["distance_m"])
                self.assertAlmostEqual(run["moving_time_s"], truth["moving_time_s"], delta=max(5, 0.01 * truth["moving_time_s"]))
                # What rises less than the receiver errs is not counted.
                for figure in ("ascent_m", "descent_m"):
                    self.assertAlmostEqual(run[figure], truth[figure], delta=12 + 0.05 * truth[figure])

    def test_give_their_figures_again_from_the_gpx_that_was_written(self):
        for name in TRUTH:
            with self.subTest(name):
                first = self.document("--gpx", self.folder / f"{name}.gpx", SAMPLES / name)["run"]
                again = self.document(self.folder / f"{name}.gpx")["run"]
                self.assertAlmostEqual(again["distance_m"], first["distance_m"], delta=max(1, 0.001 * first["distance_m"]))
                for figure, delta in (("moving_time_s", 1), ("elapsed_time_s", 1), ("ascent_m", 2), ("descent_m", 2)):
                    self.assertAlmostEqual(again[figure], first[figure], delta=delta, msg=figure)
                for figure in ("id", "fixes_accepted", "gaps"):
                    self.assertEqual(again[figure], first[figure], figure)
                self.assertEqual(len(again["splits"]), len(first["splits"]))


class Inputs(ReplayCase):
    def test_standard_input_is_known_by_its_content(self):
        for name in TRUTH:
            with self.subTest(name):
                piped = self.document("-", stdin=(SAMPLES / name).read_bytes())
                self.assertEqual(piped["run"]["distance_m"], self.document(SAMPLES / name)["run"]["distance_m"])

    def test_several_files_are_put_in_the_order_of_time(self):
        names = ["hills-1h.gpx.gz", "riverside-10min.gpx"]  # the later one first
        run = self.document(*(SAMPLES / name for name in names))["run"]
        self.assertEqual(run["fixes_accepted"], sum(TRUTH[name]["fixes"] for name in names))
        self.assertEqual(run["id"], "2026-09-12T05-58-20Z")

    def test_each_gives_a_run_each(self):
        out = self.folder / "out"
        self.replay("--each", "--output", out, SHORT, SAMPLES / "hills-1h.gpx.gz")
        self.assertEqual(sorted(self.files(out)), ["2026-09-12T05-58-20Z.gpx", "2026-09-13T07-02-11Z.gpx", "status.json"])

    def test_a_log_beside_a_gpx_is_refused_with_what_to_do(self):
        error = self.replay(SHORT, SAMPLES / "park-5min.gpsd.json", status=1).stderr.decode()
        self.assertIn("it is a log of gpsd, and others are GPX: replay them one after the other", error)

    def test_a_gpx_without_times_is_an_error_that_counts_them(self):
        file = self.folder / "planned.gpx"
        file.write_text('<gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>'
                        '<trkpt lat="1" lon="2"/><trkpt lat="1.1" lon="2"/></trkseg></trk></gpx>')
        error = self.replay("--output", self.folder / "out", file, status=1).stderr.decode()
        self.assertIn(f"cannot replay {file}: none of its 2 points has a time\n", error)
        self.assertFalse((self.folder / "out/status.json").exists(), "a status of nothing")

    def test_what_is_unusable_is_told_once_with_exit_status_3(self):
        file = self.folder / "cut.gpx"
        file.write_bytes(SHORT.read_bytes()[:-5000])
        answer = self.replay("--json", file, status=3)
        self.assertEqual(answer.stderr.count(b"warning:"), 1, answer.stderr)
        status_schema().validate(json.loads(answer.stdout))

    def test_a_gpx_that_is_there_is_not_overwritten_unasked(self):
        file = self.folder / "mine.gpx"
        file.write_text("mine")
        self.assertIn(b"hint: ", self.replay("--gpx", file, SHORT, status=1).stderr)
        self.assertEqual(file.read_text(), "mine")
        self.replay("--gpx", file, "--force", SHORT)
        self.assertEqual(schema_errors(file), [])


class Outside(ReplayCase):
    def test_without_a_network_the_weather_line_says_what_happened(self):
        # Nobody listens there.
        answer = self.replay("--weather", "open-meteo", "--set", "weather.url=http://127.0.0.1:9/", "--output", self.folder / "out", SHORT)
        said = " ".join(answer.stdout.decode().split())
        self.assertIn("weather unknown: cannot get the weather: cannot reach 127.0.0.1:9: ", said)
        document = json.loads((self.folder / "out/status.json").read_bytes())
        self.assertEqual(document["weather"]["temperature_c"], None)
        self.assertEqual([error["component"] for error in document["errors"]], ["weather"])

    def test_a_recording_gets_the_weather_of_its_own_hour_from_a_loopback_server(self):
        asked = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                asked.append(self.path)
                first = 1_789_171_200  # 2026-09-12T00:00Z
                body = json.dumps({"utc_offset_seconds": 0, "hourly_units": {"time": "unixtime", "temperature_2m": "°C"}, "hourly": {
                    "time": [first + 3600 * hour for hour in range(24)], "temperature_2m": list(range(24)),
                    "weather_code": [3] * 24}}).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        document = self.document("--weather", "open-meteo", "--set", f"weather.url=http://127.0.0.1:{server.server_port}/", SHORT)
        self.assertEqual(len(asked), 1, asked)
        self.assertIn("latitude=46.94&longitude=7.46", asked[0])
        self.assertIn(document["weather"]["temperature_c"], (5, 6))
        self.assertEqual((document["weather"]["provider"], document["errors"]), ("open-meteo", []))

    def test_the_last_word_waits_for_no_interval(self):
        status = self.folder / "status.json"
        self.replay("--status", status, "--set", "status.interval_s=3600", SHORT, timeout=20)
        self.assertEqual(json.loads(status.read_bytes())["run"]["state"], "finished")

    def test_the_status_moves_on_while_it_plays(self):
        status = self.folder / "status.json"
        playing = subprocess.Popen([PROGRAM, "replay", "--speed", "60", "--status", status, "--set", "status.interval_s=0", SHORT],
                                   stdout=subprocess.DEVNULL)
        try:
            seen, deadline = set(), time.monotonic() + 20
            while len(seen) < 5 and time.monotonic() < deadline:
                if status.exists():
                    document = json.loads(status.read_bytes())
                    status_schema().validate(document)
                    seen.add((document["source"]["state"], document["run"]["distance_m"]))
                time.sleep(0.02)
            self.assertGreaterEqual(len(seen), 5)
            # Not "connecting": a recording has no link.
            self.assertLessEqual({state for state, _ in seen}, {"no_fix", "fixed"})
        finally:
            playing.kill()
            playing.wait()


if __name__ == "__main__":
    unittest.main()
