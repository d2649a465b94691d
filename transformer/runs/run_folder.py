"""The files in a run's folder: its card, its events, the steps of its checkpoints. Read without importing the
model code.

Code that only supervises a training run (`workers`, the app) needs no more, and must not import files that
students edit.
"""

import json
import math
import os
import re
import stat
import time
from functools import lru_cache
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout
from safetensors import SafetensorError, safe_open

# $GLASSBOX_RUNS names another folder, so that parallel tests do not find each other's runs.
FOLDER = Path(os.environ.get("GLASSBOX_RUNS") or Path(__file__).resolve().parents[2] / "runs")


STATES = ("waiting", "running", "stopped", "done", "failed", "cancelled")


# Values of an event that are no single number: one per layer, and None without guidance.
OTHERS = ("gradient_norms", "guidance")


class Damaged(ValueError):
    """A file of a run that cannot be used; the message names it. `reason` says what is wrong with it."""

    def __init__(self, file: str, reason: str):
        super().__init__(f"{file} {reason}")
        self.reason = reason


class Busy(ValueError):
    """Another process trains the run."""

    def __init__(self, name: str):
        super().__init__(
            f"{name} is being trained by another program. Wait until it has finished, or cancel it there"
        )


class RunFolder:
    """One folder. Every file in it appears as a whole or not at all."""

    def __init__(self, folder: Path):
        self.folder = Path(folder)
        self.name = self.folder.name

    @property
    def card(self) -> dict:
        """The card. Raises `Damaged` where a value that all pages need is missing or has the wrong type."""
        try:
            card = json.loads(self.read("card.json"))
            if problem := problem_of(card):
                raise ValueError(problem)
            return card
        except (ValueError, RecursionError) as error:
            reason = " ".join(str(error).split())[:200]
            raise Damaged(f"{self.name}/card.json", f"cannot be used: {reason}") from error

    def read(self, name: str) -> bytes:
        """Return the bytes of a file. Raises `Damaged` for a folder, or a pipe, whose reading may never end."""
        file = self.folder / name
        if not stat.S_ISREG(file.stat().st_mode):
            raise Damaged(f"{self.name}/{name}", "is not a file")
        return file.read_bytes()

    def write_card(self, card: dict) -> None:
        write(self.folder / "card.json", json.dumps(card, indent=2) + "\n")

    def events(self) -> list[dict]:
        """Return all events; a line that a killed process left unfinished is skipped. Raises `Damaged`."""
        try:
            lines = self.read("events.jsonl").split(b"\n")[:-1]
        except FileNotFoundError:
            lines = []
        return [self._event_of(line, number) for number, line in enumerate(lines, start=1)]

    def _event_of(self, line: bytes, number: int) -> dict:
        try:
            event = json.loads(line)
            numbers = [
                event["step"],
                event["loss"],
                *(v for n, v in event.items() if n not in OTHERS),
            ]
            if not all(isinstance(number, int | float) for number in numbers):
                raise TypeError
            return event
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            reason = f"cannot be read: line {number} is not a step of a training run"
            raise Damaged(f"{self.name}/events.jsonl", reason) from error

    def checkpoints(self) -> list[int]:
        """Return the steps with a complete checkpoint."""
        return sorted(
            int(file.stem) for file in self._checkpoint_files() if self._is_checkpoint(file)
        )

    def lost(self) -> list[str]:
        """Return the files among the checkpoints that are not valid checkpoints: truncated, copied, or misnamed."""
        return sorted(
            file.name for file in self._checkpoint_files() if not self._is_checkpoint(file)
        )

    def _checkpoint_files(self) -> list[Path]:
        return list((self.folder / "frames").glob("*.safetensors"))

    def _is_checkpoint(self, file: Path) -> bool:
        if not re.fullmatch(r"\d{6,8}", file.stem) or file != self.checkpoint_file(int(file.stem)):
            return False
        try:
            info = file.stat()
            return stat.S_ISREG(info.st_mode) and _whole(file, info.st_mtime_ns, info.st_size)
        except OSError:
            return False

    def checkpoint_file(self, step: int) -> Path:
        return self.folder / "frames" / f"{step:06}.safetensors"

    def state(self) -> str:
        """The state: waiting, running, stopped (killed during training), done, failed or cancelled."""
        state = self.card["state"]
        return "stopped" if state == "running" and not self.is_trained() else state

    def is_trained(self) -> bool:
        """Whether a process trains this run now, of this program or of another one."""
        try:
            with self.lock():
                return False
        except Timeout:
            return True

    def lock(self) -> FileLock:
        """The lock held by the process that trains this run."""
        return FileLock(self.folder / "lock", blocking=False)


def problem_of(card: Any) -> str:
    """Return what is wrong with the values that all pages need; "" if nothing is."""
    if not isinstance(card, dict):
        return "it is not a JSON object"
    for name in ("task", "state", "family", "error"):
        if not isinstance(card.get(name, ""), str):
            return f"{name} is {str(card[name])[:40]}; it must be a string"
    for name in ("settings", "sizes", "config"):
        if not isinstance(card.get(name, {}), dict):
            return f"{name} is {str(card[name])[:40]}; it must be an object with names and values"
    if (state := card.get("state")) not in STATES:
        return f"state is {state!r}; it must be one of {', '.join(STATES)}"
    created = card.get("created")
    if (
        isinstance(created, bool)
        or not isinstance(created, int | float)
        or not math.isfinite(created)
    ):
        return f"created is {str(created)[:40]}; it must be a number of seconds"
    return "" if "task" in card else "task is missing"


@lru_cache(maxsize=4096)
def _whole(file: Path, changed: int, size: int) -> bool:
    """Whether the file has all tensors that its header names."""
    try:
        with safe_open(file, "numpy"):  # not "pt", because reading needs no torch
            return True
    except SafetensorError:
        return False


def write(path: Path, text: str) -> None:
    """Write a text file as a whole or not at all."""
    part = path.with_suffix(".part")
    part.write_text(text, encoding="utf-8")
    replace_at_once(part, path)


def replace_at_once(part: Path, path: Path) -> None:
    """Move a file to its place in one step. Windows refuses while another process reads the old file."""
    for pause in (0.01, 0.1, 1.0):
        try:
            os.replace(part, path)
            return
        except PermissionError:
            time.sleep(pause)
    os.replace(part, path)
