"""The Debian package and its service on a machine of their own: a real systemd, a real gpsd, and what befalls a device in the field."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time
import unittest

import machine
from machine import Machine
from program import ROOT, slow, status_schema

PYTHON = os.path.realpath(sys.executable)
HERE = pathlib.Path(__file__).parent
SETTINGS = "[run]\nstart = at_once\n[weather]\nprovider = none\n[record]\nminimum_free_mb = 0\n"
STATUS = "/run/runtrackd/status.json"
RUNS = "/var/lib/runtrackd/runs"


def package():
    """Builds the package of build/runtrackd; its path."""
    if not (ROOT / "build/runtrackd").exists():
        raise unittest.SkipTest("needs the release binary: make build")
    answer = subprocess.run([ROOT / "packaging/build-deb"], capture_output=True, text=True, timeout=300)
    if answer.returncode:
        raise AssertionError(answer.stderr)
    return ROOT / answer.stdout.split()[1]


class MachineCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        reason = machine.usable()
        if not reason and not os.access("/usr/sbin/gpsd", os.X_OK):
            reason = "needs gpsd"
        if reason:
            raise unittest.SkipTest(f"no machine to install on: {reason}")
        cls.package = package()
        cls.machine = cls.enterClassContext(Machine())
        cls.sh = cls.machine.sh
        # No mirror is in reach: whatever the package needs is on this machine already, or dpkg says so.
        cls.installation = cls.sh(f"dpkg --install {cls.package} 2>&1")
        cls.machine.put("/etc/default/gpsd", 'DEVICES="tcp://127.0.0.1:7777"\nGPSD_OPTIONS="-n"\nUSBAUTO="false"\n')
        cls.sh(f"systemd-run --quiet --unit=receiver {PYTHON} {HERE}/receiver.py 7777 5")
        cls.machine.wait(lambda: cls.machine.run("ss -Htln sport = :7777")[1], "the receiver")
        cls.sh("systemctl restart gpsd")

    # What the tests look at.

    def fresh(self, settings=SETTINGS, unit=""):
        """Starts the service anew, without runs, with these settings and lines more in [Service]."""
        self.sh(f"systemctl stop runtrackd; systemctl reset-failed runtrackd; umount -q {RUNS}; rm -rf {RUNS} {STATUS}", check=False)
        self.machine.put("/etc/runtrackd/runtrackd.conf", settings)
        self.machine.put("/run/systemd/system/runtrackd.service.d/test.conf", f"[Service]\n{unit}\n")
        self.sh("systemctl daemon-reload")
        self.since = self.sh("date +%s.%N").strip()
        self.sh("systemctl start runtrackd")

    def status(self):
        """The status document as another user reads it; None where there is none."""
        code, text, _ = self.machine.run(f"runuser -u nobody -- cat {STATUS}")
        if code:
            return None
        document = json.loads(text)
        status_schema().validate(document)
        return document

    def until(self, condition, what, seconds=20):
        def look():
            document = self.status()
            return document if document and condition(document) else None
        return self.machine.wait(look, what, seconds)

    def recorded(self, count):
        """Waits until so many fixes are in the run."""
        return self.until(lambda d: d["run"]["points_written"] >= count, f"{count} points")

    def show(self, name):
        return self.sh(f"systemctl show --property={name} --value runtrackd").strip()

    def pid(self):
        return int(self.show("MainPID"))

    def journal(self):
        self.sh("journalctl --sync")
        return self.sh(f"journalctl --unit=runtrackd --since=@{self.since} --output=cat --no-pager")

    def check(self, name):
        """What `runtrackd check` says of a run's file, which has to be whole."""
        found = json.loads(self.sh(f"runtrackd check --json {RUNS}/{name}.gpx"))
        self.assertEqual((found["outcome"], found["points"]), ("ok", found["points_with_time"]))
        return found

    def files(self):
        return self.sh(f"ls {RUNS}").split()


