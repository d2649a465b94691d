"""The folder of all runs: which can be used, which are damaged, and which are old enough to go."""

import json
import shutil
import time
from functools import lru_cache
from pathlib import Path

from transformer.runs.cards import judged
from transformer.runs.run import FOLDER, Run

FIRST = 1_577_836_800  # 2020: no run is older
BEING_WRITTEN = 5.0  # seconds since the last event
MOST_BYTES, MOST_DAYS = 2_000_000_000, 30.0


def runs(folder: Path = FOLDER) -> list[Run]:
    """All runs whose card can be read, the newest first. One that is damaged harms no other."""
    found, _ = _look_into(folder)
    return sorted(found, key=found.__getitem__, reverse=True)


def damaged(folder: Path = FOLDER) -> dict[str, str]:
    """What is wrong with runs, by name: a card, for which the run is left out; a frame that is."""
    return _look_into(folder)[1]


def _look_into(folder: Path) -> tuple[dict[Run, float], dict[str, str]]:
    """When each run was created that can be used, and a sentence for each of which something cannot."""
    found, wrong = {}, {}
    for file in folder.glob("*/card.json"):
        run = Run(file.parent)
        try:
            created = _created(file.read_bytes())
            if bad := _unread(run):
                wrong[run.name] = (
                    f"{bad}. It says what happened in the training, so the run cannot be shown. Put a copy "
                    f"back, or delete the folder {run.name}."
                )
                continue
            found[run] = created
            if lost := run.lost():
                wrong[run.name] = (
                    f"{run.name}/frames holds {', '.join(lost)}: cut off, or no frame of this run. The "
                    "run is shown without. Put a copy in its place, or delete it."
                )
        except FileNotFoundError:
            continue  # deleted while we looked
        except (OSError, ValueError, RecursionError) as error:
            said = getattr(error, "reason", f"{type(error).__name__}: {error}")
            wrong[run.name] = (
                f"{run.name}/card.json cannot be read ({' '.join(said.split())[:200]}). It says how a "
                "run was trained, so the run cannot be shown. Put a copy of the card back, or delete the "
                f"folder {run.name}."
            )
    return found, wrong


@lru_cache(maxsize=1024)
def _created(card: bytes) -> float:
    """When the run of this card was created. Raises `ValueError` where the card cannot be used."""
    found = json.loads(card.decode("utf-8"))
    judged(found)
    return found["created"]


def _unread(run: Run) -> str:
    """What is wrong with the events of a run; "" if nothing, or while they are being written."""
    file = run.folder / "events.jsonl"
    if not file.exists() or time.time() - (told := file.stat()).st_mtime < BEING_WRITTEN:
        return ""
    return _problem(run.folder, told.st_mtime_ns, told.st_size)


@lru_cache(maxsize=1024)
def _problem(folder: Path, changed: int, size: int) -> str:
    try:
        Run(folder).events()
    except ValueError as error:
        return str(error)
    return ""


def prune(
    folder: Path = FOLDER, most_bytes: int = MOST_BYTES, most_days: float = MOST_DAYS
) -> None:
    """Remove old runs, and then the oldest until the rest fits; never a pinned or an active one."""
    total, now = 0, time.time()
    for run in runs(folder):
        if (
            not FIRST <= run.card["created"] <= now + 86400
        ):  # the clock was wrong: it counts from today
            run.write_card({**run.card, "created": now})
    for run in runs(folder):  # the newest first
        size = sum(file.stat().st_size for file in run.folder.rglob("*") if file.is_file())
        total += size
        old = now - run.card["created"] > most_days * 86400
        kept = run.card["pinned"] or run.state() in ("running", "waiting")
        if (old or total > most_bytes) and not kept:
            shutil.rmtree(run.folder)
            total -= size
