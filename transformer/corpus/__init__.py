"""Read a corpus from the files in which corpora are distributed: the same for commands, uploads and notebooks.

    read("pairs", "train.en", "train.fr")         two parallel files: line n of one translates line n of the other
    read("pairs", "pairs.csv", columns="2,3")     a table: TSV, CSV, "|||", "|", JSON lines, or TMX
    read("text", "plays.txt.gz")                  a text; each of these files can be inside a ZIP or gzip file

A file goes through four steps, each in a module of its own: `unpacking` (bytes → the bytes inside an archive),
`decoding` (bytes → characters), `tables` (characters → columns), `columns` (which columns are sentences).
`cleaning` removes what a reader does not see.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from transformer.corpus import records, tables
from transformer.corpus.cleaning import clean
from transformer.corpus.columns import chosen
from transformer.corpus.decoding import decode, lines_of
from transformer.corpus.tables import Table
from transformer.corpus.unpacking import MOST_BYTES, Unreadable, unpack

__all__ = ["Contents", "Unreadable", "clean", "contents", "lines_of", "plain", "read"]

SIDES = {"pairs": 2, "text": 1}  # task → number of columns that it needs


@dataclass(frozen=True)
class Contents:
    """The text of a corpus. `remarks` are sentences about the file that the user should read before training."""

    text: str  # one line per row: "source⇥target", or only the text; row n of the file stays in line n
    remarks: tuple[str, ...] = ()


def read(task: str, *paths: str | Path, columns: str = "") -> Contents:
    """Return the contents of one file, or of two parallel files. Raises `Unreadable` (a `ValueError`) with the reason
    where a file is missing or cannot be used."""
    files = []
    for path in map(Path, paths):
        try:
            files.append((path.name, path.read_bytes()))
        except OSError as error:
            raise Unreadable(f"{path} cannot be read: {error.strerror}") from error
    return contents(task, files, columns)


def contents(
    task: str, files: Sequence[tuple[str, bytes]], columns: str = "", most: int = MOST_BYTES
) -> Contents:
    """Return the contents of files of which the names and the bytes are known.

    `columns` names the columns to use, source first: "4,5" or "en,fr". Raises `Unreadable` with the reason where
    the files cannot be used, or are larger than `most` bytes.
    """
    if task not in SIDES:
        raise ValueError(f"task is '{task}'; choose one of {', '.join(SIDES)}")
    remarks: list[str] = []
    texts = [plain(name, data, remarks, most) for name, data in files]
    if len(texts) > SIDES[task]:
        raise Unreadable(
            f"{len(texts)} files were given: use one file for a text, and for pairs one file with two columns or two "
            "parallel files"
        )
    if len(texts) == 2:
        names = [name for name, _ in files]
        table: Table | None = tables.parallel(texts[0], texts[1], names)
    else:
        table = _table(task, texts[0], columns)
    if table is None:  # a text that is no table
        return Contents(clean(texts[0]), tuple(remarks))
    rows, used = chosen(table, SIDES[task], columns)
    return Contents(clean(_written(table, rows)), (*remarks, *used))


def plain(name: str, data: bytes, remarks: list[str], most: int = MOST_BYTES) -> str:
    """Return the characters of a file, as they are; add to `remarks` what the user should know about them."""
    name, data = unpack(name, data, remarks, most)
    return decode(name, data, remarks)


def _table(task: str, text: str, columns: str) -> Table | None:
    """Return the table in a text; None for a text of which each line is to be learned as it is."""
    if table := records.read(text):
        return table
    if task == "text" and not columns:
        return None
    if table := tables.read(text):
        return table
    raise Unreadable(
        "no columns were recognized in this file: write one pair per line, the source, a tab, the target (or CSV, |||, "
        "JSON lines, TMX), or give two files with parallel lines. For a text without pairs, choose “Your own text” (the "
        "command text)"
    )


def _written(table: Table, rows: list[list[str]]) -> str:
    """Table → lines with tabs. Row n of the file stays in line n, so that a message can name the line."""
    lines: list[str] = []
    for number, row in zip(table.numbers, rows, strict=True):
        lines += [""] * (number - 1 - len(lines))
        lines.append("\t".join(" ".join(cell.split()) for cell in row))
    return "\n".join(lines)
