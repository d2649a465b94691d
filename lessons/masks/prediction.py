"""One question for each part of the page. Every right answer is computed."""

from collections.abc import Mapping, Sequence

from torch import Tensor

from lessons.kit.prediction import Prediction, from_reasons
from lessons.masks import ASKED
from lessons.masks.measure.coins import Bits
from lessons.masks.measure.influence import MOVED, Influence
from lessons.masks.measure.leaks import Rule

SENTENCE = 1  # of the batch, from 0: the sentence that the scenes show
NOTHING, LITTLE, MUCH = "nothing: it is empty", "less than a tenth", "a tenth or more"
SHOWN = {  # name of a mistake → its text in the question
    "inverted": "True and False are swapped",
    "one_ahead": "each word may also attend to the next word",
    "padding_on_queries": "padding was masked in rows, not in columns",
    "forgotten_in_layer_2": "layer 2 has no mask",
}
AS_TRAINED, FLOOR, WORSE = (
    "almost nothing, as in training",
    "about the floor",
    "more than random guessing, 3 bits",
)


def about_padding(texts: Sequence[str], weights: Tensor) -> Prediction:
    """Return the question how much attention the shortest sentence gives to ⟨pad⟩ without a mask.

    `weights` (sentence, head, query, key) are those of the first layer.
    """
    short = min(range(len(texts)), key=lambda n: len(texts[n].split()))
    text, places = texts[short], weights.shape[-1]
    count = len(text.split())
    share = float(weights[short][:, :count, count:].sum(-1).mean())
    pads = places - count
    right = NOTHING if share < 0.005 else LITTLE if share < 0.1 else MUCH
    measured = (
        f"On average, {share:.0%} of the attention of a word of “{text}” in layer 1 goes to the {pads} "
        "⟨pad⟩ tokens."
    )
    reasons = {
        NOTHING: f"{measured} ⟨pad⟩ is a token like any other: it has a vector, a key and a value.",
        LITTLE: f"{measured} A softmax divides the attention among all {places} positions, and {pads} of them are padding.",
        MUCH: f"{measured} This attention is missing elsewhere, and its amount depends on the length of the other "
        f"sentences in the batch.",
    }
    question = (
        f"“{text}” is in a batch with longer sentences, so it is padded with {pads} ⟨pad⟩ tokens. **Without any "
        "mask, what fraction of its attention** does each word give to ⟨pad⟩ in layer 1, on average?"
    )
    return from_reasons(question, reasons, right, "none")


def about_leak(
    influences: Mapping[str, Influence], names: Mapping[str, tuple[str, ...]], rule: Rule
) -> Prediction:
    """Return the question which mistake mask `ASKED` contains; `influences` and `names` are measured, by letter."""
    letter_of = {named[0]: letter for letter, named in names.items()}
    options = {name: text for name, text in SHOWN.items() if name in letter_of}

    def count_leaks(name: str) -> str:
        """Return the number of leaks in each layer, in the sentence that the page shows."""
        through = influences[letter_of[name]].layers[:, SENTENCE] > MOVED  # (layer, output, token)
        wrong = (through & ~_itself(rule)[SENTENCE]).sum((1, 2)).tolist()
        return " and ".join(f"{count} pairs in layer {n + 1}" for n, count in enumerate(wrong))

    name = names[ASKED][0]
    reasons = {
        text: f"In sentence {SENTENCE + 1}, this mistake affects {count_leaks(mistake)} although the rule forbids it; "
        f"mask {ASKED} affects {count_leaks(name)}."
        for mistake, text in options.items()
    }
    reasons[options[name]] = (
        f"In sentence {SENTENCE + 1}, {count_leaks(name)} show an effect although they should not; each pair is a word "
        "and the word right after it. The measured outputs show this without the code."
    )
    question = (
        f"Under mask **{ASKED}** of the decoder, some outputs change although they should not. Look at the orange "
        f"cells of sentence {SENTENCE + 1} in both layers. **What is wrong with the mask?**"
    )
    return from_reasons(question, reasons, options[name], "")


def _itself(rule: Rule):
    return rule.allowed | rule.back.new_ones(rule.back.shape).tril().triu()


def about_use(honest: Bits, cheat: Bits) -> Prediction:
    """Return the question what a letter costs the model without a mask when it has to write."""
    bits, trained, floor = (
        float(each.mean()) for each in (cheat.alone, cheat.together, cheat.floor)
    )
    right = WORSE if bits > 3 else FLOOR if bits > floor / 2 else AS_TRAINED
    reasons = {
        AS_TRAINED: f"{bits:.2f} bits. During training, each letter cost {trained:.3f} bits, because the model could "
        "copy it. When the model writes, this letter does not exist yet.",
        FLOOR: f"{bits:.2f} bits. Only the model with the mask has learned the ring and reaches the floor of {floor:.2f} "
        f"bits ({honest.alone.mean():.3f}). Without the mask the model learned only to copy.",
        WORSE: f"{bits:.2f} bits: the model is confident and wrong. Random guessing among eight letters costs 3 bits.",
    }
    question = (
        f"In training, a model without a mask needs {trained:.3f} bits per letter; the coin tosses themselves need "
        f"{floor:.2f}. Now the model has to **write**: later letters do not exist yet. **How many bits per letter "
        "does the model need now?**"
    )
    return from_reasons(question, reasons, right, "alone")
