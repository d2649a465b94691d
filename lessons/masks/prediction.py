"""Predict first: one question a part of the page. Every right answer is computed, none written down."""

from collections.abc import Mapping, Sequence

from torch import Tensor

from lessons.kit.prediction import Prediction, asked
from lessons.masks import ASKED
from transformer.measure.masks.influence import MOVED, Influence
from transformer.measure.masks.leaks import Rule
from transformer.measure.training.coins import Bits

NOTHING, LITTLE, MUCH = "nothing: it is empty", "less than a tenth", "a tenth or more"
SHOWN = {  # name of a mistake → how the question calls it
    "inverted": "True and False are swapped",
    "one_ahead": "each word may also look at the next one",
    "padding_on_queries": "padding was hidden as rows, not as columns",
    "forgotten_in_layer_2": "layer 2 forgot its mask",
}
AS_TRAINED, FLOOR, WORSE = (
    "almost nothing, as in training",
    "about the floor",
    "more than a blind guess, 3 bits",
)


def about_padding(texts: Sequence[str], weights: Tensor) -> Prediction:
    """How much of its attention does the shortest sentence give to ⟨pad⟩ when nothing is hidden? `weights`
    (sentence, head, query, key) of the first layer."""
    short = min(range(len(texts)), key=lambda n: len(texts[n].split()))
    text, places = texts[short], weights.shape[-1]
    count = len(text.split())
    share = float(weights[short][:, :count, count:].sum(-1).mean())
    pads = places - count
    right = NOTHING if share < 0.005 else LITTLE if share < 0.1 else MUCH
    measured = f"On average a word of “{text}” gives {share:.0%} of its attention in layer 1 to the {pads} ⟨pad⟩."
    reasons = {
        NOTHING: f"⟨pad⟩ is a token like any other: it has a vector, a key and a value. {measured}",
        LITTLE: f"A softmax shares out everything among {places} places, {pads} of them empty. {measured}",
        MUCH: f"{measured} Every share that goes there is missing elsewhere, and depends on how long its "
        "neighbours in the batch are.",
    }
    question = (
        f"“{text}” stands in a batch with longer sentences, so it is filled up with {pads} ⟨pad⟩. **Without any "
        "mask, how much of its attention** does one of its words give to ⟨pad⟩?"
    )
    return asked(question, reasons, right, "none")


def about_leak(
    found: Mapping[str, Influence], names: Mapping[str, tuple[str, ...]], rule: Rule
) -> Prediction:
    """Which mistake is in the mask with the letter? `found` and `names` by letter, as measured."""
    here = found[ASKED]
    letter_of = {named[0]: letter for letter, named in names.items()}
    options = {name: said for name, said in SHOWN.items() if name in letter_of}

    def counted(name: str) -> str:
        through = found[letter_of[name]].layers > MOVED
        wrong = (through & ~_itself(rule)).sum((1, 2, 3)).tolist()
        return " and ".join(f"{count} pairs in layer {n + 1}" for n, count in enumerate(wrong))

    name = names[ASKED][0]
    reasons = {
        said: f"With that mistake {counted(one)} move that should not. Under mask {ASKED} {counted(name)} do."
        for one, said in options.items()
    }
    reasons[options[name]] = (
        f"{counted(name)} move that should not, each of them a word and the one right after it; "
        f"{int((here.layers > MOVED).sum())} pairs move in all. Nobody read the code for this."
    )
    question = (
        f"Under mask **{ASKED}** of the decoder some outputs move that should not. Look at the orange cells, in both "
        "layers. **What is wrong** with the mask?"
    )
    return asked(question, reasons, options[name], "")


def _itself(rule: Rule):
    return rule.allowed | rule.back.new_ones(rule.back.shape).tril().triu()


def about_use(honest: Bits, cheat: Bits) -> Prediction:
    """What does a letter cost the model without a mask when it has to write?"""
    bits, trained, floor = (
        float(each.mean()) for each in (cheat.alone, cheat.together, cheat.floor)
    )
    right = WORSE if bits > 3 else FLOOR if bits > floor / 2 else AS_TRAINED
    reasons = {
        AS_TRAINED: f"In training it paid {trained:.3f} bits a letter, because the letter itself was there to be "
        f"copied. When it writes, it is not: {bits:.2f} bits.",
        FLOOR: f"The floor is {floor:.2f} bits, for somebody who has learned the ring; that is the model with the "
        f"mask ({honest.alone.mean():.3f}). This one learned only to copy: {bits:.2f} bits.",
        WORSE: f"{bits:.2f} bits: sure of itself, and wrong. To guess blindly among eight letters would cost 3.",
    }
    question = (
        f"Trained without a mask, a model pays {trained:.3f} bits a letter, far below the floor of {floor:.2f}. Now "
        "it has to **write**: the letters after a place are not there yet. **What does a letter cost it?**"
    )
    return asked(question, reasons, right, "alone")
