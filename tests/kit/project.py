"""A copy of the project that a test may edit, as a student does."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

from tests.kit.paths import ROOT


def copied(folder: Path) -> Path:
    """With what Python has compiled, but without what somebody else compiles just now."""
    left_out = shutil.ignore_patterns(
        *(".git", ".venv", "*.pyc.*", ".*_cache", ".app-*", "my_*", ".hypothesis")
    )

    def leave(place: str, names: list[str]) -> set[str]:
        runs = {"runs"} if Path(place) == ROOT else set()  # trainings; not transformer/runs
        return left_out(place, names) | runs

    return shutil.copytree(ROOT, folder, ignore=leave)


def answers(driver: str, edits: dict, folder: Path) -> dict:
    """What a driver says of the edits: it runs in one process, in a copy of the project; it reads them as
    JSON, and prints ANSWERS and then its own."""
    run = subprocess.run(
        [sys.executable, "-c", driver],
        input=json.dumps(edits), cwd=copied(folder), capture_output=True, text=True, timeout=600,
    )  # fmt: skip
    assert "ANSWERS" in run.stdout, run.stderr[-3000:]
    return json.loads(run.stdout.split("ANSWERS")[1])
