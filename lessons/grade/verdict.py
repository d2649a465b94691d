"""What became of one submission: the result that its process wrote, or a sentence that says why there is none."""

import json
import re
import signal
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from pathlib import Path
from traceback import FrameSummary
from typing import Any

from lessons.grade import child
from transformer.runs import processes


@dataclass(frozen=True)
class Verdict:
    """The result of the checks. `problem` says why there is none; "" if there is one."""

    passed: bool = False
    titles: tuple[str, ...] = ()  # of all checks
    done: tuple[str, ...] = ()  # of those that passed
    failed: str = ""  # title of the first that failed
    saw: str = ""
    expected: str = ""
    mistake: str = ""  # name of the known mistake
    likely: str = ""  # its sentence
    line: int = 0
    not_run: int = 0
    text: str = ""  # the report as a student sees it
    problem: str = ""
    seconds: float = 0.0  # on the wall clock

    @property
    def total(self) -> int:
        """Return how many checks count: optional functions that are not written yet do not."""
        failed = 1 if self.failed else 0
        return len(self.done) + failed + self.not_run or len(self.titles)


@dataclass(frozen=True)
class Ended:
    """A process at its end; `status` is None if it is still running and must be ended."""

    file: Path  # the student's
    private: Path  # the folder with its result
    status: int | None
    seconds: int  # its limit of CPU time
    clock: int  # its limit on the wall clock
    prints_too_much: bool
    threads: Sequence[Sequence[FrameSummary]]  # where each of its threads was


def read_verdict(ended: Ended) -> Verdict:
    """Return the verdict of a process that has ended, or must be ended."""
    result: dict[str, Any] = {}
    with suppress(OSError, ValueError):  # the process was lost while it wrote
        for line in (ended.private / child.RESULT).read_text(encoding="utf-8").splitlines():
            result |= json.loads(line)
    titles = tuple(result.get("titles", ()))
    if problem := _problem(ended, result):
        lines = [result.get("line", 0), _shown_line(result)]
        lines += [child.line_in(frames, ended.file) for frames in ended.threads]
        return Verdict(titles=titles, problem=problem, line=next(filter(None, lines), 0))
    values = {field.name: result[field.name] for field in fields(Verdict) if field.name in result}
    values |= {"titles": titles, "done": tuple(result["done"])}
    return Verdict(**values, line=_shown_line(result))


def _shown_line(result: dict[str, Any]) -> int:
    """Return the line of the student's file that the result shows; 0 if it shows none."""
    match = re.match(r"exercise\.py:(\d+)", result.get("look_at", ""))
    return int(match[1]) if match else 0


def _problem(ended: Ended, result: dict[str, Any]) -> str:
    """Return a sentence if there is no result; otherwise ""."""
    if ended.prints_too_much:
        most = child.MOST_OUTPUT // 2**20
        return f"The code printed more than {most} MB and was stopped. Print only a few numbers."
    if ended.status is None:
        return f"The code was still running after {ended.clock} seconds and was stopped."
    if "left" in result:
        return f"The code ended the whole program ({result['left']}). Raise an error instead."
    if result.get("problem") or "passed" in result:
        return result.get("problem", "")
    if hasattr(signal, "SIGXCPU") and ended.status == -signal.SIGXCPU:
        return f"The code used more than {ended.seconds} seconds of CPU time and was stopped."
    status = processes.what_ended_it(ended.status)
    return f"The code ended its process without a result ({status})."
