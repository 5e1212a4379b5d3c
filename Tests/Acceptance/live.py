"""A daemon under a test's hand: fed by a gpsd that says what the test says, watched by a service manager that only listens."""
import contextlib
import json
import os
import pathlib
import signal
import socket
import subprocess
import threading
import time
from datetime import datetime, timedelta, timezone

from program import PROGRAM, runtrackd, status_schema

START = datetime(2026, 11, 30, 8, tzinfo=timezone.utc)
# The invented runner goes north from here, 3 m in each second; a degree is 110.6 km there.
LATITUDE, LONGITUDE = 10.123, 20.456


def wait(condition, what, seconds=20):
    """Waits until `condition()` is true, and gives what it gave."""
    deadline = time.monotonic() + seconds
    while True:
        answer = condition()
        if answer:
            return answer
        if time.monotonic() > deadline:
            raise AssertionError(f"{what} did not happen within {seconds} s")
        time.sleep(0.02)


def fix(second, metres=None):
    """gpsd's report of a fix so many seconds after START."""
    moment = (START + timedelta(seconds=second)).strftime("%Y-%m-%dT%H:%M:%S.000Z")
    latitude = LATITUDE + (3 * second if metres is None else metres) / 110_608
    return {"class": "TPV", "device": "/dev/ttyACM0", "mode": 3, "time": moment, "lat": latitude, "lon": LONGITUDE, "altMSL": 100.0,
            "speed": 3.0, "track": 0.0, "eph": 4.0}


class Gpsd:
    """Speaks gpsd's protocol on a port of its own."""

    def __init__(self, port=0):
        self.listener = socket.create_server(("127.0.0.1", port))
        self.port = self.listener.getsockname()[1]
        self.watchers = []
        self.watched = 0
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client):
        try:
            self.say(client, {"class": "VERSION", "release": "3.22", "rev": "3.22", "proto_major": 3, "proto_minor": 14})
            for line in client.makefile("rb"):
                if line.startswith(b"?WATCH"):
                    self.say(client, {"class": "DEVICES", "devices": [{"class": "DEVICE", "path": "/dev/ttyACM0", "driver": "u-blox"}]})
                    self.say(client, {"class": "WATCH", "enable": True, "json": True})
                    self.watchers.append(client)
                    self.watched += 1
        except OSError:
            pass

    def say(self, client, report):
        client.sendall(json.dumps(report).encode() + b"\r\n")

    def send(self, *reports):
        """Tells whoever watches now."""
        for client in self.watchers:
            try:
                for report in reports:
                    self.say(client, report)
            except OSError:
                pass

    def close(self):
        for end in (self.listener, *self.watchers):
            # Closing alone would not wake the thread that waits there.
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self.watchers = []


class Daemon:
    """`runtrackd run` in a folder of its own; `settings` are --set options, `more` is environment."""

    def __init__(self, folder, gpsd, *settings, options=(), **more):
        self.folder = pathlib.Path(folder)
        self.status_file = self.folder / "run/status.json"
        self.control = self.folder / "run/control.sock"
        self.runs = self.folder / "state/runs"
        (self.folder / "etc").mkdir(exist_ok=True)
        self.log_file = self.folder / f"log-{time.monotonic_ns()}"
        self.notices = []
        self.manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        address = self.folder / f"notify-{time.monotonic_ns()}"
        self.manager.bind(str(address))
        self.gpsd = gpsd
        self.watched = gpsd.watched
        self.environment = {
            "PATH": os.environ["PATH"], "TZ": "UTC", "HOME": str(self.folder), "STATE_DIRECTORY": str(self.folder / "state"),
            "RUNTIME_DIRECTORY": str(self.folder / "run"), "CACHE_DIRECTORY": str(self.folder / "cache"),
            "CONFIGURATION_DIRECTORY": str(self.folder / "etc"), "NOTIFY_SOCKET": str(address), **more}
        chosen = [f"gpsd.port={gpsd.port}", "gpsd.accept_any_date=true", "run.start=at_once", "weather.provider=none",
                  "status.interval_s=0.05", "record.minimum_free_mb=0", *settings]
        with self.log_file.open("wb") as log:
            self.process = subprocess.Popen(
                [PROGRAM, "run", *options, *(word for setting in chosen for word in ("--set", setting))], stdin=subprocess.DEVNULL,
                stdout=log, stderr=log, env=self.environment, cwd=self.folder)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.manager.close()

    def ready(self):
        """Waits until it has said that it is ready, and gpsd is watched."""
        self.hear("READY=1")
        wait(lambda: self.gpsd.watched > self.watched, "a watch of gpsd")
        return self

    def hear(self, word, seconds=20):
        """Waits for a notice to the service manager that has this line, and gives the notice."""
        self.manager.settimeout(seconds)
        while True:
            notice = self.manager.recv(4096).decode()
            self.notices.append(notice)
            if word in notice.split("\n"):
                return notice

    @property
    def log(self):
        return self.log_file.read_text()

    def logged(self, text):
        wait(lambda: text in self.log, f"{text!r} in the log")

    def status(self):
        document = json.loads(self.status_file.read_bytes())
        status_schema().validate(document)
        return document

    def until(self, condition, what):
        """Waits for a status document of which `condition` is true, and gives it."""
        def look():
            # Of the daemon before there may be one.
            document = self.status() if self.status_file.exists() else None
            return document if document and document["daemon"]["pid"] == self.process.pid and condition(document) else None
        return wait(look, what)

    def run_fixes(self, first, end, metres=None):
        """Sends the fixes of these seconds, and what shows that the last epoch is over; waits until they are received, and in the file
        where nothing is wrong with it."""
        before = self.until(lambda _: True, "a status")["source"]["fixes_received"]
        no_fix = {"class": "TPV", "device": "/dev/ttyACM0", "mode": 1}
        self.gpsd.send(*(fix(second, metres) for second in range(first, end)), no_fix)

        def is_recorded(document):
            run = document["run"]
            return (run["points_written"] or 0) >= (run["fixes_accepted"] or 0) or any(e["component"] == "recorder" for e in document["errors"])
        return self.until(lambda d: d["source"]["fixes_received"] >= before + end - first and is_recorded(d), f"fixes {first} to {end}")

    def verb(self, *arguments):
        return runtrackd(*arguments, "--control", self.control, folder=self.folder)

    def say(self, *arguments):
        """The words of a verb that has to succeed."""
        answer = self.verb(*arguments)
        assert answer.returncode == 0, answer.stderr.decode()
        return answer.stdout.decode()

    def refusal(self, *arguments):
        answer = self.verb(*arguments)
        return answer.returncode, answer.stderr.decode().splitlines()

    def stop(self, number=signal.SIGTERM):
        """Ends it; its exit status, and how long that took."""
        begin = time.monotonic()
        self.process.send_signal(number)
        return self.process.wait(20), time.monotonic() - begin

    def files(self):
        return sorted(path.name for path in self.runs.iterdir() if not path.name.startswith("."))
