"""The program under test, and what the tests hold its results against."""
import functools
import json
import os
import pathlib
import subprocess
import unittest

import jsonschema

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("RUNTRACKD", ROOT / ".build/debug/runtrackd")).resolve()

slow = unittest.skipIf(os.environ.get("RUNTRACKD_QUICK"), "slow: make acceptance")


def runtrackd(*arguments, folder=None, stdin=None, timeout=60, **environment):
    """Runs the program to its end in a home of its own, so that no setting of this machine is seen."""
    home = {"HOME": str(folder or "/nonexistent"), "XDG_CONFIG_HOME": str(folder or "/nonexistent"),
            "XDG_DATA_HOME": str(folder or "/nonexistent"), "XDG_RUNTIME_DIR": str(folder or "/nonexistent"),
            "XDG_CACHE_HOME": str(folder or "/nonexistent"),
            # Root's cache is the service's otherwise.
            "CACHE_DIRECTORY": f"{folder or '/nonexistent'}/cache"}
    return subprocess.run(
        [PROGRAM, *map(str, arguments)], capture_output=True, input=stdin, timeout=timeout, cwd=folder or ROOT,
        env={"PATH": os.environ["PATH"], "TZ": "UTC", "LC_ALL": "C.UTF-8", **home, **environment})


@functools.cache
def status_schema():
    schema = json.loads((ROOT / "runtrackd.status.schema.json").read_text())
    return jsonschema.Draft202012Validator(schema)
