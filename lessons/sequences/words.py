"""Texts beside the figures of the page on sequences (markdown, and tables as HTML). All numbers are measured."""

import math
from collections.abc import Sequence

from lessons.figures.kit.numbers import rounded
from lessons.kit.tables import as_data, table
from lessons.sequences.measure.subjects import Subject

DECKS = (
    "This course follows five **decks** of lecture slides:\n\n"
    "- *Attention and Transformer Networks* (Militsis and Pitas)\n"
    "- *Mining Unstructured Data 12* (a master’s course in data science)\n"
    "- *Attention in NNs: the advent of Transformers* (Basili and Croce)\n"
    "- *Neurocomputing – Transformers* (Vitay)\n"
    "- *Self-Attention and Transformer* (Gunhee Kim)\n\n"
    "“The decks” and “the slides” refer to these five decks."
)
READ = (
    "**Click a word**, or step with →. Each row of the figure is computed from the row above it and one more word. "
    "Some components change at nearly every word; others stay the same for many words.\n\n"
    "**Click a number** to see its equations. The update gate z determines how much of each old component is kept. "
    "Where z is near 1, the component is kept; where z is near 0, the candidate replaces it.\n\n"
    "**p(y|x) = p(y₁|x) · p(y₂|y₁, x) · …** The decoder is a *conditional language model*. At each step, the decoder "
    "assigns a probability to every possible next word, given the source sentence and the words written so far. The "
    "product on the right is the probability of the whole answer.\n\n"
    "**Both networks are trained together** on pairs of sentences, a *parallel corpus*. During training, the decoder "
    "reads the correct words (*teacher forcing*), and the gradient travels back through all steps of both networks "
    "(*backpropagation through time*, BPTT)."
)
TASKS = (
    f"{DECKS}\n\n"
    "The decks name these *sequence-to-sequence* tasks: translation, summarization, dialogue, parsing, and writing a "
    "program from its description. Each task maps one sequence to another, possibly of a different length. The table "
    "shows some tasks that models in this course learn, each with a held-out example. No model here learns parsing."
)
UNROLLED = (
    "The same cell runs once for each word. In the *unrolled* network, every step has its own box. An arrow to the "
    "right represents the state; an upward arrow represents a word. The encoder (left) writes nothing; the decoder "
    "(right) reads the word that it wrote last. The networks in this lesson have one layer each. A *deep* recurrent "
    "network stacks several layers, and each layer reads the states of the layer below."
)
CELLS = (
    "An RNN (Elman 1990) overwrites its whole state. A GRU (Cho et al. 2014) and an LSTM (Hochreiter and Schmidhuber "
    "1997) have **gates**: numbers between 0 and 1 that determine how much of the old content is kept. Choose a "
    "cell, a word and a component."
)
BOTH = (
    "Our translator with attention reads the sentence in both directions (Schuster and Paliwal 1997). Each word then "
    "has two states, hⱼ = [→hⱼ ; ←hⱼ]. Replace a word and see which states change."
)
PRODUCTS = (
    "A vocabulary of V words allows **Vᵗ** answers of t words: about 10^{power} for the {words} French words here and "
    "t = 12. So no decoder can try all answers; the lesson *Decoding* shows how to search.\n\n"
    "**Two errors in the slides** (D1, *Mining Unstructured Data 12*): in “we track possible partial translations” "
    "the number Vᵗ is missing, and in “may produce tokens” the word END is missing. An answer ends when the decoder "
    "writes **END**, which has a probability like every other word."
)
SUBJECTS = (
    "*The boat did not cross the street because it was very steep* becomes flawless French about an elephant. Is one "
    "state too small to remember a boat? We tried the same sentence with each of the {count} animals and vehicles in "
    "the grammar. **{kept} of the {count} subjects remain**, and {right} translations are exact matches. The rarest "
    "subject, *{rarest}*, occurs in {seen} of {sentences:,} training sentences. The state has room for a subject, but "
    "the model has hardly ever seen *{rarest}*."
)
ALWAYS = (
    "Before attention, two tricks helped: reading the sentence backwards (Sutskever et al. 2014) and feeding it in "
    "twice (Zaremba and Sutskever 2014). We trained models with each trick. "
)
BELOW_TIME = {  # the name of the figure → its heading, and the text above it
    "moments": (
        "Sequential computation",
        "State 20 needs state 19, which needs state 18. So additional processors do not help. Each number below is "
        "the earliest time step at which a state can be computed.",
    ),
    "seconds": (
        "Wall-clock time",
        "How does the time of one training step on one CPU core grow with the number of words?",
    ),
    "clipping": (
        "Exploding gradients",
        "A gradient that is multiplied at every word can also grow. Before the parameters are updated, **gradient "
        "clipping** (Pascanu et al. 2013) scales down a gradient whose norm is too large.",
    ),
}
SAY = (
    "Write to the desk",
    "The conversation is over; your next message starts a new one",
)
BY_WORD = "The list shows each word of the last answer, its probability, and the second most probable word."
BLIND = f"{BY_WORD} Without attention, the decoder receives only the encoder’s last state, a vector of 64 components."
DESK_HOW = (
    "**Write to the desk**, for example *hello this is emil the vpn fails*. The desk knows *vpn*, *password* and "
    "*printer*, and eight names: anna, ben, clara, dora, emil, frank, grace, hugo. The desk responds to the whole "
    "conversation, not only to your last line.\n\n"
    "**In the row of the name**, the largest weight is on its earlier mention by you or the desk.\n\n"
    "**Train your own desk:** choose *Help desk* on the training page. Your desk then appears next to the other desks."
)
LOOK = "sequences-table"
SETS = {"new_histories": "new conversations", "new_pairs": "new pairs of name and detail"}
SURE = (
    "The desk with attention answers {exact:.0%} of the new conversations correctly. This desk also answers the lines "
    "below, but always wrongly: it reads an unknown word as ⟨unknown⟩, invents a name, and notices only one of two "
    "problems. **The desk never says “I do not know”** because no training answer says so, and some next word is "
    "always the most probable."
)