@slow
class Service(MachineCase):
    def test_exposure_is_at_most_1_2_and_the_unit_is_sound(self):
        self.fresh()
        self.assertEqual(self.machine.run("systemd-analyze verify runtrackd.service"), (0, "", ""))
        text = self.sh("systemd-analyze security --no-pager runtrackd.service")
        exposure = re.search(r"Overall exposure level for runtrackd.service: ([\d.]+)", text)
        self.assertLessEqual(float(exposure[1]), 1.2)
        facts = dict(re.findall(r"(\w+):\s+(\S+)", self.sh(f"cat /proc/{self.pid()}/status")))
        self.assertEqual(
            (facts["Seccomp"], facts["NoNewPrivs"], facts["CapBnd"], facts["CapEff"]), ("2", "1", "0" * 16, "0" * 16))

    def test_records_and_is_polled_by_another_user(self):
        self.fresh()
        document = self.recorded(10)
        self.assertEqual((document["run"]["state"], document["source"]["state"], document["errors"]), ("recording", "fixed", []))
        self.assertEqual(document["run"]["gpx_file"], f"{RUNS}/{document['run']['id']}.gpx")
        self.assertEqual(document["daemon"]["pid"], self.pid())
        polled = self.sh(f"runuser -u nobody -- sh -c 'for i in $(seq 200); do cat {STATUS}; echo; done'").splitlines()
        sequences = [json.loads(line)["sequence"] for line in polled if line]
        self.assertEqual(len(sequences), 200, "each is whole")
        self.assertEqual(sequences, sorted(sequences))
        self.assertIn("Recording a run", self.sh("runuser -u nobody -- runtrackd status"))
        self.assertNotEqual(self.machine.run(f"runuser -u nobody -- ls {RUNS}")[0], 0, "runs are the owner's own")
        self.assertRegex(self.show("StatusText"), r"^recording, [\d.]+ km; fixes come$")
        journal = self.journal()
        self.assertIn(f"recording run {document['run']['id']}", journal)
        self.assertNotIn("priority", journal, "nothing that the sandbox forbids is tried")
        for secret in ("10.12", "20.45"):
            self.assertNotIn(secret, journal)

    def test_who_may_steer_it(self):
        self.fresh()
        self.recorded(3)
        code, _, error = self.machine.run("runuser -u nobody -- runtrackd lap")
        self.assertEqual(code, 1)
        self.assertIn("runtrackd: hint: join its group: ", error)
        self.assertRegex(self.sh("runuser -u nobody -G runtrackd -- runtrackd lap"), "^lap 1: ")
        self.assertRegex(self.sh("runtrackd mark --kind gate at the gate"), "^marked")

    def test_killed_it_goes_on_with_the_same_run(self):
        self.fresh()
        before = self.recorded(5)
        pid = self.pid()
        self.sh(f"kill -KILL {pid}")
        after = self.until(lambda d: d["daemon"]["pid"] != pid and d["run"]["fixes_accepted"] > before["run"]["fixes_accepted"] + 3,
                           "the new daemon's points")
        self.assertEqual(after["run"]["id"], before["run"]["id"])
        self.assertEqual(self.show("NRestarts"), "1")
        self.assertEqual(self.files(), [f"{before['run']['id']}.gpx"])
        self.assertGreater(self.check(before["run"]["id"])["points"], before["run"]["points_written"])

    def test_stopped_by_a_signal_the_watchdog_starts_it_anew(self):
        self.fresh(unit="WatchdogSec=2")
        before = self.recorded(5)
        pid = self.pid()
        self.sh(f"kill -STOP {pid}")
        after = self.until(lambda d: d["daemon"]["pid"] != pid and d["source"]["fixes_received"] > 3, "the new daemon", 30)
        self.assertEqual(after["run"]["id"], before["run"]["id"])
        self.assertIn("Failed with result 'watchdog'", self.sh("journalctl --unit=runtrackd --output=cat --no-pager"))

    def test_a_stuck_pipeline_starves_the_watchdog_though_the_main_thread_lives(self):
        self.fresh(unit="WatchdogSec=2")
        before = self.recorded(5)
        pid = self.pid()
        with self.machine.popen(f"{PYTHON} {HERE}/freeze.py {pid}", stdout=subprocess.PIPE) as freezing:
            self.assertEqual(freezing.stdout.readline(), "frozen\n")
            after = self.until(lambda d: d["daemon"]["pid"] != pid and d["source"]["fixes_received"] > 3, "the new daemon", 30)
        self.assertEqual(after["run"]["id"], before["run"]["id"])

    def test_without_gpsd_it_is_ready_says_so_and_records_when_gpsd_comes(self):
        self.sh("systemctl stop gpsd.socket gpsd.service")
        try:
            self.fresh(SETTINGS)
            self.sh("systemctl stop gpsd.socket gpsd.service")
            document = self.until(lambda d: d["source"]["state"] == "connecting" and d["errors"], "the loss")
            self.assertEqual(self.show("ActiveState"), "active")
            self.assertIn("cannot reach gpsd at 127.0.0.1:2947: connection refused", document["errors"][0]["message"])
            text = self.sh("runtrackd status")
            self.assertIn("no link to gpsd at 127.0.0.1:2947", text)
            self.assertIn("systemctl status gpsd.socket", text)
        finally:
            self.sh("systemctl start gpsd.socket gpsd.service")
        self.assertEqual(self.recorded(3)["errors"], [])

    def test_a_full_disk_is_shown_and_the_points_of_the_meantime_are_kept(self):
        self.fresh()
        self.sh("systemctl stop runtrackd")
        self.sh(f"rm -f {RUNS}/*; mount -t tmpfs -o size=256k,mode=700,uid=$(id -u runtrackd),gid=$(id -g runtrackd) full {RUNS}")
        self.sh(f"head -c 1M /dev/zero >{RUNS}/filling", check=False)
        self.sh("systemctl start runtrackd")
        document = self.until(lambda d: [e for e in d["errors"] if e["component"] == "recorder"], "the fault")
        self.assertIn("no space left on device", document["errors"][0]["message"])
        self.assertIn("no space left on device", self.sh("runtrackd status").replace("\n            ", " "))
        document = self.until(lambda d: d["run"]["fixes_accepted"] >= 10, "the fixes")
        self.assertEqual(document["run"]["points_written"], 0)
        self.sh(f"rm {RUNS}/filling")
        document = self.until(lambda d: d["run"]["points_saved"] >= document["run"]["fixes_accepted"], "the points", 30)
        self.assertEqual(document["errors"], [])
        self.assertGreaterEqual(self.check(document["run"]["id"])["points"], document["run"]["points_saved"])
        self.sh(f"systemctl stop runtrackd; umount {RUNS}")

    def test_reload_takes_a_good_file_and_refuses_a_bad_one(self):
        self.fresh()
        run = self.recorded(3)["run"]["id"]
        self.machine.put("/etc/runtrackd/runtrackd.conf", SETTINGS + "[status]\nmode = 0640\n")
        self.sh("systemctl reload runtrackd")
        self.machine.wait(lambda: self.sh(f"stat -c %a {STATUS}").strip() == "640", "the new mode")
        code, _, error = self.machine.run("runuser -u nobody -- runtrackd status")
        self.assertEqual(code, 1)
        self.assertIn(f"cannot read {STATUS}: permission denied\nruntrackd: hint: ", error)
        self.machine.put("/etc/runtrackd/runtrackd.conf", SETTINGS + "[status]\nmode = 0644\n")
        self.sh("systemctl reload runtrackd")
        self.machine.put("/etc/runtrackd/runtrackd.conf", SETTINGS + "[status]\nmoed = 0600\n")
        self.machine.wait(self.status, "the status")
        self.sh("systemctl reload runtrackd")
        document = self.until(lambda d: d["errors"], "the fault")
        self.assertEqual(document["errors"][0]["component"], "settings")
        self.assertIn("/etc/runtrackd/runtrackd.conf, line 8: there is no moed in [status]", document["errors"][0]["message"])
        self.assertEqual((document["run"]["id"], document["run"]["state"], self.show("ActiveState")), (run, "recording", "active"))
        self.assertIn("did you mean mode?", self.journal())

    def test_settings_that_cannot_be_used_are_not_tried_again_and_again(self):
        self.fresh()
        self.machine.put("/etc/runtrackd/runtrackd.conf", "[gpsd]\nport = many\n")
        self.assertNotEqual(self.machine.run("systemctl restart runtrackd")[0], 0)
        self.assertEqual([self.show(name) for name in ("ActiveState", "ExecMainStatus", "NRestarts")], ["failed", "78", "0"])
        self.assertIn("line 2: port in [gpsd] cannot be \"many\"", self.journal())

    def test_stop_is_quick_and_the_next_start_goes_on(self):
        self.fresh()
        run = self.recorded(10)["run"]["id"]
        begin = time.monotonic()
        self.sh("systemctl stop runtrackd")
        self.assertLess(time.monotonic() - begin, 2)
        self.assertEqual([self.show(name) for name in ("Result", "ExecMainStatus")], ["success", "0"])
        last = self.status()["run"]
        self.assertEqual((last["state"], last["points_saved"]), ("recording", last["points_written"]))
        self.assertEqual(self.check(run)["points"], last["points_written"])
        code, text, error = self.machine.run("runuser -u nobody -- runtrackd status")
        self.assertEqual(code, 1)
        self.assertRegex(error, r"^runtrackd: error: runtrackd is not running: it last wrote .+ ago \(\d\d:\d\d\)\n")
        self.assertIn("all of them safe on the disk", text)
        self.sh("systemctl start runtrackd")
        self.assertEqual(self.recorded(last["points_written"] + 5)["run"]["id"], run)
        self.assertRegex(self.sh("runtrackd finish"), rf"^finished run {run}: ")
        text = self.sh(f"cat {RUNS}/{run}.gpx")
        self.assertIn("<bounds ", text)
        self.assertEqual(self.check(run)["points"], text.count("<trkpt "))
        self.machine.put("/tmp/schema/gpx.xsd", (ROOT / "Fixtures/schema/gpx-1.1.xsd").read_bytes())
        self.sh(f"xmllint --noout --schema /tmp/schema/gpx.xsd {RUNS}/{run}.gpx 2>&1")

    def test_a_weather_key_comes_by_credential_and_is_never_shown(self):
        key = "0123456789abcdef0123456789abcdef"
        self.machine.put("/etc/credstore/weather.key", key + "\n", 0o600)
        try:
            self.fresh(SETTINGS.replace("provider = none", "provider = openweathermap\nurl = http://127.0.0.1:9/"))
            document = self.until(lambda d: [e for e in d["errors"] if e["component"] == "weather"], "the failure")
            self.assertIn("127.0.0.1:9", document["errors"][0]["message"])
            self.assertNotIn(key, json.dumps(document) + self.journal() + self.sh("runtrackd config"))
        finally:
            self.sh("rm /etc/credstore/weather.key")


