"""A real gpsd of a test's own, fed by a receiver on a pseudo-terminal, and a second watcher that says what was to be seen."""
import contextlib
import ctypes
import json
import os
import pathlib
import socket
import subprocess
import tempfile
import threading
import time
import tty

import live
from receiver import epoch

GPSD = "/usr/sbin/gpsd"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Receiver:
    """Writes the epochs of `feed` (an iterator of bytes) to a terminal of its own, `rate` a second; without one those of somebody who runs now."""

    def __init__(self, rate=5, feed=None):
        self.master, self.slave = os.openpty()
        for end in (self.master, self.slave):
            tty.setraw(end)
        os.set_blocking(self.master, False)
        self.path = os.ttyname(self.slave)
        os.chmod(self.path, 0o666)  # gpsd is no longer root when it opens it again.
        self.rate = rate
        self.feed = feed
        self.plugged = threading.Event()
        self.plugged.set()
        self.done = threading.Event()
        self.thread = threading.Thread(target=self.work, daemon=True)

    def start(self):
        self.thread.start()

    def work(self):
        begin = due = time.time()
        while self.plugged.is_set():
            sentences = next(self.feed, None) if self.feed else epoch(round(due, 2), begin)
            if sentences is None:
                break
            # A serial line does not wait for a gpsd that hangs: what finds no room is gone.
            with contextlib.suppress(BlockingIOError):
                os.write(self.master, sentences)
            due += 1 / self.rate
            time.sleep(max(due - time.time(), 0))
        self.done.set()

    def unplug(self):
        """Pulls it out; gpsd reads the end of the terminal."""
        if not self.plugged.is_set():
            return
        self.plugged.clear()
        if self.thread.ident:
            self.thread.join()
        os.close(self.master)
        os.close(self.slave)


class RealGpsd:
    """gpsd on a port of its own; it may be ended and begun again."""

    def __init__(self, receiver):
        self.port = free_port()
        self.receiver = receiver
        self.watched = 0
        self.process = None
        self.folder = tempfile.TemporaryDirectory()
        self.control = pathlib.Path(self.folder.name) / "control"

    def start(self):
        # A shared memory of its own, for gpsd 3.22 leaves it behind.
        environment = {**os.environ, "GPSD_SHM_KEY": hex(self.memory_key)}
        self.process = subprocess.Popen(
            [GPSD, "-N", "-n", "-b", "-S", str(self.port), "-F", str(self.control), self.receiver.path], env=environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        live.wait(self.answers, "gpsd's start")
        return self

    def answers(self):
        try:
            with socket.create_connection(("127.0.0.1", self.port), 1) as link:
                return link.recv(10).startswith(b'{"class"')
        except OSError:
            return False

    def signal(self, number):
        self.process.send_signal(number)

    def kill(self):
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None

    def tell(self, word):
        """What udev says of a device that comes (+) or goes (-)."""
        with socket.socket(socket.AF_UNIX) as link:
            link.connect(str(self.control))
            link.sendall(word.encode() + b"\r\n")
            return link.recv(100)

    @property
    def memory_key(self):
        return 0x52540000 | self.port

    def close(self):
        self.kill()
        self.receiver.unplug()
        libc = ctypes.CDLL(None, use_errno=True)
        segment = libc.shmget(self.memory_key, 0, 0)
        if segment >= 0:
            libc.shmctl(segment, 0, None)  # 0: remove
        self.folder.cleanup()


class Watcher:
    """Another client of the same gpsd: the time of each epoch that is a fix, and when (monotonic) its first report came."""

    def __init__(self, port):
        self.port = port
        self.fixes = {}
        self.is_watching = threading.Event()
        self.ended = False
        threading.Thread(target=self.work, daemon=True).start()

    def work(self):
        while not self.ended:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 2) as link:
                link.settimeout(None)
                link.sendall(b'?WATCH={"enable":true,"json":true};\n')
                for line in link.makefile("rb"):
                    self.read(line)
            self.is_watching.clear()
            time.sleep(0.05)

    def read(self, line):
        try:
            report = json.loads(line)
        except ValueError:
            return  # Cut off with its gpsd.
        if report["class"] == "WATCH":
            self.is_watching.set()
        if report["class"] == "TPV" and report["mode"] >= 2 and "lat" in report and "time" in report:
            self.fixes.setdefault(report["time"], time.monotonic())
