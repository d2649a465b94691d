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
    "- *Concatenated* and *Sinusoidal* have the same dot products.\n"
    "- Choose **n 5, d 4** and position 0: the curve comes up again at distance 4.\n"
    "- Type d = 512: only far away does similarity rise again.",
    "slides": "A printed number is a claim, and a pocket calculator can check it. Begin with column 2 of "
    "the first table.\n\n"
    "For the two formulas, the table is computed as the slide prints the formula; judge it by the "
    "paper’s.",
    "score": "*Position–position* does not ask which words stand there; only the deviation that the "
    "LayerNorm divides by depends on them. Change a word: how much does that map change?\n\n"
    "A head whose *position–position* spreads widely looks at places; one with a wide "
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
    return (
        f"One letter more than in training: {listed}.\n\n"
        "Sinusoids *have* vectors for every length, as decks say. Having a vector is not the same as "
        "having learned what to do with it: this encoder never saw position "
        f"{header['trained']} in training.\n\n"
        "Rotary scores depend on distances, and most of these did occur in training. But here only "
        "self-attention is turned: cross-attention has no positions, and must find its place by what "
        "self-attention wrote into the vectors."
    )
