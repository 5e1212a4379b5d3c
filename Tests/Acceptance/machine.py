"""A whole Debian machine for a test: systemd as PID 1 in namespaces of its own, over a copy of this machine's files that is dropped.

    with Machine() as machine:
        machine.sh("systemctl start gpsd.socket")

/ is an overlay, so that whatever the test installs, kills or fills is gone afterwards, and the network is a loopback of its own. Needs root,
util-linux, systemd and cgroup v2 (pure or beside v1). Limits of memory and tasks hold only where their controllers are of cgroup v2.
"""
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time

# Units that a bare boot does without: hardware, consoles, clocks, swap.
MASKED = """
    systemd-udevd.service systemd-udev-trigger.service systemd-udevd-control.socket systemd-udevd-kernel.socket systemd-sysctl.service
    systemd-modules-load.service systemd-random-seed.service systemd-remount-fs.service systemd-timesyncd.service
    systemd-update-utmp.service systemd-firstboot.service systemd-machine-id-commit.service systemd-binfmt.service systemd-logind.service
    systemd-journal-flush.service keyboard-setup.service console-setup.service sys-kernel-debug.mount sys-kernel-tracing.mount
    sys-kernel-config.mount sys-fs-fuse-connections.mount dev-hugepages.mount dev-mqueue.mount proc-sys-fs-binfmt_misc.automount
    swap.target local-fs.target timers.target getty.target
""".split()

# Runs in the new namespaces, before systemd; $1 is a folder of the host's.
STAGE = r"""
set -eu
work=$1
mount --make-rprivate /
mount -t tmpfs -o size=1g,mode=755 machine "$work"
mkdir -p "$work/up" "$work/work" "$work/root"
root=$work/root
mount -t overlay -o "lowerdir=/,upperdir=$work/up,workdir=$work/work" overlay "$root"
mount -t proc -o nosuid,nodev,noexec proc "$root/proc"
mount --bind "$root/proc/sys" "$root/proc/sys"
mount -o remount,bind,ro "$root/proc/sys"
mount -t sysfs -o ro,nosuid,nodev,noexec sysfs "$root/sys"
mount -t cgroup2 -o nosuid,nodev,noexec cgroup2 "$root/sys/fs/cgroup"
mount -t tmpfs -o mode=755,nosuid tmpfs "$root/dev"
for node in null zero full random urandom tty; do : >"$root/dev/$node"; mount --bind "/dev/$node" "$root/dev/$node"; done
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts "$root/dev/pts"
mount -t tmpfs -o mode=1777,nosuid,nodev tmpfs "$root/dev/shm"
ln -s pts/ptmx "$root/dev/ptmx"; ln -s /proc/self/fd "$root/dev/fd"
mount -t tmpfs -o mode=755,nosuid,nodev tmpfs "$root/run"
mount -t tmpfs -o mode=1777,nosuid,nodev tmpfs "$root/tmp"
mkdir -p "$root/run/systemd/system" "$root/run/systemd/journald.conf.d" "$root/run/lock"
for unit in $MASKED; do ln -s /dev/null "$root/run/systemd/system/$unit"; done
rm -f "$root/etc/fstab" "$root/etc/machine-id" "$root/usr/sbin/policy-rc.d"
: >"$root/etc/fstab"; echo 0123456789abcdef0123456789abcdef >"$root/etc/machine-id"
printf '[Journal]\nStorage=volatile\nRateLimitIntervalSec=0\n' >"$root/run/systemd/journald.conf.d/test.conf"
printf '[Unit]\nDescription=Test\nRequires=basic.target\nAfter=basic.target\nWants=dbus.socket\nAllowIsolate=yes\n' \
    >"$root/run/systemd/system/test.target"
cd "$root"
mkdir -p run/host
pivot_root . run/host
umount -l /run/host
mount --make-rshared /
hostname machine
exec env -i container=runtrackd-test PATH="$PATH" TERM=dumb /lib/systemd/systemd --system --unit=test.target --show-status=no \
    --log-target=journal
"""


def usable():
    """Whether such a machine can be had here, or why not."""
    if os.geteuid() != 0:
        return "needs root"
    if not os.access("/lib/systemd/systemd", os.X_OK):
        return "needs systemd"
    return "" if cgroup() else "needs cgroup v2"


def cgroup():
    for line in pathlib.Path("/proc/mounts").read_text().splitlines():
        fields = line.split()
        if fields[2] == "cgroup2":
            return fields[1]
    return None


class Machine:
    def __enter__(self):
        self.folder = tempfile.mkdtemp()
        self.group = pathlib.Path(cgroup()) / f"runtrackd-test-{os.getpid()}"
        self.group.mkdir(exist_ok=True)
        enter = 'echo $$ >"$1/cgroup.procs"; shift; exec "$@"'
        unshare = ["unshare", "--pid", "--mount", "--ipc", "--uts", "--cgroup", "--net", "--fork", "--kill-child=KILL"]
        self.process = subprocess.Popen(
            ["sh", "-c", enter, "enter", self.group, *unshare, "bash", "-c", STAGE, "stage", self.folder],
            stdin=subprocess.DEVNULL, env={**os.environ, "MASKED": " ".join(MASKED)})
        try:
            self.wait(lambda: self.sh("systemctl is-active basic.target dbus.socket", check=False).split() == ["active", "active"], "the boot")
        except BaseException:
            self.__exit__()
            raise
        self.sh("ip link set lo up")
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        (self.group / "cgroup.kill").write_text("1")
        deadline = time.monotonic() + 5
        while self.group.exists() and time.monotonic() < deadline:
            subprocess.run(["find", self.group, "-depth", "-type", "d", "-exec", "rmdir", "{}", "+"], capture_output=True)
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def init(self):
        """The machine's PID 1, as this machine counts."""
        children = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return children[0] if children else None

    def popen(self, command, **options):
        inside = ["nsenter", "-t", self.init, "-m", "-p", "-i", "-u", "-n", "-C", "--", "bash", "-c", command]
        return subprocess.Popen(inside, stdin=subprocess.DEVNULL, text=True, start_new_session=True, **options)

    def run(self, command, timeout=60):
        """Runs a shell command as root; its exit status, standard output and standard error."""
        if self.init is None:
            return 125, "", "the machine is not up"
        process = self.popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        out, error = process.communicate(timeout=timeout)
        return process.returncode, out, error

    def sh(self, command, check=True, timeout=60):
        """The standard output of a command that must succeed."""
        status, out, error = self.run(command, timeout)
        if check and status != 0:
            raise AssertionError(f"{command}: exit status {status}\n{out}{error}")
        return out

    def put(self, path, content, mode=0o644):
        process = subprocess.run(
            ["nsenter", "-t", self.init, "-m", "--", "sh", "-c", 'mkdir -p "${1%/*}" && cat >"$1" && chmod "$2" "$1"', "put", path, f"{mode:o}"],
            input=content if isinstance(content, bytes) else content.encode(), timeout=60)
        assert process.returncode == 0, path

    def wait(self, condition, what, seconds=20):
        """Waits until `condition()` is true, and gives what it gave."""
        deadline = time.monotonic() + seconds
        while True:
            answer = condition()
            if answer:
                return answer
            if time.monotonic() > deadline:
                raise AssertionError(f"{what} did not happen within {seconds} s")
            time.sleep(0.1)
