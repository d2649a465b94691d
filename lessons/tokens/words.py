"""Sentences of the tokens page that hold numbers: each is counted by the learner."""

from collections.abc import Callable

from lessons.tokens import DECK, PROSE, SENNRICH
from lessons.tokens.facts import pair
from lessons.tokens.prediction import SLIDE
from transformer.tokens.bpe import BPE


def notice(learned: Callable[[str, str], BPE]) -> str:
    """What to look for (markdown); `learned(text, tie)` learns with the opening settings."""
    deck, prose = learned(DECK, "first_seen"), learned(PROSE, "first_seen")
    sennrich = learned(SENNRICH, "first_seen").merges[0]
    others = " and ".join(pair(p) for p in sennrich.tied if p != SLIDE)
    wides = " ".join(learned(DECK, "smallest_ids").at(1).words[-1][0])
    begin, end = prose.at(0).tokens, prose.at(len(prose.merges)).tokens
    return (
        f"**Each merge makes the text shorter and the vocabulary larger.** {len(prose.merges)} merges "
        f"take the example “A paragraph” from {begin} tokens to {end}.\n\n"
        f"**It opens with the paper’s own counts** (Sennrich et al. 2016, algorithm 1). {pair(SLIDE)} occurs "
        f"{sennrich.count} times, and it ties with {others}: a rule must decide.\n\n"
        f"**A slide has a slip** (Mining Unstructured Data 12; choose “The slide, as printed”). It merges "
        f"{pair(SLIDE)} and ends in “wid⟨es⟩t”. But its last word is “wides”, which gives `{wides}`. See "
        f"the example with “widest”.\n\n"
        f"**No space among its {len(deck.vocabulary) - len(deck.merges)} symbols.** The slide lists "
        "one. But the text is cut at its spaces first, so no merge could ever use it; the end-of-word "
        "symbol says where a word stops."
    )
