"""Training runs in a tab: one after the other, alternating with the page.

A tab has no second process. So the Worker calls `turn` repeatedly while there is no request: it trains for a
moment, and returns the news. The browser receives the same events as from the app.
"""

import json
import time
from collections.abc import Generator
from pathlib import Path

from transformer.runs.run_folder import FOLDER as RUNS
from transformer.runs.run_folder import RunFolder
from web.tab import FULL

SMALL = ("copy",)  # tasks that are learned in a minute or two
# Name → training run, in their order; None before it begins.
_line: dict[str, Generator[dict, None, None] | None] = {}
# Name → the state in which the browser has stored a run.
_stored: dict[str, tuple] = {}


class TooLarge(ValueError):
    """Raise a sentence for the visitor about a task that a tab does not train."""

    refuses = True


def progress(name: str) -> dict:
    """Return the state of a run, as the app reports it."""
    card = RunFolder(RUNS / name).card
    state = card["state"]
    if state in ("waiting", "running") and name not in _line:
        state = "stopped"  # the Worker that trained it has ended
    elif state == "waiting" and _line[name] is not None:
        state = "running"
    waits = list(_line).index(name) if state == "waiting" else 0
    return {"state": state, "queue_position": waits, "error": card.get("error", "")}


def train(name: str, visitor: str = "") -> None:
    """Queue the run of that name; a run that is too long for a tab is refused."""
    run = RunFolder(RUNS / name)
    if (task := run.card["task"]) not in SMALL:
        error = f"A tab can train only {' and '.join(SMALL)}; {task} takes too long. {FULL}"
        run.write_card({**run.card, "state": "failed", "error": error})
        raise TooLarge(error)
    _line[name] = None


def cancel(name: str) -> None:
    """End that run; its checkpoints stay in its folder."""
    if name in _line:
        _over(name, "cancelled")


def turn(seconds: float = 0.3) -> dict | None:
    """Train the first run of the queue for a moment; return its news, None if the queue is empty."""
    from transformer.runs import Run

    if not _line:
        return None
    name, end, events = next(iter(_line)), time.monotonic() + seconds, []
    try:
        training = _line[name] = _line[name] or Run(RUNS / name).train()
        while time.monotonic() < end:
            events.append(next(training))
    except StopIteration:
        del _line[name]
    except Exception as error:
        _over(name, "failed", str(error) or type(error).__name__)
    status = progress(name)
    lines = json.dumps(events, default=str).replace("NaN", "null").replace("Infinity", "null")
    return {"run": name, "lines": lines, "told": json.dumps(status), "ended": name not in _line}


def changed() -> dict[str, list[str] | None]:
    """Return the ended runs that are new or have changed since the last call: name → files, None for a deleted run.

    The name "" stands for the folder itself: it has the numbers that were used for names."""
    if not RUNS.exists() and not _stored:
        return {}
    from transformer.runs.run import NUMBERS

    files = {name: _files(RUNS / name) for name in _ended()}
    if (RUNS / NUMBERS).exists():
        files[""] = [NUMBERS]
    now = {name: _state(name, parts) for name, parts in files.items()}
    new = {name: files[name] for name in now if _stored.get(name) != now[name]}
    gone = {name: None for name in _stored.keys() - now.keys() if not (RUNS / name).exists()}
    for name in gone:
        del _stored[name]
    _stored.update(now)
    return new | gone


def _ended() -> list[str]:
    names = sorted(path.parent.name for path in RUNS.glob("*/card.json"))
    return [name for name in names if name not in _line and RunFolder(RUNS / name).checkpoints()]


def _files(folder: Path) -> list[str]:
    parts = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return sorted(part.as_posix() for part in parts if part.name != "lock")


def _state(name: str, parts: list[str]) -> tuple:
    return tuple((part, (RUNS / name / part).stat().st_mtime_ns) for part in parts)


def _over(name: str, state: str, error: str = "") -> None:
    going = _line.pop(name)
    if going is not None:
        going.close()  # releases its lock
    run = RunFolder(RUNS / name)
    run.write_card({**run.card, "state": state, "error": error})
