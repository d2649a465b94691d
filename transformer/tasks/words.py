"""Split a sentence of any script into lower-case words and separate punctuation marks.

Chinese, Japanese, Thai, Lao, Khmer and Burmese are written without spaces, so a sentence would be one "word"
that never occurs again. There each character is a word of its own, with its combining marks.

A model reads `words_of` a sentence and writes `tokens_of` one, from which `text_of` makes a text with its spaces and
capitals.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache

# Thai and Lao, Burmese, Khmer, 々〆〇, kana, Chinese characters, half-width kana
UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf"
)
UNSPACED += "\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003134f"
SIGNS = "\u3001-\u3003\u3008-\u3011\uff01-\uff65"  # 、。「」！？ include their own space

UNSPACED_PAIR = re.compile(f"['’([¿¡{SIGNS}] | [.,)\\]…،؛؟{SIGNS}]|[{UNSPACED}] [{UNSPACED}]")

CAPITAL = "↑"  # a token of its own: the next word begins with a capital (fastai calls it xxmaj)
JOINED, SPACED = "‿", "▁"  # both are in the font of the pages
MARKS = "In the target, ↑ stands for a capital letter, ‿ for a missing space, and ▁ for a space"


def words_of(text: str) -> list[str]:
    """Split into lower-case words and separate punctuation marks; an apostrophe ends its word."""
    text = unicodedata.normalize("NFC", text.lower())
    plain, every, special = _patterns()
    return (every if special.search(text) else plain).findall(text)


def tokens_of(text: str) -> list[str]:
    """Split like `words_of`, in such a way that `text_of` gives back the text, apart from repeated white space.

    The words are in lower case; CAPITAL before a word makes its first letter upper-case. A word that begins with JOINED
    or SPACED has no space, or a space, before it, where the usual rule for spaces says otherwise:

        "L'été, est-ce 3.50 ?"  →  ↑ l' été , est ‿- ‿ce 3 . ‿50 ?
    """
    text = unicodedata.normalize("NFC", text)
    plain, every, special = _patterns()
    tokens: list[str] = []
    before, end = "", 0
    for match in (every if special.search(text) else plain).finditer(text):
        token, spaced = match[0], match.start() > end
        lower = token.lower()
        if token != lower and token == _capital(lower):  # "USA" and "iPhone" stay as they are
            tokens.append(CAPITAL)
            token = lower
        if before and (spaced != _spaced(before, token) or token == CAPITAL):
            token = (SPACED if spaced else JOINED) + token
        elif token == CAPITAL:  # the arrow itself, at the beginning
            token = SPACED + token
        tokens.append(token)
        before, end = match[0], match.end()
    return tokens


def text_of(words: Iterable[str]) -> str:
    """Words or tokens → readable text. Where a token does not say otherwise, there is no space after an apostrophe,
    before a closing mark, after an opening mark, or where the script has none."""
    text, capital = "", False
    for token in words:
        if token == CAPITAL:
            capital = True
            continue
        mark, word = mark_of(token), plain_of(token)
        spaced = mark == SPACED if mark else _spaced(text, word)
        text += (" " if spaced and text else "") + (_capital(word) if capital else word)
        capital = False
    return text


def lower_words(tokens: Iterable[str]) -> list[str]:
    """Tokens → the words of `words_of`, without capitals and marks."""
    return [plain_of(token).lower() for token in tokens if token != CAPITAL]


def mark_of(token: str) -> str:
    """Return the mark of a token, or ""."""
    marked = token == CAPITAL or (len(token) > 1 and token[0] in (JOINED, SPACED))
    return token[0] if marked else ""


def plain_of(token: str) -> str:
    """Return a token without its mark."""
    return token[len(mark_of(token)) :]


def _capital(word: str) -> str:
    return word[0].upper() + word[1:]


def _spaced(before: str, after: str) -> bool:
    """The usual rule: whether a space is between two words."""
    return not UNSPACED_PAIR.search(f"{before[-1:]} {after[0]}")


@cache
def _patterns() -> tuple[re.Pattern, re.Pattern, re.Pattern]:
    r"""Return the patterns for most texts, for all texts, and for choosing between them. Python's \w does not
    include combining marks: हिन्दी, or Hebrew with its vowels, would be torn apart."""
    combining = [c for c in map(chr, range(0x300, 0x10000)) if unicodedata.category(c)[0] == "M"]
    # Combining marks and joiners.
    marks = "".join(combining) + "\u200c\u200d\U0001e944-\U0001e94a\U000e0100-\U000e01ef"
    unspaced = f"[{UNSPACED}][{marks}]*"
    every = f"{unspaced}|(?:[^\\W{UNSPACED}]+|[{marks}])+['’]?|[^\\w\\s]"
    plain, special = r"\w+['’]?|[^\w\s]", f"[{UNSPACED}{marks}]"
    return re.compile(plain), re.compile(every), re.compile(special)
