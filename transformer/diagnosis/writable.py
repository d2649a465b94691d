"""Whether a folder can be written, asked before a command starts to work: afterwards its results would be lost."""

import os
from pathlib import Path

OWN_COPY = "Copy the project into a folder of your own, and run the command there."
RUNS = "Set the environment variable GLASSBOX_RUNS to a folder of your own, and start again."


def existing(folder: Path) -> Path:
    """Return the folder, or the nearest one above it that exists."""
    return next(path for path in (folder.absolute(), *folder.absolute().parents) if path.exists())


def problem(folder: Path, instead: str = OWN_COPY) -> str:
    """Return why no file can be created in this folder, followed by what to do `instead`; "" if files can be
    created. If the folder does not exist yet, the nearest folder above it must allow it."""
    there = existing(folder)
    if there.is_dir() and os.access(there, os.W_OK):  # nothing is written to find out
        return ""
    why = (
        f"you may not write to the folder {there}" if there.is_dir() else f"{there} is not a folder"
    )
    if there != folder.absolute():
        why = f"the folder {folder} cannot be created, because {why}"
    return f"{why}. {instead}"


def require(folder: Path, instead: str = OWN_COPY) -> None:
    """Raise `ValueError` if no file can be created in this folder."""
    if sentence := problem(folder, instead):
        raise ValueError(sentence)
