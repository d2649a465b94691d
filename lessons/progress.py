"""Your progress in the course, in a file for notebooks and terminals: `progress.json`.

`python -m lessons.recall` shows it. The app stores the same in the browser (`lessons/kit/progress.js`). In both cases,
nothing leaves the computer.
"""

import json
import os
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path

from filelock import FileLock

from transformer.diagnosis import writable

FILE = Path(__file__).parents[1] / "progress.json"
DAYS = (1, 3, 7, 21, 60)  # until a question returns, after the first, second, … correct answer


def _file() -> Path:
    return Path(os.environ.get("GLASSBOX_PROGRESS") or FILE)


def not_saved() -> str:
    """Return why progress cannot be saved, and what to do; "" if it can be saved."""
    instead = "Set the environment variable GLASSBOX_PROGRESS to a file in a folder of your own."
    problem = writable.problem(_file().absolute().parent, instead)
    return problem and f"your progress is not saved: {problem}"


def read() -> dict[str, dict]:
    """Return lesson → {"predicted": {key: day}, "passed": day, "recall": {question: {"step", "next"}},
    "bugs": {bug: {"day", "tries", "found"}}}."""
    try:
        lessons = json.loads(_file().read_text(encoding="utf-8"))["lessons"]
        return {name: _usable(done) for name, done in lessons.items() if isinstance(done, dict)}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}  # missing or damaged: the next change writes a new file


def _usable(done: dict) -> dict:
    """Return the progress of a lesson without invalid entries."""
    kinds = {"passed": str, "predicted": dict, "recall": dict, "bugs": dict}
    valid = {
        name: value for name, value in done.items() if isinstance(value, kinds.get(name, object))
    }
    if "recall" in valid:
        valid["recall"] = {q: state for q, state in valid["recall"].items() if _is_valid(state)}
    return valid


def _is_valid(state: object) -> bool:
    return (
        isinstance(state, dict)
        and type(state.get("step")) is int
        and 0 <= state["step"] <= len(DAYS)
        and isinstance(state.get("next"), str)
    )


@contextmanager
def _changing():
    """Yield the progress, to be changed; the file is replaced in one step, so that it is never half written."""
    file = _file()
    with FileLock(f"{file}.lock"):
        done = read()
        yield done
        new = file.with_suffix(".new")
        new.write_text(json.dumps({"version": 1, "lessons": done}, indent=1), encoding="utf-8")
        new.replace(file)


def record_pass(lesson: str) -> None:
    """Record that all checks of the lesson's exercise passed today, unless they did before."""
    if "passed" not in read().get(lesson, {}):
        with _changing() as done:
            done.setdefault(lesson, {}).setdefault("passed", date.today().isoformat())


def record_recall(lesson: str, question: str, correct: bool) -> None:
    """Record the answer to a recall question: it returns after longer and longer times, or tomorrow if it was wrong."""
    with _changing() as done:
        seen = done.setdefault(lesson, {}).setdefault("recall", {})
        step = min(seen.get(question, {}).get("step", 0) + 1, len(DAYS)) if correct else 0
        days = DAYS[step - 1] if correct else 1
        seen[question] = {"step": step, "next": (date.today() + timedelta(days)).isoformat()}


def record_bug(lesson: str, bug: str, tries: int, right: bool) -> None:
    """Record a bug of the day: the number of tries, and whether the line was found."""
    with _changing() as done:
        bugs = done.setdefault(lesson, {}).setdefault("bugs", {})
        bugs[bug] = {"day": date.today().isoformat(), "tries": tries, "found": right}


def is_due(lesson: str, question: str) -> bool:
    """Say whether a question that was asked before is due today."""
    seen = read().get(lesson, {}).get("recall", {}).get(question)
    return seen is not None and seen["next"] <= date.today().isoformat()


def forget() -> None:
    """Delete the file."""
    _file().unlink(missing_ok=True)
