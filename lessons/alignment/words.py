"""Texts beside the figures of the page on alignment (markdown)."""

from collections.abc import Mapping

from lessons.alignment import LOOKING, MOVING
from lessons.alignment.measure.swapped import Swapped
from lessons.kit.tables import table

STEP = (
    "**The encoder’s states h₁ … h_T do not change**, because the encoder reads the sentence only once. The state s "
    "of the decoder changes from word to word, and so do the energies.\n\n"
    "**The context vector is a selective summary of fixed size.** There are as many energies and weights as words, "
    "but only one weighted sum of the hⱼ, whose size is the same for every sentence.\n\n"
    "**hⱼ represents more than word j.** In hⱼ = [→hⱼ; ←hⱼ], one half summarizes the words up to word j, and the "
    "other half those from word j to the end.\n\n"
    "**Choose Luong’s model**: the order of the columns changes. Bahdanau’s decoder attends before it reads the word "
    "that it wrote last; Luong’s decoder attends afterwards."
)
MAP = (
    "**The alignment is mostly diagonal.** Where both languages have the same word order, the largest weights lie "
    "on the diagonal.\n\n"
    "**French adjectives follow their nouns.** For *zone*, the largest weight jumps ahead to *area* and then moves "
    "back.\n\n"
    "**Click a cell** to see its arithmetic: the energy, its largest terms, and the softmax.\n\n"
    "**Choose a Transformer** and the same sentence. The guided Transformer was trained with an auxiliary loss on its "
    "alignment. The unguided Transformer puts its largest weight on the aligned word less often than Bahdanau’s "
    "decoder does."
)
SCORED = (
    "**A good translation need not have a good alignment.** Training rewards only the correct next word. Every date "
    "is correct, but the aligned character has the largest weight at only six of ten positions. (Hyphens, "
    "which are not aligned with any character, are excluded.)\n\n"
    "**A neighbouring state can include the same input.** Choose *Dates* and find the first digit of the year: it "
    "never gets the largest weight, because the next state contains both digits.\n\n"
    "**An off-by-one alignment** changes neither accuracy nor loss. The map shows a clean diagonal that is one row "
    "too high.\n\n"
    "**Bahdanau’s and Luong’s models differ in order and score**, and each was trained once. Their accuracy does not "
    "show which difference matters."
)
SHAPES = (
    "If the state s has n components and each hⱼ has m, then **W_a** is n × n, **U_a** is n × m, and **v_a** has n "
    "components. So W_a s and U_a hⱼ both have n components; tanh is applied to their sum, and v_a turns the result "
    "into one energy. Adding a constant to all energies changes no weight.\n\n"
    "**We made three simplifications.** The decoder’s initial state is a matrix times the states of both directions, not "
    "Bahdanau’s tanh(W ←h₁). Bahdanau’s maxout layer in g is omitted, and so is Luong’s *local attention*, which "
    "covers only a window around one predicted position.\n\n"
    "**Four errors in the slides** (D4, *Self-Attention and Transformer*):"
)
SLIPS = (
    ("hᵢ = [→hᵢ ; →hᵢ]", "[→hᵢ ; ←hᵢ]", "the second half comes from the opposite direction"),
    (
        "α_it and α_ti",
        "α_ti",
        "the first index refers to the target word, the second to the source word",
    ),
    (
        "V for a matrix and for the values",
        "two names",
        "the matrix is a parameter, but the values are computed",
    ),
    ("y₁ … y_n for the output", "y₁ … y_m", "the output need not be as long as the input"),
)


def slip_table() -> str:
    """Tabulate what the slides print, what they mean, and why."""
    return table("control-table", ("printed", "meant", "why"), SLIPS)


def about_pronoun(swaps: Mapping[str, Swapped], shares: Mapping[str, Mapping[str, float]]) -> str:
    """Describe the effect of replacing one encoder state."""

    def of(name: str) -> tuple[str, float, float]:
        swap = swaps[name]
        at = int(swap.weights.argmax())
        return swap.words[at], swap.weights[at].item(), swap.after[at, 1].item()

    (first, weight, flipped), (second, other, turned) = of(LOOKING), of(MOVING)
    return (
        f"Both decoders write *il*, which is correct. Bahdanau’s largest weight is on *{first}* ({weight:.2f}), "
        f"Luong’s on *{second}* ({other:.2f}). If the state at that word is replaced with that from “… too wide”, the "
        f"probability of *elle* rises to {flipped:.2f} and {turned:.2f}, respectively. Replacing any other state "
        "changes nothing; in Luong’s model, this is true even for *tired*.\n\n"
        "**A weight shows which state a step reads, not which word determines the output.** The backward half of the "
        "state at *because* already includes *tired*.\n\n"
        f"In {shares[LOOKING]['reason']:.0%} of {shares[LOOKING]['count']} held-out sentences with “because it”, "
        f"Bahdanau’s largest weight is on the last word; in {shares[MOVING]['because']:.1%}, Luong’s largest weight is "
        "on *because*."
    )


def notice(part: str) -> str:
    """Return the text of a part."""
    return {"step": STEP, "map": MAP, "scored": SCORED}[part]
