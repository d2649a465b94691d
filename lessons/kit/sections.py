"""The sections of a lesson's text, `lessons/<lesson>/lesson.py`, which is also the source of its notebook.

A heading states how many minutes its section takes, and whether the section is optional:
`## Modify · 12 min · optional`. A heading that contains only other headings states nothing, and neither does
“Answers”, which belongs to “Recall”. The minutes of “Write” include the exercise.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

HEADING = re.compile(
    r"#+ (?P<name>.*?)(?: · (?P<minutes>\d+) min(?P<optional> · optional)?)?(?:\n|$)"
)


@dataclass(frozen=True)
class Duration:
    """The minutes that a lesson takes: its core, its exercise, and its optional sections."""

    core: int
    exercise: int
    optional: int

    def __str__(self) -> str:
        """Return the text on a card: "25 min · exercise 45 · optional 20", without empty parts."""
        exercise = f" · exercise {self.exercise}" if self.exercise else ""
        return f"{self.core} min{exercise}" + (
            f" · optional {self.optional}" if self.optional else ""
        )


@dataclass
class Section:
    """The text under one heading, up to the next heading of any level."""

    name: str = ""
    minutes: int = 0
    optional: bool = False
    prose: str = ""  # markdown
    code: str = ""  # Python
    text: str = ""  # both, in their order, as one markdown text

    @property
    def time(self) -> str:
        """Return the minutes as a heading states them; empty if it states none."""
        return f"{self.minutes} min" + " · optional" * self.optional if self.minutes else ""


def sections(text: str) -> list[Section]:
    """Return the sections of a text in percent format (`# %% [markdown]`), in order.

    The first section contains everything before the first heading.
    """
    parts = [Section()]
    for cell in re.split(r"^# %%", text, flags=re.M)[1:]:
        kind, _, body = cell.partition("\n")
        if "[markdown]" not in kind:
            parts[-1].code += f"{body.strip()}\n\n"
            parts[-1].text += f"\n\n```python\n{body.strip()}\n```"
            continue
        for piece in re.split(r"^(?=#+ )", re.sub(r"^# ?", "", body, flags=re.M), flags=re.M):
            if heading := HEADING.match(piece):
                minutes = int(heading["minutes"] or 0)
                parts.append(Section(heading["name"].strip(), minutes, bool(heading["optional"])))
                piece = piece[heading.end() :]
            parts[-1].prose += f"{piece.strip()}\n\n"
            parts[-1].text += f"\n\n{piece.strip()}"
    return parts


def read_sections(file: Path) -> dict[str, str]:
    """Return heading (without its minutes) → markdown; code becomes code blocks."""
    parts = sections(file.read_text(encoding="utf-8"))
    return {section.name: section.text.strip() for section in parts[1:]}


def duration(text: str) -> Duration:
    """Return how long a lesson takes: the sum of the minutes in its headings."""
    parts = sections(text)
    core = sum(s.minutes for s in parts if not s.optional and s.name != "Write")
    exercise = sum(s.minutes for s in parts if s.name == "Write")
    return Duration(core, exercise, sum(s.minutes for s in parts if s.optional))


def course(texts: Iterable[str]) -> str:
    """Return a sentence on how long lessons take together, from their texts."""
    durations = [duration(text) for text in texts]
    core, exercises, optional = (
        round(sum(getattr(duration, part) for duration in durations) / 60)
        for part in ("core", "exercise", "optional")
    )
    return (
        f"The core takes about {core + exercises} hours, {exercises} of them for the exercises; "
        f"the optional sections take about {optional} more."
    )
