"""The input of byte-pair encoding: a text cut into words, and each word into symbols.

This loses nothing: the tokens of a text, together with the rule for spaces, give back every character,
including characters that were not in the training text.
"""

import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from numbers import Integral

END = "</w>"  # marks the end of a word, as its own token or glued to the last letter
BASES = ("characters", "bytes")
ENDS = ("own", "glued", "none")

BARRIER = ""  # separates symbols that must not be merged

# Internally a word is a string in which each token is one character, so that merging is
# `str.replace`: token number n is chr(n + FIRST).
BARRIER_CHARACTER, FIRST = "\0", 1

# Unicode's property White_Space; Python's own \s has four control characters more.
SPACE = "\t\n\v\f\r \x85\xa0\u1680" + "".join(map(chr, range(0x2000, 0x200B)))
SPACE += "\u2028\u2029\u202f\u205f\u3000"

NO_WORD = "This text is empty or contains only spaces. Provide a text with at least one word."
HALF = (
    "This text contains half a character (a lone surrogate), which cannot be saved to a file. Read the "
    "text from a UTF-8 file instead."
)

BYTE_TOKENS = tuple(f"<0x{byte:02X}>" for byte in range(256))  # for unseen characters

# "</w>" or "<0xE2>" in a text must not become the token of that name, so its "<" is never merged.
_END_TYPED = re.compile("(<)(?=/w>)")
_BYTE_TYPED = re.compile("(<)(?=0x[0-9A-F]{2}>)")


def _printable() -> tuple[str, ...]:
    """Return a visible character for each of the 256 bytes, as in GPT-2: "!" is "!", a space is "Ġ"."""
    visible = {*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)}
    others = iter(range(0x100, 0x200))
    return tuple(chr(byte if byte in visible else next(others)) for byte in range(256))


BYTE_SYMBOLS = _printable()
BYTE_OF = {symbol: byte for byte, symbol in enumerate(BYTE_SYMBOLS)}


class Refused(ValueError):
    """A file that cannot be used; the message says why."""


def check_text(text: object) -> None:
    """Raise ValueError for anything but a string, with advice on how to get one."""
    if isinstance(text, str):
        return
    way = "a str"
    if isinstance(text, bytes | bytearray):
        way = 'transformer.corpus.read("text", path).text, which reads a file'
    elif isinstance(text, list | tuple):
        way = 'its words as one string, " ".join(it)'
    raise ValueError(f"{text!r:.100} is a {type(text).__name__}, not a string: pass {way}.")


def check_whole(name: str, value: object) -> None:
    """Raise ValueError for 1.5, and for everything else that is not an integer."""
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise ValueError(f"{name}={value!r} is not an integer: pass a whole number.")


def pretokenize(text: str, base: str, end: str) -> list[str]:
    """Return the words of a text. No merge crosses a word boundary.

    With an end-of-word symbol (Sennrich et al. 2016): words. A single space between two words needs no token,
    because the end of one word and the start of the next imply it; any other white space is one token per
    character. Without an end-of-word symbol: white space is always one token per character. Bytes without an
    end-of-word symbol: as in GPT-2 (Radford et al. 2019), where a word includes the space before it, and
    letters, numbers and other characters are separated.
    """
    check_text(text)
    return _cutter(base, end)(text)


@cache
def _cutter(base: str, end: str) -> Callable[[str], list[str]]:
    if base == "bytes" and end == "none":
        return re.compile(_gpt2()).findall
    if end == "none":
        return re.compile(f"[^{SPACE}]+|[{SPACE}]").findall
    between_words = f"(?<=[^{SPACE}]) (?=[^{SPACE}])"
    return re.compile(f"[^{SPACE}]+|(?!{between_words})[{SPACE}]").findall


def _gpt2() -> str:
    r"""Return GPT-2's pattern. Python's `re` has no \p{L} and \p{N}; both follow from \w and the numbers."""
    kinds = ("Nd", "Nl", "No")
    numbers = [c for c in map(chr, range(sys.maxunicode)) if unicodedata.category(c) in kinds]
    number, letter = f"[{''.join(numbers)}]", f"[^\\W_{''.join(numbers)}]"
    sign = f"(?:[^{SPACE}\\w]|_)"
    shortened = "'s|'t|'re|'ve|'m|'ll|'d"
    blank = f"[{SPACE}]+(?![^{SPACE}])|[{SPACE}]+"  # the last space goes to the word behind it
    return f"{shortened}| ?{letter}+| ?{number}+| ?{sign}+|{blank}"


def symbols(piece: str, base: str, end: str) -> list[str]:
    """A word → its symbols before any merge, including the end-of-word symbol.

    BARRIER marks where no pair is counted or merged.
    """
    text = piece
    if base == "bytes":
        text = "".join(BYTE_SYMBOLS[byte] for byte in piece.encode("utf-8", "surrogatepass"))
    parts = list(text)
    if "<" in text:
        runs = [text] if end == "none" else _END_TYPED.split(text)
        if base == "characters":
            runs = [part for run in runs for part in _BYTE_TYPED.split(run)]
        parts = [symbol for run in runs if run for symbol in (*run, BARRIER)][:-1]
    if piece not in SPACE:
        if end == "own":
            parts.append(END)
        elif end == "glued":
            parts[-1] += END
    return parts


def count_words(text: str | Mapping[str, int], base: str, end: str) -> dict[str, int]:
    """Return the different words of a text in the order of their first occurrence, with their counts."""
    if isinstance(text, Mapping):
        counts = dict(text)
        for word, count in counts.items():
            if isinstance(count, bool) or not isinstance(count, int) or count < 1:
                raise ValueError(
                    f"The word {word!r} has a count of {count!r}: it must be 1 or more."
                )
            if pretokenize(word, base, end) != [word]:
                raise ValueError(
                    f"{word!r} is not a single word, so it would be split: count its parts instead."
                )
    else:
        counts = dict(Counter(pretokenize(text, base, end)))
    if all(not word.strip(SPACE) for word in counts):
        raise ValueError(NO_WORD)
    if any("\ud800" <= letter <= "\udfff" for letter in set().union(*counts)):
        raise ValueError(HALF)
    return counts


def alphabet(words: Mapping[str, int], base: str, end: str) -> list[str]:
    """Return all symbols before the first merge: by code point, those that end a word last.

    This order numbers them, and `smallest_ids` uses the numbers.
    """
    used = {symbol for word in words for symbol in symbols(word, base, end)} - {BARRIER}
    if base == "bytes":
        used |= set(BYTE_SYMBOLS)
    return sorted(used, key=lambda symbol: (symbol.endswith(END), symbol))
