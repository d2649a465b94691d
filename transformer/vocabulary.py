"""The mapping between tokens and ids. A model sees only the ids."""

from collections.abc import Iterable

PAD, START, END, UNKNOWN = 0, 1, 2, 3
SPECIALS = ("<pad>", "<start>", "<end>", "<unknown>")


class Vocabulary:
    """A numbered list of tokens: the four special tokens first, then the words in the given order.
    Special tokens cannot be typed: the text "<end>" is an ordinary word, and unknown unless listed."""

    def __init__(self, words: Iterable[str]):
        words, seen = tuple(words), set(SPECIALS)
        for word in words:
            if word in seen:
                what = "the name of a special token" if word in SPECIALS else "listed twice"
                raise ValueError(f"{word!r} is {what}. A vocabulary must contain each word once.")
            seen.add(word)
        self.words = [*SPECIALS, *words]
        self._ids = {word: number for number, word in enumerate(words, start=len(SPECIALS))}

    def __len__(self) -> int:
        """The number of ids, including the special tokens: the size of the embedding table."""
        return len(self.words)

    def __contains__(self, word: str) -> bool:
        return word in self._ids

    def encode(self, words: Iterable[str]) -> list[int]:
        """Words → ids; a word that is not in the vocabulary becomes UNKNOWN."""
        if isinstance(words, str):
            raise TypeError(
                f"encode() was given the text {words!r}, but it needs a list of words: "
                "split the text first, for example with task.split(text)."
            )
        return [self._ids.get(word, UNKNOWN) for word in words]

    def decode(self, ids: Iterable[int], specials: bool = False) -> list[str]:
        """Ids → words. Special tokens other than UNKNOWN are left out unless `specials=True`."""
        words = []
        for number in map(int, ids):
            if not 0 <= number < len(self.words):
                raise ValueError(
                    f"token {number} is not in this vocabulary, whose IDs range from 0 to {len(self) - 1}. "
                    "Check whether you need the vocabulary of the other language or of another model."
                )
            if specials or number not in (PAD, START, END):
                words.append(self.words[number])
        return words
