"""Scenes: a demonstration as a row of addresses, each with a question and a note for the speaker.

A lesson's own are in `lessons/<name>/scenes.py`. A teacher's are text files in the folder `scenes/`:
one link a line, as "Copy link" gives it; `# …` above a link is its note.
"""

import re
from contextlib import suppress
from dataclasses import dataclass, fields
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from lessons import LESSONS
from lessons.host import live

FOLDER = live.ROOT / "scenes"


@dataclass(frozen=True)
class Scene:
    """One picture of a demonstration: where it is, what is asked there, what the speaker says."""

    address: str  # "?text=it+was+tired#figure=self/2/1/4", of the lesson's own page
    question: str
    note: str
    minutes: float = 2
    asks: bool = (
        False  # whether it is the question of the page, whose options a class may choose from
    )
    below: bool = False  # whether it is about what stands below the figure, too
    finds: tuple[str, ...] = ()  # what the note promises, word for word on the page; a test looks


def link(fragment: str = "", **choices: str) -> str:
    """An address on the lesson's own page: what its widgets show, and the place of its figure."""
    chosen = urlencode({name.replace("_", "-"): value for name, value in choices.items()})
    return f"?{chosen}#{fragment}"


def of_lesson(name: str) -> tuple[Scene, ...]:
    """The ten-minute demonstration of a lesson; none where it has none."""
    module = f"lessons.{name}.scenes"
    with suppress(Exception):  # a broken layer is explained once, beside the picture
        return live.load(module).SCENES if find_spec(module) else ()
    return ()


def read(text: str) -> tuple[list[Scene], list[str]]:
    """The scenes of a teacher's list, and a sentence for each line that is none. A link that is a scene of a
    lesson keeps that scene's question and note; a note above it stands before them."""
    found, wrong, notes, known = [], [], [], of_all_lessons(live.generation())
    for number, line in enumerate(map(str.strip, text.splitlines()), start=1):
        if line.startswith("#"):
            notes.append(line.lstrip("# "))
        elif line:
            address, note = address_in(line), "\n".join(notes)
            if address is None:
                names = ", ".join(f"/{lesson.name}" for lesson in LESSONS)
                wrong.append(
                    f"Line {number} is “{line[:60]}”. A line is a link to a lesson of this app "
                    f"({names}), or starts with # and is a note."
                )
            elif scene := known.get(address):
                both = "\n".join(filter(None, (note, scene.note)))
                told = scene.question, both, scene.minutes, scene.asks, scene.below, scene.finds
                found.append(Scene(address, *told))
            else:
                found.append(Scene(address, (notes or [line])[0], note))
            notes = []
    return found, wrong


@lru_cache(maxsize=1)
def of_all_lessons(generation: int) -> dict[str | None, Scene]:
    """Address, as a list of one's own names it → scene; read once for each generation of the code. Copies: the
    process that a scene comes from may end before."""
    return {
        address_in(f"{lesson.name}{scene.address}"): copied(scene)
        for lesson in LESSONS
        for scene in of_lesson(lesson.name)
    }


def copied(scene: Scene) -> Scene:
    """The same scene, made here."""
    return Scene(*(getattr(scene, field.name) for field in fields(Scene)))


def address_in(line: str) -> str | None:
    """The page and all after it, without the machine: "attention?text=…#figure=…"."""
    try:
        link = urlsplit(line)
    except ValueError:  # "http://[::1/attention"
        return None
    page = link.path.rpartition("/")[2]
    if link.scheme not in ("", "http", "https") or " " in line:
        return None
    if page not in {lesson.name for lesson in LESSONS}:
        return None
    query, hash = f"?{link.query}" * bool(link.query), f"#{link.fragment}" * bool(link.fragment)
    return f"{page}{query}{hash}"


def own_files() -> list[Path]:
    """The lists of a teacher's own; the example that comes with the project is none."""
    return sorted(file for file in FOLDER.glob("*.txt") if file.name != "example.txt")


def of_file(file: Path) -> tuple[list[Scene], list[str]]:
    """The scenes of a file, and a sentence for each line, or for the whole file, that cannot be used."""
    try:
        if not file.is_file():
            raise OSError("it is a folder, or a link that leads nowhere")
        return read(file.read_text(encoding="utf-8", errors="replace"))
    except OSError as error:
        why = error.strerror or error
        return [], [f"It cannot be read ({why}). A list is a text file, one link a line."]


def lists(lesson: str) -> dict[str, dict]:
    """What a page offers to present: the lesson's own scenes first, then the files in `scenes/`."""
    title = next(entry.title for entry in LESSONS if entry.name == lesson)
    scenes = [(f"{lesson}{scene.address}", scene) for scene in of_lesson(lesson)]
    offered = {lesson: _told(title, scenes)}
    for file in own_files():
        found, _ = of_file(file)
        name = re.sub(r"\W+", "-", file.stem)
        offered[f"file-{name}"] = _told(file.name, [(scene.address, scene) for scene in found])
    return offered


def mistakes() -> list[str]:
    """What is wrong in the files of `scenes/`, a sentence a line."""
    return [f"{file.name}: {sentence}" for file in own_files() for sentence in of_file(file)[1]]


def _told(title: str, scenes: list[tuple[str, Scene]]) -> dict:
    told = ("question", "note", "minutes", "asks", "below")
    return {
        "title": title,
        "scenes": [
            {"address": address} | {name: getattr(scene, name) for name in told}
            for address, scene in scenes
        ],
    }
