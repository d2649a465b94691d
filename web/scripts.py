"""The figures' code as classic scripts, which a local page can load too: each file once, in
`glassbox.modules`, and files shared by several figures in one script."""

import re
from collections import Counter
from functools import cache
from pathlib import Path

from lessons.figures.kit.bundle import file_of, folders, imported

IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";$', flags=re.MULTILINE)
EXPORT = re.compile(
    r"^export (?:async )?(?:const|function|class) (\w+|[\[{][^\]}]*[\]}])", flags=re.MULTILINE
)
SHARED = 3  # figures that must import a file before it goes in the shared script


def drawings() -> list[str]:
    """Return the folders of figures with code."""
    return sorted(name for name, path in folders().items() if (path / "draw.js").is_file())


def name_of(file: Path) -> str:
    """Return a script's name in `glassbox.modules`: its folder and its file, "kit/app.js"."""
    return f"{file.parent.name}/{file.name}"


@cache
def closure(*entries: str) -> tuple[str, ...]:
    """Return these files and their imports, each after its own imports."""
    files: list[str] = []

    def add(name: str) -> None:
        for other in map(name_of, imported(file_of(name))):
            if other not in files:
                add(other)
        files.append(name)

    for entry in entries:
        if entry not in files:
            add(entry)
    return tuple(dict.fromkeys(files))


def of_drawing(kind: str) -> tuple[str, ...]:
    return closure("kit/app.js", f"{kind}/draw.js")


def shared_files() -> tuple[str, ...]:
    """Return the files in the script of all pages, in their order."""
    many = Counter(name for kind in drawings() for name in of_drawing(kind))
    stage = closure("kit/stage.js", "kit/bar.js", "kit/report.js")
    common = {name for name, count in many.items() if count >= SHARED} | set(stage)
    return tuple(dict.fromkeys(n for e in sorted(common) for n in closure(e)))


@cache
def exported(name: str) -> tuple[str, ...]:
    """Return the names that a file exports."""
    groups = EXPORT.findall(file_of(name).read_text(encoding="utf-8"))
    return tuple(name for names in groups for name in re.findall(r"\w+", names))


def module(name: str) -> str:
    """Return one file as an entry of `glassbox.modules`."""
    path = file_of(name)

    def taken(match: re.Match) -> str:
        other = name_of((path.parent / match[2]).resolve())
        imported_names = [part.strip() for part in match[1].split(",") if part.strip()]
        if lacking := {part.split(" as ")[0] for part in imported_names} - set(exported(other)):
            raise ValueError(
                f"{name} imports {lacking} of {other}, which exports {exported(other)}"
            )
        names = ", ".join(part.replace(" as ", ": ") for part in imported_names)
        return f'const {{ {names} }} = glassbox.modules["{other}"];'

    exports = ", ".join(exported(name))
    code = path.read_text(encoding="utf-8")
    code = re.sub(r"^ *//.*\n", "", code, flags=re.MULTILINE)  # a slow line need not carry comments
    code = re.sub(r"^export ", "", IMPORT.sub(taken, code), flags=re.MULTILINE)
    return f'glassbox.modules["{name}"] = (() => {{\n{code}\nreturn {{ {exports} }};\n}})();\n'


def kit() -> str:
    """Return the code that all pages share."""
    return "".join(map(module, shared_files()))


def drawing(kind: str) -> str:
    """Return the code that one figure needs in addition."""
    return "".join(module(name) for name in of_drawing(kind) if name not in shared_files())


def component(name: str, code: str) -> str:
    """Return a small component of the pages, as `glassbox.drawn`: the default export of its module."""
    code = re.sub(r"^export default ", "glassbox_default = ", code, flags=re.MULTILINE)
    code = re.sub(r"^export ", "", code, flags=re.MULTILINE)
    return f'glassbox.drawn["{name}"] = (() => {{\nlet glassbox_default;\n{code}\nreturn glassbox_default;\n}})();\n'


def apart(css: str) -> tuple[str, str]:
    """Return the fonts of a style sheet, whose files are beside it, and the rest."""
    fonts = re.findall(r"@font-face \{[^}]*\}\n", css)
    rest = re.sub(r"@font-face \{[^}]*\}\n", "", css)
    return "".join(fonts).replace('url("lessons/fonts/', 'url("'), rest