def notice(part: str, results) -> str:
    """Return the text of a part."""
    if part == "read":
        return READ
    if part == "desk":
        return about_desk(results.desk_accuracies())
    return about_time(results.gradients_over_time()) if part == "time" else about_length(results)


def about_time(gradients: dict) -> str:
    """Return a description of the gradients after 20 and 100 words."""
    mean = {way: 10 ** logs.double().mean(0) for way, logs in gradients.items()}
    at20, at100 = ({way: fractions[k].item() for way, fractions in mean.items()} for k in (2, 4))
    return (
        "**Gates help only when they are open.** PyTorch initializes biases near 0, so the gates begin half open. "
        f"After 20 words, the GRU preserves {rounded(at20['gru'], 1)} of the gradient, the LSTM "
        f"{rounded(at20['lstm'], 1)}, and the RNN {rounded(at20['rnn'], 1)}.\n\n"
        f"**A bias of 3** opens the gate: σ(3) = 0.95. After 100 words, the GRU then preserves "
        f"{at100['gru open']:.3f}, "
        f"and the LSTM {at100['lstm open']:.2f}. Many practitioners therefore initialize the forget-gate bias of an "
        "LSTM to 1 or more (Gers et al. 2000; Jozefowicz et al. 2015).\n\n"
        "**The gate does not explain everything.** With W_hh = 0, the gradient passes only through the forget gate, "
        f"and {rounded(at100['lstm gate'], 1)} of the gradient remains after 100 words, as 0.95 × 0.95 × … predicts. "
        f"The LSTM’s remaining gradient ({at100['lstm open']:.2f}) must flow back through W_hh. A value above 1 means "
        "that this path *enlarges* the gradient; with larger parameters, the gradient explodes.\n\n"
        "**These curves show cells before training.** A gate can learn to open if a gradient reaches it. The curves "
        "do not show how well a trained model remembers."
    )


def about_length(results) -> str:
    """Return a description of the copiers’ curves."""
    short, attention = (
        results.copy_accuracies("one state", 1200),
        results.copy_accuracies("with attention", 400),
    )
    return (
        "**Change the length**: mistakes are more frequent at the end of a string.\n\n"
        f"**Attention learns the task sooner**: after 400 steps, the model copies {_range(attention)} of the held-out "
        f"strings. With one state, three times as many steps yield only {_range(short)}.\n\n"
        "**Change “One state, trained for”** and compare. Accuracy after one training run shows what a model learned "
        "during that run, not what it can learn. The *size* of the state also matters; a control below tests 16 to "
        "128 dimensions."
    )


