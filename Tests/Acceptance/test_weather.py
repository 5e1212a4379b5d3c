"""A weather service that fails in every way is in nobody's way: fixes flow, memory stays, the status says what is wrong."""
import pathlib
import subprocess
import tempfile
import time
import unittest

from live import Daemon, Gpsd, fix, wait
from program import ROOT, slow
from weather_service import FAULTS, WeatherService

RIG = ROOT / ".build/debug/NetworkRig"
# What the status says of each fault.
SAID = {
    "500": "answered 500 (trouble at the service)",
    "429 and a pause in seconds": "the service asks for a pause of 120 s",
    "429 and a date": "the service asks for a pause of 120 s",
    "a hang": "did not answer in time",
    "a drip": "did not answer in time",
    "chunks without end": "is larger than 512 KiB",
    "a gzip bomb": "is larger than 512 KiB",
    "redirects in a circle": "sent us elsewhere: more than 3 times",
    "a redirect to a file": "sent us elsewhere: to something that is neither http nor https",
    "half an answer": "broke off",
}


def resident_kb(pid):
    lines = pathlib.Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


@slow
class Faults(unittest.TestCase):
    def run_beside(self, fault):
        """Fixes at 20 Hz from the first request on until its failure is told of: each fix's delay in s, and the growth of memory in kB."""
        service = WeatherService(fault)
        self.addCleanup(service.close)
        gpsd = Gpsd()
        self.addCleanup(gpsd.close)
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        with Daemon(temporary.name, gpsd, f"weather.url={service.url}", "weather.provider=open-meteo", "status.interval_s=0") as daemon:
            daemon.ready()
            daemon.run_fixes(0, 20)
            before = resident_kb(daemon.process.pid)
            delays, second, told = [], 20, None
            deadline = time.monotonic() + 40
            while (told is None or len(delays) < 40) and time.monotonic() < deadline:
                begin = time.monotonic()
                # Its epoch is over with the first report of the next one.
                gpsd.send(fix(second), fix(second + 1))
                wanted = fix(second)["time"]
                while (document := daemon.status())["fix"]["time"] < wanted.replace(".000Z", "Z"):
                    self.assertLess(time.monotonic(), begin + 5, "the fix does not come")
                delays.append(time.monotonic() - begin)
                second += 2
                told = told or next((e["message"] for e in document["errors"] if e["component"] == "weather"), None)
                time.sleep(max(0, begin + 0.05 - time.monotonic()))
            self.assertTrue(service.requests, "it was asked")
            self.assertIn(SAID[fault], told or "")
            # The last, whose epoch is open, is not yet.
            daemon.until(lambda document: document["run"]["fixes_accepted"] == second - 1, "every fix is accepted")
            return delays, resident_kb(daemon.process.pid) - before

    def test_delay_no_fix_and_fill_no_memory(self):
        self.assertEqual(set(FAULTS), set(SAID))
        for fault in FAULTS:
            with self.subTest(fault):
                delays, growth = self.run_beside(fault)
                delays.sort()
                # The last few are what else the machine does.
                self.assertLess(delays[len(delays) * 19 // 20], 0.05)
                self.assertLess(delays[-1], 0.5)
                self.assertLess(growth, 6_000, "kB")


class Library(unittest.TestCase):
    def test_libcurl_is_loaded_for_a_request_and_takes_no_memory_before(self):
        gpsd = Gpsd()
        self.addCleanup(gpsd.close)
        service = WeatherService("500")
        self.addCleanup(service.close)
        for provider, is_loaded in (("none", False), ("open-meteo", True)):
            with self.subTest(provider), tempfile.TemporaryDirectory() as folder:
                with Daemon(folder, gpsd, f"weather.url={service.url}", f"weather.provider={provider}") as daemon:
                    daemon.ready()
                    daemon.run_fixes(0, 20)
                    if is_loaded:
                        wait(lambda: service.requests, "a request")
                    self.assertEqual("/libcurl.so" in pathlib.Path(f"/proc/{daemon.process.pid}/maps").read_text(), is_loaded)


@slow
class Leaks(unittest.TestCase):
    def test_200_servers_killed_in_mid_answer_leave_no_descriptor_and_no_memory(self):
        self.assertTrue(RIG.exists(), "swift build --product NetworkRig")
        service = WeatherService("half an answer", resets=True)
        self.addCleanup(service.close)
        said = subprocess.run([RIG, service.url, "50", "200"], capture_output=True, text=True, timeout=120, check=True).stdout
        before, after = ([int(word) for word in line.split()] for line in said.splitlines())
        self.assertEqual((before[0], after[0], len(service.requests)), (50, 200, 250), "every answer broke off")
        self.assertEqual(after[1], before[1], "descriptors")
        self.assertLess(after[2] - before[2], 500, "kB")


if __name__ == "__main__":
    unittest.main()
