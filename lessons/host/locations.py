"""A mistake and the line that caused it."""

from collections.abc import Sequence
from dataclasses import dataclass
from traceback import FrameSummary

from lessons.host import source
from transformer.diagnosis.source_line import (
    PASS_ON,
    innermost,
    located,
    printable,
    short,
    to_blame,
)


@dataclass(frozen=True)
class Mistake:
    """All fields are plain text: show them as text, never as markup."""

    sentence: str
    location: str = ""  # "transformer/attention.py:41", empty if no line caused it
    line: str = ""  # the source line there
    trace: str = ""

    def __post_init__(self) -> None:
        for name, text in vars(self).items():
            object.__setattr__(self, name, printable(text))


def culprit(frames: Sequence[FrameSummary]) -> tuple[str, str]:
    """Return place and text of the innermost line of a private layer; otherwise of the model code, then of the lessons.
    Code that only passes a call on counts only if it was edited or nothing else was running."""

    def innermost_in(folder: str) -> FrameSummary | None:
        return innermost(frames, lambda frame: short(frame.filename).startswith(folder))

    passing = tuple(file for file in PASS_ON if file not in source.last_changed())
    frame = (
        to_blame(frames, passing=passing)
        or innermost_in("lessons/")
        or innermost_in("transformer/")
    )
    return located(frame), (frame.line or "" if frame else "")
