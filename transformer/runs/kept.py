"""What a run's folder holds: its card, its events, the steps of its frames. Read as it is, without the machine.

Whoever only looks after a training (`workers`, the app) needs no more, and must not import what students edit.
"""

import json
import os
import re
import stat
import time
from functools import lru_cache
from pathlib import Path

from filelock import FileLock, Timeout
from safetensors import SafetensorError, safe_open

# $GLASSBOX_RUNS names another folder: tests side by side must not find each other's runs.
FOLDER = Path(os.environ.get("GLASSBOX_RUNS") or Path(__file__).resolve().parents[2] / "runs")


class Damaged(ValueError):
    """A file of a run that cannot be used; the message names it."""


class Kept:
    """One folder. Every file in it appears whole or not at all."""

    def __init__(self, folder: Path):
        self.folder = Path(folder)
        self.name = self.folder.name

    @property
    def card(self) -> dict:
        return json.loads((self.folder / "card.json").read_text(encoding="utf-8"))

    def write_card(self, card: dict) -> None:
        write(self.folder / "card.json", json.dumps(card, indent=2) + "\n")

    def events(self) -> list[dict]:
        """All that happened; a line that a killed process left half-written is not there yet. Raises `Damaged`."""
        file = self.folder / "events.jsonl"
        lines = file.read_bytes().split(b"\n")[:-1] if file.exists() else []
        return [self._event_of(line, number) for number, line in enumerate(lines, start=1)]

    def _event_of(self, line: bytes, number: int) -> dict:
        try:
            event = json.loads(line)
            event["step"] + 0, event["loss"]
            return event
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise Damaged(
                f"{self.name}/events.jsonl cannot be read: line {number} tells no step of a training"
            ) from error

    def frames(self) -> list[int]:
        """The steps after which a frame was kept, and is whole."""
        return sorted(int(file.stem) for file in self._kept() if self._is_frame(file))

    def lost(self) -> list[str]:
        """What lies among the frames and is none: cut off, a copy, or of another name."""
        return sorted(file.name for file in self._kept() if not self._is_frame(file))

    def _kept(self) -> list[Path]:
        return list((self.folder / "frames").glob("*.safetensors"))

    def _is_frame(self, file: Path) -> bool:
        if not re.fullmatch(r"\d{6,8}", file.stem) or file != self.frame_file(int(file.stem)):
            return False
        try:
            found = file.stat()
            return stat.S_ISREG(found.st_mode) and _whole(file, found.st_mtime_ns, found.st_size)
        except OSError:
            return False

    def frame_file(self, step: int) -> Path:
        return self.folder / "frames" / f"{step:06}.safetensors"

    def state(self) -> str:
        """waiting, running, stopped (killed on the way), done, failed or cancelled."""
        state = self.card["state"]
        if state != "running":
            return state
        try:
            with self.lock():
                return "stopped"
        except Timeout:
            return "running"

    def lock(self) -> FileLock:
        """Held by the process that trains it."""
        return FileLock(self.folder / "lock", blocking=False)


@lru_cache(maxsize=4096)
def _whole(file: Path, changed: int, size: int) -> bool:
    """Whether all tensors are there that the beginning of a frame names."""
    try:
        with safe_open(file, "numpy"):  # not "pt": who only looks needs no torch
            return True
    except SafetensorError:
        return False


def write(path: Path, text: str) -> None:
    """Write a text file whole, or not at all."""
    part = path.with_suffix(".part")
    part.write_text(text, encoding="utf-8")
    replace_at_once(part, path)


def replace_at_once(part: Path, path: Path) -> None:
    """Put a file in its place at once. Windows refuses for as long as somebody reads the old one."""
    for pause in (0.01, 0.1, 1.0):
        try:
            os.replace(part, path)
            return
        except PermissionError:
            time.sleep(pause)
    os.replace(part, path)
