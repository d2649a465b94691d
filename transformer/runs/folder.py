"""The folder of all runs: which can be used, which are damaged, and which are old enough to go."""

import shutil
import time
from pathlib import Path

from transformer.runs.run import FOLDER, Plan, Run

STATES = ("waiting", "running", "stopped", "done", "failed", "cancelled")
MOST_BYTES, MOST_DAYS = 2_000_000_000, 30.0


def runs(folder: Path = FOLDER) -> list[Run]:
    """All runs whose card can be read, the newest first. One that is damaged harms no other."""
    found, _ = _look_into(folder)
    return sorted(found, key=found.get, reverse=True)


def damaged(folder: Path = FOLDER) -> dict[str, str]:
    """The runs that cannot be used, by name, and what is wrong with the card of each."""
    return _look_into(folder)[1]


def _look_into(folder: Path) -> tuple[dict[Run, float], dict[str, str]]:
    """When each run was created, and a sentence for each that does not even say that."""
    found, wrong = {}, {}
    for file in folder.glob("*/card.json"):
        run = Run(file.parent)
        try:
            found[run] = _created(run.card)
        except FileNotFoundError:
            continue  # deleted while we looked
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            wrong[run.name] = (
                f"{file.parent.name}/card.json cannot be read ({type(error).__name__}: "
                f"{' '.join(str(error).split())[:120]}). It says how a run was trained, so the run cannot be "
                f"shown. Put a copy of the card back, or delete the folder {file.parent.name}."
            )
    return found, wrong


def _created(card: dict) -> float:
    """When the run was created; raises where the card does not say what every card says."""
    Plan.read(card)
    if card["state"] not in STATES:
        raise ValueError(f"state {card['state']!r} is none of {', '.join(STATES)}")
    if not isinstance(card["pinned"], bool):
        raise ValueError(f"pinned must be true or false, not {card['pinned']!r}")
    return float(card["created"])


def prune(
    folder: Path = FOLDER, most_bytes: int = MOST_BYTES, most_days: float = MOST_DAYS
) -> None:
    """Remove old runs, and then the oldest until the rest fits; never a pinned or an active one."""
    total, now = 0, time.time()
    for run in runs(folder):  # the newest first
        size = sum(file.stat().st_size for file in run.folder.rglob("*") if file.is_file())
        total += size
        old = now - run.card["created"] > most_days * 86400
        kept = run.card["pinned"] or run.state() in ("running", "waiting")
        if (old or total > most_bytes) and not kept:
            shutil.rmtree(run.folder)
            total -= size
