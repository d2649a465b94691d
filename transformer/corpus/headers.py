"""Recognize the first row of a table as a header: every cell consists of names for languages or columns."""

import re

LANGUAGES = """
ar arabic bg bulgarian cs czech da danish de german deutsch el greek en english et estonian es spanish español fa
persian farsi fi finnish fr french français he hebrew hi hindi hr croatian hu hungarian id indonesian it italian
italiano ja japanese ko korean lt lithuanian lv latvian nl dutch no norwegian pl polish pt portuguese português ro
romanian ru russian русский sk slovak sl slovenian sr serbian sv swedish ta tamil th thai tr turkish uk ukrainian ur
urdu vi vietnamese zh chinese
ara bul ces dan deu ger ell eng est spa fas fin fra fre heb hin hrv hun ind ita jpn kor lit lav nld nor pol por ron
rus slk slv srp swe tam tha tur ukr urd vie zho cmn
anglais allemand espagnol italien englisch französisch spanisch inglés francés
"""
COLUMNS = """
answer attribution author back column comment corpus credit credits date direction domain front identifier index input
key label lang language licence license line native note notes number original output pair phrase prompt question
quelle quality reference response score segment sentence sentences similarity source src split tag tags target text
tgt title translated translation trg user username value word
"""
KNOWN = {*LANGUAGES.split(), *COLUMNS.split()}
PARTS = re.compile(r"[^\W\d_]+")  # "source_text", "sentence1", "Text (EN)" → words


def is_header(row: list[str]) -> bool:
    """Whether a row of cells names its columns, like "English, French" or "id, source_text, target_text": at least
    two cells and half of all."""
    cells = [cell.strip() for cell in row if cell.strip()]
    return sum(map(_is_name, cells)) >= max(2, len(cells) / 2)


def _is_name(cell: str) -> bool:
    words = PARTS.findall(cell.lower())
    is_sentence = cell.endswith((".", "?", "!", "…"))
    return 0 < len(words) <= 3 and not is_sentence and all(word in KNOWN for word in words)
