"""A sentence as words, for any script: lower-case words and, by themselves, the signs between them.

Chinese, Japanese, Thai, Lao, Khmer and Burmese are written without spaces, so a sentence would be one
"word" that never comes again. There each character is a word of its own, together with its marks.
"""

import re
import unicodedata
from functools import cache

# Thai and Lao, Burmese, Khmer, 々〆〇, kana, Chinese characters, half-width kana
UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf"
)
UNSPACED += "\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003134f"
SIGNS = "\u3001-\u3003\u3008-\u3011\uff01-\uff65"  # 、。「」！？ take their room themselves


def words_of(text: str) -> list[str]:
    """Lower-case words and, by themselves, the signs between them; an apostrophe ends its word."""
    text = unicodedata.normalize("NFC", text.lower())
    plain, every, special = _patterns()
    return (every if special.search(text) else plain).findall(text)


def text_of(words: list[str]) -> str:
    """Words → readable text: no space after an apostrophe, before a closing sign, after an opening
    one, or where the script has none."""
    text = " ".join(words)
    text = re.sub(r"(?<=['’]) | (?=[.,)\]…،؛؟])|(?<=[(\[¿¡]) ", "", text)
    return re.sub(f" (?=[{SIGNS}])|(?<=[{SIGNS}]) |(?<=[{UNSPACED}]) (?=[{UNSPACED}])", "", text)


@cache
def _patterns() -> tuple[re.Pattern, re.Pattern, re.Pattern]:
    r"""For most texts; for all; and what tells which. Python's \w has no combining marks: हिन्दी, or
    Hebrew with its vowels, would fall to pieces."""
    combining = [c for c in map(chr, range(0x300, 0x10000)) if unicodedata.category(c)[0] == "M"]
    marks = (
        "".join(combining) + "\u200c\u200d\U0001e944-\U0001e94a\U000e0100-\U000e01ef"
    )  # and joiners
    one = f"[{UNSPACED}][{marks}]*"
    every = f"{one}|(?:[^\\W{UNSPACED}]+|[{marks}])+['’]?|[^\\w\\s]"
    plain, special = r"\w+['’]?|[^\w\s]", f"[{UNSPACED}{marks}]"
    return re.compile(plain), re.compile(every), re.compile(special)
