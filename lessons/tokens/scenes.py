"""Ten minutes on tokens: a slide that hides its ties, then the counts of the published example."""

from lessons.kit.scenes import Scene, link
from lessons.tokens import DECK, PROSE, SENNRICH, TIES


def player(merges: int, text: str, tie: str = "first_seen") -> str:
    # The merges of this text answer the question of the page, which the first scene asks.
    opened = {"answered": "true"} if merges and text == SENNRICH else {}
    return link(f"tokens-player={merges}", tokens_text=text, tokens_tie=TIES[tie], **opened)


SCENES = (
    Scene(
        player(0, SENNRICH),
        "Which pair is merged first?",
        "The counts of Sennrich, Haddow and Birch: low 5 times, lower 2, newest 6, widest 3. Let everybody "
        "count one pair by hand. Nothing is merged yet: 95 symbols.",
        2,
        asks=True,
        finds=("95 tokens",),
    ),
    Scene(
        player(1, SENNRICH),
        "e and s, 9 times. And next?",
        "Point at the table: two pairs tie, 9 times each. “The most frequent pair” is not yet an "
        "algorithm. The rule says which one is taken.",
        2,
        finds=("2 pairs tie",),
    ),
    Scene(
        player(10, SENNRICH),
        "What has it learned after ten merges?",
        "newest and low are one token each. Point at the trees: est</w> was made of es, t and the end of "
        "the word. 95 symbols have become 28 tokens, and the map of who looks at whom 8.7% as large.",
        2,
        below=True,
        finds=("28 tokens", "8.7%"),
    ),
    Scene(
        player(15, SENNRICH),
        "How is a word read that never stood in the text?",
        "lowest was never seen. The merges are replayed in their order: it becomes low and est</w>. That is "
        "why a tokenizer has no unknown words.",
        1,
        finds=("16 tokens", "merge 5"),
    ),
    Scene(
        player(1, DECK),
        "The slide merges (e, s) first. Does it have to?",
        "A slide with four words. Point at the headline: l and o were merged, and three more pairs tie, "
        "twice each. The slide took another one, and says nothing about ties.",
        2,
        finds=("3 pairs tie",),
    ),
    Scene(
        player(40, PROSE),
        "What does it find in a paragraph?",
        "Step on with →, or play. Point at the tokens that come: endings, then whole words. Every merge makes "
        "the text shorter, and each of them less so: see the curve.",
        1,
        finds=("Merge 40",),
    ),
)
