"""The layers of one's own that a run was trained with: their source travels beside the run, as a text.

It is shown, and never run: code that comes from elsewhere runs here only after its owner has read it and
put the file in place by hand.

    runs/NAME/layers/my_mine.py  →  transformer/variants/my_mine.py
"""

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from transformer import variants
from transformer.registry import LAYERS, find
from transformer.runs.run import Plan, Run
from transformer.weights import WeightsError

FOLDER = "layers"  # inside a run's folder, and inside its ZIP
FILE = re.compile(r"layers/(my_[a-z0-9_]{1,30}\.py)")
MOST_FILES, MOST_BYTES = 8, 200_000


class NotInPlace(WeightsError):
    """The run needs a layer that this machine does not have."""


@dataclass(frozen=True)
class Source:
    """A file as it came with a run. Whoever knows the sender's checksum can compare."""

    file: str  # "my_mine.py"
    text: str

    @property
    def lines(self) -> int:
        return len(self.text.splitlines())

    @property
    def checksum(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()

    @property
    def destination(self) -> str:
        """Where it has to be copied to before it runs."""
        return f"transformer/variants/{self.file}"


def needed(plan: Plan) -> list[tuple[str, str]]:
    """Kind and name of each layer of the plan that is not the standard one."""
    asked = ((kind, plan.sizes.get(kind)) for kind in LAYERS)
    return [(kind, name) for kind, name in asked if isinstance(name, str) and name != "standard"]


def sources(run: Run) -> list[Source]:
    """What came with the run; of a run that was trained here, the files that it is made with."""
    came = sorted((run.folder / FOLDER).glob("my_*.py"))
    files = came or [file for one in needed(Plan.read(run.card)) if (file := _file_of(*one))]
    # Byte by byte: with other ends of lines the checksum would be that of another file.
    return [Source(file.name, file.read_bytes().decode("utf-8")) for file in dict.fromkeys(files)]


def _file_of(kind: str, name: str) -> Path | None:
    """The file of one's own that says it is this layer; found by its text, without running it."""
    decorator = re.compile(
        rf"""@variant\(\s*["']{re.escape(kind)}["']\s*,\s*["']{re.escape(name)}["']"""
    )
    for file in sorted(variants.FOLDER.glob("my_*.py")):
        if decorator.search(file.read_text(encoding="utf-8", errors="replace")):
            return file
    return None


def missing(plan: Plan) -> list[tuple[str, str]]:
    """The layers of the plan that this machine does not have, or cannot read."""
    return [one for one in needed(plan) if not _is_here(*one)]


def _is_here(kind: str, name: str) -> bool:
    try:
        return bool(find(kind, name))
    except Exception:  # a file of one's own that cannot be read may raise anything
        return False


def present(run: Run) -> None:
    """Raises `NotInPlace` with what to do where a layer of the run is not here; where its file is here and
    cannot be read, what reading it raises."""
    if gone := missing(Plan.read(run.card)):
        for layer in gone:
            if _file_of(*layer):
                find(*layer)  # it is in place, and raises what is wrong with it
        names = ", ".join(f"{kind} “{name}”" for kind, name in gone)
        files = [source for source in sources(run) if not (variants.FOLDER / source.file).exists()]
        here = " and ".join(
            f"{run.folder.name}/{FOLDER}/{source.file} to {source.destination}" for source in files
        )
        then = (
            f"Its source came with it and was not run. Read it; if you trust it, copy {here}"
            if here
            else f"Ask for the file with @variant{gone[0]} and put it into transformer/variants/"
        )
        raise NotInPlace(f"{run.name} was trained with the {names}, which is not in place. {then}.")


def as_text(name: str, data: bytes) -> str:
    """What a file holds if it is a text to be read by people; `ValueError` with the reason if not."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(f"{name} is no text in UTF-8 (byte {error.start})") from None
    odd = next((c for c in text if not (c.isprintable() or c in "\n\r\t")), "")
    if odd:
        raise ValueError(f"{name} holds the sign U+{ord(odd):04X}, which cannot be seen")
    return text
