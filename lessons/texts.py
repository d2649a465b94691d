"""Every text that a person reads, as a gettext catalogue: `python -m lessons.texts > course.pot`.

`--flagged` lists the texts that cannot be translated as they are: sentences that are assembled from pieces,
plurals made by adding an “s”, and words drawn inside an image. An f-string is one text; each field gets a name.
"""

import argparse
import ast
import inspect
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from transformer.runs.commands import command

ROOT = Path(__file__).resolve().parents[1]
WORDS = re.compile(r"[^\W\d_]{2,}")
# Strings with spaces that nobody reads: selectors, markup, code, patterns, lists of names.
CODE = re.compile(
    r"^[\w.#\[-]+(\s*[>,]\s*[\w.#\[:-]+)+$|^\s*<[a-z/]|\bimport\b|\bself\.|\breturn\b|\bdef \w+\(|\(\?|\\[sdwb]|^[\w-]+: [\w#-]+;"
)
PLURAL, PIECES, DRAWN = (
    "a plural made by adding a letter",
    "assembled from pieces",
    "drawn inside an image",
)


@dataclass(frozen=True)
class Text:
    """One text: where it is, its key, its English, and why it cannot be translated (empty: it can)."""

    file: str
    line: int
    key: str
    english: str
    flag: str = ""


def markdown(file: Path) -> Iterator[tuple[int, str]]:
    """Yield line and text of each paragraph of the markdown cells of a lesson."""
    inside, start, paragraph = False, 0, []
    for number, line in enumerate([*file.read_text(encoding="utf-8").splitlines(), "# %%"], 1):
        text = line[1:].strip() if inside and line.startswith("#") else ""
        if paragraph and (not text or text.startswith(("- ", "|", "#", "%%"))):
            yield start, " ".join(paragraph)
            paragraph = []
        if line.startswith("# %%"):
            inside = "[markdown]" in line
        elif text:
            start = start if paragraph else number
            paragraph.append(text)


def strings(file: Path) -> Iterator[tuple[int, str, str, str]]:
    """Yield line, name of the surrounding definition, text and flag of each sentence in a Python file."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    silent = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings

    def walk(node: ast.AST, name: str) -> Iterator[tuple[int, str, str, str]]:
        if id(node) in silent:
            return
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            name = node.name
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
        if isinstance(node, ast.Constant | ast.JoinedStr):
            if is_prose(english := text_of(node)):
                yield node.lineno, name, english, flag_of(node)
            return
        for child in ast.iter_child_nodes(node):
            yield from walk(child, name)

    yield from walk(tree, "")


def text_of(node: ast.AST) -> str:
    """Return the text of a string; a field of an f-string is named after its expression."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    return "".join(
        str(value.value) if isinstance(value, ast.Constant) else f"{{{field_of(value.value)}}}"
        for value in node.values
    )


def field_of(node: ast.AST) -> str:
    """Return a name for the field of an f-string: the first attribute or name that its expression uses."""
    names = [
        part.attr if isinstance(part, ast.Attribute) else part.id
        for part in ast.walk(node)
        if isinstance(part, ast.Attribute | ast.Name)
    ]
    return names[0] if names else "field"


def flag_of(node: ast.AST) -> str:
    """Say why a text cannot be translated: a field adds a plural “s”, or contains a piece of the sentence."""
    fields = [
        value.value
        for value in getattr(node, "values", ())
        if isinstance(value, ast.FormattedValue)
    ]
    inner = [part for field in fields for part in ast.walk(field)]
    keys = {id(part.slice) for part in inner if isinstance(part, ast.Subscript)}
    keys |= {id(key) for part in inner if isinstance(part, ast.Call) for key in part.args}
    for part in inner:
        if isinstance(part, ast.BinOp | ast.IfExp):
            pieces = [
                child for child in ast.iter_child_nodes(part) if isinstance(child, ast.Constant)
            ]
            if any(piece.value in ("s", "es") for piece in pieces):
                return PLURAL
        if isinstance(part, ast.Constant) and id(part) not in keys and is_prose(text_of(part)):
            return PIECES
    return ""


def is_prose(text: str) -> bool:
    """Whether a person would read this string as words: at least two of them, and no code."""
    return " " in text.strip() and len(WORDS.findall(text)) > 1 and not CODE.search(text)


def script(file: Path) -> Iterator[tuple[int, str]]:
    """Yield line and text of each sentence in a script; a sentence over several lines is put together."""
    source = file.read_text(encoding="utf-8")
    for match in re.finditer(r'(["`])[^"`\n]*\1(?:\s*\+\s*(["`])[^"`\n]*\2)*', source):
        pieces = re.findall(r'["`]([^"`\n]*)["`]', match[0])
        english = re.sub(r"\$\{(\w+)\}", r"{\1}", "".join(pieces))
        if english[:1].isupper() and is_prose(english):
            yield source.count("\n", 0, match.start()) + 1, english


def texts() -> Iterator[Text]:
    """Yield every text of the course: notebooks, pages, figures, errors of the app and lectures."""
    folders = (ROOT / "lessons", ROOT / "transformer", ROOT / "web")
    for file in sorted(path for folder in folders for path in folder.rglob("*.py")):
        where = str(file.relative_to(ROOT))
        if file.name.startswith("my_") or "/tasks/" in where and "/custom/" not in where:
            continue  # a student's own file; the sentences of a task are data
        if "/tests/" in where:
            continue
        if file.name == "lesson.py":
            for line, english in markdown(file):
                yield Text(where, line, f"{file.parent.name}.notebook.{line}", english)
            continue
        for line, name, english, flag in strings(file):
            key = ".".join((*file.relative_to(ROOT).with_suffix("").parts[1:], name or "top"))
            yield Text(where, line, key, inspect.cleandoc(english), flag)
    for file in sorted((*(ROOT / "web").glob("*.js"), *(ROOT / "web" / "tab").glob("*.js"))):
        for line, english in script(file):
            yield Text(str(file.relative_to(ROOT)), line, f"web.{file.stem}", english)
    for file in sorted((ROOT / "lessons").glob("*/motif.svg")):
        for english in re.findall(r"<text[^>]*>([^<]+)", file.read_text(encoding="utf-8")):
            if is_prose(english):
                yield Text(
                    str(file.relative_to(ROOT)), 1, f"{file.parent.name}.motif", english, DRAWN
                )
    for file in sorted((ROOT / "scenes").glob("*.txt")):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if is_prose(line) and not line.startswith(("http", "/", "#!")):
                yield Text(str(file.relative_to(ROOT)), number, f"scenes.{file.stem}", line.strip())


def main() -> None:
    """Write the catalogue, or list the texts that are flagged."""
    parser = argparse.ArgumentParser(
        prog="python -m lessons.texts",
        description=__doc__,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    parser.add_argument(
        "--flagged", action="store_true", help="list what cannot be translated, and why"
    )
    if parser.parse_args().flagged:
        for text in texts():
            if text.flag:
                print(f"{text.file}:{text.line}: {text.flag}: {text.english}")
        return
    catalog = Catalog(project="Glassbox Transformer", charset="utf-8", fuzzy=False)
    for text in texts():
        catalog.add(
            text.english, locations=[(text.file, text.line)],
            auto_comments=[text.key, *([f"not translatable: {text.flag}"] if text.flag else [])],
        )  # fmt: skip
    write_po(sys.stdout.buffer, catalog)


if __name__ == "__main__":
    with command("texts"):
        main()
