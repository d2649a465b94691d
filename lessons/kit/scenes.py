"""Scenes: a demonstration as a list of addresses, each with a question and a note for the speaker.

A lesson's own scenes are in `lessons/<name>/scenes.py`. A lecture is a text file in `scenes/`; see `read`.
"""

import re
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from lessons import LESSONS
from lessons.host import live

FOLDER = live.ROOT / "scenes"


@dataclass(frozen=True)
class Scene:
    """One screen of a demonstration: its address, its question, and the speaker's note."""

    address: str  # "?text=it+was+tired#figure=self/2/1/4", of the lesson's own page
    question: str
    note: str
    minutes: float = 2
    asks: bool = False  # whether the class can choose from the options of the page's question
    below: bool = False  # whether it also shows the part below the figure
    finds: tuple[str, ...] = ()  # words of the note that must be on the page; a test checks them
    only: str = ""  # the key of the only section to show below the figure
    # Sentences on the screen instead of a figure: an opening, a break, an end.
    says: tuple[str, ...] = ()


def section_key(title: str) -> str:
    """Return the key of a section below the figure."""
    return f"section-{re.sub(r'[^a-z]+', '-', title.lower())}"


def link(fragment: str = "", **choices: str) -> str:
    """Build an address on the lesson's own page from the widgets' values and the place in its figure."""
    chosen = urlencode({name.replace("_", "-"): value for name, value in choices.items()})
    return f"?{chosen}#{fragment}"


def of_lesson(name: str) -> tuple[Scene, ...]:
    """Return the ten-minute demonstration of a lesson; empty if it has none."""
    module = f"lessons.{name}.scenes"
    with suppress(Exception):  # a broken layer is explained once, beside the figure
        return live.import_module(module).SCENES if find_spec(module) else ()
    return ()


def read(text: str) -> tuple[list[Scene], list[str]]:
    """Read a list: its scenes, and a sentence for each line that cannot be used.

    `# …` is a comment and is never shown. `== …` is the title of the list. `= …` is the title of a scene, `? …` the
    title of a scene that asks the question of its page. "(3 min)" at its end is its duration, "(3 min, below)" also
    shows the part below the figure, and "(3 min, only Title)" shows only the section below the figure with this title.
    `> …` is a note for the speaker, `- …` a sentence on the screen.
    A link ends its scene; a scene of sentences has no link and ends with an empty line. If a link leads to a scene of
    a lesson, the list inherits the title and note that it does not give.
    """
    scenes, wrong, lesson_scenes = [], [], of_all_lessons(live.generation())
    draft = Draft()
    for number, line in enumerate([*map(str.strip, text.splitlines()), ""], start=1):
        address = address_in(line)
        if line.startswith(("#", "==")):
            continue
        if line and line[0] in MARKS:
            draft.lines[line[0]].append(line[1:].strip())
        elif address:
            scenes.append(draft.scene(address, lesson_scenes.get(address)))
            draft = Draft()
        elif line:
            names = ", ".join(f"/{lesson.name}" for lesson in LESSONS)
            wrong.append(
                f"Line {number} is “{line[:60]}”. Use a link to a lesson of this app ({names}), or start the line with "
                "=, ?, > or - (see scenes/example.txt), or with # for a comment."
            )
        elif draft.lines["-"]:
            scenes.append(draft.scene("", None))
            draft = Draft()
        elif draft.lines["="] or draft.lines["?"] or draft.lines[">"]:
            wrong.append(
                f"The title or note above line {number} belongs to no link. Add a link after it."
            )
            draft = Draft()
    return with_pages(scenes), wrong


MARKS = "=?>-"
TIME = re.compile(r"\s*\((\d+(?:\.\d+)?) min(?:, (below|only (.+)))?\)$")


