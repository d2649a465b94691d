r"""Remove what a reader of a text does not see, so that it does not make two words of one.

"isn&apos;t"   →  "isn't"    HTML entities, which Moses and many web corpora contain
"co\u00adop"   →  "coop"     soft hyphens, zero-width spaces, direction marks, byte-order marks
"e" + "\u0301" →  "é"        Unicode normal form C: one code point for a letter and its accent
"""

import html
import re
import unicodedata

# "&amp;apos;" was escaped twice. Entities without a semicolon are left, because "AT&T" is none.
ENTITY = re.compile(r"&(?:amp;)*(#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")

SPACES = ("Cc", "Zs", "Zl", "Zp")  # Unicode categories of control characters and white space

# Joiners change the letters of Persian and Hindi words and hold emoji together; elsewhere they do nothing.
JOINERS = "\u200c\u200d"
JOINING = "\u0590-\u1dff\u2190-\U0010ffff"

SHOWN = "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u08e2"  # format characters, but visible
HIDDEN = "\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0"  # invisible letters and combining marks
HIDDEN += "".join(map(chr, range(0xFE00, 0xFE10)))  # variation selectors


def clean(text: str) -> str:
    """Return the text with entities decoded, without invisible characters, in normal form C. Tabs and line ends stay
    where they are; every other control character or white space becomes a space."""
    text = ENTITY.sub(_character, text) if "&" in text else text
    for character in set(text):  # few, so that each costs one fast pass
        if (shown := _shown(character)) != character:
            text = text.replace(character, shown)
    if any(joiner in text for joiner in JOINERS):
        text = re.sub(f"(?<![{JOINING}])[{JOINERS}]+", "", text)
    return unicodedata.normalize("NFC", text)


def _character(entity: re.Match) -> str:
    """Return the character of an entity; the entity itself if its name is unknown."""
    character = html.unescape(f"&{entity[1]};")
    if character == f"&{entity[1]};":
        return entity[0]
    return " " if unicodedata.category(character[0]) in SPACES else character


def _shown(character: str) -> str:
    """Return what a reader sees of a character: itself, a space, or nothing."""
    category = unicodedata.category(character)
    if category in SPACES:
        return character if character in "\t\n" else " "
    invisible = category == "Cf" and character not in SHOWN + JOINERS
    return "" if invisible or character in HIDDEN else character
