"""`runtrackd run` and the verbs that steer it, fed by a gpsd that the test plays."""
import http.server
import json
import os
import pathlib
import re
import signal
import socket
import tempfile
import threading
import unittest

import live
from live import Daemon, Gpsd
from program import runtrackd
from test_gpx import schema_errors

RUN = "2026-11-30T08-00-00Z"


class DaemonCase(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.gpsd = Gpsd()
        self.addCleanup(self.gpsd.close)

    def daemon(self, *settings, options=()):
        daemon = Daemon(self.folder, self.gpsd, *settings, options=options)
        self.addCleanup(daemon.__exit__)
        return daemon

    def recording(self, *settings, fixes=10, options=()):
        """One that has recorded some fixes."""
        daemon = self.daemon(*settings, options=options).ready()
        daemon.run_fixes(0, fixes)
        return daemon

    def gpx(self, daemon, name=RUN):
        file = daemon.runs / f"{name}.gpx"
        self.assertEqual(schema_errors(file), [])
        return file.read_text()


class Steering(DaemonCase):
    def test_a_run_from_start_to_finish(self):
        daemon = self.daemon("run.start=manual").ready()
        daemon.run_fixes(0, 3)
        self.assertEqual(daemon.status()["run"]["state"], "waiting")
        self.assertEqual(daemon.say("start"), "recording run 2026-11-30T08-00-02Z\n")
        daemon.run_fixes(3, 60)
        self.assertRegex(daemon.say("lap"), r"^lap 1: 0\.17 km in 0:5\d \(5:\d\d /km\)\n$")
        self.assertEqual(daemon.say("mark", "the", "spring", "--kind", "water"), "marked: it is kept with the next fix\n")
        daemon.run_fixes(60, 90)
        self.assertEqual(daemon.say("pause"), "paused: nothing is recorded until runtrackd resume\n")
        accepted = daemon.run_fixes(90, 120)["run"]["fixes_accepted"]
        self.assertEqual(daemon.status()["run"]["state"], "paused")
        self.assertEqual(daemon.say("resume"), "recording again\n")
        document = daemon.run_fixes(120, 150)
        self.assertEqual(document["run"]["state"], "recording")
        self.assertEqual(document["run"]["fixes_accepted"], accepted + 30)
        self.assertEqual([len(document["run"][key]) for key in ("laps", "markers")], [2, 1])
        self.assertRegex(
            daemon.say("finish"),
            r"^finished run 2026-11-30T08-00-02Z: 0\.3\d km in 2:27 \(\d:\d\d /km\), 0 m up\nMon 30 Nov 2026, 08:00 to 08:02 \(UTC\)\n$")
        # The answer comes when the file is there, so nothing is waited for here.
        text = self.gpx(daemon, "2026-11-30T08-00-02Z")
        self.assertEqual(text.count("<trkpt "), accepted + 30)
        for piece in ('reason="pause"', ":lap/>", "the spring", "<wpt "):
            self.assertIn(piece, text)
        self.assertEqual(daemon.until(lambda d: d["run"]["state"] == "finished", "the finish")["run"]["laps"][0]["distance_m"] > 100, True)
        self.assertEqual(daemon.stop()[0], 0)

    def test_what_cannot_be_done_is_refused_with_exit_status_1_and_a_remedy(self):
        daemon = self.daemon("run.start=manual").ready()
        nothing = (1, ["runtrackd: error: no run is being recorded", "runtrackd: hint: runtrackd start begins one"])
        for verb in ("pause", "resume", "lap", "mark", "finish"):
            self.assertEqual(daemon.refusal(verb), nothing, verb)
        self.assertEqual(daemon.say("start"), "started: recording begins with the next fix\n")
        daemon.run_fixes(0, 5)
        self.assertEqual(daemon.refusal("start")[1][0], "runtrackd: error: a run is being recorded already")
        self.assertEqual(daemon.refusal("resume"), (1, ["runtrackd: error: the run is not paused"]))
        daemon.say("pause")
        for verb in ("pause", "lap"):
            self.assertEqual(
                daemon.refusal(verb), (1, ["runtrackd: error: the run is paused already", "runtrackd: hint: runtrackd resume goes on"]))

    def test_a_marker_is_checked_before_it_is_sent(self):
        photo = self.folder / "spring.jpg"
        photo.write_bytes(b"\xff\xd8\xff\xe0" + bytes(20))
        (self.folder / "note.txt").write_text("no picture")
        daemon = self.recording()
        self.assertEqual(daemon.say("mark", "--photo", "spring.jpg"), "marked: it is kept with the next fix\n")
        for arguments, status, word in [
                (("--photo", "none.jpg"), 1, "there is no photo none.jpg"), (("--photo", "note.txt"), 1, "picture"), (("--photo", "."), 1, "directory"),
                (("--kind", "two words"), 2, "this kind of marker cannot be"), (("x" * 201,), 2, "the text has 201 characters")]:
            with self.subTest(arguments):
                found, lines = daemon.refusal("mark", *arguments)
                self.assertEqual(found, status)
                self.assertIn(word, lines[0])
                self.assertIn("runtrackd: hint: ", "\n".join(lines[1:]))
        document = daemon.run_fixes(10, 12)
        self.assertEqual([marker["photo"] for marker in document["run"]["markers"]], [str(photo.resolve())])

    def test_without_a_daemon_each_verb_says_so_with_exit_status_1(self):
        for verb in ("start", "pause", "resume", "lap", "mark", "finish"):
            answer = runtrackd(verb, folder=self.folder)
            self.assertEqual((answer.returncode, answer.stdout), (1, b""), verb)
            self.assertIn(b"runtrackd: error: no runtrackd is running: nobody answers at ", answer.stderr)
            self.assertIn(b"runtrackd: hint: start it: ", answer.stderr)

    def test_finish_says_when_the_file_could_not_be_written(self):
        daemon = self.recording("record.minimum_free_mb=1000000")
        document = daemon.until(lambda d: d["errors"], "a fault")
        self.assertEqual([error["component"] for error in document["errors"]], ["recorder"])
        self.assertEqual((document["run"]["state"], document["run"]["points_written"]), ("recording", 0))
        status, lines = daemon.refusal("finish")
        self.assertEqual(status, 1)
        self.assertIn(f"finished run {RUN}, but it is not all on the disk: ", lines[0])
        self.assertTrue(lines[1].startswith("runtrackd: hint: "))
        status, _ = daemon.stop()
        self.assertEqual(status, 1)
        self.assertIn("not all of the run could be recorded: ", daemon.log)


class Signals(DaemonCase):
    def test_stopped_it_leaves_a_whole_open_run_that_the_next_start_goes_on_with(self):
        for number, first in ((signal.SIGTERM, 0), (signal.SIGINT, 20), (signal.SIGKILL, 40)):
            with self.subTest(number.name):
                daemon = self.daemon().ready()
                document = daemon.run_fixes(first, first + 20)
                self.assertEqual((document["run"]["id"], document["run"]["fixes_accepted"]), (RUN, first + 20))
                status, seconds = daemon.stop(number)
                self.assertLess(seconds, 2)
                self.assertEqual(status, -9 if number == signal.SIGKILL else 0)
                self.assertEqual(daemon.files(), [f"{RUN}.gpx"])
                text = self.gpx(daemon)
                self.assertEqual(text.count("<trkpt "), first + 20)
                self.assertEqual(text.count('reason="restart"'), first // 20)
        daemon = self.daemon().ready()
        daemon.run_fixes(60, 62)
        daemon.say("finish")
        self.assertEqual(self.gpx(daemon).count("<trkpt "), 62)
        self.assertEqual(daemon.log.count(f"going on with run {RUN}"), 1)
        self.assertEqual(daemon.log.count(f"finished run {RUN}: "), 1)

    def test_a_pause_a_lap_and_a_marker_outlive_the_daemon(self):
        daemon = self.recording()
        for base, number in ((0, signal.SIGTERM), (100, signal.SIGKILL)):
            with self.subTest(number.name):
                daemon.say("lap")
                daemon.say("mark", "--kind", "water", number.name)
                daemon.say("pause")
                daemon.stop(number)
                daemon = self.daemon().ready()
                before = daemon.run_fixes(base + 40, base + 45)["run"]
                self.assertEqual((before["state"], before["markers"][-1]["text"]), ("paused", number.name))
                daemon.say("resume")
                after = daemon.run_fixes(base + 50, base + 55)["run"]
                self.assertEqual((after["state"], after["fixes_accepted"]), ("recording", before["fixes_accepted"] + 5))
                self.assertEqual(len(after["laps"]), len(before["laps"]) + 1)
                self.assertEqual([marker["text"] for marker in after["markers"]].count(number.name), 1)
                self.assertEqual(self.gpx(daemon).count('reason="pause"'), base // 100 + 1)

    def test_started_again_too_late_it_finishes_the_run_as_it_stood(self):
        self.recording().stop()
        daemon = self.daemon().ready()
        daemon.run_fixes(10 + 1801, 10 + 1805, metres=5000)
        self.assertEqual(daemon.files(), [f"{RUN}.gpx", "2026-11-30T08-30-11Z.gpx"])
        self.assertIn("<bounds ", self.gpx(daemon), "the file was written once more, with what is known at the end")
        daemon.logged(f"finished run {RUN}: ")
        daemon.logged("recording run 2026-11-30T08-30-11Z")

    def test_the_service_manager_is_told_of_start_state_reload_and_stop(self):
        daemon = self.daemon().ready()
        self.assertIn("STATUS=started", daemon.notices[0])
        daemon.run_fixes(0, 5)
        daemon.hear("STATUS=recording, 0.01 km; fixes come")
        daemon.process.send_signal(signal.SIGHUP)
        self.assertRegex(daemon.hear("RELOADING=1"), r"\nMONOTONIC_USEC=\d+$")
        self.assertEqual(daemon.hear("READY=1"), "READY=1\nSTATUS=settings read again")
        daemon.process.send_signal(signal.SIGTERM)
        daemon.hear("STOPPING=1")
        self.assertEqual(daemon.process.wait(20), 0)

    def test_a_good_settings_file_takes_effect_and_a_bad_one_changes_nothing(self):
        file = self.folder / "etc/runtrackd.conf"
        daemon = self.recording()

        def reload(text):
            file.write_text(text)
            daemon.process.send_signal(signal.SIGHUP)
            return daemon.hear("READY=1")

        reload("[status]\nmode = 0600\n")
        daemon.logged("settings read again: status.mode")
        live.wait(lambda: daemon.status_file.stat().st_mode & 0o777 == 0o600, "the new mode")
        notice = reload("[status]\nmode = 0640\n[run]\nsprot = ride\n")
        reason = f"{file}, line 4: there is no sprot in [run]"
        self.assertIn(f"STATUS=settings not changed: {reason}", notice)
        document = daemon.until(lambda d: d["errors"], "a fault")
        self.assertEqual(document["errors"][0]["component"], "settings")
        self.assertEqual(document["errors"][0]["message"], f"the old settings stay: {reason}")
        self.assertIn("(hint: did you mean sport?)", daemon.log)
        daemon.hear("STATUS=recording, 0.03 km; fixes come; fault: settings")
        self.assertEqual(daemon.status_file.stat().st_mode & 0o777, 0o600)
        file.unlink()
        reload("[status]\nmode = 0600\n")
        daemon.until(lambda d: not d["errors"], "the end of the fault")
        self.assertEqual(daemon.run_fixes(10, 12)["run"]["fixes_accepted"], 12)

    def test_a_status_that_moves_leaves_no_old_one_behind(self):
        daemon = self.recording()
        (self.folder / "etc/runtrackd.conf").write_text(f"[status]\npath = {self.folder}/elsewhere/status.json\n")
        old, daemon.status_file = daemon.status_file, self.folder / "elsewhere/status.json"
        daemon.process.send_signal(signal.SIGHUP)
        self.assertEqual(daemon.run_fixes(10, 12)["run"]["fixes_accepted"], 12)
        self.assertFalse(old.exists())

    def test_what_needs_a_restart_says_so_until_it_is_restarted(self):
        other = self.folder / "elsewhere"
        daemon = self.recording()
        (self.folder / "etc/runtrackd.conf").write_text(f"[record]\ndirectory = {other}\n")
        warning = "record.directory: takes effect when runtrackd is started again (hint: systemctl restart runtrackd)"
        for count in (1, 2):
            daemon.process.send_signal(signal.SIGHUP)
            daemon.hear("READY=1")
            live.wait(lambda: daemon.log.count(warning) == count, f"warning {count}")
        document = daemon.run_fixes(10, 12)
        self.assertEqual(document["run"]["gpx_file"], str(daemon.runs / f"{RUN}.gpx"))
        self.assertFalse(other.exists())

    def test_a_stray_signal_reads_no_settings(self):
        daemon = self.recording()
        daemon.process.send_signal(signal.SIGUSR2)
        daemon.process.send_signal(signal.SIGHUP)
        daemon.logged("settings read again")
        daemon.run_fixes(10, 12)
        self.assertEqual(daemon.log.count("settings read again"), 1)


class Troubles(DaemonCase):
    def test_a_second_daemon_on_the_same_directory_is_refused(self):
        first = self.recording()
        second = self.daemon(f"control.path={self.folder}/other.sock", f"status.path={self.folder}/other.json")
        self.assertEqual(second.process.wait(20), 1)
        self.assertRegex(
            second.log, rf"error: cannot record in {re.escape(str(first.runs))}: another runtrackd does already \(hint: .*\)\n$")
        self.assertFalse((self.folder / "other.json").exists())
        self.assertEqual(first.run_fixes(10, 12)["run"]["fixes_accepted"], 12)

    def test_a_second_daemon_on_the_same_socket_is_refused(self):
        first = self.recording()
        second = self.daemon(f"record.directory={self.folder}/other", f"status.path={self.folder}/other.json")
        self.assertEqual(second.process.wait(20), 1)
        self.assertIn(f"error: another runtrackd answers at {first.control} (hint: ", second.log)
        self.assertRegex(first.say("lap"), "^lap 1: ")

    def test_settings_that_cannot_be_used_end_it_with_their_own_exit_status(self):
        file = self.folder / "etc/runtrackd.conf"
        self.daemon().stop()
        file.write_text("[gpsd]\nport = many\n")
        daemon = self.daemon()
        self.assertEqual(daemon.process.wait(20), 78)
        self.assertIn(f"error: {file}, line 2: port in [gpsd] cannot be \"many\"\n", daemon.log)
        file.unlink()
        daemon = self.daemon("gpsd.port=many")
        self.assertEqual(daemon.process.wait(20), 2)

    def test_a_directory_that_cannot_be_had_ends_it_with_what_where_and_why(self):
        (self.folder / "file").write_text("")
        daemon = self.daemon(f"record.directory={self.folder}/file/runs")
        self.assertEqual(daemon.process.wait(20), 1)
        self.assertIn(f"error: cannot create {self.folder}/file/runs: not a directory", daemon.log)

    def test_a_status_and_a_socket_that_cannot_be_written_stop_no_run(self):
        (self.folder / "file").write_text("")
        daemon = self.daemon(f"status.path={self.folder}/file/status.json", f"control.path={self.folder}/file/control.sock")
        daemon.ready()
        self.gpsd.send(*(live.fix(second) for second in range(30)))
        live.wait(lambda: daemon.runs.exists() and daemon.files() and self.gpx(daemon).count("<trkpt ") == 30, "the points")
        daemon.logged(f"warning: cannot make the directory {self.folder}/file: file exists")
        self.assertEqual(daemon.stop()[0], 0)
        self.assertEqual(daemon.log.count("cannot make the directory"), 2, "each told once")

    def test_a_socket_that_a_killed_daemon_left_is_in_nobodys_way(self):
        self.recording().stop(signal.SIGKILL)
        daemon = self.daemon().ready()
        daemon.run_fixes(10, 12)
        self.assertRegex(daemon.say("lap"), "^lap 1: ")
        self.assertEqual(daemon.stop()[0], 0)
        self.assertFalse(daemon.control.exists())

    def test_a_service_manager_that_takes_nothing_holds_nothing_up(self):
        daemon = self.daemon().ready()
        # Its queue is full: who waits for room there waits for ever.
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as other:
            other.setblocking(False)
            with self.assertRaises(BlockingIOError):
                while True:
                    other.sendto(b"STATUS=full", daemon.environment["NOTIFY_SOCKET"])
        daemon.run_fixes(0, 60)
        daemon.until(lambda d: d["run"]["distance_m"] > 150, "the distance")
        daemon.run_fixes(60, 120)
        self.assertIn("finished", daemon.say("finish"))
        status, seconds = daemon.stop()
        self.assertEqual(status, 0)
        self.assertLess(seconds, 5)

    def test_gpsd_may_go_and_come(self):
        daemon = self.recording()
        port = self.gpsd.port
        self.gpsd.close()
        document = daemon.until(lambda d: d["source"]["state"] == "connecting", "the loss")
        self.assertEqual([error["component"] for error in document["errors"]], ["source"])
        self.assertEqual((document["fix"]["stale"], document["fix"]["speed_mps"]), (True, None))
        answer = runtrackd("status", "--status", daemon.status_file, folder=self.folder)
        self.assertEqual(answer.returncode, 0)
        self.assertIn(f"no link to gpsd at 127.0.0.1:{port}", answer.stdout.decode())
        again = Gpsd(port)
        self.addCleanup(again.close)
        daemon.gpsd = again
        live.wait(lambda: again.watched, "the new link")
        document = daemon.run_fixes(10, 12)
        self.assertEqual((document["run"]["fixes_accepted"], document["source"]["reconnects"], document["errors"]), (12, 1, []))

    def test_status_says_since_when_the_daemon_is_gone(self):
        daemon = self.recording()
        answer = runtrackd("status", "--status", daemon.status_file, folder=self.folder)
        self.assertEqual((answer.returncode, answer.stderr), (0, b""))
        self.assertTrue(answer.stdout.startswith(b"Recording a run, since 08:00 on Mon 30 Nov 2026.\n"), answer.stdout)
        daemon.stop()
        answer = runtrackd("status", "--status", daemon.status_file, folder=self.folder)
        self.assertEqual(answer.returncode, 1)
        self.assertRegex(answer.stderr.decode(), r"^runtrackd: error: runtrackd is not running: it last wrote (less than 1|\d) s ago \(\d\d:\d\d\)\n")
        self.assertIn("10 in the file, all of them safe on the disk", answer.stdout.decode())


class Privacy(DaemonCase):
    KEY = "0123456789abcdef0123456789abcdef"

    def weather(self):
        """A service that repeats what it was asked in an error that nobody can use."""
        asked = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                asked.append(self.path)
                body = json.dumps({"cod": 401, "message": f"bad request {self.path}"}).encode()
                self.send_response(401)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return f"http://127.0.0.1:{server.server_port}/", asked

    def test_neither_positions_nor_keys_are_in_the_log_however_much_is_logged(self):
        url, asked = self.weather()
        key = self.folder / "key"
        key.write_text(self.KEY)
        os.chmod(key, 0o600)
        daemon = self.daemon(
            "weather.provider=openweathermap", f"weather.url={url}", f"weather.key_file={key}", options=["--verbose"]).ready()
        daemon.run_fixes(0, 30)
        daemon.until(lambda d: [e for e in d["errors"] if e["component"] == "weather"], "the refusal of the weather service")
        self.assertTrue(any(self.KEY in path and "lat=10.12" in path for path in asked), "what could have leaked was there")
        daemon.say("mark", "at the gate")
        daemon.say("lap")
        daemon.run_fixes(30, 32)
        self.gpsd.send({"class": "TPV", "device": "/dev/ttyACM0", "mode": 3, "time": "2026-11-30T08:00:40.000Z", "lat": 99.123, "lon": 20.456})
        (self.folder / "etc/runtrackd.conf").write_text("[zone home]\nlatitude = 10.123x\nlongitude = 20.456\nradius_m = 100\n")
        daemon.process.send_signal(signal.SIGHUP)
        daemon.logged("[zone home]")
        daemon.logged("accepted 3")
        daemon.say("finish")
        daemon.stop()
        log = daemon.log
        for secret in (self.KEY, self.KEY[:8], "10.12", "20.45", "99.12", "at the gate"):
            self.assertNotIn(secret, log)


if __name__ == "__main__":
    unittest.main()
