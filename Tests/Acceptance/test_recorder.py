"""The recorder under kills, failing calls and full disks: the file on the disk is whole at every instant, and no point that was told of is lost.

`RecorderRig` records an invented run through the same recorder as the daemon, as fast as it goes, and says how far it is.
"""
import os
import pathlib
import random
import re
import select
import shutil
import subprocess
import tempfile
import time
import unittest

from program import ROOT, slow
from test_gpx import schema_errors

RIG = ROOT / ".build/debug/RecorderRig"
FILE = "2026-11-30T08-00-00Z.gpx"
QUICK = bool(os.environ.get("RUNTRACKD_QUICK"))
TIMES = re.compile(rb"<time>2026-11-30T(\d\d):(\d\d):(\d\d)Z</time>[^\n]*</trkpt>")


def points(file):
    """How many points a file holds; each must be there once, in order: they are a second apart from 08:00:00."""
    seconds = [int(h) * 3600 + int(m) * 60 + int(s) - 8 * 3600 for h, m, s in TIMES.findall(file.read_bytes())]
    assert seconds == list(range(len(seconds))), "points are missing, doubled or out of order"
    return len(seconds)


class Recorder(unittest.TestCase):
    def setUp(self):
        self.assertTrue(RIG.exists(), "swift build --product RecorderRig")
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def start(self, runs, *arguments, **options):
        return subprocess.Popen([RIG, runs, *map(str, arguments)], stdout=subprocess.PIPE, **options)

    # Kills.

    def test_killed_at_any_moment_the_file_is_valid_and_holds_every_point_told_of(self):
        kills, batch = int(os.environ.get("RUNTRACKD_KILLS", 60 if QUICK else 2000)), 100
        seed = int(os.environ.get("RUNTRACKD_SEED", time.time()))
        chance = random.Random(seed)
        found = 0
        for first in range(0, kills, batch):
            files = []
            for number in range(first, min(first + batch, kills)):
                runs = self.folder / str(number)
                told = self.kill_one(runs, chance)
                file = runs / FILE
                with self.subTest(kill=number, seed=seed, told=told):
                    if file.exists():
                        self.assertGreaterEqual(points(file), told)
                        files.append(file)
                        found += 1
                    else:
                        self.assertEqual(told, 0)
            self.assertEqual(schema_errors(*files), [], f"seed {seed}")
            for runs in self.folder.iterdir():
                shutil.rmtree(runs)
        self.assertGreater(found, kills // 2, "most kills have to come after the file's beginning to prove anything")

    def kill_one(self, runs, chance):
        """Lets it record for up to 15 ms from its first word on; gives how many points it told of as written."""
        rig = self.start(runs, 1_000_000, chance.choice((1, 7, 10_000)))
        if chance.random() < 0.9:
            select.select([rig.stdout], [], [], 10)
        end = time.monotonic() + chance.random() * 0.015
        told = b""
        while (left := end - time.monotonic()) > 0:
            if select.select([rig.stdout], [], [], left)[0]:
                told += os.read(rig.stdout.fileno(), 1 << 20)
        rig.kill()
        told += rig.stdout.read()
        rig.stdout.close()
        rig.wait()
        return max((int(n) for n in re.findall(rb"^written (\d+)\n", told, re.MULTILINE)), default=0)

    def test_killed_again_and_again_a_run_goes_on_with_nothing_lost_or_doubled(self):
        chance = random.Random(7)
        for chain in range(2 if QUICK else 20):
            runs, told = self.folder / f"chain-{chain}", 0
            for _ in range(10):
                rig = self.start(runs, 1_000_000, 50, "resume")
                time.sleep(0.004 + chance.random() * 0.03)
                rig.kill()
                said = rig.stdout.read().decode()
                rig.stdout.close()
                rig.wait()
                for start in re.findall(r"^resumed (\d+)\n", said, re.MULTILINE):
                    self.assertGreaterEqual(int(start), told)
                self.assertNotIn("note", said, "a kill leaves nothing to repair")
                told = max([told] + [int(n) for n in re.findall(r"^written (\d+)\n", said, re.MULTILINE)])
                if (runs / FILE).exists():
                    self.assertGreaterEqual(points(runs / FILE), told)
            rig = self.start(runs, told + 500, 50, "resume", "finish")
            self.assertIn(f"saved {told + 500}\n", rig.communicate()[0].decode())
            self.assertEqual(points(runs / FILE), told + 500)
            self.assertEqual(schema_errors(runs / FILE), [])
            self.assertEqual(sorted(file.name for file in runs.iterdir()), [FILE], "nothing is left behind")

    # Failing calls.

    @unittest.skipUnless(shutil.which("strace"), "strace is not installed")
    def test_an_error_at_call_n_loses_nothing_for_any_n(self):
        calls = {"pwrite64": "EIO ENOSPC", "write": "ENOSPC", "fdatasync": "EIO EINTR", "fsync": "EIO", "openat": "EACCES", "rename": "ENOSPC",
                 "renameat2": "EIO", "ftruncate": "EIO", "pread64": "EIO", "lseek": "EIO"}
        for call, errors in calls.items():
            for error in errors.split():
                number, step = 1, 1 if not QUICK else 9
                while self.inject(call, error, number):
                    number += step
                self.assertLess(number, 1000)

    def inject(self, call, error, number):
        """Records with that call failing so; false where there are not so many."""
        runs = self.folder / f"{call}-{error}-{number}"
        log = self.folder / "strace.log"
        paths = [f"-P{name}" for name in (runs, runs / FILE, runs / f".{FILE}.new")]
        answer = subprocess.run(
            ["strace", "-f", "-qq", f"-o{log}", *paths, f"-etrace={call}", f"-einject={call}:error={error}:when={number}", RIG, runs, "60", "10", "finish"],
            capture_output=True, text=True, timeout=60)
        if "(INJECTED)" not in log.read_text():
            return False
        with self.subTest(call=call, error=error, number=number):
            self.assertNotRegex(answer.stdout, "(?m)^(broken|unreadable|gave up)")
            if answer.returncode == 0:
                self.assertEqual(points(runs / FILE), 60)
                self.assertEqual(schema_errors(runs / FILE), [])
                self.assertEqual(sorted(file.name for file in runs.iterdir()), [FILE])
            else:
                self.assertEqual((answer.returncode, answer.stdout.count("\n")), (1, 1), "only the start may fail, and says why")
                self.assertRegex(answer.stdout, "^failed cannot [a-z ]+ /")
        shutil.rmtree(runs, ignore_errors=True)
        return True

    # Disks.

    @unittest.skipUnless(os.geteuid() == 0, "mounting needs root")
    def test_a_disk_that_fills_and_gets_room_again_loses_nothing(self):
        for room in range(16, 200, 60 if QUICK else 4):
            with self.subTest(room=f"{room} KiB"):
                self.fill(room)

    def fill(self, room):
        runs = self.folder / f"disk-{room}"
        runs.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={room}k", "runs", runs], check=True)
        try:
            rig = self.start(runs / "runs", 1000, 10, "wait", "finish", stdin=subprocess.PIPE)
            written = failures = 0
            for line in rig.stdout:
                word, _, rest = line.decode().rstrip().partition(" ")
                self.assertNotIn(word, ("broken", "unreadable", "gave"), rest)
                if word == "written":
                    written = int(rest)
                elif word == "failed":
                    failures += 1
                    self.assertTrue(rest.endswith("no space left on device"), rest)
                    if (runs / "runs" / FILE).exists():
                        self.assertGreaterEqual(points(runs / "runs" / FILE), written)
                        self.assertEqual(schema_errors(runs / "runs" / FILE), [])
                    room += 40
                    subprocess.run(["mount", "-o", f"remount,size={room}k", runs], check=True)
                    rig.stdin.write(b"\n")
                    rig.stdin.flush()
            self.assertEqual(rig.wait(), 0)
            rig.stdin.close()
            rig.stdout.close()
            self.assertGreater(failures, 1)
            self.assertEqual(points(runs / "runs" / FILE), 1000)
            self.assertEqual(schema_errors(runs / "runs" / FILE), [])
        finally:
            subprocess.run(["umount", runs], check=True)

    @unittest.skipUnless(os.geteuid() == 0, "mounting needs root")
    def test_a_disk_that_becomes_read_only_is_told_of_and_recording_goes_on_afterwards(self):
        runs = self.folder / "disk"
        runs.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "runs", runs], check=True)
        try:
            # The open file holds a file system writable, so it is another mount of the directory that turns read-only: new files fail.
            subprocess.run(["mount", "--bind", runs, runs], check=True)
            subprocess.run(["mount", "-o", "remount,bind,ro", runs], check=True)
            rig = self.start(runs, 20, 10, "wait", "finish", stdin=subprocess.PIPE)
            said = [rig.stdout.readline().decode()]
            self.assertRegex(said[0], "^failed cannot create .*: read-only file system\n")
            subprocess.run(["mount", "-o", "remount,bind,rw", runs], check=True)
            rest = rig.communicate(b"\n")[0].decode()
            self.assertIn("saved 20\n", rest)
            self.assertEqual(points(runs / FILE), 20)
        finally:
            subprocess.run(["umount", runs], check=True)
            subprocess.run(["umount", runs], check=True)

    # Power cuts.

    @slow
    @unittest.skipUnless(os.environ.get("POWER_CUT"), "POWER_CUT names no tool that simulates power cuts")
    def test_power_cuts_break_nothing_and_lose_nothing_that_was_told_of_as_saved(self):
        check = f"""[ "$PROMISED" = 0 ] || {{ xmllint --noout --schema {ROOT}/Fixtures/schema/gpx-1.1.xsd "$DISK/runs/{FILE}" &&
            [ "$(grep -c '</trkpt>' "$DISK/runs/{FILE}")" -ge "$PROMISED" ]; }}"""
        for every in (1, 10):
            with self.subTest(sync_every=every):
                answer = subprocess.run(
                    [os.environ["POWER_CUT"], "--cuts", "200", "--run", f"{RIG} $DISK/runs 400 {every}", "--ack", "^saved ([0-9]+)", "--check", check],
                    capture_output=True, text=True, timeout=1800)
                self.assertIn("200 passed, 0 failed", answer.stdout, answer.stdout[-2000:] + answer.stderr[-2000:])


if __name__ == "__main__":
    unittest.main()
