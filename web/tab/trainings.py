"""The trainings of a tab, in the place of `lessons.host.server`: one after the other, in turns with the page.

A tab has no second process. So whoever holds the Worker calls `turn` again and again while nothing else is asked:
it trains for a moment, and says what is new. The story that a browser hears is that of the app.
"""

import json
import time
from collections.abc import Iterator

from transformer.runs.kept import FOLDER as RUNS
from transformer.runs.kept import Kept
from web.tab import FULL

SMALL = ("copy",)  # what is learned in a minute or two
serving = False  # no app that serves others
# By name, in their order: what trains, None before it begins.
_line: dict[str, Iterator[dict] | None] = {}


class TooLarge(ValueError):
    """What is not trained here, in a sentence for whoever asked."""

    refuses = True


def progress(name: str) -> dict:
    """How a run stands, as the app tells it."""
    card = Kept(RUNS / name).card
    state = card["state"]
    if state in ("waiting", "running") and name not in _line:
        state = "stopped"  # the Worker that trained it has ended
    elif state == "waiting" and _line[name] is not None:
        state = "running"
    waits = list(_line).index(name) if state == "waiting" else 0
    return {"state": state, "queue_position": waits, "error": card.get("error", "")}


def train(name: str) -> None:
    """Put the run of that name in line; one that is too long for a tab is refused."""
    run = Kept(RUNS / name)
    if (task := run.card["task"]) not in SMALL:
        error = f"A tab trains {' and '.join(SMALL)}; {task} takes too long in a tab. {FULL}"
        run.write_card({**run.card, "state": "failed", "error": error})
        raise TooLarge(error)
    _line[name] = None


def cancel(name: str) -> None:
    """End the training of that run; what it has learned stays in its folder."""
    if name in _line:
        _over(name, "cancelled")


def turn(seconds: float = 0.3) -> dict | None:
    """Train the first in line for a moment; what is new of it, None where nothing waits."""
    from transformer.runs import Run

    if not _line:
        return None
    name, end, events = next(iter(_line)), time.monotonic() + seconds, []
    try:
        if _line[name] is None:
            _line[name] = Run(RUNS / name).train()
        while time.monotonic() < end:
            events.append(next(_line[name]))
    except StopIteration:
        del _line[name]
    except Exception as error:
        _over(name, "failed", str(error) or type(error).__name__)
    told = progress(name)
    lines = json.dumps(events, default=str).replace("NaN", "null").replace("Infinity", "null")
    return {"run": name, "lines": lines, "told": json.dumps(told), "ended": name not in _line}


def _over(name: str, state: str, error: str = "") -> None:
    going = _line.pop(name)
    if going is not None:
        going.close()  # lets go of its lock
    run = Kept(RUNS / name)
    run.write_card({**run.card, "state": state, "error": error})
