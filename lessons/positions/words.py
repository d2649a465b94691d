"""Sentences of the positions page beside its figures: what to notice, part by part (markdown).

They hold no number of a picture that may change beside them; those of the curves come from the figure.
"""

import numpy as np

from lessons.figures.kit.figure import Figure

NOTICE = {
    "why": "Without positions, shuffled words get **the same vectors, shuffled**: the encoder is "
    "*permutation equivariant*. That holds for any order, not only when all words are shifted, as one "
    "deck puts it (Militsis and Pitas). Its translation cannot know the order either.\n\n"
    "With positions the order is in every vector. Vitay’s deck prints the words of such a sentence "
    "in a jumble: to an encoder without positions that is the same sentence.\n\n"
    "Swap two neighbours, then two words far apart: which vectors change most?",
    "lab": "- **Frequencies fall** from left to right; a deck that calls them increasing has the "
    "direction wrong (Vitay).\n"
    "- Nothing is learned here, except in *Learned*; one deck says that the model learns the "
    "pattern (Mining Unstructured Data).\n"
    "- Under **More**: *Concatenated* and *Sinusoidal* have the same dot products.\n"
    "- Choose **n 5, d 4** there, *Dot products* and position 0: the curve comes up again at distance 4.\n"
    "- Type d = 512: only far away does similarity rise again.",
    "slides": "A printed number is a claim, and a pocket calculator can check it. Begin with column 2 of "
    "the first table.\n\n"
    "For the two formulas, the table is computed as the slide prints the formula; judge it by the "
    "paper’s.",
    "score": "In *position–position* the words matter only through LayerNorm’s divisor. (LayerNorm comes "
    "before queries and keys are made: it divides each vector by its own standard deviation.) Change "
    "a word: how much does that map change?\n\n"
    "A [head](#term-head) whose *position–position* spreads widely looks at places; one with a wide "
    "*content–content* looks for words.",
}


def after_training(figure: Figure) -> str:
    """What to notice in the curves over length: the scores one letter past those of training."""
    header = figure.header
    at = header["lengths"].index(header["trained"] + 1)
    scores = {s["title"]: figure.arrays[s["name"]].values[at] for s in header["schemes"]}
    listed = ", ".join(
        f"{name} {'refuses' if np.isnan(score) else f'{score:.0%}'}"
        for name, score in scores.items()
    )
    further = scores.get("index", 0) > scores.get("sinusoidal", 0)
    return (
        f"One letter more than in training: {listed}.\n\n"
        "Sinusoids give a vector for every position, as decks say. But this encoder never saw position "
        f"{header['trained']} in training, and so did not learn what to do with its vector."
        + (" So it is with *index*; why that one gets further, no curve says." if further else "")
        + "\n\n"
        "Rotary scores depend on distances, and most of these did occur in training. But here only "
        "self-attention is turned: cross-attention has no positions, and must find its place by what "
        "self-attention wrote into the vectors."
    )
