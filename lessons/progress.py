"""What somebody has done of the course, in a file for notebooks and terminals: `progress.json`.

`python -m lessons.recall` shows it. The app keeps the same in the browser (`lessons/kit/progress.js`, in the same form); nothing leaves
the machine either way.
"""

import json
import os
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path

from filelock import FileLock

FILE = Path(__file__).parents[1] / "progress.json"
DAYS = (1, 3, 7, 21, 60)  # until a question comes back, after it was known once, twice, …


def _file() -> Path:
    return Path(os.environ.get("GLASSBOX_PROGRESS") or FILE)


def read() -> dict[str, dict]:
    """Lesson → {"predicted": {key: day}, "passed": day, "recall": {question: {"step", "next"}},
    "bugs": {bug: {"day", "tries", "found"}}}."""
    try:
        lessons = json.loads(_file().read_text(encoding="utf-8"))["lessons"]
        return {name: _usable(done) for name, done in lessons.items() if isinstance(done, dict)}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}  # none yet, or not ours any more: what comes next is written anew


def _usable(done: dict) -> dict:
    """What was done of a lesson, without what somebody wrote into the file that means nothing."""
    kinds = {"passed": str, "predicted": dict, "recall": dict, "bugs": dict}
    found = {
        name: value for name, value in done.items() if isinstance(value, kinds.get(name, object))
    }
    if "recall" in found:
        found["recall"] = {q: seen for q, seen in found["recall"].items() if _is_seen(seen)}
    return found


def _is_seen(seen: object) -> bool:
    return (
        isinstance(seen, dict)
        and type(seen.get("step")) is int
        and 0 <= seen["step"] <= len(DAYS)
        and isinstance(seen.get("next"), str)
    )


@contextmanager
def _changing():
    """What was done, to be changed; written in one move, so that a killed process spoils nothing."""
    file = _file()
    with FileLock(f"{file}.lock"):
        done = read()
        yield done
        new = file.with_suffix(".new")
        new.write_text(json.dumps({"version": 1, "lessons": done}, indent=1), encoding="utf-8")
        new.replace(file)


def passed(lesson: str) -> None:
    """All checks of the lesson's exercise passed today, if they never did before."""
    if "passed" not in read().get(lesson, {}):
        with _changing() as done:
            done.setdefault(lesson, {}).setdefault("passed", date.today().isoformat())


def recalled(lesson: str, question: str, known: bool) -> None:
    """A recall question was answered: it comes back later and later, or tomorrow where it was not known."""
    with _changing() as done:
        seen = done.setdefault(lesson, {}).setdefault("recall", {})
        step = min(seen.get(question, {}).get("step", 0) + 1, len(DAYS)) if known else 0
        days = DAYS[step - 1] if known else 1
        seen[question] = {"step": step, "next": (date.today() + timedelta(days)).isoformat()}


def found(lesson: str, bug: str, tries: int, right: bool) -> None:
    """A bug of the day: after how many tries its line was found, or shown."""
    with _changing() as done:
        bugs = done.setdefault(lesson, {}).setdefault("bugs", {})
        bugs[bug] = {"day": date.today().isoformat(), "tries": tries, "found": right}


def is_due(lesson: str, question: str) -> bool:
    """Whether a question that was asked before is to be asked again today."""
    seen = read().get(lesson, {}).get("recall", {}).get(question)
    return seen is not None and seen["next"] <= date.today().isoformat()


def forget() -> None:
    """Remove the file."""
    _file().unlink(missing_ok=True)
