"""What befalls the link to gpsd: a real gpsd that is late, killed, stopped and unplugged, and one that does what no gpsd should."""
import json
import os
import pathlib
import random
import re
import signal
import socket
import struct
import tempfile
import time
import unittest

import live
import real_gpsd
import receiver
from live import Daemon, Gpsd, fix
from program import runtrackd, slow
from test_gpx import schema_errors

POINT_TIME = re.compile(r"<trkpt[^>]*>.*?<time>([^<]*)</time>", re.DOTALL)


def recorded_times(daemon):
    """The times of all points recorded, as gpsd writes them."""
    times = [moment for name in daemon.files() for moment in POINT_TIME.findall((daemon.runs / name).read_text())]
    return [moment if "." in moment else moment.replace("Z", ".000Z") for moment in map(padded, times)]


def padded(moment):
    head, dot, fraction = moment.rstrip("Z").partition(".")
    return f"{head}.{fraction:0<3}Z" if dot else moment


def processor_seconds(pid):
    """CPU time that a process has used, s."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class GpsdCase(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def daemon(self, gpsd, *settings):
        daemon = Daemon(self.folder, gpsd, *settings)
        self.addCleanup(daemon.__exit__)
        daemon.hear("READY=1")
        return daemon

    def assert_whole(self, daemon):
        """Every file is valid, and no point is there twice; the times of the points."""
        times = recorded_times(daemon)
        self.assertEqual(schema_errors(*(daemon.runs / name for name in daemon.files())), [])
        self.assertEqual(len(times), len(set(times)), "a fix was recorded twice")
        return times


@slow
@unittest.skipUnless(os.access(real_gpsd.GPSD, os.X_OK), "needs gpsd")
class RealGpsd(GpsdCase):
    def receiver(self, rate=5, feed=None):
        made = real_gpsd.Receiver(rate, feed)
        gpsd = real_gpsd.RealGpsd(made)
        self.addCleanup(gpsd.close)
        return made, gpsd

    def live(self):
        """A daemon that gets fixes, and its gpsd."""
        made, gpsd = self.receiver()
        made.start()
        gpsd.start()
        daemon = self.daemon(gpsd)
        daemon.until(lambda d: d["source"]["state"] == "fixed" and d["run"]["fixes_accepted"] > 5, "fixes")
        return daemon, gpsd, made

    def test_gpsd_started_a_minute_late_is_found_at_once(self):
        made, gpsd = self.receiver()
        made.start()
        daemon = self.daemon(gpsd)
        time.sleep(60)
        document = daemon.status()
        self.assertEqual(document["source"]["state"], "connecting")
        self.assertIn("connection refused", document["errors"][0]["message"])
        self.assertLess(processor_seconds(daemon.process.pid), 1, "waiting costs next to nothing")
        self.assertLess(len(daemon.log.splitlines()), 10, "one line, not one an attempt")
        gpsd.start()
        began = time.monotonic()
        daemon.until(lambda d: d["source"]["state"] == "fixed", "the first fix")
        self.assertLess(time.monotonic() - began, 8, "the longest pause between attempts is 5 s")

    def test_gpsd_killed_every_10_s_for_2_minutes_loses_and_doubles_no_fix(self):
        daemon, gpsd, _ = self.live()
        watcher = real_gpsd.Watcher(gpsd.port)
        both = []
        for cycle in range(12):
            self.assertTrue(watcher.is_watching.wait(10))
            daemon.until(lambda d: d["source"]["reconnects"] >= cycle and d["source"]["state"] != "connecting", "a link")
            since = time.monotonic()
            time.sleep(max(10 - (cycle > 0), 1))
            # A report of the last moment may have reached one of two clients.
            both.append((since, time.monotonic() - 0.1))
            gpsd.kill()
            watcher.is_watching.clear()
            daemon.until(lambda d: d["source"]["state"] == "connecting", "the loss")
            gpsd.start()
        daemon.until(lambda d: d["source"]["state"] == "fixed" and d["source"]["reconnects"] == 12, "the last link")
        watcher.ended = True
        self.assertEqual(daemon.stop()[0], 0)
        times = set(self.assert_whole(daemon))
        seen = {moment for moment, at in watcher.fixes.items() if any(since <= at <= until for since, until in both)}
        self.assertGreater(len(seen), 300)
        self.assertEqual(sorted(seen - times), [], "seen by the other watcher, not recorded")

    def test_gpsd_stopped_for_60_s_is_told_of_and_gone_on_with(self):
        daemon, gpsd, _ = self.live()
        gpsd.signal(signal.SIGSTOP)
        began = time.monotonic()
        document = daemon.until(lambda d: d["source"]["state"] == "signal_lost", "the loss of signal")
        self.assertLess(time.monotonic() - began, 7, "gpsd.stale_after_s is 5")
        self.assertEqual((document["fix"]["stale"], document["fix"]["speed_mps"], document["fix"]["course_deg"]), (True, None, None))
        self.assertIsNotNone(document["fix"]["latitude_deg"])
        daemon.until(lambda d: d["source"]["state"] == "connecting", "the loss of the link")
        self.assertLess(time.monotonic() - began, 16, "10 s of silence and 3 s for the answer to a probe")
        while time.monotonic() - began < 60:
            self.assertIn(daemon.status()["source"]["state"], ("connecting",), "a connection that says nothing is none")
            time.sleep(1)
        gpsd.signal(signal.SIGCONT)
        daemon.until(lambda d: d["source"]["state"] == "fixed", "fixes again")
        self.assertEqual(daemon.stop()[0], 0)
        self.assert_whole(daemon)
        self.assertLess(len(daemon.log.splitlines()), 30)

    def test_a_receiver_pulled_out_and_put_back_goes_on_in_the_same_run(self):
        daemon, gpsd, made = self.live()
        before = daemon.status()
        made.unplug()
        gpsd.tell(f"-{made.path}")
        document = daemon.until(lambda d: d["source"]["state"] in ("no_device", "signal_lost"), "the loss")
        self.assertTrue(document["fix"]["stale"] or document["fix"]["age_s"] < 5)
        document = daemon.until(lambda d: d["fix"]["stale"], "a stale fix")
        self.assertIsNone(document["fix"]["speed_mps"])
        again = real_gpsd.Receiver()
        self.addCleanup(again.unplug)
        gpsd.tell(f"+{again.path}")
        again.start()
        accepted = document["run"]["fixes_accepted"]
        document = daemon.until(lambda d: d["source"]["state"] == "fixed" and d["run"]["fixes_accepted"] > accepted, "fixes again")
        self.assertEqual((document["run"]["id"], document["source"]["reconnects"]), (before["run"]["id"], 0))
        self.assert_whole(daemon)

    def test_a_feed_that_falls_silent_is_a_lost_signal_and_no_reason_to_reconnect(self):
        daemon, _, made = self.live()
        made.unplug()
        daemon.until(lambda d: d["source"]["state"] in ("signal_lost", "no_device"), "the loss")
        time.sleep(20)
        document = daemon.status()
        self.assertIn(document["source"]["state"], ("signal_lost", "no_device"))
        self.assertEqual(document["source"]["reconnects"], 0, "gpsd answers")

    def test_a_live_run_and_the_replay_of_its_gpx_agree(self):
        made, gpsd = self.receiver(rate=20, feed=outing())
        gpsd.start()
        daemon = self.daemon(gpsd)
        daemon.until(lambda d: d["source"]["state"] in ("no_fix", "no_device"), "a link")
        made.start()
        self.assertTrue(made.done.wait(120))
        daemon.until(lambda d: d["source"]["state"] == "signal_lost", "the end of the feed")
        daemon.say("finish")
        live_run = daemon.until(lambda d: d["run"]["state"] == "finished", "the finish")["run"]
        answer = runtrackd("replay", "--json", daemon.runs / daemon.files()[0], folder=self.folder)
        self.assertEqual(answer.returncode, 0, answer.stderr)
        replayed = json.loads(answer.stdout)["run"]
        self.assertEqual(replayed["fixes_accepted"], live_run["fixes_accepted"])
        self.assertGreater(live_run["distance_m"], 2_500)
        self.assertAlmostEqual(replayed["distance_m"], live_run["distance_m"], delta=max(live_run["distance_m"] / 1_000, 1))
        for key, delta in (("elapsed_time_s", 1), ("moving_time_s", 1), ("ascent_m", 2), ("descent_m", 2)):
            self.assertAlmostEqual(replayed[key], live_run[key], delta=delta, msg=key)
        self.assertEqual(len(replayed["splits"]), len(live_run["splits"]))
        self.assertEqual(replayed["gaps"], live_run["gaps"])


def outing():
    """20 minutes of somebody who runs up and down hills, stands for a minute, and loses the signal for 20 s; noise as receivers have it."""
    dice = random.Random(6)
    metres, east, north, up = 0.0, 0.0, 0.0, 0.0
    for second in range(1_200):
        speed = 0.0 if 400 <= second < 460 else 3.0
        metres += speed
        # Errors that wander, 1.5 m wide and half a minute long; of the height twice that.
        east, north, up = (0.97 * error + dice.gauss(0, wide) for error, wide in ((east, 0.35), (north, 0.35), (up, 0.3)))
        height = 100 + 0.03 * min(metres % 1_000, 1_000 - metres % 1_000)
        if 700 <= second < 720:
            continue
        yield receiver.fix(1_796_025_600 + second, 10.123 + (metres + north) / 110_608, 20.456 + east / 109_600, height + up, speed)


VERSION = {"class": "VERSION", "release": "3.22", "rev": "3.22", "proto_major": 3, "proto_minor": 14}
DEVICES = {"class": "DEVICES", "devices": [{"class": "DEVICE", "path": "/dev/ttyACM0", "driver": "u-blox"}]}
WATCH = {"class": "WATCH", "enable": True, "json": True}


def lines(*reports):
    return b"".join(json.dumps(report, separators=(",", ":")).encode() + b"\r\n" for report in reports)


def fixes(*seconds, **changes):
    return lines(*({**fix(second), **changes} for second in seconds))


class FaultyGpsd(Gpsd):
    """Each connection is served by the next of its scripts, later ones by the last."""

    def __init__(self, *scripts):
        self.scripts = scripts
        self.served = 0
        super().__init__()

    def serve(self, client):
        script = self.scripts[min(self.served, len(self.scripts) - 1)]
        self.served += 1
        try:
            script(client)
        except OSError:
            return
        client.close()


def greet(client, devices=DEVICES):
    client.sendall(lines(VERSION))
    client.recv(1_000)
    client.sendall(lines(devices, WATCH))


def hold(client):
    """Answers probes until the other side has enough."""
    while client.recv(1_000):
        client.sendall(lines(VERSION))


def good(*seconds):
    """A gpsd without a fault."""
    def script(client):
        greet(client)
        client.sendall(fixes(*seconds))
        hold(client)
    return script


def saying(*pieces, pause=0.0):
    """Greets, says these bytes as they are, and stays."""
    def script(client):
        greet(client)
        for piece in pieces:
            client.sendall(piece)
            time.sleep(pause)
        hold(client)
    return script


class ProtocolFaults(GpsdCase):
    def received(self, count, *scripts):
        """The status when so many fixes were received, and the epoch that is held is over."""
        gpsd = FaultyGpsd(*scripts)
        self.addCleanup(gpsd.close)
        daemon = self.daemon(gpsd)
        document = daemon.until(lambda d: d["source"]["fixes_received"] >= count, f"{count} fixes")
        self.assertEqual(document["source"]["fixes_received"], count)
        self.assertLess(processor_seconds(daemon.process.pid), 1.5, "it spins")
        self.assertEqual(len(self.assert_whole(daemon)), document["run"]["fixes_accepted"])
        return document, daemon

    def test_half_a_line_waits_for_its_other_half(self):
        line = fixes(1)
        document, _ = self.received(3, saying(fixes(0), line[:90], line[90:] + fixes(2), pause=1.0))
        self.assertEqual(document["source"]["reconnects"], 0)

    def test_a_slow_drip_of_bytes_is_read_as_what_it_says(self):
        document, _ = self.received(3, saying(*(bytes([byte]) for byte in fixes(0, 1, 2)), pause=0.002))
        self.assertEqual(document["source"]["reconnects"], 0)

    def test_many_reports_at_once_are_all_read(self):
        document, _ = self.received(200, saying(fixes(*range(200))))
        self.assertEqual(document["source"]["reconnects"], 0)

    def test_a_line_of_100_kB_costs_the_link_and_no_fix(self):
        document, _ = self.received(4, saying(fixes(0, 1), b"x" * 100_000), good(2, 3))
        self.assertEqual((document["source"]["reconnects"], document["errors"]), (1, []))

    def test_nul_bytes_garbage_and_wrong_json_are_passed_over(self):
        rubbish = (b"\0\0\0\r\n", b'{"class":"TPV","mode":\r\n', b"\xff\xfe$GPRMC\r\n", b'{"class":"TPV","lat":1e999,"mode":"3"}\r\n', b"[]\r\n",
                   b'{"class":{"class":"TPV"}}\r\n', fixes(1).replace(b"lat", b"l\0t"), b"\r\n\n\r")
        document, _ = self.received(3, saying(fixes(0), *rubbish, fixes(2, 3)))
        self.assertEqual(document["source"]["reconnects"], 0)

    def test_twenty_lines_of_garbage_in_a_row_are_a_reason_to_connect_again(self):
        document, _ = self.received(4, saying(fixes(0, 1), b"garbage\r\n" * 20), good(2, 3))
        self.assertEqual(document["source"]["reconnects"], 1)

    def test_devices_on_which_libgps_hangs_are_read(self):
        crowd = {"class": "DEVICES", "devices": [
            {"class": "DEVICE", "path": f"/dev/{'x' * 200}{n}", "driver": "u-blox", "more": {"deep": [1]}} for n in range(5)]
            + DEVICES["devices"]}
        self.received(2, saying(lines(crowd), fixes(0, 1)))

    def test_of_two_receivers_one_is_recorded(self):
        both = {"class": "DEVICES", "devices": [{"class": "DEVICE", "path": path, "driver": "u-blox"} for path in ("/dev/ttyACM0", "/dev/ttyACM1")]}
        mixed = b"".join(fixes(second) + fixes(second, device="/dev/ttyACM1", lat=11.0) for second in range(20))
        document, daemon = self.received(20, lambda client: (greet(client, both), client.sendall(mixed), hold(client)))
        self.assertEqual((document["source"]["device"], document["run"]["fixes_accepted"]), ("/dev/ttyACM0", 20))
        self.assertNotIn('lat="11.0', (daemon.runs / daemon.files()[0]).read_text())

    def test_an_error_among_the_reports_stops_nothing(self):
        document, _ = self.received(2, saying(fixes(0), lines({"class": "ERROR", "message": "Unrecognized request"}), fixes(1)))
        self.assertEqual(document["source"]["reconnects"], 0)

    def test_a_reset_loses_nothing_that_was_said(self):
        def reset(client):
            greet(client)
            client.sendall(fixes(0, 1))
            time.sleep(0.3)
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        document, _ = self.received(4, reset, good(2, 3))
        self.assertEqual(document["source"]["reconnects"], 1)

    def refused(self, reason, script):
        """What is said of a gpsd that cannot be used; the next connection is a good one, and the error leaves the list."""
        gpsd = FaultyGpsd(script, script, good(0, 1))
        self.addCleanup(gpsd.close)
        daemon = self.daemon(gpsd)
        document = daemon.until(lambda d: d["errors"], "an error")
        self.assertEqual(document["source"]["state"], "connecting")
        self.assertIn(reason, document["errors"][0]["message"])
        document = daemon.until(lambda d: d["source"]["fixes_received"] == 2, "fixes of the next")
        self.assertEqual((document["errors"], document["source"]["last_error"]), ([], None))

    def test_closing_at_once_is_told_of(self):
        self.refused("gpsd closed the connection", lambda client: None)

    def test_another_major_version_of_the_protocol_is_named(self):
        self.refused("gpsd 9.0 speaks protocol 4.0, not 3",
                     lambda client: (client.sendall(lines({**VERSION, "release": "9.0", "proto_major": 4, "proto_minor": 0})), hold(client)))

    def test_a_refused_watch_is_told_of(self):
        def script(client):
            client.sendall(lines(VERSION))
            client.recv(1_000)
            client.sendall(lines({"class": "ERROR", "message": "No such device"}))
            hold(client)
        self.refused("it refuses the watch: No such device", script)

    @slow
    def test_silence_after_the_connection_is_no_connection(self):
        self.refused("connected, but it says nothing for 3 s", lambda client: client.recv(1))

    @slow
    def test_who_does_not_say_a_version_is_no_gpsd(self):
        self.refused("it does not say its version within 3 s", lambda client: (client.sendall(fixes(0)), client.recv(1)))


if __name__ == "__main__":
    unittest.main()
