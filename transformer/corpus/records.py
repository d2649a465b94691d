"""Read formats that name their columns: JSON lines (or a JSON list), and the translation memories of TMX."""

import json
from collections.abc import Iterable
from typing import Any
from xml.etree import ElementTree

from transformer.corpus.decoding import lines_of
from transformer.corpus.tables import REGULAR, SEEN, Table
from transformer.corpus.unpacking import Unreadable

CODES = ("bpt", "ept", "it", "ph", "ut")  # elements of TMX that contain formatting, not text
LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"


def read(text: str) -> Table | None:
    """Return the table of a JSON or TMX text; None for any other text."""
    start = text.lstrip()[:2000]
    try:
        if start[:1] in ("{", "["):
            return _json(text)
        if start[:1] == "<" and "<tmx" in start:
            return _tmx(text)
    except RecursionError:
        raise Unreadable(
            "the records of this file are nested too deeply: use a flat list"
        ) from None
    return None


def _json(text: str) -> Table | None:
    """JSON lines, or a list of records. A line that is not JSON becomes a row of one cell."""
    lines = [(n, line) for n, line in enumerate(lines_of(text), start=1) if line.strip()]
    records = [_parsed(line) for _, line in lines]
    if len(records) == 1 or sum(r is not None for r in records) < REGULAR * len(records):
        whole = _parsed(text)  # no JSON lines, but perhaps a list
        if not isinstance(whole, list) or not whole:
            return None
        records, lines = whole, [(n, str(record)) for n, record in enumerate(whole, start=1)]
    if isinstance(records[0], dict):
        fields = [_fields(record) if isinstance(record, dict) else None for record in records]
        names = tuple(dict.fromkeys(name for record in fields[:SEEN] for name in record or ()))
        rows = [
            None if record is None else [record.get(name, "") for name in names]
            for record in fields
        ]
        about = "Fields of the JSON records"
    else:
        names = ()
        rows = [[_cell(v) for v in r] if isinstance(r, list) else None for r in records]
        about = "Columns of the JSON lists"
    cells = [row or [line] for row, (_, line) in zip(rows, lines, strict=True)]
    return Table(cells, [n for n, _ in lines], about, max(map(len, cells[:SEEN])), names)


def _parsed(text: str) -> Any:
    """Return a JSON object or list; None for everything else."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict | list) else None


def _fields(record: dict[str, Any]) -> dict[str, str]:
    """Return the fields of a record; those of a nested record too: {"translation": {"en": …, "fr": …}}."""
    fields: dict[str, str] = {}
    for name, value in record.items():
        fields |= _fields(value) if isinstance(value, dict) else {name: _cell(value)}
    return fields


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _tmx(text: str) -> Table:
    """One row per translation unit, one column per language; the language of the sources first."""
    if "<!ENTITY" in text:  # entities can grow without limit, and name files of this computer
        raise Unreadable("this TMX file declares XML entities, which are not allowed: remove them")
    try:
        root = ElementTree.fromstring(text.lstrip())
    except ElementTree.ParseError as error:
        raise Unreadable(f"this TMX file is not valid XML ({error}): export it again") from error
    units = [
        {
            _language(variant): _text(segment)
            for variant in unit.iter("tuv")
            if (segment := variant.find("seg")) is not None
        }
        for unit in root.iter("tu")
    ]
    header = root.find("header")
    source = "" if header is None else header.get("srclang", "").lower()
    languages = list(dict.fromkeys(name for unit in units for name in unit))
    names = tuple(sorted(languages, key=lambda name: name != source))
    if not names:
        raise Unreadable("this TMX file contains no translation units: export it again")
    rows = [[unit.get(name, "") for name in names] for unit in units]
    numbers = list(range(1, len(rows) + 1))
    return Table(rows, numbers, "Languages of the TMX file", len(names), names)


def _language(variant: ElementTree.Element) -> str:
    return (variant.get(LANGUAGE) or variant.get("lang") or "").lower()


def _text(segment: ElementTree.Element) -> str:
    """Return the text of a segment, without formatting codes."""
    return "".join(_parts(segment))


def _parts(element: ElementTree.Element) -> Iterable[str]:
    yield element.text or ""
    for child in element:
        if child.tag not in CODES:
            yield from _parts(child)
        yield child.tail or ""
