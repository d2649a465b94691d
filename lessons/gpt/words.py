"""Texts of the GPT page (markdown), and its tables as HTML."""

from lessons.gpt import DESKS
from lessons.kit.tables import table
from transformer.measure.statistics import interval
from transformer.tasks.english_french.choosing import PRONOUNS

WITHOUT_TOKEN = (
    "The page itself adds “{token}” after the sentence, and does the same with the two other task "
    "tokens. Remove the token from the sentence."
)

CONTINUED = (
    "An external model has learned no task tokens. It continues the prompt, so the prompt itself has to describe the "
    "task: for example, end the text with “In French:” or “In short:”."
)

NOTICE = {
    "rows": (
        "**Prompt and answer are one text.** The model itself does not distinguish prompt from answer. Only the "
        "loss mask distinguishes them: the words up to the task token are given, and the words after it are learned.\n\n"
        "**Padding is not a word.** All sequences of a batch are padded to the same length, and padding never counts.\n\n"
        "**Stopping is learned.** The last word that counts is END. Without END, the model would never "
        "learn to stop.\n\n"
        "**A forgotten mask** causes no visible error. The loss stays high, because a prompt cannot be predicted, and "
        "most of each gradient comes from the prompt."
    ),
    "swap": (
        "**Only the task token differs.** In the attention maps, the rows of the sentence are exactly the same: a decoder attends "
        "only to earlier positions, and the token comes last. From the row of the token on, the maps differ.\n\n"
        "**Try an unlearned combination.** `<summarize>` occurred only after stories, such as “anna buys a drum and "
        "ben finds a fish and anna sells a lamp”. After any other sentence the model answers anyway. Also try "
        "`<to-fr>` after a story.\n\n"
        "**The vocabulary contains about a thousand words**, and the training sentences contain up to seven words. "
        "Beyond these limits, the model guesses.\n\n"
        "**Other decoding methods.** The page *Decoding* offers *GPT with task tokens* and *GPT at a help desk*, for beam search and for sampling. "
        "It also offers your own text (words or code) once you have trained a model on it: choose *Text* on the page *Training*."
    ),
    "learning": (
        "**Three tasks share all parameters.** The model learns the tasks one after the other. The tasks differ in "
        "several ways at once (length, "
        "vocabulary, and share of the training data), so the order does not show the cause.\n\n"
        "**The curves can fall.** The curve for summaries falls between two measurements. Each point is one "
        "measurement of one training run on "
        "200 sequences, so only large differences between points are meaningful.\n\n"
        "**Compare the two losses.** Without the mask, the loss is dominated by words that cannot be predicted, and says little "
        "about the answers. Evaluate the answers directly."
    ),
    "sizes": (
        "**Parameters grow with d² and with L.** In each layer, attention has 4d² parameters and the feed-forward network has 8d². Twice as many "
        "layers have twice as many parameters; twice the width means four times as many.\n\n"
        "**The number of heads does not matter.** The heads divide the d dimensions among themselves. With 12 or 96 heads, the matrices have the same size.\n\n"
        "**Some published sizes differ from the counted ones.** The authors of GPT-2 first published a size of 117 "
        "M and later corrected it to 124 M.\n\n"
        "**Each word needs about one multiplication per parameter.** Each matrix is used once per word. The "
        "attention between words needs additional multiplications, and their number grows with the length of the "
        "sequence. GPT-3 uses sparse attention in every other layer; here all its layers are counted as dense."
    ),
}
SAME_PARTS = (
    "The table lists models by year. **GLUE** is a set of nine tasks on sentences and sentence pairs. In **SQuAD**, the answer to a question is a "
    "span of a text. Models were compared on both benchmarks. The figure below the table shows four "
    "models that are built from the same layers. The models differ in their stacks, their attention masks, "
    "and what they learn to predict."
)

LOOK, BEGINNING = "gpt-table", "(at the beginning)"


def about_probes(probes: list) -> str:
    """Return the text above the table, with counted and measured numbers."""
    of = {(begins, word): probe for begins, word, probe in probes}
    he, she = of["", "he"], of["", "she"]
    her, him = of["she is a", "nurse"].rows, of["he is a", "nurse"].rows
    return (
        f"**We built this bias into the data.** The grammar that generates the sentences samples its pronouns with "
        f"weights of {PRONOUNS['he']} for “he” and {PRONOUNS['she']} for “she”. "
        f"So {she.count:,} of the {she.rows:,} training sequences begin with “she” and {he.count:,} with “he”, a ratio of {she.count / he.count:.1f}. The "
        f"model that learned whole sequences assigns “she” {she.probability / he.probability:.1f} times the probability of “he”. "
        "**A language model reproduces the proportions of its training data**, wherever they come from. In human text "
        "the proportions were not designed; they reflect what people take for granted.\n\n"
        f"**The sample is too small to compare professions.** Only {her} sequences begin with “she is a” and {him} with “he is a”. The confidence intervals "
        "are too wide to show whether the profession depends on the pronoun. The model’s probabilities cannot show "
        "this dependence either: they all lie within "
        "these intervals."
    )


