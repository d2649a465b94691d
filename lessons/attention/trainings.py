"""The trainings of this app, to be looked into like the models that ship: "run-copy-1" is run copy-1.

They are listed from their cards and the names of their frames; no frame is read, and no torch needed.
"""

import json
import os
from contextlib import suppress
from functools import lru_cache

from lessons.host import server
from lessons.training import TEXTS

PREFIX = "run-"


def listed() -> list[str]:
    """Their model names, which stand in addresses too, the newest first. Those that have learned
    anything; language models have no encoder to look into."""
    found = []
    for name in _folders():
        try:
            card = _card(name)
            if card["task"] not in TEXTS and len(frames(name)) > 1:
                found.append((card["created"], PREFIX + name))
        except (OSError, ValueError, TypeError, KeyError):
            continue  # it was just deleted, or its card is damaged: the training page says so
    return [name for _, name in sorted(found, reverse=True)]


def run_of(model: str) -> str | None:
    """The name of the run whose model this is; None for a model that ships."""
    return model.removeprefix(PREFIX) if model.startswith(PREFIX) else None


def version(model: str) -> str:
    """What changes when the run does: its age and its last frame; "" for a model that ships."""
    if (name := run_of(model)) is None:
        return ""
    return f"{_card(name)['created']} {frames(name)[-1]}"


def frames(name: str) -> list[int]:
    """After which steps the run kept a frame."""
    files = os.listdir(server.RUNS / name / "frames")
    return sorted(int(file.split(".")[0]) for file in files if file.endswith(".safetensors"))


def gone(model: str) -> str:
    """What to say of an address that names a run which cannot be looked into."""
    name = run_of(model)
    if name in _folders() and _task(name) in TEXTS:
        return (
            f"{name} is a language model: it has no encoder and no cross-attention to look into here. "
            "Its own attention is in its film, on the training page."
        )
    return (
        f"There is no run {name} to look into here: it was deleted, it made room for newer ones, it "
        "has not learned anything yet, or it was trained in another app. The training page has all "
        "runs, and can load one from a file."
    )


def _task(name: str) -> str:
    with suppress(OSError, ValueError, TypeError, KeyError):
        return _card(name)["task"]
    return ""


def _folders() -> list[str]:
    try:
        return [entry.name for entry in os.scandir(server.RUNS) if entry.is_dir()]
    except FileNotFoundError:  # nobody has trained yet
        return []


def _card(name: str) -> dict:
    file = server.RUNS / name / "card.json"
    return _read(str(file), file.stat().st_mtime_ns)


@lru_cache(maxsize=512)
def _read(file: str, changed: int) -> dict:
    with open(file, encoding="utf-8") as text:
        return json.load(text)
