"""A mistake, and the line that is to blame for it."""

from collections.abc import Sequence
from dataclasses import dataclass
from traceback import FrameSummary

from lessons.host import source
from transformer.diagnosis.source_line import PASS_ON, innermost, located, short, to_blame


@dataclass(frozen=True)
class Mistake:
    """All fields are plain text: show them as text, never as markup."""

    sentence: str
    location: str = ""  # "transformer/attention.py:41", empty where no line is to blame
    line: str = ""  # the line of source there
    trace: str = ""


def culprit(frames: Sequence[FrameSummary]) -> tuple[str, str]:
    """Place and text of the innermost line of a layer of one's own; else of the machine, or else of the lessons. What
    only passes on is to blame where it was edited, or where nothing else was running."""

    def of(folder: str) -> FrameSummary | None:
        return innermost(frames, lambda frame: short(frame.filename).startswith(folder))

    passing = tuple(file for file in PASS_ON if file not in source.last_changed())
    found = to_blame(frames, passing=passing) or of("lessons/") or of("transformer/")
    return located(found), (found.line or "" if found else "")
