"""Table 2 of Vaswani et al. (2017), which Vitay's deck (Neurocomputing – Transformers) prints: cited, not
measured here. The claim of the deck is compared with the table.
"""

from dataclasses import dataclass

from lessons.decoding.measure.training_cost import flops
from lessons.figures.kit.numbers import scientific
from transformer.objectives.scores import BLEU_COUNTS
from transformer.weights import Trained

CONSTANT = True  # the answers depend on the arguments alone, so the app keeps them

TABLE = "Vaswani et al. 2017, Table 2"
PAIRS = ("English → German", "English → French")  # newstest2014


@dataclass(frozen=True)
class System:
    name: str
    cited: str
    bleu: tuple[float | None, float | None]  # for the two language pairs
    flops: tuple[float | None, float | None]  # training cost, if the paper states it

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

CLAIM = "**Vitay’s deck says** that the Transformer is better than all earlier systems and needs less computation. "
OTHER_SLIPS = (
    "**Unique words?** Vitay’s deck counts 32,000 and 37,000 unique words. These units are *pieces* of words: "
    "32,000 word pieces, and about 37,000 byte-pair-encoding pieces, which both languages share.",
    "**3.5 days on 8 P100 GPUs?** This is the training time of the big model. The base model took 12 hours.",
    "**A vocabulary of 25,000?** In the paper, a *batch* contains about 25,000 tokens on each side. The base model’s "
    "65 million parameters match a vocabulary of about 37,000 pieces, as the notebook shows.",
    "**41.8 or 41.0?** The paper itself reports two BLEU scores for the big model on English → French: 41.8 in table 2 "
    "and in the abstract, 41.0 in the text of section 6.1.",
    "**BLUE?** Militsis and Pitas misspell BLEU, the *bilingual evaluation understudy*.",
    "**y ∈ [0, 1]^m?** The same deck uses the range [0, 1] for labels. A label without smoothing is y ∈ {0, 1}^m with "
    "a single 1.",
)


def verdicts() -> tuple[str, ...]:
    """Return the text on each language pair, computed from the rows of the table."""
    return tuple(
        CLAIM + "**The table shows:** " + _scores(pair) + _costs(pair) for pair in range(len(PAIRS))
    )


def _scores(pair: int) -> str:
    base, big = (system.bleu[pair] for system in SYSTEMS if system.transformer)
    others = [
        system.bleu[pair] for system in SYSTEMS if not system.transformer and system.bleu[pair]
    ]
    above = sorted(score for score in others if score > base)
    assert big > max(others)
    if not above:
        return f"this holds here. Base ({base}) and big ({big}) score higher than all {len(others)} other systems."
    listed = ", ".join(f"{score:g}" for score in above)
    below = "all" if len(above) == len(others) else f"{len(above)}"
    return (
        f"this holds only for the big model. Big ({big}) scores higher than all {len(others)} other systems; base "
        f"({base}) scores lower than {below} of them: {listed}."
    )


def _costs(pair: int) -> str:
    base, big = (system.flops[pair] for system in SYSTEMS if system.transformer)
    others = {
        system.name: system.flops[pair]
        for system in SYSTEMS
        if not system.transformer
        if system.flops[pair]
    }
    assert base < min(others.values())
    cheaper = [name for name, cost in others.items() if cost < big]
    if not cheaper:
        return " Both models cost less to train than any other system."
    return f" Base costs the least to train, but big costs more than {' and '.join(cheaper)}."


def about_our_model(trained: Trained) -> str:
    """Return the text on our small model, and why its BLEU is not comparable."""
    if trained.remark:
        return f"**Our own model:** {trained.remark}"
    cost = scientific(flops(trained))
    return (
        f"**Our own model:** `{trained.name}` has a BLEU score of {trained.card['held_out']['bleu']:.2f}, after "
        f"training with about {cost} FLOPs (estimated: 6 · parameters · target tokens). This score counts "
        f"{BLEU_COUNTS}. It is **not comparable**: its test set contains {trained.card['sentences']['held_out']:,} "
        "sentences of a small grammar with a different vocabulary, each with one correct translation. Compare BLEU "
        "scores only for the same sentences and the same way of counting."
    )
