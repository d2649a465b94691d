"""Sentences of the decoding page beside its figures (markdown). Counts are computed, not typed."""

from collections.abc import Sequence
from operator import attrgetter

from transformer.measure.decoding.drafted import AHEAD, Tally, spread, together
from transformer.measure.decoding.judged import Judged, table

KINDS = {"rescued": "beam search mends it", "search": "search error", "model": "model error"}
NO_REFERENCE = (
    "BLEU compares with a right translation, and none of this sentence is known here: choose one of "
    "the examples."
)
TABLE = "What was written last: what may come next, each with its probability"
FIRST_TABLE = "greedy search is wrong, a beam of two too"
NOTICE = {
    "tree": "- A candidate’s number is a **sum**: the total of the beginning that it continues, plus log p of its last word.\n"
    "- Two candidates that continue the same beginning can both be kept, and none that continues another.\n"
    "- An answer that is complete is put aside. It is shown again in the list of answers.\n"
    "- **Move α**: translations of one sentence have nearly one length, so little changes. Choose the "
    "language model, whose answers differ in length.\n"
    "- **Type a table**: all that it can write can be tried. The ★ marks the best of all, as far as the beam kept it.",
    "sampling": "- A **temperature** below 1 makes the probable more probable; it cuts nothing.\n"
    "- **Top-k** counts symbols, **top-p** adds probabilities: where the model is sure, top-p may leave "
    "a single one.\n"
    "- What survives is scaled up, and adds to 1 again.\n"
    "- In 10,000 draws a count differs from what is expected by about the square root of it. Chi-square adds up these differences.",
    "drafting": "- A symbol that the model finds at least as probable as the draft did is always "
    "accepted.\n"
    "- The first that is refused is replaced by one drawn from the **residual**: the part of the model’s "
    "probabilities that the draft’s do not cover. So the text still follows the model’s probabilities.\n"
    "- A worse draft costs calls, never quality.",
    "bleu": "- An n-gram counts at most as often as the reference has it: “the the the” gains nothing.\n"
    "- One wrong word changes up to four 4-grams, so BLEU falls faster than the share of right words.\n"
    "- A good translation gets a low score if no reference is worded like it.",
}


def example(kind: str, sentence: str) -> str:
    """A sentence in a list, with what it shows."""
    if kind == "table":
        return FIRST_TABLE
    return f"{sentence}  ({KINDS[kind]})" if kind in KINDS else sentence


def notice(part: str, judged: Sequence[tuple[str, Judged]]) -> str:
    """What to look for in a part of the page."""
    return f"{counted(judged)}\n\n{NOTICE[part]}" if part == "tree" else NOTICE[part]


def often(tallies: Sequence[Tally]) -> str:
    """What drafting saves in many texts, of which the one that is shown is only one."""
    whole = together(tallies)
    shares, rates = (spread(tallies, attrgetter(name)) for name in ("share", "rate"))
    return (
        f"One run says little. In {len(tallies)} runs that went on with held-out beginnings, {AHEAD} "
        f"drafted at a time, **{whole.share:.0%} of the checked symbols were accepted**, which gave "
        f"**{whole.rate:.1f} symbols for each call** of the model; without a draft 1. In four of five "
        f"texts: {shares[0]:.0%} to {shares[1]:.0%}, and {rates[0]:.1f} to {rates[1]:.1f}."
    )


def counted(judged: Sequence[tuple[str, Judged]]) -> str:
    """How the sentences were found, and how many there are."""
    found = table([one for _, one in judged])
    return (
        f"**How the examples were found:** {found['sentences']} sentences that no training saw were "
        "translated greedily and with a beam of five, by a model that was stopped early. Right: "
        f"{found['greedy right']} and {found['beam right']}; the beam mended "
        f"{found['rescued by the beam']} and spoiled {found['lost by the beam']}. Of its wrong ones "
        f"{found['search errors']} are search errors, {found['model errors']} model errors."
    )
