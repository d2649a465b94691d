"""A drawing and all that it imports as one script: modules that import each other are fetched one after the other,
and a saved file has only itself."""

import re
from functools import cache
from pathlib import Path

FIGURES = Path(__file__).parents[1]


@cache  # `lessons/host/live.py` drops this module when a drawing is edited
def bundle(name: str) -> str:
    """The drawing of a figure, what it imports and what puts it into the app, as one script without imports."""
    return f"{together('kit/app.js', f'{drawn_by(name)}/draw.js')}\nconst mount = mounting(draw);"


def drawn_by(name: str) -> str:
    """The folder that draws a figure: its own, or `panels` where it is only said."""
    return name if (FIGURES / name / "draw.js").is_file() else "panels"


def together(*files: str) -> str:
    """These files of the figures and what they import, as one script without imports."""
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
