"""Choose the columns with sentences. Numbers, scores, language codes and credits are never learned unasked."""

import re
from itertools import zip_longest

from transformer.corpus.headers import is_header
from transformer.corpus.tables import FEWEST, SEEN, Table
from transformer.corpus.unpacking import Unreadable

NUMBER = re.compile(r"[^\s\w]?\d[\d.,:/+\-eE%]*")  # 3, #17, −1.5, 0.93, 1e-5, 2024-05-01, 12:30
CODE = re.compile(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*")  # en, fra, pt-BR
CREDIT = re.compile(r"\bCC[- ]BY|https?://|©|\blicen[cs]e\b|\battribution\b", re.IGNORECASE)
MOSTLY = 0.9  # fraction of the cells that decides on a column
LISTED = 12  # columns that a message lists
FEW = 0.05  # different cells per row, below which a column contains labels

SENTENCES, LABELS, CODES = "sentences", "labels", "language codes"


def chosen(table: Table, needed: int, columns: str) -> tuple[list[list[str]], list[str]]:
    """Return the cells of the `needed` columns (source and target), and remarks on what was recognized.

    A row that lacks one of the columns keeps its first cell, so that it is counted later. Raises `Unreadable` where
    the columns are not clear, with the `columns` that could be meant.
    """
    header = not table.names and is_header(table.rows[0][: table.width])
    names = tuple(table.rows[0][: table.width]) if header else table.names
    rows = [[], *table.rows[1:]] if header else table.rows
    kinds = [_kind([row[c] for row in rows[:SEEN] if len(row) > c]) for c in range(table.width)]
    about = f"{table.about}: {_listed(kinds, names)}"
    if columns:
        picked = _asked(columns, needed, table.width, names, about)
    else:
        picked = _sentences(kinds, needed, about)
    remarks = [f"{about}. Used: {' and '.join(str(c + 1) for c in picked)}."]
    if table.width > needed and not columns:
        remarks.append(
            "To use other columns, name them with --columns (in the app, in the field Columns)."
        )
    if header:
        remarks.append(
            f"The first row is a header and not a pair: {', '.join(filter(None, names))}."
        )
    return [_cells(row, picked) for row in rows], remarks


def _cells(row: list[str], picked: list[int]) -> list[str]:
    return [row[c] for c in picked] if max(picked) < len(row) else row[:1]


def _kind(cells: list[str]) -> str:
    """Return what a column contains: numbers, language codes, credits, labels, nothing, or sentences."""
    cells = [cell.strip() for cell in cells if cell.strip()]
    most, different = MOSTLY * len(cells), set(cells)
    if not cells:
        return "empty"
    if sum(bool(NUMBER.fullmatch(cell)) for cell in cells) >= most:
        return "numbers"
    if sum(bool(CREDIT.search(cell)) for cell in cells) >= most:
        return "credits"
    if len(cells) >= FEWEST and len(different) <= max(1, FEW * len(cells)):
        return CODES if all(map(CODE.fullmatch, different)) else LABELS
    return SENTENCES


def _sentences(kinds: list[str], needed: int, about: str) -> list[int]:
    """Return the first columns with sentences. A table of only two columns may have labels as well."""
    allowed = {SENTENCES}
    if len(kinds) == needed:
        allowed |= {LABELS} | ({CODES} if set(kinds) == {CODES} else set())
    picked = [c for c, kind in enumerate(kinds) if kind in allowed]
    if len(picked) < needed or (needed == 1 and len(picked) > 1):
        raise Unreadable(f"{about}. It is not clear which to use: name {_how(needed)}")
    return picked[:needed]


def _how(needed: int) -> str:
    if needed == 1:
        return "the column of the text, for example 2 (with --columns, or in the field Columns of the app)"
    return "the source and the target column, for example 1,2 (with --columns, or in the field Columns of the app)"


def _asked(columns: str, needed: int, width: int, names: tuple[str, ...], about: str) -> list[int]:
    """Return the columns that the user named, by their number or their name."""
    number_of = {name.strip().lower(): c for c, name in enumerate(names)}
    number_of |= {str(c + 1): c for c in range(width)}
    words = [word.strip().lower() for word in columns.split(",")]
    picked = [number_of[word] for word in words if word in number_of]
    if len(picked) != len(words) or len(picked) != needed:
        raise Unreadable(f"the columns “{columns}” cannot be used. {about}: name {_how(needed)}")
    return picked


def _listed(kinds: list[str], names: tuple[str, ...]) -> str:
    """List the columns: "1 en (sentences), 2 fr (sentences)"."""
    columns = zip_longest(kinds[:LISTED], names[:LISTED], fillvalue="")
    return ", ".join(
        " ".join(f"{c} {name} ({kind})".split()) for c, (kind, name) in enumerate(columns, start=1)
    )
