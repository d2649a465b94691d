"""Run a student's code, stop at the first failed check, and say what to do next.

A lesson lists its checks in the order exists → runs → shape → finite → properties → parity. `check`
runs them and returns one `Result`: text in a notebook, plain fields for the app's box, and an
`AssertionError` in pytest (`result.raise_if_failed()`).
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from textwrap import wrap
from types import ModuleType
from typing import Any

from lessons.host.host import current
from lessons.host.limit import Left, TooSlow
from lessons.host.unreadable import unreadable_character
from transformer.diagnosis.source_line import frames_of, innermost, said_by, short

SECONDS = 3.0  # how long one check may compute; 0.01 is usual
# Times as long to name a mistake: on the first call, all known mistakes are run for comparison
NAMING = 5
WIDTH = 84  # characters per line of a printed result
INDENT, DEEP = " " * 4, " " * 13


@dataclass(frozen=True)
class Check:
    """One property to check. `run(student)` returns nothing, or raises `Failed`."""

    title: str
    run: Callable[[Any], None]
    hints: tuple[str, str, str]


class Failed(Exception):
    """Raised inside a check: what was seen, what was expected, and anything else that is known."""

    def __init__(self, saw: str, expected: str, likely: str = "", look_at: str = ""):
        super().__init__(saw)
        self.saw, self.expected, self.likely, self.look_at = saw, expected, likely, look_at


@dataclass(frozen=True, repr=False)
class Result:
    """The outcome of the checks. Every field is plain text: show it as text, never as markup."""

    passed: bool
    done: tuple[str, ...] = ()  # titles of the checks that passed
    failed: str = ""  # title of the first that failed
    saw: str = ""
    expected: str = ""
    likely: str = ""  # empty if no known mistake fits
    look_at: str = ""
    next: str = ""
    not_run: int = 0
    hints: tuple[str, ...] = ()  # of the failed check, from a nudge to nearly the answer
    later: tuple[str, ...] = ()  # optional functions that are not written yet

    def __str__(self) -> str:
        lines = _two_a_line([f"✓ {title}" for title in self.done])
        if self.passed:
            lines.append(f"All {len(self.done)} checks passed.")
            further = f"Optional, still to be written: {' and '.join(self.later)}."
            return "\n".join([*lines, further] if self.later else lines)
        lines.append(f"✗ {self.failed}")
        if self.saw:
            lines += _side_by_side(f"saw      {self.saw}", f"expected {self.expected}")
        if self.likely:
            lines += _wrapped(f"likely   {self.likely}")
        if self.look_at:
            lines.append(f"{INDENT}look at  {self.look_at}")
        waiting = f"checks not run yet: {self.not_run}"
        lines += _side_by_side(f"next     {self.next}", waiting if self.not_run else "")
        return "\n".join(lines)

    __repr__ = __str__  # a notebook prints this

    def as_dict(self) -> dict:
        """Return plain fields for a page to lay out."""
        return asdict(self)

    def raise_if_failed(self) -> None:
        """Raise an AssertionError that reads like the notebook, for pytest."""
        if not self.passed:
            raise AssertionError("\n" + str(self))


def check(
    student: Any,
    checks: Sequence[Check],
    file: str,
    likely: Callable[[Any], str] = lambda student: "",
    hint: str = "hint(1)",
    seconds: float = SECONDS,
) -> Result:
    """Run the checks one after another and stop at the first that fails.

    `file` holds the student's code; errors are reported at its lines. After a failure, `likely(student)`
    returns the name of the mistake, or "". `hint` is the call that prints more help. The functions in
    `student.further` are optional: while one is still the stub, its checks do not count.
    """
    done: list[str] = []
    later: dict[str, None] = {}
    for number, item in enumerate(checks, start=1):
        try:
            current().run_with_timeout(seconds, item.run, student)
        except Exception as error:
            if name := _optional_stub(error, student):
                later[name] = None
                continue
            failed = _explain(error, file, seconds)
            return Result(
                passed=False,
                done=tuple(done),
                failed=item.title,
                saw=failed.saw,
                expected=failed.expected,
                likely=failed.likely or _likely_mistake(likely, student, error, seconds),
                look_at=failed.look_at,
                next=hint,
                not_run=len(checks) - number,
                hints=item.hints,
                later=tuple(later),
            )
        done.append(item.title)
    return Result(passed=True, done=tuple(done), later=tuple(later))


def _optional_stub(error: BaseException, student: Any) -> str:
    """Return the optional function whose stub was called; "" if it was none."""
    if not isinstance(error, NotImplementedError):
        return ""
    name = frames_of(error)[-1].name
    return name if name in getattr(student, "further", ()) else ""


def print_hint(result: Result, number: int, reveals: str) -> None:
    """Print one of the three hints of the check that failed: 1 is a nudge, 3 is nearly the answer.

    `reveals` says what `reveal()` shows after the last hint.
    """
    if result.passed:
        print("There is no hint, because every check passes.")
    elif number not in (1, 2, 3):
        print(f"There is no hint {number}. Call hint(1), hint(2) or hint(3).")
    else:
        more = f"hint({number + 1})" if number < 3 else f"reveal(), which shows {reveals}"
        print(
            f"✗ {result.failed}\n    hint {number}   {result.hints[number - 1]}\n    next     {more}"
        )


def load_file(path: Path) -> ModuleType:
    """Run a student's file as it is on disk now; nothing of an earlier version is kept.

    Raise `Failed` with the line if the file is missing or is not valid Python.
    """
    if path.exists() and not path.is_file():  # reading a pipe would never return
        raise Failed(f"{short(str(path))} is not a file", "a file with that name and your code")
    try:
        # From bytes, because Python itself skips a byte order mark and reads what a file says of its encoding.
        code = compile(path.read_bytes(), str(path), "exec")
    except FileNotFoundError:
        raise Failed(
            f"there is no file {short(str(path))}", "a file with that name and your code"
        ) from None
    except OSError as error:
        saw = f"{short(str(path))} cannot be read ({error.strerror})"
        raise Failed(saw, "a file that this program is allowed to read") from None
    except SyntaxError as error:
        number, message = (error.lineno or 1, error.msg)
        if "codec" in error.msg or "null bytes" in error.msg:  # Python does not name the line
            number, message = unreadable_character(path) or (number, message)
        saw = f"Python cannot read line {number}: {message}"
        line = (error.text or "").strip()
        raise Failed(saw, "valid Python", look_at=source_line(str(path), number, line)) from None
    module = ModuleType(path.stem)
    module.__file__ = str(path)
    exec(code, module.__dict__)
    return module


def _explain(error: BaseException, file: str, seconds: float) -> Failed:
    """Turn any error into a sentence with the line of the student's file, innermost first."""
    if isinstance(error, Failed):
        return error
    if isinstance(error, Left):
        error = error.__cause__ or error
    frames = error.frames if isinstance(error, TooSlow) else frames_of(error)
    last = innermost(frames, lambda frame: frame.filename == file)
    where = f"line {last.lineno}" if last else "your code"
    look_at = source_line(file, last.lineno or 1, last.line or "") if last else short(file)
    if isinstance(error, TooSlow):
        if error.starved:
            saw = f"{where} received only {error.used:.2g} seconds of CPU time in {error.clock:g} seconds"
            expected = (
                "an answer. The computer is busy: close other programs and check again. If the "
                "computer is not busy, find out whether this line is waiting, for example for input"
            )
            return Failed(saw, expected, look_at=look_at)
        saw = f"{where} was still running after {error.seconds:g} seconds"
        return Failed(saw, f"an answer within {error.seconds:g} seconds", look_at=look_at)
    if isinstance(error, NotImplementedError):
        saw = f"{where} is still to be written; start there"
        return Failed(saw, "your code in its place", look_at=look_at)
    message = next(iter(said_by(error).strip().splitlines()), "")
    name = type(error).__name__
    saw = f"{where} raised {name}: {message}" if message else f"{where} raised {name}"
    return Failed(saw, "no error", look_at=look_at)


