"""Questions to predict, one for each part of the page. Every correct answer is measured."""

from collections.abc import Mapping, Sequence

from torch import Tensor

from lessons.figures.kit.numbers import rounded
from lessons.kit.prediction import Prediction, from_reasons
from lessons.sequences.measure.over_time import TIMES
from lessons.sequences.measure.word_by_word import count_values
from transformer.measure.controls import Table
from transformer.measure.help_desk import Right
from transformer.weights import Trained

WORDS_ASKED = 20
HALF, HUNDREDTH, LESS = "about half of it", "about a hundredth", "less than a thousandth"
AS_BEFORE, MORE, ALL = "no more than before", "more, but not all", "all of them"


def about_state(trained: Trained, words: Sequence[str]) -> Prediction:
    """Return the question how many numbers the decoder receives."""
    ids, config = trained.source_vocabulary.encode(words), trained.model.config
    (states, handed), (_, same) = count_values(trained, ids), count_values(trained, [*ids, *ids])
    vectors, each = len(words) * config.embedding, config.hidden
    options = {states: "", handed: "", vectors: ""}
    options[states] = (
        f"The decoder receives {handed} numbers. The encoder computes {len(words)} states of {each} numbers, but "
        "each state is used only to compute the next."
    )
    options[handed] = (
        f"The decoder receives only the state after the last word, {handed} numbers. For a sentence twice as long, the "
        f"decoder still receives {same} numbers."
    )
    options[vectors] = (
        f"The decoder receives {handed} numbers. The vectors of the {len(words)} words contain {config.embedding} "
        "numbers each; only the encoder reads them, one at a time."
    )
    question = (
        f"The encoder reads “{' '.join(words)}”, **{len(words)} words**. After each word, its state contains {each} "
        "numbers. **How many numbers does the decoder receive from the encoder?**"
    )
    named = {f"{count:,} numbers": why for count, why in options.items()}
    return from_reasons(question, named, f"{handed:,} numbers", "")


def about_time(gradients: Mapping[str, Tensor]) -> Prediction:
    """Return the question how much of the gradient reaches the first of 20 words in a GRU."""

    def of(way: str, words: int = WORDS_ASKED) -> float:
        return 10 ** gradients[way].double().mean(0)[TIMES.index(words)].item()

    share = of("gru")
    right = LESS if share < 1e-3 else HUNDREDTH if share < 0.1 else HALF
    reasons = {
        HALF: f"The share is {rounded(share, 1)}. With an open gate (bias 3), it would be {of('gru open'):.2f}, but "
        "PyTorch initializes the gate half open.",
        HUNDREDTH: f"The share is {rounded(share, 1)}. A hundredth is left after about half as many words: "
        f"{of('gru', WORDS_ASKED // 2):.3f} after {WORDS_ASKED // 2}.",
        LESS: f"The share is {rounded(share, 1)}; in an RNN, only {rounded(of('rnn'), 1)}. The gate begins half "
        f"open, and a product of many halves is almost 0. With an open gate, a share of {of('gru open'):.2f} arrives.",
    }
    question = (
        "A **GRU**’s gate can keep the old state and is said to prevent vanishing gradients. A GRU with "
        f"PyTorch’s default initialization reads **{WORDS_ASKED} words**. What share of the gradient at the last word "
        "arrives at **the first word**?"
    )
    return from_reasons(question, reasons, right, "")


def about_length(short: Mapping, long: Mapping, control: Table) -> Prediction:
    """Return the question how many strings one state copies after a longer run; `short` and `long` are cards."""
    before, after = (card["held_out"]["exact_match"] for card in (short, long))
    steps = {name: f"{card['steps']:,}" for name, card in (("short", short), ("long", long))}
    right = AS_BEFORE if after < before + 0.05 else MORE if after < 0.98 else ALL
    seeds = " · ".join(f"{score:.1%}" for score in control.scores_of("one state", long["steps"]))
    attention = control.scores_of("with attention", 400)
    reasons = {
        AS_BEFORE: f"The second GRU copies {after:.1%}. If the state were full, more steps would not help. More steps "
        f"help with all three seeds: {seeds}.",
        MORE: f"The second GRU copies {after:.1%} (three seeds: {seeds}). The first training run was too short. Not "
        "all copies are correct, because the state’s capacity is also limited. With attention, 400 steps suffice for "
        f"{min(attention):.1%} or more.",
        ALL: f"The second GRU copies {after:.1%} (three seeds: {seeds}). More steps help greatly, but the copies of "
        "the longest strings still contain mistakes.",
    }
    question = (
        f"A GRU with a state of {short['config']['hidden']} numbers copies strings of 2 to 10 letters. After "
        f"{steps['short']} training steps, it copies **{before:.1%}** of the held-out strings without a mistake. A "
        f"second GRU of the same size is trained for **{steps['long']} steps**. **How many of the held-out strings "
        "does the second GRU copy?**"
    )
    return from_reasons(question, reasons, right, "")


def about_name(looks: str, forgets: str, short: Right, long: Right) -> Prediction:
    """Return the question which word of the answer is wrong without attention."""
    *before, name = looks.split()
    rest, named, nothing = f"one of “{' '.join(before)}”", f"the name, {name}", "none of them"
    *context, written = forgets.split()
    right = rest if context != before else nothing if written == name else named
    reasons = {
        rest: f"{short.but_for_names:.1%} of {short.count} new answers are correct except for the name. Here "
        f"the desk writes “{forgets}”.",
        named: f"{short.names:.1%} of the names in {short.count} new answers are correct; here the desk writes "
        f"“{forgets}”. After three times as many steps, {long.names:.1%} are correct: the state can store a name, but "
        "the model learns this slowly.",
        nothing: f"{short.exact:.1%} of this desk’s {short.count} new answers are fully correct. Here it writes "
        f"“{forgets}”; the desk with attention writes “{looks}”.",
    }
    question = (
        "Two help desks were trained on the same answers, and both have read this conversation. The desk with "
        f"attention now writes “{looks}”. The decoder of the other desk sees only the last state and was trained for "
        "1,000 steps. **Which word does the other desk get wrong?**"
    )
    return from_reasons(question, reasons, right, "")
