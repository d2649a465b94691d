"""Byte-pair encoding: cut words into tokens that were learned from a text (Sennrich et al. 2016).

Learning starts with single characters and merges the most frequent pair of neighbours, again and again.
Encoding replays these merges in the order in which they were learned. `text` cuts a text into words and
symbols, `learning` finds the merges, and this file applies them.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from itertools import chain, groupby, repeat
from operator import add
from pathlib import Path

from transformer.tokens import tokenizer_json
from transformer.tokens.added import Finder
from transformer.tokens.learned import Learned
from transformer.tokens.learning import TIES, Merge, check_options, learning, learning_from
from transformer.tokens.state import State
from transformer.tokens.table import Characters, EncodedWords, bytes_of, text_of
from transformer.tokens.text import (
    BARRIER,
    BARRIER_CHARACTER,
    BASES,
    ENDS,
    FIRST,
    SPACE,
    alphabet,
    check_text,
    check_whole,
    count_words,
    pretokenize,
    symbols,
)

__all__ = ["BASES", "BPE", "ENDS", "TIES", "Merge", "State", "learn", "learning"]

LONG = 100  # letters; a longer word is merged rule by rule, which is faster there
MOST_STEPS = 1000  # maximum letters of a word whose merges are listed


def learn(
    text: str | Mapping[str, int],
    merges: int,
    *,
    tie: str = "first_seen",
    base: str = "characters",
    end: str = "own",
    minimum: int = 2,
    progress: Callable[[int], None] = lambda done: None,
) -> "BPE":
    """Learn up to `merges` merges; fewer when no pair occurs `minimum` times any more.

    `text` and the four options are those of `learning`; `progress` is called with the number of merges so
    far. ValueError for a text without a word.
    """
    check_options(tie, base, end, minimum)
    check_whole("merges", merges)
    if merges < 0:
        raise ValueError(f"merges={merges} is negative: choose 0 or more.")
    words = count_words(text, base, end)
    learned = []
    for _, merge in zip(range(merges), learning_from(words, tie, base, end, minimum), strict=False):
        learned.append(merge)
        progress(len(learned))
    names = (*alphabet(words, base, end), *(merge.token for merge in learned))
    return BPE(tuple(learned), names, tie, base, end, words)


@dataclass(frozen=True)
class BPE(Learned):
    """A learned tokenizer. `decode(encode(text)) == text` for every text."""

    # --- using it -----------------------------------------------------------------------------

    def tokens(self, text: str) -> list[str]:
        """Text → its tokens. An unseen character becomes its UTF-8 bytes, such as "<0xE2>"."""
        return [self.names[number] for number in self.encode(text)]

    def encode(self, text: str) -> list[int]:
        """Text → token numbers. Each different word is merged once and then cached."""
        check_text(text)
        if not self.added:
            return self._encoded(text)
        tokens: list[int] = []
        for part, is_token in self._finder.parts(text):
            tokens += [self._numbers[part]] if is_token else self._encoded(part)
        return tokens

    def decode(self, ids: Iterable[int]) -> str:
        """Token numbers → text. Bytes that are not UTF-8, which no text contains, become �."""
        try:
            runs = groupby(ids, self._added_numbers.__contains__)
            return "".join(
                [self._joined(run) if added else self._decoded(run) for added, run in runs]
            )
        except TypeError:
            raise ValueError(
                f"{ids!r:.100} is not a list of token IDs: decode needs the integers that encode "
                "returns. To turn tokens back into text, call text(tokens)."
            ) from None

    def text(self, tokens: Iterable[str]) -> str:
        """Tokens → text, the inverse of `tokens`. Unknown tokens are left out."""
        return self.decode(self._numbers[token] for token in tokens if token in self._numbers)

    def __len__(self) -> int:
        """Return the number of token numbers, which is the number of rows of an embedding table."""
        return len(self.names)

    def steps(self, word: str) -> list[tuple[int | None, tuple[str, ...]]]:
        """Return how a word is merged: its tokens before any merge (None), then after each merge that
        applies, with that merge's index in `merges`."""
        if pretokenize(word, self.base, self.end) != [word]:
            raise ValueError(f"{word!r} is not a single word: type a word without spaces.")
        if len(word) > MOST_STEPS:
            raise ValueError(
                f"A word of {len(word):,} letters is too long: at most {MOST_STEPS:,} are allowed."
            )
        if any(is_token for _, is_token in self._finder.parts(word)):
            raise ValueError(
                f"{word!r} contains a token that was added by hand; added tokens are never merged."
            )
        spelled = self._spell(word)
        seen: list[tuple[int | None, str]] = [(None, spelled)]
        self._merged(spelled, len(self.merges), seen)
        return [(rank, self._pieces(merged)) for rank, merged in seen]

    def at(self, k: int) -> State:
        """Return the corpus after the first k merges, without learning again."""
        if not self.corpus:
            raise ValueError(
                "This tokenizer was loaded without its corpus, so no corpus can be shown."
            )
        check_whole("k", k)
        if not 0 <= k <= len(self.merges):
            raise ValueError(
                f"k={k} is out of range: choose k between 0 and {len(self.merges)}, the number of merges."
            )
        merged = [(self._merged(self._spell(word), k), n) for word, n in self.corpus.items()]
        words = runs = [(self._pieces(word), n) for word, n in merged]
        if any(BARRIER_CHARACTER in word for word, _ in merged):
            parts = [(run, n) for word, n in merged for run in word.split(BARRIER_CHARACTER)]
            runs = [(self._pieces(run), n) for run, n in parts]
        return State(words, runs, self.tie, self._numbers)

    def save(self, path: str | Path) -> None:
        """Write a tokenizer.json, which Hugging Face tokenizers can also read (see tokenizer_json)."""
        tokenizer_json.save(self, path)

    @staticmethod
    def load(path: str | Path) -> "BPE":
        """Read a tokenizer.json from here or from Hugging Face. ValueError with a reason if it cannot be
        used."""
        return BPE.read(Path(path).read_bytes())

    @staticmethod
    def read(data: bytes) -> "BPE":
        """Do the same as `load` for the bytes of a file, for example of an upload."""
        learned = tokenizer_json.read(data)
        return BPE(**{field.name: getattr(learned, field.name) for field in fields(learned)})

    # --- inside: a word is a string with one character for each token ----------------------------

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {token: number for number, token in enumerate(self.names)}

    @cached_property
    def _finder(self) -> Finder:
        return Finder(self.added)

    @cached_property
    def _added_numbers(self) -> frozenset[int]:
        return frozenset(self._numbers[token.text] for token in self.added)

    @cached_property
    def _characters(self) -> Characters:
        characters = Characters({t: chr(n + FIRST) for t, n in self._numbers.items()})
        characters[BARRIER] = BARRIER_CHARACTER
        return characters

    @cached_property
    def _rules(self) -> list[tuple[str, str]]:
        """For each merge, return the two characters of its pair, and the character that they become."""
        character = self._characters
        return [
            (character[m.pair[0]] + character[m.pair[1]], character[m.token]) for m in self.merges
        ]

    @cached_property
    def _ranks(self) -> dict[str, int]:
        return {pair: rank for rank, (pair, _) in enumerate(self._rules)}

    @cached_property
    def _encoded_words(self) -> EncodedWords:
        return EncodedWords(self._encode_word)

    @cached_property
    def _spelled(self) -> list[tuple[bytes, bool]]:
        """For each token, return its bytes, and whether it ends a word."""
        return [bytes_of(token, self.base, self.end) for token in self.names]

    def _encoded(self, text: str) -> list[int]:
        """Encode a text without added tokens."""
        encoded = self._encoded_words
        return list(
            chain.from_iterable(map(encoded.__getitem__, pretokenize(text, self.base, self.end)))
        )

    def _joined(self, ids: Iterable[int]) -> str:
        """Decode added tokens, each of which is its own text."""
        return "".join([self.names[number] for number in ids])

    def _decoded(self, ids: Iterable[int]) -> str:
        """Decode numbers without added tokens."""
        words, word = [], []
        for number in ids:
            if not 0 <= number < len(self):
                raise ValueError(
                    f"Token {number} is not in this vocabulary, whose IDs range from 0 to {len(self) - 1}."
                )
            spelled, ends = self._spelled[number]
            word.append(spelled)
            if ends:
                words.append(text_of(word))
                word = []
        words.append(text_of(word))
        # Text directly after the end of a word is the next word, separated by a single space.
        rest = (w if not w or w[0] in SPACE else " " + w for w in words[1:])
        return words[0] + "".join(rest)

    def _spell(self, word: str) -> str:
        """Return a word before any merge."""
        character = self._characters
        return "".join([character[symbol] for symbol in symbols(word, self.base, self.end)])

    def _merged(self, word: str, merges: int, seen: list | None = None) -> str:
        """Return a word after this many merges; of those that apply, the one learned first is applied first.

        Each is appended to `seen`, if given: its rank, and the word after it.
        """
        if len(word) > LONG and seen is None:
            return self._merged_long(word, merges)
        rules, rank_of, never = self._rules, self._ranks.get, repeat(merges)
        while len(word) > 1:
            rank = min(map(rank_of, map(add, word, word[1:]), never))
            if rank >= merges:
                break
            pair, token = rules[rank]
            word = word.replace(pair, token)
            if seen is not None:
                seen.append((rank, word))
        return word

    def _merged_long(self, word: str, merges: int) -> str:
        """Do the same for a long word, where checking all pairs after each merge would take too long."""
        parts = self._parts(word)
        if len(parts) > 1:
            return "".join([self._merged(part, merges) for part in parts])
        for pair, token in self._rules[:merges]:
            word = word.replace(pair, token)
        return word

    def _parts(self, word: str) -> list[str]:
        """Cut a long word, such as a line of Chinese, where no token can cross."""
        parts, start = [], 0
        for end, pair in enumerate(map(add, word, word[1:]), start=1):
            if pair not in self._joints:
                parts.append(word[start:end])
                start = end
        return [*parts, word[start:]]

    @cached_property
    def _joints(self) -> set[str]:
        """The pairs of symbols between which some merge joins two tokens."""
        first: dict[str, str] = {}  # the outer symbols of each token
        last: dict[str, str] = {}
        joints = set()
        for pair, token in self._rules:
            left, right = tuple(pair)
            joints.add(last.get(left, left) + first.get(right, right))
            first[token], last[token] = first.get(left, left), last.get(right, right)
        return joints

    def _encode_word(self, word: str) -> tuple[int, ...]:
        merged = self._merged(self._spell(word), len(self.merges))
        return tuple([ord(token) - FIRST for token in merged if token != BARRIER_CHARACTER])

    def _pieces(self, word: str) -> tuple[str, ...]:
        names = self.names
        return tuple([names[ord(t) - FIRST] for t in word if t != BARRIER_CHARACTER])
