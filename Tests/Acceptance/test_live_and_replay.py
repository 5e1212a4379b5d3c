"""gpsd's JSON as it came while a run was recorded, replayed: the same run, so that a log says what went wrong on somebody else's machine."""
import json
import os
import pathlib
import random
import subprocess
import tempfile
import unittest

import live
import real_gpsd
import receiver
from live import Daemon, Gpsd, fix
from program import runtrackd, slow
from test_gpsd import POINT_TIME

SAME = ("id", "sport", "started_at", "finished_at", "distance_m", "elapsed_time_s", "moving_time_s", "max_speed_mps", "ascent_m", "descent_m",
        "fixes_accepted", "fixes_rejected", "gaps", "splits", "laps", "best_efforts", "polyline")
NO_FIX = {"class": "TPV", "device": "/dev/ttyACM0", "mode": 1}


def outing():
    """What gpsd says of a run with noise, a stop, a tunnel, doubled reports and a jump: lists of reports, each sent at once."""
    noise = random.Random(20261130)
    metres, height = 0.0, 100.0
    for second in range(900):
        metres += 0.0 if 300 <= second < 340 else 3.0
        height += 0.2 if second < 450 else -0.2
        if 600 <= second < 640:
            continue
        place = fix(second, metres + noise.gauss(0, 1.5))
        place["lon"] += noise.gauss(0, 1.5) / 108_000 + (0.5 if second == 700 else 0)
        place["altMSL"] = round(height + noise.gauss(0, 2), 3)
        reports = [{"class": "SKY", "device": place["device"], "hdop": 0.9, "nSat": 14, "uSat": 9}, place]
        if second % 3 == 0:
            reports.insert(1, {key: value for key, value in place.items() if key not in ("altMSL", "track")})
        yield reports


class LiveAndReplay(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def daemon(self, gpsd, *settings):
        daemon = Daemon(self.folder, gpsd, *settings)
        self.addCleanup(daemon.__exit__)
        return daemon

    def finished(self, daemon):
        daemon.say("finish")
        return daemon.until(lambda d: d["run"]["state"] == "finished", "the end of the run")

    def assert_same(self, document, daemon, log):
        """The replay of `log` gives the figures and the points of the run that `document` tells of."""
        replayed = self.folder / "replayed"
        result = runtrackd("replay", "--output", replayed, log, folder=self.folder)
        self.assertEqual(result.returncode, 0, result.stderr.decode())
        again = json.loads((replayed / "status.json").read_bytes())
        self.assertEqual({key: again["run"][key] for key in SAME}, {key: document["run"][key] for key in SAME})
        self.assertEqual(again["source"]["fixes_received"], document["source"]["fixes_received"])
        name = f"{document['run']['id']}.gpx"
        self.assertEqual(points(replayed / name), points(daemon.runs / name))
        return again

    def test_a_log_replays_to_the_run_that_was_recorded_while_it_was_written(self):
        gpsd = Gpsd()
        self.addCleanup(gpsd.close)
        daemon = self.daemon(gpsd).ready()
        log = self.folder / "gpsd.log"
        with log.open("wb") as lines:
            for reports in [*outing(), [NO_FIX]]:
                lines.write(b"".join(json.dumps(report).encode() + b"\r\n" for report in reports))
                gpsd.send(*reports)
        daemon.until(lambda d: d["source"]["fixes_received"] == 860, "all fixes")
        again = self.assert_same(self.finished(daemon), daemon, log)
        self.assertGreater(again["run"]["fixes_rejected"].get("jump", 0), 0)
        self.assertEqual(again["run"]["gaps"], 1)

    @slow
    @unittest.skipUnless(os.access(real_gpsd.GPSD, os.X_OK), "needs gpsd")
    def test_a_log_of_gpspipe_replays_to_the_run_that_gpsd_gave(self):
        made = real_gpsd.Receiver(20, self.sentences())
        gpsd = real_gpsd.RealGpsd(made)
        self.addCleanup(gpsd.close)
        gpsd.start()
        log = self.folder / "gpsd.log"
        pipe = subprocess.Popen(["gpspipe", "-w", "-o", log, f"127.0.0.1:{gpsd.port}"])
        self.addCleanup(pipe.wait)
        self.addCleanup(pipe.kill)
        daemon = self.daemon(gpsd)
        daemon.hear("READY=1")
        daemon.until(lambda d: d["source"]["device"], "gpsd's receiver")
        live.wait(lambda: b"WATCH" in log.read_bytes(), "the log's beginning")
        made.start()
        self.assertTrue(made.done.wait(60))
        document = daemon.until(lambda d: 390 < d["source"]["fixes_received"] == len(epochs(log)), "all fixes that the log has")
        self.assert_same(self.finished(daemon), daemon, log)

    def sentences(self):
        noise = random.Random(7)
        for second in range(400):
            yield receiver.fix(1_796_025_600 + second, 10.123 + (3 * second + noise.gauss(0, 1)) / 110_608, 20.456, altitude=100 + second / 10)


def points(path):
    """The times and places of a file's points."""
    text = path.read_text()
    return POINT_TIME.findall(text), [part.split(">", 1)[0] for part in text.split("<trkpt ")[1:]]


def epochs(log):
    """The times of the fixes in a log that is still written."""
    whole = log.read_bytes().rpartition(b"\n")[0].splitlines()
    return {report["time"] for report in map(json.loads, whole) if report["class"] == "TPV" and report["mode"] >= 2 and "lat" in report and "time" in report}


if __name__ == "__main__":
    unittest.main()
