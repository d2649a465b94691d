"""Take the code of an exercise out of a notebook, without running the notebook.

A notebook also trains models and draws figures. So only the definitions that the exercise asks for are taken, with
the imports, helper functions and constants that they use.
"""

import ast
import dis
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType

from lessons.grade.matching import DEFINES, UNREADABLE, definitions

MAGIC = re.compile(r"^(\s*)[%!?].*$", re.M)
KEPT_CELLS = ("%%writefile", "%%time", "%%timeit", "%%capture")  # the rest of such a cell is Python
SPACE = [("", 0, 0)] * 2  # two empty lines between definitions


@dataclass(frozen=True)
class Piece:
    """One statement of a cell, with the names that it binds and uses."""

    cell: int  # counted among the code cells, from 1
    first: int  # its line in the cell
    lines: tuple[str, ...]
    binds: frozenset[str]
    uses: frozenset[str]
    is_import: bool = False


@dataclass(frozen=True)
class Code:
    """The code of an exercise; `origin` has the cell and the line in it for each line of the text."""

    text: str
    origin: tuple[tuple[int, int], ...]

    def place(self, line: int) -> str:
        """Return “code cell 7, line 3” for a line of the text; "" for an unknown line."""
        cell, number = self.origin[line - 1] if 0 < line <= len(self.origin) else (0, 0)
        return f"code cell {cell}, line {number}" if cell else ""


def code_cells(data: bytes) -> list[str]:
    """Return the text of each code cell. Raise `ValueError` with a sentence if this is not a notebook."""
    try:
        cells = json.loads(data.decode("utf-8-sig"))["cells"]
        sources = [cell["source"] for cell in cells if cell["cell_type"] == "code"]
        return [_python(text if isinstance(text, str) else "".join(text)) for text in sources]
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise ValueError(
            f"The file is not a notebook of format 4 in UTF-8 ({type(error).__name__}). Open it in Jupyter and save it "
            "again."
        ) from error


def defined_in(cells: list[str]) -> set[str]:
    """Return the functions and classes that any cell defines."""
    return {name for cell in cells for name in definitions(cell)}


def extract(cells: list[str], names: tuple[str, ...]) -> Code:
    """Return the definitions that are asked for, with what they use, in the order of the notebook."""
    pieces = [piece for number, cell in enumerate(cells, 1) for piece in _pieces(cell, number)]
    # An import of the reference under an asked name would replace the student's function.
    pieces = [piece for piece in pieces if not (piece.is_import and piece.binds & {*names})]
    kept: set[Piece] = set()
    wanted = {*names}
    while new := {piece for piece in pieces if piece.binds & wanted} - kept:
        kept |= new
        wanted |= {name for piece in new for name in piece.uses}
    lines = []
    for piece in pieces:
        if piece in kept:
            numbered = enumerate(piece.lines, piece.first)
            lines += [*((text, piece.cell, number) for number, text in numbered), *SPACE]
    return Code(
        "\n".join(text for text, *_ in lines), tuple((cell, number) for _, cell, number in lines)
    )


def _python(cell: str) -> str:
    """Return the cell without magics: commands for Jupyter become `pass`, so that lines keep their numbers."""
    if cell.startswith("%%") and not cell.startswith(KEPT_CELLS):
        return ""
    try:
        ast.parse(cell)
        return cell
    except UNREADABLE:
        return MAGIC.sub(r"\1pass", cell)


def _pieces(cell: str, number: int) -> Iterator[Piece]:
    lines = re.split(r"\r\n|\r|\n", cell)  # as Python counts them
    try:
        statements = ast.parse(cell).body
    except UNREADABLE:
        # The whole cell is kept if it is asked for, so that the checks report its error.
        yield Piece(number, 1, tuple(lines), frozenset(definitions(cell)), frozenset())
        return
    for node in statements:
        decorators = [decorator.lineno for decorator in getattr(node, "decorator_list", ())]
        first = min([node.lineno, *decorators])
        text = tuple(lines[first - 1 : node.end_lineno])
        if _binds(node):
            is_import = isinstance(node, ast.Import | ast.ImportFrom)
            yield Piece(number, first, text, _binds(node), _uses(node), is_import)


def _binds(node: ast.stmt) -> frozenset[str]:
    if isinstance(node, ast.Import | ast.ImportFrom):
        return frozenset(alias.asname or alias.name.split(".")[0] for alias in node.names)
    if isinstance(node, DEFINES):
        return frozenset({node.name})
    targets = node.targets if isinstance(node, ast.Assign) else []
    if isinstance(node, ast.AnnAssign | ast.AugAssign):
        targets = [node.target]
    return frozenset(target.id for target in targets if isinstance(target, ast.Name))


def _uses(node: ast.stmt) -> frozenset[str]:
    """Return the global names that a statement reads, in the functions inside it too."""
    try:
        code = compile(ast.Module([node], []), "cell", "exec", dont_inherit=True)
    except UNREADABLE:  # the checks report it
        return frozenset()
    return frozenset(_read_by(code))


def _read_by(code: CodeType) -> Iterator[str]:
    for instruction in dis.get_instructions(code):
        if instruction.opname in ("LOAD_NAME", "LOAD_GLOBAL"):
            yield instruction.argval
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _read_by(constant)
