"""What a run's folder holds: its card, its events, the steps of its frames. Read as it is, without the machine.

Whoever only looks after a training (`workers`, the app) needs no more, and must not import what students edit.
"""

import json
import os
import time
from pathlib import Path

from filelock import FileLock, Timeout

# $GLASSBOX_RUNS names another folder: tests side by side must not find each other's runs.
FOLDER = Path(os.environ.get("GLASSBOX_RUNS") or Path(__file__).resolve().parents[2] / "runs")


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
        """All that happened; a line that a killed process left half-written is not there yet."""
        file = self.folder / "events.jsonl"
        lines = file.read_text(encoding="utf-8").split("\n")[:-1] if file.exists() else []
        return [json.loads(line) for line in lines]

    def frames(self) -> list[int]:
        """The steps after which a frame was kept."""
        return sorted(int(file.stem) for file in (self.folder / "frames").glob("*.safetensors"))

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
