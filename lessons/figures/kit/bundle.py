"""Bundle a drawing and all its imports as one script: separate modules would be fetched one after the other,
and a saved file is a single file."""

import re
from functools import cache
from pathlib import Path

LESSONS = Path(__file__).parents[2]
IMPORT = re.compile(r'^import [^;]*? from "(\.[\w./]*\.js)";$', flags=re.MULTILINE)


@cache
def folders() -> dict[str, Path]:
    """Return the folder of each figure, by its name: in `lessons/figures`, or in `lessons/NAME/figures` if only
    this lesson shows it. The folders `kit` and `panels` hold what figures share.

    Raises `ValueError` if two folders have the same name.
    """
    places = [*LESSONS.glob("figures/*/__init__.py"), *LESSONS.glob("*/figures/*/__init__.py")]
    by_name = {file.parent.name: file.parent for file in places}
    if len(by_name) < len(places):
        names = sorted(file.parent.name for file in places)
        twice = {name for name in names if names.count(name) > 1}
        raise ValueError(f"two folders of figures have the same name: {', '.join(sorted(twice))}")
    return by_name


def module_of(name: str) -> str:
    """Return the Python module of a figure: "lessons.figures.attention_map"."""
    return ".".join(("lessons", *folders()[name].relative_to(LESSONS).parts))


def file_of(script: str) -> Path:
    """Return the path of a script that is named by its folder and file: "kit/app.js"."""
    folder, name = script.split("/")
    return folders()[folder] / name


@cache  # `lessons/host/live.py` drops this module when a drawing is edited
def bundle(name: str) -> str:
    """Return the drawing of a figure, its imports and the code that mounts it, as one script without imports."""
    return f"{together('kit/app.js', f'{drawn_by(name)}/draw.js')}\nconst mount = mounting(draw);"


def drawn_by(name: str) -> str:
    """Return the folder with the figure's drawing: its own, or `panels` for a declared figure."""
    folder = folders().get(name)
    return name if folder and (folder / "draw.js").is_file() else "panels"


def imported(file: Path) -> list[Path]:
    """Return the scripts that a script imports."""
    names = IMPORT.findall(file.read_text(encoding="utf-8"))
    return [(file.parent / name).resolve() for name in names]


def together(*scripts: str) -> str:
    """Bundle these scripts and their imports as one script without imports."""
    sources: dict[Path, str] = {}

    def add(file: Path) -> None:
        for other in imported(file):
            if other not in sources:
                add(other)
        source = IMPORT.sub("", file.read_text(encoding="utf-8"))
        sources[file] = re.sub(r"^export ", "", source, flags=re.MULTILINE)

    for script in scripts:
        add(file_of(script).resolve())
    return "\n".join(sources.values())