def _likely_mistake(
    likely: Callable[[Any], str], student: Any, error: BaseException, seconds: float
) -> str:
    """Name the mistake. Code that never ends or is not written yet is not run again."""
    if isinstance(error, TooSlow | NotImplementedError):
        return ""
    try:
        return current().run_with_timeout(NAMING * seconds, likely, student)
    except Exception:
        return ""  # a student's code may fail here in ways that tell us nothing more


def source_line(path: str, number: int, line: str) -> str:
    """Return "exercise.py:41 · weights = …", as `look_at` shows it."""
    code = line if len(line) <= 44 else f"{line[:43]}…"
    return f"{short(path)}:{number} · {code}" if line else f"{short(path)}:{number}"


def _two_a_line(items: list[str]) -> list[str]:
    """Put pairs side by side if they fit, in reading order."""
    lines: list[str] = []
    for item in items:
        joined = f"{lines[-1]:<36} {item}" if lines else ""
        if lines and lines[-1].count("✓") == 1 and len(joined) <= WIDTH:
            lines[-1] = joined
        else:
            lines.append(item)
    return lines


def _side_by_side(left: str, right: str) -> list[str]:
    if not right:
        return [INDENT + left]
    joined = f"{INDENT}{left:<37} {right}"
    fits = len(left) <= 37 and len(joined) <= WIDTH
    return [joined] if fits else [*_wrapped(left), *_wrapped(right)]


def _wrapped(text: str) -> list[str]:
    return wrap(text, WIDTH, initial_indent=INDENT, subsequent_indent=DEEP)
