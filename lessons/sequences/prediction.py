"""Predict first: one question a part of the page. Every right answer is measured, none written down."""

from collections.abc import Mapping, Sequence

from torch import Tensor

from lessons.figures.kit.numbers import rounded
from lessons.kit.prediction import Prediction, asked
from transformer.measure.help_desk import Right
from transformer.measure.recurrent.over_time import TIMES
from transformer.measure.recurrent.word_by_word import handed_over
from transformer.weights import Trained

WORDS_ASKED, LETTERS_ASKED = 20, 10
HALF, HUNDREDTH, LESS = "about half of it", "about a hundredth", "less than a thousandth"
FEW, THIRD, MOST = "fewer than one in twenty", "about one in three", "more than nine in ten"


def about_state(trained: Trained, words: Sequence[str]) -> Prediction:
    """How many numbers the writer begins with."""
    ids, config = trained.source_vocabulary.encode(words), trained.model.config
    (states, handed), (_, same) = handed_over(trained, ids), handed_over(trained, [*ids, *ids])
    vectors, each = len(words) * config.embedding, config.hidden
    options = {states: "", handed: "", vectors: ""}
    options[states] = (
        f"So many there are: {len(words)} states of {each}. But each was only needed to make the next one, and the "
        f"writer is given {handed}."
    )
    options[handed] = (
        f"It is the state after the last word, and all that is handed over. For a sentence twice as long, measured, "
        f"it is {same} again."
    )
    options[vectors] = (
        f"These are the vectors of the {len(words)} words, {config.embedding} numbers each. The reader sees them, one at "
        f"a time; the writer does not. It is given {handed}."
    )
    question = (
        f"A network reads these **{len(words)} English words**; after each its state has {each} numbers. Then another one "
        "writes the French. **How many numbers** is that given of the sentence?"
    )
    named = {f"{count:,} numbers": why for count, why in options.items()}
    return asked(question, named, f"{handed:,} numbers", "")


def about_time(found: Mapping[str, Tensor]) -> Prediction:
    """How much of a gradient reaches the first of 20 words in a GRU as PyTorch begins it."""

    def of(way: str, words: int = WORDS_ASKED) -> float:
        return 10 ** found[way].double().mean(0)[TIMES.index(words)].item()

    share = of("gru")
    right = LESS if share < 1e-3 else HUNDREDTH if share < 0.1 else HALF
    reasons = {
        HALF: f"So it is when the gate is open: with a bias of 3 it is {of('gru open'):.2f}. PyTorch does not begin so, "
        f"and then it is {rounded(share, 1)}.",
        HUNDREDTH: f"So much is left after {WORDS_ASKED // 2} words: {of('gru', WORDS_ASKED // 2):.3f}. After "
        f"{WORDS_ASKED} it is {rounded(share, 1)}.",
        LESS: f"Measured: {rounded(share, 1)}, and an RNN has {rounded(of('rnn'), 1)}. The gate begins half shut, and "
        f"half of a half of a half … is next to nothing. With an open gate it is {of('gru open'):.2f}.",
    }
    question = (
        f"A **GRU** has a gate that can keep its state, which is said to help against vanishing gradients. PyTorch "
        f"makes a fresh one, and it reads **{WORDS_ASKED} words**. How much of the gradient of the last word reaches "
        "**the first one**?"
    )
    return asked(question, reasons, right, "")


def about_length(one_state: Mapping, looks: Mapping) -> Prediction:
    """How many rows of ten letters are copied from one state; both are cards."""
    shares = {e["length"]: e["exact_match"] for e in one_state["held_out"]["by_length"]}
    attention = {e["length"]: e["exact_match"] for e in looks["held_out"]["by_length"]}
    share, shorter = shares[LETTERS_ASKED], LETTERS_ASKED - 2
    right = FEW if share < 0.05 else THIRD if share < 0.6 else MOST
    reasons = {
        FEW: f"Measured: {share:.1%}. Of {shorter} letters it copies {shares[shorter]:.0%}, of 4 letters {shares[4]:.0%}: one "
        "wrong letter spoils a row, and each further letter has to fit into the same state.",
        THIRD: f"So it is with {shorter} letters: {shares[shorter]:.0%}. Two more, and it is {share:.1%}.",
        MOST: f"So it is with attention, which looks back at all states: {attention[LETTERS_ASKED]:.0%}. From one "
        f"state it is {share:.1%}.",
    }
    question = (
        f"A GRU with {one_state['config']['hidden']} numbers was trained to copy rows of 2 to {LETTERS_ASKED} letters. It copies "
        f"{shares[4]:.0%} of new rows of 4 letters. **How many of {LETTERS_ASKED}**, without a single mistake?"
    )
    return asked(question, reasons, right, "")


def about_name(looks: str, forgets: str, found: Right) -> Prediction:
    """Which word of the desk's answer is wrong without attention; both answers were just written."""
    *before, name = looks.split()
    rest, named, nothing = f"one of “{' '.join(before)}”", f"the name, {name}", "none of them"
    *said, written = forgets.split()
    right = rest if said != before else nothing if written == name else named
    reasons = {
        rest: f"It writes “{forgets}”. In {found.but_for_names:.1%} of {found.count} new answers all words but the name "
        "are right: what to say next follows from what kind of thing was said, and that fits into the state.",
        named: f"It writes “{forgets}”. Of the names that it has to write in {found.count} new answers, "
        f"{found.names:.1%} are right: a name was said once, long ago, and it has to come out as it went in.",
        nothing: f"So it is with attention: “{looks}”. Without, {found.exact:.1%} of {found.count} new answers are "
        "right to the last word.",
    }
    question = (
        "Two desks learned from the same answers, and both have read this conversation. The one with attention now writes "
        f"“{looks}”. The other one has only its last state. **Which word does it get wrong?**"
    )
    return asked(question, reasons, right, "")
