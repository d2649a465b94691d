"""Your own layers in a training run: their source travels with the run as text.

It is shown but never run. Code from elsewhere runs here only after you have read it and copied the file into
place yourself.

    runs/NAME/layers/my_mine.py  →  transformer/variants/my_mine.py
"""

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from transformer import variants
from transformer.registry import LAYERS, find
from transformer.runs.run import Run, RunConfig
from transformer.runs.run_folder import Damaged
from transformer.weights import WeightsError

FOLDER = "layers"  # inside a run's folder, and inside its ZIP
FILE = re.compile(r"layers/(my_[a-z0-9_]{1,30}\.py)")
MOST_FILES, MOST_BYTES = 8, 200_000


class NotInPlace(WeightsError):
    """The run needs a layer that is missing on this computer."""


@dataclass(frozen=True)
class Source:
    """A source file that came with a run. You can compare its checksum with the sender's."""

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
        """The path to which it must be copied before it runs."""
        return f"transformer/variants/{self.file}"


def needed(config: RunConfig) -> list[tuple[str, str]]:
    """Return kind and name of each non-standard layer in the config."""
    pairs = ((kind, config.sizes.get(kind)) for kind in LAYERS)
    return [(kind, name) for kind, name in pairs if isinstance(name, str) and name != "standard"]


def sources(run: Run) -> list[Source]:
    """Return the source files that came with the run; for a run trained here, the files it was trained with."""
    came = sorted((run.folder / FOLDER).glob("my_*.py"))
    files = came or [file for pair in needed(RunConfig.read(run.card)) if (file := _file_of(*pair))]
    return [Source(file.name, _text(file)) for file in dict.fromkeys(files)]


def _text(file: Path) -> str:
    """Return exactly the bytes of the file as text: other line endings would change the checksum."""
    try:
        return file.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise Damaged(f"{file.name}, a layer of this run,", "is not UTF-8 text") from error


def _file_of(kind: str, name: str) -> Path | None:
    """Return your own file that defines this layer, found by its text without running it."""
    decorator = re.compile(
        rf"""@variant\(\s*["']{re.escape(kind)}["']\s*,\s*["']{re.escape(name)}["']"""
    )
    for file in sorted(variants.FOLDER.glob("my_*.py")):
        if decorator.search(file.read_text(encoding="utf-8", errors="replace")):
            return file
    return None


def missing(config: RunConfig) -> list[tuple[str, str]]:
    """Return the layers of the config that are missing or unreadable on this computer."""
    return [pair for pair in needed(config) if not _is_here(*pair)]


def _is_here(kind: str, name: str) -> bool:
    try:
        return bool(find(kind, name))
    except Exception:  # your own unreadable file may raise anything
        return False


def present(run: Run) -> None:
    """Raise `NotInPlace`, with what to do, where a layer of the run is missing here; where its file exists
    but cannot be read, raise the error of reading it."""
    if gone := missing(RunConfig.read(run.card)):
        for layer in gone:
            if _file_of(*layer):
                find(*layer)  # the file exists, and importing it raises its error
        names = ", ".join(f"{kind} “{name}”" for kind, name in gone)
        files = [source for source in sources(run) if not (variants.FOLDER / source.file).exists()]
        here = " and ".join(
            f"{run.folder.name}/{FOLDER}/{source.file} to {source.destination}" for source in files
        )
        then = (
            f"The layer’s source came with the run and was not executed. Read it; if you trust it, copy {here}"
            if here
            else f"Ask the sender for the file with @variant{gone[0]} and put it in transformer/variants/"
        )
        raise NotInPlace(f"{run.name} was trained with the {names}, which is missing here. {then}.")


def as_text(name: str, data: bytes) -> str:
    """Return the content of a file that is plain, visible text; raise `ValueError` with the reason otherwise."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(f"{name} is not UTF-8 text (byte {error.start})") from None
    odd = next((c for c in text if not (c.isprintable() or c in "\n\r\t")), "")
    if odd:
        raise ValueError(f"{name} contains the invisible character U+{ord(odd):04X}")
    return text
