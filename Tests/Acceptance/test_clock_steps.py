"""Steps of the wall clock while a run is recorded: no real-time clock at boot, gpsd or chrony setting it, forwards and back."""
import pathlib
import shutil
import subprocess
import tempfile
import time
import unittest
from datetime import datetime

from live import Daemon, Gpsd

HOUR, DAY, YEAR = 3_600, 86_400, 31_557_600  # s


def seconds(moment):
    return datetime.fromisoformat(moment.replace("Z", "+00:00")).timestamp()


@unittest.skipUnless(shutil.which("cc"), "needs a C compiler")
class ClockSteps(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.shims = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.shims.cleanup)
        cls.shim = pathlib.Path(cls.shims.name) / "wall-clock.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", cls.shim, pathlib.Path(__file__).with_name("wall-clock.c"), "-ldl"], check=True)

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.gpsd = Gpsd()
        self.addCleanup(self.gpsd.close)

    def step(self, offset):
        """The wall clock is so far from the truth from now on."""
        new = self.folder / "offset.new"
        new.write_text(f"{offset}\n")
        new.rename(self.folder / "offset")

    def daemon(self, offset, *settings):
        self.step(offset)
        daemon = Daemon(self.folder, self.gpsd, *settings, LD_PRELOAD=str(self.shim), WALL_CLOCK_OFFSET=str(self.folder / "offset"))
        self.addCleanup(daemon.__exit__)
        return daemon.ready()

    def test_no_step_changes_times_ages_order_or_names(self):
        # Like a computer without a battery that boots in 1970, and is set right, wrong, far ahead and right again.
        daemon = self.daemon(-int(time.time()))
        began = time.monotonic()
        shown = []
        for number, offset in enumerate((-int(time.time()), 0, -HOUR, DAY, 15 * YEAR, -18, 0)):
            self.step(offset)
            document = daemon.run_fixes(number * 100, number * 100 + 100)
            # The clock was really stepped.
            self.assertLess(abs(seconds(document["generated_at"]) - time.time() - offset), 5)
            self.assertEqual((document["fix"]["stale"], document["source"]["state"]), (False, "fixed"))
            for age in (document["fix"]["age_s"], document["source"]["last_fix_age_s"]):
                self.assertTrue(0 <= age < 5, age)
            self.assertTrue(0 <= document["daemon"]["uptime_s"] <= time.monotonic() - began + 5)
            shown.append(document)
        for before, after in zip(shown, shown[1:]):
            self.assertLess(before["sequence"], after["sequence"])
            self.assertLess(before["daemon"]["uptime_s"], after["daemon"]["uptime_s"])
            self.assertEqual(before["run"]["id"], after["run"]["id"])
        run = shown[-1]["run"]
        self.assertEqual((run["elapsed_time_s"], run["fixes_accepted"], run["fixes_rejected"], run["gaps"]), (699, 700, {}, 0))
        self.assertLess(abs(run["moving_time_s"] - 699), 1)
        self.assertLess(abs(run["distance_m"] - 3 * 699), 3)
        self.assertEqual(daemon.say("finish").splitlines()[0].split(":")[0], "finished run 2026-11-30T08-00-00Z")
        self.assertEqual(daemon.files(), ["2026-11-30T08-00-00Z.gpx"])
        self.assertEqual(daemon.stop()[0], 0)

    def test_a_lost_signal_is_found_by_the_time_that_really_passed(self):
        daemon = self.daemon(0, "gpsd.stale_after_s=1")
        daemon.run_fixes(0, 10)
        at = time.monotonic()
        self.step(-DAY)
        lost = daemon.until(lambda d: d["source"]["state"] == "signal_lost", "the loss of the signal")
        self.assertTrue(0.5 < time.monotonic() - at < 6)
        self.assertTrue(lost["fix"]["stale"] and 1 <= lost["fix"]["age_s"] < 6, lost["fix"])
        self.step(0)
        self.gpsd.send({"class": "TPV", "device": "/dev/ttyACM0", "mode": 1})
        later = daemon.until(lambda d: d["sequence"] > lost["sequence"] and d["fix"]["age_s"] > lost["fix"]["age_s"], "a later status")
        self.assertTrue(later["fix"]["stale"] and later["fix"]["age_s"] < 20, later["fix"])


if __name__ == "__main__":
    unittest.main()
