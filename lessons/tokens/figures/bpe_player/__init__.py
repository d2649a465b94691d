"""Byte-pair encoding, merge by merge: the corpus, the table of pairs, the trees of merged tokens.

The learner computes everything that the browser shows: after each merge, how every word is split,
which pairs are most frequent and how many of them tie. The browser counts nothing. Counts are whole
numbers in the header because float32 would round those above 2²⁴.
"""

from collections.abc import Callable
from dataclasses import replace
from heapq import nlargest

from lessons.figures.kit import palette
from lessons.figures.kit.choices import choice, choice_header
from lessons.figures.kit.figure import Figure
from lessons.tokens.figures.bpe_player import words as say
from lessons.tokens.figures.bpe_player.history import history
from transformer.tokens.bpe import BPE

MOST_STEPS = 1000  # merges that the browser can step through
MOST_WORDS = 60  # most frequent words drawn
MOST_PAIRS = 12  # rows of the table
MOST_SCENES = 100
# Milliseconds per merge when playing, and for all merges.
FASTEST, SLOWEST, WHOLE = 60, 1200, 40_000
MOST_PIECES = 40  # pieces of one word; then "…"
LONGEST = 1000  # letters; a longer "word" (a text without spaces) is counted, but not drawn

# Tints behind merged tokens. They have no meaning; they only separate neighbours.
TINTS = {
    "light": ["#cfe3f5", "#fbdcc4", "#cdebdc", "#e6d8f3", "#f8e6a8", "#c9e9ee"],
    "dark": ["#1d4263", "#5a3820", "#1b4d3a", "#463365", "#51450f", "#174c55"],
}


def bpe_player(
    learned: BPE, text: str, word: str = "", progress: Callable[[int], None] = lambda done: None
) -> Figure:
    """Return the figure of what `learned` learned from `text`, step by step, with `word` encoded beside it.

    `progress` is called with the number of merges processed so far. Raises ValueError if `learned` has
    no corpus.
    """
    if not learned.corpus:
        raise ValueError(
            "The tokenizer was loaded without its corpus, so its merges cannot be shown. Learn a tokenizer from a text."
        )
    last = min(len(learned.merges), MOST_STEPS)
    ids, merges = _ids(learned), learned.merges[:last]
    symbols = len(learned.vocabulary) - len(learned.merges)
    steps = []
    for step in history(learned, last, MOST_PAIRS):
        pairs = [[ids[a], ids[b], count] for (a, b), count in step.pairs]
        steps.append({"tokens": step.tokens, "weights": step.tokens**2, "pairs": pairs})
        steps[-1] |= {"different": step.different, "vocabulary": symbols + len(steps) - 1}
        progress(len(steps) - 1)

    words = {word: count for word, count in learned.corpus.items() if not word.isspace()}
    spaces = sum(count for word, count in learned.corpus.items() if word.isspace())
    drawn = _words_to_draw(words)
    header = {
        "title": say.TITLE.format(text=_short(text)),
        "run": {"text": _short(text), "tie": learned.tie, "base": learned.base, "end": learned.end},
        "labels": [say.label(token, learned.base) for token in ids][: symbols + last],
        "symbols": symbols,
        "merges": [
            {
                "pair": [ids[a] for a in m.pair],
                "token": ids[m.token],
                "count": m.count,
                "ties": m.ties,
            }
            for m in merges
        ],
        "all_merges": len(learned.merges),
        "steps": steps,
        "words": [
            {"count": words[word], "history": _token_history(learned, word, ids, last)}
            for word in drawn
        ],
        "all_words": len(words),
        "long_words": sum(len(word) > LONGEST for word in words),
        "spaces": spaces,
        "word": None,
        "rule": say.RULES[learned.tie],
        "says": say.WORDS,
        "palette": {
            "light": palette.LIGHT | _tints("light"),
            "dark": palette.DARK | _tints("dark"),
        },
        "tints": len(TINTS["light"]),
        **choice_header(
            choice("merge", labels=last + 1, first=0, keys="←→"),
            choice("token", labels=symbols + last, first=0, optional=True),
            choice("counted", values=[False, True], opens=True, linked=False),
            # Of a page: another page opens again.
            choice("scene", labels=MOST_SCENES, first=0, linked=False),
            plays="merge",
            pace=max(FASTEST, min(SLOWEST, WHOLE // max(1, last))),
        ),
    }
    return with_word(Figure("bpe_player", header, {}), learned, word)


def with_word(figure: Figure, learned, word: str) -> Figure:
    """Return the same figure with another word, split as `learned` splits it."""
    if not word:
        return figure
    labels = list(figure.header["labels"])
    ids = {token: n for token, n in _ids(learned).items() if n < len(labels)}
    steps = []
    for rank, pieces in learned.steps(word):
        for piece in pieces:
            if piece not in ids:  # a letter that is not in the text, or a later merge
                ids[piece] = len(labels)
                labels.append(say.label(piece, learned.base))
        steps.append(
            {"merge": rank if rank is None else rank + 1, "pieces": [ids[p] for p in pieces]}
        )
    shown = {"text": say.visible(word), "steps": steps}
    choices = [
        entry | {"labels": len(labels)} if entry["name"] == "token" else entry
        for entry in figure.header["choices"]
    ]
    header = {**figure.header, "labels": labels, "word": shown, "choices": choices}
    return replace(figure, header=header)


def _tints(theme: str) -> dict[str, str]:
    """Return the tints as palette colours: tint-0, tint-1, …"""
    return {f"tint-{n}": colour for n, colour in enumerate(TINTS[theme])}


def _ids(learned: BPE) -> dict[str, int]:
    """Return the number of each token of the vocabulary: symbols first, then merged tokens."""
    return {token: place for place, token in enumerate(learned.vocabulary)}


def _words_to_draw(words: dict[str, int]) -> list[str]:
    """Return the words to draw: all of them in the order of the text, if they fit."""
    short = [word for word in words if len(word) <= LONGEST]
    return short if len(short) <= MOST_WORDS else nlargest(MOST_WORDS, short, key=words.get)


def _token_history(learned: BPE, word: str, ids: dict[str, int], last: int) -> list[list]:
    """Return [number of merges, the word's tokens from then on], … for one word of the corpus.

    A word with many pieces gives only the first ones, and a final -1 for the others.
    """
    cuts: list[list] = []
    for rank, pieces in learned.steps(word):
        tokens = [ids[piece] for piece in pieces[:MOST_PIECES]]
        if len(pieces) > MOST_PIECES:
            tokens.append(-1)
        if (rank is None or rank < last) and not (cuts and cuts[-1][1] == tokens):
            cuts.append([0 if rank is None else rank + 1, tokens])
    return cuts


def _short(text: str, most: int = 60) -> str:
    """Return a text on one line, shortened for a title."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1] + "…"