@slow
class Personal(MachineCase):
    """The unit of one person, without root."""

    def person(self, command, check=True):
        return self.sh(f"runuser -u person -- env -i PATH=$PATH HOME=/home/person XDG_RUNTIME_DIR=/run/user/$(id -u person) {command}", check)

    def test_a_persons_own_service_records_and_goes_on_after_a_kill(self):
        self.sh("systemctl disable --now runtrackd")
        self.sh("useradd --create-home person; install -d -m 700 -o person /run/user/$(id -u person)")
        self.sh("install -d -o person /home/person/.config /home/person/.config/runtrackd")
        self.machine.put("/home/person/.config/runtrackd/runtrackd.conf", SETTINGS)
        self.sh("systemd-run --quiet --unit=person --uid=person --property=Delegate=yes"
                " --setenv=XDG_RUNTIME_DIR=/run/user/$(id -u person) --setenv=HOME=/home/person /lib/systemd/systemd --user")
        self.machine.wait(lambda: self.person("systemctl --user is-system-running", False).strip() == "running", "the person's manager")
        self.assertEqual(self.person("systemd-analyze --user verify /usr/lib/systemd/user/runtrackd.service"), "")
        self.person("systemctl --user enable --now runtrackd")

        def look():
            text = self.person("runtrackd status --format json", False)
            return json.loads(text) if text else None
        before = self.machine.wait(lambda: (document := look()) and document["run"]["points_written"] > 5 and document, "points")
        self.assertEqual(before["run"]["gpx_file"], f"/home/person/.local/share/runtrackd/runs/{before['run']['id']}.gpx")
        self.assertRegex(self.person("runtrackd lap"), "^lap 1: ")
        self.sh(f"kill -KILL {before['daemon']['pid']}")
        after = self.machine.wait(
            lambda: (document := look()) and document["daemon"]["pid"] != before["daemon"]["pid"]
            and document["run"]["fixes_accepted"] > before["run"]["fixes_accepted"] and document, "more points")
        self.assertEqual(after["run"]["id"], before["run"]["id"])
        self.assertRegex(self.person("runtrackd finish"), "^finished run ")
        self.person("systemctl --user stop runtrackd")
        self.assertNotEqual(self.machine.run("runuser -u person -- runtrackd status")[0], 0)


