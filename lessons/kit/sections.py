"""The sections of a lesson's own text, `lessons/<lesson>/lesson.py`, which is also its notebook.

A heading says how long what stands under it takes, and whether it goes beyond the core of the lesson:
`## Modify · 12 min · further`. A heading with nothing under it but other headings says nothing, nor does
"Answers", which belongs to "Recall". What "Write" says includes the exercise.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

HEADING = re.compile(
    r"#+ (?P<name>.*?)(?: · (?P<minutes>\d+) min(?P<further> · further)?)?(?:\n|$)"
)


@dataclass(frozen=True)
class Duration:
    """The minutes of somebody who really goes through it: a lesson's core, its exercise, and the rest."""

    core: int
    exercise: int
    further: int

    def __str__(self) -> str:
        """As cards say it: "25 min · exercise 45 · optional 20", without what there is not."""
        exercise = f" · exercise {self.exercise}" if self.exercise else ""
        return f"{self.core} min{exercise}" + (
            f" · optional {self.further}" if self.further else ""
        )


@dataclass
class Section:
    """What stands under one heading, up to the next of any level."""

    name: str = ""
    minutes: int = 0
    further: bool = False
    prose: str = ""  # markdown
    code: str = ""  # Python
    text: str = ""  # both, in their order, as one markdown text

    @property
    def time(self) -> str:
        """As a heading says it; empty where it says nothing."""
        return f"{self.minutes} min" + " · further" * self.further if self.minutes else ""


def sections(text: str) -> list[Section]:
    """The sections of a text in percent format (`# %% [markdown]`), in their order; the first stands
    before any heading."""
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
                parts.append(Section(heading["name"].strip(), minutes, bool(heading["further"])))
                piece = piece[heading.end() :]
            parts[-1].prose += f"{piece.strip()}\n\n"
            parts[-1].text += f"\n\n{piece.strip()}"
    return parts


def read_sections(file: Path) -> dict[str, str]:
    """Heading, without its minutes → markdown; code becomes code blocks."""
    found = sections(file.read_text(encoding="utf-8"))
    return {section.name: section.text.strip() for section in found[1:]}


def duration(text: str) -> Duration:
    """How long a lesson takes: the sum of what its headings say."""
    parts = sections(text)
    core = sum(s.minutes for s in parts if not s.further and s.name != "Write")
    exercise = sum(s.minutes for s in parts if s.name == "Write")
    return Duration(core, exercise, sum(s.minutes for s in parts if s.further))


def course(texts: Iterable[str]) -> str:
    """How long lessons take together, by their texts."""
    found = [duration(text) for text in texts]
    core, exercises, further = (
        round(sum(getattr(one, part) for one in found) / 60)
        for part in ("core", "exercise", "further")
    )
    return (
        f"The core takes about {core + exercises} hours, {exercises} of them for the exercises; "
        f"what goes further takes about {further} more."
    )
