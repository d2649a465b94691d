"""Look-up tables of a tokenizer: from symbols to tokens, from words to tokens, from tokens to bytes."""

from collections.abc import Callable

from transformer.tokens.text import BYTE_OF, BYTE_TOKENS, END

REMEMBERED = 200_000  # maximum number of cached words


class Characters(dict):
    """Symbol → the character that represents it; for an unseen symbol, the characters of its bytes."""

    def __missing__(self, symbol: str) -> str:
        if symbol.endswith(END):
            return self[symbol.removesuffix(END)] + self[END]
        data = symbol.encode("utf-8", "surrogatepass")
        return "".join(self[BYTE_TOKENS[byte]] for byte in data)


class EncodedWords(dict):
    """Word → token numbers, computed on first use."""

    def __init__(self, encode: Callable[[str], tuple[int, ...]]):
        self._encode = encode

    def __missing__(self, word: str) -> tuple[int, ...]:
        numbers = self._encode(word)
        if len(self) < REMEMBERED:
            self[word] = numbers
        return numbers


def bytes_of(token: str, base: str, end: str) -> tuple[bytes, bool]:
    """Return the bytes that a token represents, and whether it ends a word."""
    ends = end != "none" and token.endswith(END)
    text = token.removesuffix(END) if ends else token
    if base == "bytes" and all(symbol in BYTE_OF for symbol in text):
        return bytes(BYTE_OF[symbol] for symbol in text), ends
    if base == "characters" and text in BYTE_TOKENS:
        return bytes([BYTE_TOKENS.index(text)]), ends
    return text.encode("utf-8", "surrogatepass"), ends


def text_of(word: list[bytes]) -> str:
    """Return the text of some tokens; one character can span several tokens."""
    data = b"".join(word)
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", "replace")