def control_text(results) -> str:
    """Return the result of the control with longer training runs."""
    short, long = (
        results.copy_accuracies("one state", 1200),
        results.copy_accuracies("one state", 6000),
    )
    attention = results.copy_accuracies("with attention", 400)
    return (
        f"Each setting was run with three seeds. A model with one state copies {_range(short)} of the strings after "
        f"1,200 steps, but **{_range(long)} after 6,000 steps**. So the first training run was too short. With "
        f"attention, 400 steps are enough for {_range(attention)}: **attention learns the task sooner**."
    )


def capacity_text(results) -> str:
    """Return the result of the state-size control."""
    control = results.control("copy_capacity")
    by_size = [(arm, control.scores_of(arm, steps)) for arm, steps in _sizes(control)]
    sizes = ", ".join(f"{_range(scores)} with {arm}" for arm, scores in by_size)
    return (
        f"**A larger state copies more** after the same {_sizes(control)[0][1]:,} steps: {sizes}. The last column "
        "shows the training loss, which ends far above 0 for the smallest states and near 0 for the largest."
    )


def _sizes(control) -> list[tuple[str, int]]:
    """Return the arms and the steps of each, smallest state first."""
    arms = ((arm, steps[-1]) for arm, steps in control.arms().items())
    return sorted(arms, key=lambda arm: int(arm[0].split()[0]))


def why_table(results) -> str:
    """Return a table of the failures and the result of each experiment."""
    short, long = (
        results.copy_accuracies("one state", 1200),
        results.copy_accuracies("one state", 6000),
    )
    subjects = results.subjects()
    kept = sum(subject.is_kept for subject in subjects)
    rows = [
        ("copies " + _range(short), _range(long), "not needed", "all letters are equally frequent", "training too short"),
        *_capacity_row(results),
        ("“boat” becomes “elephant”", "not measured", "not measured",
         f"{kept - sum(s.is_kept for s in subjects[:1])} of the {len(subjects) - 1} more frequent subjects remain",
         "a rare word"),
    ]  # fmt: skip
    desk = results.control("desk_length")
    rows.insert(1, (f"desk: {_range(desk.scores_of('one state', 1000))} right", _range(desk.scores_of("one state", 3000)), "not needed", "–", "training too short"))  # fmt: skip
    return table(
        LOOK, ("failure", "train longer", "larger state", "more frequent word", "cause"), rows
    )


def _capacity_row(results) -> list[tuple[str, ...]]:
    control = results.control("copy_capacity")
    (small, steps), *_, (large, _) = _sizes(control)
    scores = [_range(control.scores_of(arm, steps)) for arm in (small, large)]
    longer = f"already trained for {steps:,} steps"
    return [(f"{small} copy {scores[0]}", longer, f"{large}: {scores[1]}", "–", "state too small")]


WHY = (
    "A model can fail for three reasons, and the failures look alike. **Train longer**: if accuracy rises, the "
    "training run was too short. **Enlarge the state**: if accuracy is higher after the same number of steps, the "
    "state was too small. **Use a more frequent word**: if the mistake disappears, the model had seen too few "
    "examples. Cover the last column and name each cause."
)


def about_tricks(scores: dict, control) -> str:
    """Return an introduction to the table of exact matches."""
    plain, back = scores["one state"], scores["read backwards"]
    short, long = (
        [control.scores_of(arm, steps) for arm in ("one state", "read backwards")]
        for steps in (1200, 3600)
    )
    return (
        f"{ALWAYS}**Reading backwards improves copying at both run lengths**, with three seeds each: "
        f"{_range(short[1])} instead of {_range(short[0])} after 1,200 steps, and {_range(long[1])} instead of "
        f"{_range(long[0])} after 3,600. **The same trick hurts translation**: {back[1]:.1%} instead of "
        f"{plain[1]:.1%}. So measure a trick on the task for which you use it. We do not know why reading backwards "
        "helps. Sutskever et al. expected the first words to improve; in copying, later letters improve more.\n\n"
        f"**A model with one state gets {plain[2]:.1%} of the dates right** (“3 may 1998” → 1998-05-03), and one "
        f"with attention gets {scores['with attention'][2]:.1%}. The columns report separate experiments. For English "
        "→ French, the one-state model reads in one direction (128 dimensions, 3,000 steps); the model with attention "
        "reads in both directions (96 dimensions each, 2,000 steps)."
    )


