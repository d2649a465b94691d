"""Bundle a drawing and all its imports as one script: separate modules would be fetched one after the other,
and a saved file is a single file."""

import re
from functools import cache
from pathlib import Path

FIGURES = Path(__file__).parents[1]


@cache  # `lessons/host/live.py` drops this module when a drawing is edited
def bundle(name: str) -> str:
    """Return the drawing of a figure, its imports and the code that mounts it, as one script without imports."""
    return f"{together('kit/app.js', f'{drawn_by(name)}/draw.js')}\nconst mount = mounting(draw);"


def drawn_by(name: str) -> str:
    """Return the folder with the figure's drawing: its own, or `panels` for a declared figure."""
    return name if (FIGURES / name / "draw.js").is_file() else "panels"


def together(*files: str) -> str:
    """Bundle these files of the figures and their imports as one script without imports."""
    seen: dict[Path, str] = {}

    def add(file: Path) -> None:
        source = file.read_text(encoding="utf-8")
        for imported in IMPORT.findall(source):
            if (other := (file.parent / imported).resolve()) not in seen:
                add(other)
        source = re.sub(r"^export ", "", IMPORT.sub("", source), flags=re.MULTILINE)
        seen[file] = source

    for file in files:
        add((FIGURES / file).resolve())
    return "\n".join(seen.values())


IMPORT = re.compile(
    r'^import [^;]*? from "((?:\./|\.\./kit/|\.\./panels/)\w+\.js)";$', flags=re.MULTILINE
)
