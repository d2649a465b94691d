"""Split a text into columns: recognize what separates them, and read quoted cells as spreadsheets write them."""

import csv
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from transformer.corpus.decoding import lines_of
from transformer.corpus.unpacking import Unreadable

SEEN = 1000  # number of first lines that decide
FEWEST = 20  # lines with a tab that make a table of a text
REGULAR = 0.9  # fraction of lines with the same number of columns, for separators that also occur in sentences
MOST_COLUMNS = 100  # of a table; a line of more is prose
SEPARATORS = {"\t": "tabs", "|||": "|||", "|": "|", ";": "semicolons", ",": "commas"}
SURE = ("\t", "|||")  # hardly occur in sentences: a few lines without them are only omitted


@dataclass(frozen=True)
class Table:
    """Rows of cells. A row can be shorter than `width`: it is then a line that cannot be used."""

    rows: list[list[str]]
    numbers: list[int]  # the line of the file in which each row ends
    about: str  # what was recognized: "3 columns separated by tabs"
    width: int  # the usual number of columns
    names: tuple[str, ...] = ()  # of the columns, where the format has names


def read(text: str) -> Table | None:
    """Return the table in a text; None where no separator was recognized."""
    separator = _separator(text)
    if separator is None:
        return None
    rows, numbers = _rows(text, separator)
    width = _usual(rows[:SEEN])
    if (
        separator not in SURE
    ):  # a comma in a sentence would shift the columns: keep such a line as one cell
        rows = [row if len(row) == width else [separator.join(row)] for row in rows]
    return Table(rows, numbers, f"{width} columns separated by {SEPARATORS[separator]}", width)


def parallel(first: str, second: str, names: Sequence[str]) -> Table:
    """Return the table of two files of which line n belongs to line n. Raises `Unreadable` where the numbers of lines
    differ."""
    sides = [_lines(text) for text in (first, second)]
    if len(sides[0]) != len(sides[1]):
        counts = " and ".join(
            f"{name} has {len(side):,}" for name, side in zip(names, sides, strict=True)
        )
        raise Unreadable(
            f"two parallel files need the same number of lines, but {counts}: line n of the second file must "
            "translate line n of the first"
        )
    rows = [list(row) for row in zip(*sides, strict=True)]
    about = f"2 parallel files, {names[0]} and {names[1]}"
    return Table(rows, list(range(1, len(rows) + 1)), about, 2)


def _lines(text: str) -> list[str]:
    """Lines of one of two parallel files. A carriage return inside a line does not end it, or all following
    lines would be shifted."""
    text = text if "\n" in text else text.replace("\r", "\n")
    return text.removesuffix("\n").split("\n")


def _separator(text: str) -> str | None:
    """Return what separates the columns."""
    lines = [line for line in lines_of(text[: SEEN * 500]) if line.strip()][:SEEN]
    for separator in SURE:
        if sum(separator in line for line in lines) >= min(FEWEST, len(lines) / 2):
            return separator
    scores = {
        separator: _score(lines, separator) for separator in SEPARATORS if separator not in SURE
    }
    best = max(scores, key=lambda separator: scores[separator])
    return best if max(scores.values()) > (0, 0) else None


def _score(lines: list[str], separator: str) -> tuple[int, float]:
    """Return how often the separator is next to a quoted cell, and the fraction of lines with the usual number of
    columns; (0, 0) if that is irregular, as in sentences."""
    text = "\n".join(lines)
    widths = Counter(len(row) for row in _rows(text, separator)[0])
    width, count = widths.most_common(1)[0]
    if not 2 <= width <= MOST_COLUMNS or count < REGULAR * widths.total():
        return 0, 0.0
    return text.count(f'"{separator}') + text.count(f'{separator}"'), count / widths.total()


def _rows(text: str, separator: str) -> tuple[list[list[str]], list[int]]:
    """Return the cells of each line that is not blank, and its number. In quoted cells, separators and line breaks
    are text."""
    lines = lines_of(text)
    plain = [(n, line.split(separator)) for n, line in enumerate(lines, start=1) if line.strip()]
    rows = _quoted(lines, separator, [row for _, row in plain]) or plain
    return [row for _, row in rows], [number for number, _ in rows]


def _quoted(
    lines: list[str], separator: str, plain: list[list[str]]
) -> list[tuple[int, list[str]]] | None:
    """Return the rows as a spreadsheet quotes them; None if the quotation marks belong to the sentences."""
    if len(separator) > 1 or not any('"' in line for line in lines):
        return None
    reader = csv.reader(
        (f"{line}\n" for line in lines), delimiter=separator, strict=True, skipinitialspace=True
    )
    try:
        rows = [(reader.line_num, row) for row in reader if any(cell.strip() for cell in row)]
    except csv.Error:  # a quotation mark inside a cell
        return None
    # Sentences in a TSV file can begin and end with a quotation mark. A program that quotes its cells quotes all of
    # them, or those that contain a quotation mark (which it doubles), a line break or the separator.
    needed = any(re.search(f"\n|{re.escape(separator)}", cell) for _, row in rows for cell in row)
    doubled = any('""' in line for line in lines)
    every = all(re.fullmatch('\\s*(".*")?\\s*', cell) for row in plain for cell in row)
    return rows if separator in ",;" or needed or doubled or every else None


def _usual(rows: list[list[str]]) -> int:
    """Return the most frequent number of columns, at least 2."""
    widths = Counter(len(row) for row in rows if len(row) > 1)
    return widths.most_common(1)[0][0] if widths else 2
