"""The gates of `make lint` catch what they are there for."""
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class HouseRules(unittest.TestCase):
    """tools/house-rules, run on a small tree with one planted line."""

    def run_on(self, path, text):
        with tempfile.TemporaryDirectory() as folder:
            tree = pathlib.Path(folder)
            (tree / "tools").mkdir()
            shutil.copy(ROOT / "tools/house-rules", tree / "tools")
            (tree / "Tests").mkdir()
            file = tree / path
            file.parent.mkdir(parents=True)
            file.write_text(text)
            return subprocess.run([tree / "tools/house-rules"], capture_output=True, text=True, timeout=60)

    def test_breaches_are_found(self):
        breaches = {
            "a forced try": ("Sources/GPX/A.swift", "let a = try! open()\n"),
            "a forced cast": ("Sources/GPX/A.swift", "let a = b as! C\n"),
            "a forced cast in a test": ("Tests/GPXTests/A.swift", "let a = b as! C\n"),
            "a trap on purpose": ("Sources/GPX/A.swift", "fatalError()\n"),
            "Foundation": ("Sources/Navigation/A.swift", "internal import Foundation\n"),
            "FoundationEssentials in the rules": ("Sources/RunTracking/A.swift", "internal import FoundationEssentials\n"),
            "a clock": ("Sources/Gpsd/A.swift", "clock_gettime(CLOCK_REALTIME, &spec)\n"),
            "unsafe sharing": ("Sources/Gpsd/A.swift", "nonisolated(unsafe) var a = 1\n"),
            "an unchecked promise": ("Sources/Gpsd/A.swift", "let a = 1\nfinal class A: @unchecked Sendable {}\n"),
            "a sleeping test": ("Tests/GpsdTests/A.swift", "usleep(1000)\n"),
            "printing": ("Sources/Weather/A.swift", "print(answer)\n"),
            "undone work": ("Sources/Weather/A.swift", "let a = 1  // TO" + "DO: ask\n"),
            "a long file": ("Sources/Weather/A.swift", "let a = 1\n" * 401),
        }
        for name, (path, text) in breaches.items():
            with self.subTest(name):
                result = self.run_on(path, text)
                self.assertEqual(result.returncode, 1, result.stdout + result.stderr)
                self.assertIn("A.swift", result.stderr)

    def test_what_is_allowed_passes(self):
        allowed = {
            "the clock's own file": ("Sources/Daemon/SystemTime.swift", "clock_gettime(CLOCK_REALTIME, &spec)\n"),
            "JSON decoding": ("Sources/Weather/A.swift", "internal import FoundationEssentials\n"),
            "a promise with its reason": (
                "Sources/Gpsd/A.swift", "// One thread owns it, from open to close.\nfinal class A: @unchecked Sendable {}\n"),
            "a word in a comment": ("Sources/GPX/A.swift", "    // try! would trap here\nlet a = 1\n"),
        }
        for name, (path, text) in allowed.items():
            with self.subTest(name):
                result = self.run_on(path, text)
                self.assertEqual(result.returncode, 0, result.stdout + result.stderr)


if __name__ == "__main__":
    unittest.main()
