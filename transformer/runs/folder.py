"""The folder of all runs: which can be used, and which are damaged."""

import json
import stat
import time
from functools import lru_cache
from pathlib import Path

from transformer.runs.cards import judged
from transformer.runs.run import FOLDER, Run
from transformer.tasks.custom import stored

BEING_WRITTEN = 5.0  # seconds since the last event


def runs(folder: Path = FOLDER) -> list[Run]:
    """Return all runs with a readable card, the newest first. A damaged run does not affect the others."""
    listed, _ = _look_into(folder)
    return sorted(listed, key=listed.__getitem__, reverse=True)


def damaged(folder: Path = FOLDER) -> dict[str, str]:
    """Return what is wrong with runs, by name. A run with a damaged card is left out; a damaged checkpoint is only
    skipped."""
    return _look_into(folder)[1]


def _look_into(folder: Path) -> tuple[dict[Run, float], dict[str, str]]:
    """Return when each usable run was created, and one message for each run with a problem."""
    listed, wrong = {}, {}
    for file in folder.glob("*/card.json"):
        run = Run(file.parent)
        if not run.name.isprintable():  # browsers and addresses cannot name it
            name = run.name.encode("utf-8", "backslashreplace").decode()
            wrong[name] = (
                f"The folder {name} in {folder.name}/ has an unreadable name. Rename it to use this run."
            )
            continue
        try:
            created = _created(run.read("card.json"))
            if bad := _unread(run):
                wrong[run.name] = (
                    f"{bad}. This file records the training, so the run cannot be shown without it. Restore a copy "
                    f"of the file, or delete the folder {run.name}."
                )
                continue
            if not stored.is_prepared(run.folder, run.card["task"]) and run.checkpoints():
                wrong[run.name] = (
                    f"{run.name}/{stored.FACTS} is missing. It contains the vocabulary of the run, so the run cannot "
                    f"be shown. Restore a copy of the file, or delete the folder {run.name}."
                )
                continue
            listed[run] = created
            if lost := run.lost():
                wrong[run.name] = (
                    f"{run.name}/frames contains {', '.join(lost)}, which is incomplete or not a frame of this "
                    "run. The run is shown without it. Restore a copy of the file, or delete the file."
                )
        except FileNotFoundError:
            continue  # deleted in the meantime
        except (OSError, ValueError, RecursionError) as error:
            reason = getattr(error, "reason", f"{type(error).__name__}: {error}")
            wrong[run.name] = (
                f"{run.name}/card.json cannot be read ({' '.join(reason.split())[:200]}). The card describes how "
                "a run was trained, so the run cannot be shown without it. Restore a copy of the card, or delete the "
                f"folder {run.name}."
            )
    return listed, wrong


@lru_cache(maxsize=1024)
def _created(card: bytes) -> float:
    """Return when the run of this card was created. Raises `ValueError` where the card cannot be used."""
    content = json.loads(card.decode("utf-8"))
    judged(content)
    return content["created"]


def _unread(run: Run) -> str:
    """Return what is wrong with the events of a run; "" if they are valid or still being written."""
    file = run.folder / "events.jsonl"
    if not file.exists():
        return ""
    stamp = file.stat()
    if stat.S_ISREG(stamp.st_mode) and time.time() - stamp.st_mtime < BEING_WRITTEN:
        return ""
    return _problem(run.folder, stamp.st_mtime_ns, stamp.st_size)


@lru_cache(maxsize=1024)
def _problem(folder: Path, changed: int, size: int) -> str:
    try:
        Run(folder).events()
    except ValueError as error:
        return str(error)
    return ""
