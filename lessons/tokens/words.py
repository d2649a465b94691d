"""Sentences of the page “Tokenization” with numbers that the tokenizer counts."""

from collections.abc import Callable

from lessons.tokens import DECK, PROSE, SENNRICH
from lessons.tokens.facts import pair_text
from lessons.tokens.prediction import SLIDE
from transformer.tokens.bpe import BPE


def notice(learned: Callable[[str, str], BPE]) -> str:
    """Return what to look for (markdown); `learned(text, tie)` learns with the opening settings."""
    deck, prose = learned(DECK, "first_seen"), learned(PROSE, "first_seen")
    sennrich = learned(SENNRICH, "first_seen").merges[0]
    others = " and ".join(pair_text(p) for p in sennrich.tied if p != SLIDE)
    wides = " ".join(learned(DECK, "smallest_ids").at(1).words[-1][0])
    begin, end = prose.at(0).tokens, prose.at(len(prose.merges)).tokens
    return (
        f"**Each merge makes the text shorter and the vocabulary larger.** {len(prose.merges)} merges "
        f"shorten the example “A paragraph” from {begin} tokens to {end}.\n\n"
        f"**The page opens with the paper’s own counts** (Sennrich et al. 2016, algorithm 1). {pair_text(SLIDE)} occurs "
        f"{sennrich.count} times and ties with {others}, so a tie-breaking rule decides.\n\n"
        f"**One slide contains an error** (Mining Unstructured Data 12; choose “The slide, as printed”). The slide "
        f"merges {pair_text(SLIDE)} and ends in “wid⟨es⟩t”. But the slide’s last word is “wides”, which becomes `{wides}`. "
        f"Compare the slide with the example ending in “widest”.\n\n"
        f"**The text’s {len(deck.vocabulary) - len(deck.merges)} symbols include no space.** The slide lists a space. "
        "But the text is split at spaces first, so no merge could use a space; the end-of-word symbol shows where a "
        "word ends.\n\n"
        "**The slides give one symbol two names**: the end of a word is ⟨w⟩ or ⟨/w⟩. The slides say *bytes* and "
        "show characters. The slides encode “by replacing each byte pair”, but merges must be applied in the order in "
        "which they were learned.\n\n"
        "**Out-of-vocabulary** words do not occur if all characters are known. An unknown *character* is "
        "lost; only byte-level BPE has no unknown symbols."
    )