def probe_table(probes: list) -> str:
    """Return one row per prefix and next word: its frequency in the training data, and the model’s probability."""
    rows = (
        (
            begins or BEGINNING, word, f"{probe.count:,} of {probe.rows:,}", f"{probe.count / probe.rows:.1%}",
            "{:.1%} – {:.1%}".format(*interval(probe.count, probe.rows)), f"{probe.probability:.1%}",
        )
        for begins, word, probe in probes
    )  # fmt: skip
    return table(
        LOOK,
        (
            "after",
            "next word",
            "training sequences",
            "frequency",
            "95% interval",
            "model’s probability",
        ),
        rows,
    )


SHOTS = (
    "A prompt can specify a task without any change to the parameters. A **zero-shot** prompt contains only the task; a **one-shot** prompt also contains one "
    "solved example, and a **few-shot** prompt contains several. Learning from such examples is called "
    "**in-context learning**. GPT-2 (Radford et al. 2019) "
    "was tested zero-shot, and GPT-3 (Brown et al. 2020) with zero, one and a few examples. Here are the results "
    "of two small models with zero, one and two examples."
)
SHOT_HEADS = (
    "examples in the prompt",
    "repeats: next-character accuracy",
    "translation: exact match",
)
SHOT_NAMES = ("none (zero-shot)", "one (one-shot)", "two (few-shot)")
ABOUT_REPEATS = (
    "**Repeats** continues a random string that repeats, such as x7ap x7ap. None of these strings was in its "
    "training data, so the model can only guess the first period. One period in the prompt serves as an example, "
    "after which {one:.1%} of the characters of the second period are correct. **The translation model** learned "
    "sequences with one task "
    "each. One solved example before the question reduces its exact match from {zero:.0%} to {with_one:.0%}, "
    "because none of its training sequences contained an example. In-context learning is not a "
    "property of every decoder-only model.\n\n"
    "**Commercial products use the same idea.** GitHub Copilot completes code: a comment or a docstring is the prompt. "
    "ChatGPT answers in a conversation: the whole conversation "
    "is the prompt, as in the help desk on this page."
)


def about_shots(shots: dict) -> str:
    """Return the two paragraphs below the table of examples in the prompt."""
    repeats, french = shots["repeats"], shots["french"]
    return ABOUT_REPEATS.format(one=repeats[1], zero=french[0], with_one=french[1])


def shot_table(shots: dict) -> str:
    """Return one row per number of examples in the prompt."""
    rows = zip(SHOT_NAMES, shots["repeats"], shots["french"], strict=False)
    return table(
        LOOK, SHOT_HEADS, ((name, *(f"{share:.1%}" for share in each)) for name, *each in rows)
    )


def about_desks(right: dict) -> str:
    """Return the text above the tables, with measured numbers."""
    new, pairs = (right["desk_prompt"][name].exact for name in ("new_histories", "new_pairs"))
    return (
        "This is the help desk of the lesson *Recurrent networks*, written as one text: `<user>` and `<desk>` "
        "precede the turns of the two speakers. The prompt consists of the conversation so far and a final `<desk>`; "
        "the model continues with the answer. The decoder and the loss mask are the same as above. "
        f"The model answers {new:.1%} of new conversations correctly, and {pairs:.1%} of those with a name and a detail "
        "that never occur together in training. To copy the name, the decoder attends to its position in the prompt."
    )


DESK_HEADS = "exact match", "new conversations", "new pairs of name and detail", "names in such pairs"  # fmt: skip


def desk_table(right: dict) -> str:
    """Return one row per desk: the exact match of its answers, and the accuracy of the names."""
    of = {name: (sets["new_histories"], sets["new_pairs"]) for name, sets in right.items()}
    shares = {
        DESKS[name]: (new.exact, pairs.exact, pairs.names) for name, (new, pairs) in of.items()
    }
    rows = ((name, *(f"{share:.1%}" for share in each)) for name, each in shares.items())
    return table(LOOK, DESK_HEADS, rows)


BEYOND = (
    "**What fails.** The first row is a whole conversation. The other rows have no answer in the training data, "
    "because they contain an unknown problem, an unknown name, two problems at once, or no problem at all. The model "
    "never says “I do not know”. Instead, it continues with the most probable words."
)


def answer_table(answered: list) -> str:
    heads = ("user", *DESKS.values())
    return table(LOOK, heads, answered, data=dict.fromkeys(range(len(heads)), "en"))