@slow
class Package(MachineCase):
    """One life of the package, in its order."""

    @unittest.skipUnless(shutil.which("lintian"), "needs lintian")
    def test_lintian_finds_nothing(self):
        answer = subprocess.run(["lintian", "--fail-on", "error,warning", self.package], capture_output=True, text=True, timeout=300)
        self.assertEqual((answer.returncode, answer.stdout), (0, ""))

    def test_installed_upgraded_removed_and_purged(self):
        with self.subTest("installed"):
            self.assertEqual(self.sh("systemctl is-active runtrackd; systemctl is-enabled runtrackd").split(), ["active", "enabled"])
            self.assertEqual(
                self.sh("stat -c '%A %U %G' /etc/runtrackd/runtrackd.conf").strip(), "-rw-r----- root runtrackd")
            self.assertRegex(self.sh("getent passwd runtrackd"), r":/var/lib/runtrackd:/usr/sbin/nologin$")
            self.assertIn("; /etc/runtrackd/runtrackd.conf is the settings file", self.sh("runtrackd config"))
            self.sh("man -w runtrackd && man -w runtrackd.conf && test -e /usr/share/bash-completion/completions/runtrackd")
        self.fresh()
        run = self.recorded(5)["run"]
        pid = self.pid()
        with self.subTest("upgraded"):
            self.machine.put("/etc/runtrackd/runtrackd.conf", SETTINGS + "; mine\n", 0o644)
            self.sh(f"dpkg --install --force-confold {self.package}")
            self.assertNotEqual(self.pid(), pid)
            self.assertEqual(self.recorded(run["points_written"] + 5)["run"]["id"], run["id"])
            self.assertIn("; mine", self.sh("cat /etc/runtrackd/runtrackd.conf"))
            self.assertEqual(self.sh("stat -c %a /etc/runtrackd/runtrackd.conf").strip(), "644", "what an owner set stays")
        with self.subTest("removed"):
            self.sh("dpkg --remove runtrackd")
            self.assertNotEqual(self.machine.run("systemctl is-active runtrackd")[0], 0)
            self.assertEqual(self.files(), [f"{run['id']}.gpx"])
            self.assertEqual(self.machine.run("ls /run/runtrackd")[0], 2)
        with self.subTest("purged"):
            text = self.sh("dpkg --purge runtrackd 2>&1 </dev/null")
            self.assertIn("runtrackd: removing /var/lib/runtrackd with 1 recorded runs", text)
            self.assertEqual(self.machine.run("ls -d /var/lib/runtrackd /etc/runtrackd /var/cache/runtrackd")[1], "")


if __name__ == "__main__":
    unittest.main()
