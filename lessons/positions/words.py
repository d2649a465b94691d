"""Texts of the positions page: what to notice, part by part (markdown).

Only the numbers of the curves come from a figure.
"""

import numpy as np

from lessons.figures.kit.figure import Figure
from lessons.positions import BEYOND
from transformer.measure.controls import Table
from transformer.tasks.letters import LONGEST

TWICE = 2 * LONGEST  # letters

NOTICE = {
    "why": "Without positions, shuffled words get **the same vectors, shuffled**: the encoder is "
    "**permutation-equivariant**. This holds for any order, not only when all words are shifted, as in one deck "
    "(Militsis and Pitas). The translation cannot depend on the word order either.\n\n"
    "With positions, every vector depends on the order. Vitay’s deck shows a sentence with its words shuffled; an "
    "encoder without positions cannot tell it from the original.\n\n"
    "Swap two neighbours, then two words far apart: "
    "which vectors change most?",
    "lab": "- **Frequencies fall** from left to right; Vitay’s deck wrongly says that they increase.\n"
    "- Nothing is learned here, except in *Learned*, but *Mining Unstructured Data 12* says that the model learns the "
    "pattern.\n"
    "- Under **More**, *Concatenated* and *Sinusoidal* have the same dot products.\n"
    "- Under **More**, set n = 5 and d = 4; then choose *Dot products* and position 0: the curve rises again at "
    "distance 4.\n"
    "- With d = 512, similarity rises again only at large distances.",
    "slides": "You can check every printed number with a pocket calculator. Begin with column 2 of "
    "the first table.\n\n"
    "For the two formulas, the table shows the result of the printed formula. Compare it with the result of the "
    "paper’s formula.",
    "score": "In *position–position* the words matter only through layer normalization, which divides each "
    "vector by its own standard deviation before queries and keys are computed. Change "
    "a word: how much does that map change?\n\n"
    "A [head](#term-head) with a wide spread of *position–position* uses positions; a head with a wide spread of "
    "*content–content* uses words.",
}

SLIDES = (
    "- **Concatenated or interleaved?** *Mining Unstructured Data 12* says that sines and cosines are concatenated. The "
    "formula on the same slide interleaves them. Both layouts contain the same numbers in a different order, so every "
    "dot product is the same. The library tensor2tensor concatenates them.\n"
    "- **Learned or fixed?** The same deck "
    "says that the model learns the pattern. Sinusoids are fixed: they have no parameters.\n"
    "- **Increasing "
    "frequencies?** Vitay’s deck says that frequencies increase with the dimension. In fact they decrease: the first "
    "pair is the fastest.\n"
    "- **d = 1 … d_m?** Militsis and Pitas number the columns 2d and 2d + 1 for d = 1 … d_m. "
    "For d_m = 4 these are the columns 2 to 9, but the vector has the columns 0 to 3."
)


def after_training(figure: Figure) -> str:
    """Return what to notice in the curves: the accuracies one letter beyond training."""
    header = figure.header
    at = header["lengths"].index(header["trained"] + 1)
    scores = {s["title"]: figure.arrays[s["name"]].values[at] for s in header["schemes"]}
    listed = ", ".join(
        f"{name} {'refuses' if np.isnan(score) else f'{score:.0%}'}"
        for name, score in scores.items()
    )
    return (
        f"One letter beyond the training length, the models reverse these percentages of strings correctly: {listed}.\n\n"
        "**Length extrapolation** (also *length generalisation*) means that a model works on inputs longer than its "
        f"training inputs. Sinusoids provide a vector for every position, as some decks say. But this encoder never "
        f"saw position {header['trained']} in training, and did not learn to use its vector.\n\n"
        "Rotary encoding "
        "(**RoPE**) rotates queries and keys only in self-attention here. Cross-attention has no positions of its "
        "own: it relies on what self-attention wrote into the vectors."
    )


def about_control(control: Table) -> str:
    """Return a summary of rotary encoding in the training runs with other seeds and numbers of steps."""

    def fractions_text(arm: str, steps: int, length: int) -> str:
        return " / ".join(f"{share:.0%}" for share in shares(control, arm, steps, length))

    *shorter, longest = (
        f"{fractions_text('rotary', steps, BEYOND)} after {steps:,} steps"
        for steps in control.arms()["rotary"]
    )
    twice = max(max(shares(control, "rotary", steps, TWICE)) for steps in control.arms()["rotary"])
    alibi = fractions_text("ALiBi", control.arms()["ALiBi"][-1], LONGEST)
    return (
        f"Models with each encoding were trained with three seeds and several numbers of steps. The table shows "
        f"how many strings of {BEYOND} letters each run reverses without a mistake; the training strings had at most "
        f"{LONGEST} letters.\n\n"
        f"Of these strings, rotary encoding reverses {', '.join(shorter)} and {longest}. It works on longer strings "
        f"than the other encodings, but **it does not extrapolate**: its best run reverses {twice:.0%} of the strings "
        f"with {TWICE} letters. The usual explanation is that a rotary score depends on the distance, and most "
        "distances occurred in training. But **the distances are the same in every run**, and the seed alone changes "
        "the accuracy this much. So the distances do not explain this result.\n\n"
        "Press et al. (2022) find that language models "
        f"with rotary encoding become worse on texts longer than their training texts, and propose **ALiBi**, a "
        f"penalty that grows with the distance. In Kazemnejad et al. (2023), decoder-only models *without* positional "
        f"encoding generalise best to longer inputs. Neither proposal helps on this task: ALiBi reverses {alibi} of "
        f"the strings of {LONGEST} letters, and a model without positions cannot know the order of the input letters."
    )


def shares(control: Table, arm: str, steps: int, length: int) -> list[float]:
    """Return the fraction of strings of one length that each seed of an arm reverses without a mistake."""
    return [
        next(
            row["exact_match"] or 0.0
            for row in run.held_out["by_length"]
            if row["length"] == length
        )
        for run in control.runs_of(arm, steps)
    ]


def by_length(control: Table) -> list[tuple[str, str, str, str]]:
    """Return the accuracies of each encoding and number of steps: at the longest training length, one more, and `BEYOND`."""
    return [
        (
            arm,
            f"{steps:,}",
            *(
                " · ".join(f"{share:.0%}" for share in shares(control, arm, steps, length))
                for length in (LONGEST, LONGEST + 1, BEYOND)
            ),
        )
        for arm, lengths in control.arms().items()
        for steps in lengths
    ]


HEADINGS = ("encoding", "steps", *(f"{n} letters" for n in (LONGEST, LONGEST + 1, BEYOND)))
