"""Scenes for ten minutes on tokenization: the published example, then a slide that omits its ties."""

from lessons.kit.scenes import Scene, link
from lessons.tokens import DECK, PROSE, SENNRICH, TIES


def player(merges: int, text: str, tie: str = "first_seen") -> str:
    # The merges of this text answer the page’s question, which the first scene asks.
    opened = {"answered": "true"} if merges and text == SENNRICH else {}
    return link(f"tokens-player={merges}", tokens_text=text, tokens_tie=TIES[tie], **opened)


SCENES = (
    Scene(
        player(0, SENNRICH),
        "Which pair is merged first?",
        "Read aloud the counts from Sennrich, Haddow and Birch: low occurs 5 times, lower 2, newest 6 and widest 3 "
        "times. Have everyone count one pair by hand. Say: nothing is merged yet, so the text has 95 symbols. Then "
        "show the counts.",
        2,
        asks=True,
        finds=("95 tokens",),
    ),
    Scene(
        player(1, SENNRICH),
        "A rule for ties decides which pair is merged next",
        "Say: merge 1 joined e and s. Point to the table of pairs: two pairs now tie, with 9 occurrences each. "
        "Say: “the most frequent pair” is not yet an algorithm. The rule *first seen* takes the pair that comes "
        "first in the text.",
        2,
        finds=("2 pairs tie",),
    ),
    Scene(
        player(10, SENNRICH),
        "What has BPE learned after ten merges?",
        "Say: newest and low are one token each. Point to the trees: est</w> consists of es, t and the end of "
        "the word. Say: 95 symbols have become 28 tokens, and the attention map has shrunk to 8.7% of its cells.",
        2,
        below=True,
        finds=("28 tokens", "8.7%"),
    ),
    Scene(
        player(15, SENNRICH),
        "How does BPE encode a new word?",
        "Replay the merges in order: lowest becomes low and est</w>. Say: BPE can encode a new word if its "
        "characters are known. An unknown character is lost; only byte-level BPE prevents this loss.",
        1,
        finds=("16 tokens", "merge 5"),
    ),
    Scene(
        player(1, DECK),
        "Must (e, s) be the first merge?",
        "Point to the headline: l and o were merged, and three more pairs tie, with two occurrences each. Say: the "
        "slide merges another pair and does not mention ties.",
        2,
        finds=("3 pairs tie",),
    ),
    Scene(
        player(40, PROSE),
        "What does BPE find in a paragraph?",
        "Point to the merged tokens: endings come first, then whole words. Point to the curve: each merge shortens "
        "the text, but by less than the previous one.",
        1,
        finds=("Merge 40",),
    ),
)
