"""What a lesson says: every text of its sources, whole, in one spelling of spaces, quotes and emphasis."""

import ast
import re
from functools import cache
from pathlib import Path

from lessons.figures.kit.bundle import folders
from tests.kit.imports import imports
from tests.kit.paths import ROOT

STRAIGHT = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "\u00a0": " ", "\u202f": " "})
GAP = "…"  # where a text has a number or a name put in
CELL = re.compile(r"^# %%(.*)$", re.M)


def plain(text: str) -> str:
    """A text without bold, italics, links and line breaks, and with straight quotes."""
    text = re.sub(r"\[([^\]]+)\]\(#[^)]*\)", r"\1", text.translate(STRAIGHT))
    return re.sub(r"\s+", " ", re.sub(r"\*+", "", text)).strip()


def texts(path: Path) -> list[str]:
    """The texts of a Python file, each in one piece; of a notebook's source each cell of words, too."""
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source)
    joined = [joined_text(node) for node in outermost(tree)]
    if path.name == "lesson.py":
        _, *cells = CELL.split(source)
        words = [
            cell for kind, cell in zip(cells[::2], cells[1::2], strict=True) if "markdown" in kind
        ]
        joined += [re.sub(r"^# ?", "", cell, flags=re.M) for cell in words]
    return [sentence for text in joined if (sentence := plain(text))]


def outermost(node: ast.AST) -> list[ast.AST]:
    """The texts in a piece of code: strings, strings with gaps, and sums of these."""
    if is_text(node):
        return [node]
    return [text for child in ast.iter_child_nodes(node) for text in outermost(child)]


def is_text(node: ast.AST) -> bool:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return is_text(node.left) or is_text(node.right)
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def joined_text(node: ast.AST) -> str:
    """A text with a gap for whatever is put in."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(map(joined_text, node.values))
    if isinstance(node, ast.BinOp):
        return joined_text(node.left) + joined_text(node.right)
    return GAP


@cache
def files(lesson: str) -> tuple[Path, ...]:
    """The files of a lesson that hold its words, those of the figures that it draws among them."""
    own = sorted((ROOT / "lessons" / lesson).glob("*.py"))
    own = [file for file in own if file.name != "claims.py"]
    names = {name for file in own for name in imports(file)}
    figures = {
        match[1] for name in names if (match := re.match(r"lessons\..*\bfigures\.(\w+)", name))
    }
    figure_files = sorted(file for figure in figures for file in folders()[figure].glob("*.py"))
    return (*own, *figure_files)


@cache
def all_texts(lesson: str) -> tuple[str, ...]:
    """All texts of a lesson."""
    return tuple(text for file in files(lesson) for text in texts(file))
