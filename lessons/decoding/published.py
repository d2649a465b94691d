"""Table 2 of Vaswani et al. (2017), which Vitay's deck (Neurocomputing – Transformers) prints: cited, not
measured here. And what the deck says of it, beside what the table says.
"""

from dataclasses import dataclass

from lessons.figures.kit.numbers import scientific
from transformer.measure.training.training_cost import flops
from transformer.objectives.scores import BLEU_COUNTS
from transformer.weights import Trained

TABLE = "Vaswani et al. 2017, Table 2"
PAIRS = ("English → German", "English → French")  # newstest2014


@dataclass(frozen=True)
class System:
    name: str
    cited: str
    bleu: tuple[float | None, float | None]  # of the two pairs
    flops: tuple[float | None, float | None]  # of training, where the paper states it

    @property
    def transformer(self) -> bool:
        return self.name.startswith("Transformer")


SYSTEMS = (
    System("ByteNet", "Kalchbrenner et al. 2017", (23.75, None), (None, None)),
    System("Deep-Att + PosUnk", "Zhou et al. 2016", (None, 39.2), (None, 1.0e20)),
    System("GNMT + RL", "Wu et al. 2016", (24.6, 39.92), (2.3e19, 1.4e20)),
    System("ConvS2S", "Gehring et al. 2017", (25.16, 40.46), (9.6e18, 1.5e20)),
    System("MoE", "Shazeer et al. 2017", (26.03, 40.56), (2.0e19, 1.2e20)),
    System("Deep-Att + PosUnk, ensemble", "Zhou et al. 2016", (None, 40.4), (None, 8.0e20)),
    System("GNMT + RL, ensemble", "Wu et al. 2016", (26.30, 41.16), (1.8e20, 1.1e21)),
    System("ConvS2S, ensemble", "Gehring et al. 2017", (26.36, 41.29), (7.7e19, 1.2e21)),
    System("Transformer, base", "Vaswani et al. 2017", (27.3, 38.1), (3.3e18, 3.3e18)),
    System("Transformer, big", "Vaswani et al. 2017", (28.4, 41.8), (2.3e19, 2.3e19)),
)

CLAIM = (
    "**Vitay’s deck says** that the Transformer beats the state of the art, with less computation. "
)
OTHER_SLIPS = (
    "**Unique words?** The same deck counts 32,000 and 37,000 of them. They are *pieces* of words: 32,000 "
    "word pieces, and about 37,000 pieces by byte-pair encoding, which both languages share.",
    "**3.5 days on 8 P100 GPUs** took the big model. The base model took 12 hours.",
    "**A vocabulary of 25,000?** In the paper about 25,000 are the tokens of each side in one *batch*. Its 65 "
    "million parameters fit a vocabulary of about 37,000, as the lesson’s notebook counts.",
)


def verdicts() -> tuple[str, ...]:
    """What the table says of each pair, counted from its rows."""
    return tuple(
        CLAIM + "**The table says:** " + _scores(pair) + _costs(pair) for pair in range(len(PAIRS))
    )


def _scores(pair: int) -> str:
    base, big = (one.bleu[pair] for one in SYSTEMS if one.transformer)
    others = [one.bleu[pair] for one in SYSTEMS if not one.transformer and one.bleu[pair]]
    above = sorted(score for score in others if score > base)
    assert big > max(others)
    if not above:
        return f"so it is here. Base, {base}, and big, {big}, are above all {len(others)} others."
    listed = ", ".join(f"{score:g}" for score in above)
    below = "all" if len(above) == len(others) else f"{len(above)}"
    return (
        f"only the big one does. Big, {big}, is above all {len(others)} others; base, {base}, is below "
        f"{below} of them: {listed}."
    )


def _costs(pair: int) -> str:
    base, big = (one.flops[pair] for one in SYSTEMS if one.transformer)
    others = {
        one.name: one.flops[pair] for one in SYSTEMS if not one.transformer if one.flops[pair]
    }
    assert base < min(others.values())
    cheaper = [name for name, cost in others.items() if cost < big]
    if not cheaper:
        return " Both cost less than any other."
    return f" Base costs the least, but big costs more than {' and '.join(cheaper)}."


def ours(trained: Trained) -> str:
    """Our small model beside them, with all that keeps it from being compared."""
    if trained.remark:
        return f"**And our own model?** {trained.remark}"
    cost = scientific(flops(trained))
    return (
        f"**And our own model?** `{trained.name}` has BLEU {trained.card['held_out']['bleu']:.2f}, for about "
        f"{cost} FLOPs (estimated: 6 · parameters · target tokens). It counts {BLEU_COUNTS}. That is **not "
        f"comparable**: another test set, {trained.card['sentences']['held_out']:,} sentences of a small grammar, "
        "each with one right translation, and other words. A BLEU means something only beside another one of the "
        "same sentences, counted in the same way."
    )