class Draft:
    """The lines of one scene of a list, by their first sign."""

    def __init__(self) -> None:
        self.lines: dict[str, list[str]] = {mark: [] for mark in MARKS}

    def scene(self, address: str, lesson_scene: Scene | None) -> Scene:
        """Return the scene at this address; `known`: the lesson's scene at that address."""
        titles = self.lines["="] + self.lines["?"]
        title = " ".join(titles)
        timed = TIME.search(title)
        scene = lesson_scene or Scene(address, address, "")
        if titles:
            below, only = (timed[2], timed[3]) if timed else ("", "")
            scene = replace(
                scene,
                question=TIME.sub("", title),
                asks=bool(self.lines["?"]),
                below=bool(below),
                only=section_key(only) if only else "",
            )
        if timed:
            scene = replace(scene, minutes=float(timed[1]))
        if self.lines[">"]:
            scene = replace(scene, note="\n".join(self.lines[">"]))
        return replace(scene, address=address, says=tuple(self.lines["-"]))


def with_pages(scenes: list[Scene]) -> list[Scene]:
    """Return the same scenes; a scene of sentences preloads the page of the next one."""
    pages = [scene.address for scene in scenes if scene.address]
    ready, page = [], pages[-1] if pages else LESSONS[0].name
    for scene in reversed(scenes):
        page = scene.address or page
        ready.append(replace(scene, address=page))
    return ready[::-1]


def title_of(text: str) -> str:
    """Return the title of a list; "" if it has none."""
    return next((line[2:].strip() for line in text.splitlines() if line.startswith("==")), "")


@lru_cache(maxsize=1)
def of_all_lessons(generation: int) -> dict[str | None, Scene]:
    """Map each address, as a list names it, to its scene; read once for each generation of the code. These are
    copies, because the process that a scene comes from can end first."""
    return {
        address_in(f"{lesson.name}{scene.address}"): copied(scene)
        for lesson in LESSONS
        for scene in of_lesson(lesson.name)
    }


def copied(scene: Scene) -> Scene:
    """Return a copy of the scene made in this process."""
    return Scene(*(getattr(scene, field.name) for field in fields(Scene)))


def address_in(line: str) -> str | None:
    """Return the page and the rest of the address, without the host: "attention?text=…#figure=…"."""
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
    """Return the files of lectures and of a teacher's own lists, without the example."""
    return sorted(file for file in FOLDER.glob("*.txt") if file.name != "example.txt")


def of_file(file: Path) -> tuple[str, list[Scene], list[str]]:
    """Return a file's title, its scenes, and a sentence for each line, or for the whole file, that cannot be used."""
    try:
        if not file.is_file():
            raise OSError("it is a folder or a broken link")
        text = file.read_text(encoding="utf-8", errors="replace")
        return title_of(text) or file.name, *read(text)
    except OSError as error:
        why = error.strerror or error
        return (
            file.name,
            [],
            [f"This file cannot be read ({why}). Use a text file with one link per line."],
        )


def lists(lesson: str) -> dict[str, dict]:
    """Return what a page can present: the lesson's own scenes first, then the files in `scenes/`."""
    title = next(entry.title for entry in LESSONS if entry.name == lesson)
    scenes = [(f"{lesson}{scene.address}", scene) for scene in of_lesson(lesson)]
    offered = {lesson: _as_fields(title, scenes)}
    files = [(*of_file(file)[:2], re.sub(r"\W+", "-", file.stem)) for file in own_files()]
    for title, file_scenes, name in sorted(files, key=lambda file: file[0]):
        offered[f"file-{name}"] = _as_fields(
            title, [(scene.address, scene) for scene in file_scenes]
        )
    return offered


def mistakes() -> list[str]:
    """Return the problems in the files of `scenes/`, one sentence each."""
    return [f"{file.name}: {sentence}" for file in own_files() for sentence in of_file(file)[2]]


def _as_fields(title: str, scenes: list[tuple[str, Scene]]) -> dict:
    names = ("question", "note", "minutes", "asks", "below", "only", "says")
    return {
        "title": title,
        "scenes": [
            {"address": address} | {name: getattr(scene, name) for name in names}
            for address, scene in scenes
        ],
    }