def about_desk(right: dict) -> str:
    """Return a description of the conversation and the desks’ accuracy."""
    names = {name: sets["new_histories"].names for name, sets in right.items()}
    attention, short, long = names.values()
    return (
        f"{DESK_HOW}\n\n"
        f"**After 1,000 steps, the desk with one state** gets {short:.0%} of the names in new conversations right: in "
        f"about {round(10 * (1 - short))} of 10 answers it greets the wrong person. **After 3,000 steps, {long:.0%} of "
        f"the names are right**; with attention, {attention:.0%} are right after 500 steps. So one state can store a "
        "name, but the model learns this more slowly than with attention."
    )


def subjects_text(subjects: Sequence[Subject], sentences: int) -> str:
    """Return a description of the counts over all subjects."""
    kept, right = sum(s.is_kept for s in subjects), sum(s.right for s in subjects)
    rarest = subjects[0]
    return SUBJECTS.format(
        count=len(subjects), kept=kept, right=right, rarest=rarest.english, seen=rarest.seen, sentences=sentences
    )  # fmt: skip


def products(words: int) -> str:
    """Return the number of possible answers, and two errors in the slides."""
    return PRODUCTS.format(words=words, power=round(12 * math.log10(words)))


def subject_table(subjects: Sequence[Subject], shown: int = 8) -> str:
    """Return a table of the rarest subjects and their translations."""
    rows = (
        (s.english, str(s.seen), "yes" if s.is_kept else "no", " ".join(s.words))
        for s in subjects[:shown]
    )
    heads = ("subject", "in training", "remains", "translation")
    return table(LOOK, heads, rows, data={0: "en", 3: "fr"})


def unrolled(heard: Sequence[str], wrote: Sequence[str], fed: Sequence[str]) -> str:
    """Return encoder and decoder as HTML, boxes and arrows, one column per step."""
    steps = [(word, "", "h") for word in heard] + [
        (a, b, "s") for a, b in zip(fed, wrote, strict=True)
    ]
    above = "".join(f"<td>{as_data(out)}<br>{'↑' if out else ''}</td>" for _, out, _ in steps)
    boxes, count = "", {"h": 0, "s": 0}
    for _, _, name in steps:
        count[name] += 1
        boxes += f"<td class={name}><b>{name}<sub>{count[name]}</sub></b><i>→</i></td>"
    below = "".join(f"<td>↑<br>{as_data(word)}</td>" for word, _, _ in steps)
    rows = "".join(f"<tr>{cells}</tr>" for cells in (above, boxes, below))
    return f"<div class=unrolled><table><tbody>{rows}</tbody></table></div>"


def score_table(scores: dict) -> str:
    """Return a table of exact match on held-out examples, one row per way of reading."""
    rows = ((row, *map(_share, accuracies)) for row, accuracies in scores.items())
    return table(LOOK, ("", "copy", "English → French", "dates"), rows)


def desk_table(right: dict, titles: dict[str, str]) -> str:
    """Return a table of each desk’s accuracy on both held-out sets."""
    rows = (
        (f"{titles[name]}, {SETS[held_out]}", *map(_share, (of.exact, of.but_for_names, of.names)))
        for name, sets in right.items()
        for held_out, of in sets.items()
    )
    return table(LOOK, ("share correct", "whole answers", "all except the name", "names"), rows)


def _share(score: float | None) -> str:
    return "–" if score is None else f"{100 * score:.1f}%"


def _range(scores: Sequence[float]) -> str:
    """Return the smallest and the largest value of several seeds as text."""
    least, most = min(scores), max(scores)
    return f"{least:.1%}" if f"{least:.1%}" == f"{most:.1%}" else f"{100 * least:.1f} to {most:.1%}"
