"""Sentences of the page on GPT beside its figures (markdown), and a table as HTML."""

from lessons.gpt import DESKS
from lessons.kit.tables import table

WITHOUT_TOKEN = (
    "“{token}” is put after the sentence here, as the two others are. Take it out of the sentence."
)

NOTICE = {
    "rows": (
        "**A row is one text.** Nothing in the model knows what a prompt is. What makes the difference is the mask of the loss: "
        "up to the task token the next word is given, from there on it is learned.\n\n"
        "**Padding is no word.** Rows of a batch are filled up to the longest. What stands there is never counted.\n\n"
        "**Stopping is learned, too.** The last word that counts is the end of the row: without it a model would go on "
        "for ever.\n\n"
        "**A forgotten mask** breaks nothing that one sees at once. The loss stays high, because nobody can guess a prompt, and "
        "most of each gradient comes from there."
    ),
    "swap": (
        "**Only the token is another one.** The rows of the sentence stay to the last digit: a decoder looks back, and the "
        "token stands last. From its row on the heads part.\n\n"
        "**Try what was never learned.** `<summarize>` was only ever seen after stories, such as “anna buys a drum and ben "
        "finds a fish and anna sells a lamp”. After any other sentence it answers all the same. Give a story to `<to-fr>`.\n\n"
        "**It knows only its own words**, about a thousand, and sentences of up to seven. Beyond them it guesses.\n\n"
        "**Go on by every rule:** *GPT with task tokens* and *GPT at a help desk* are in the list of the page on decoding, for beams and for sampling. "
        "So is a text of your own, words or code, once a model has learned it: choose *Text* on the training page."
    ),
    "learning": (
        "**Three tasks share all weights.** What is rare or long is learned last; the order has to do with the tasks, and with how "
        "many rows each has: half of them are for French.\n\n"
        "**Compare the two losses.** The one that counts everything is dominated by what cannot be known. It tells hardly "
        "anything about the answers. Look at what you want to know."
    ),
    "sizes": (
        "**d counts twice, L once.** Attention has 4d² numbers a layer, feed-forward 8d². Twice as many layers are twice as "
        "many numbers; twice as wide is four times.\n\n"
        "**Heads do not count.** They share the d numbers among them: 12 heads or 96, the matrices are as large.\n\n"
        "**Printed and counted differ** here and there. The authors of GPT-2 printed 117 M and later corrected it to 124 M.\n\n"
        "**About one product for each parameter and word.** Each matrix is used once for each word; the rest is the "
        "attention between words, which grows with the length of the row."
    ),
}
SAME_PARTS = (
    "BERT, GPT, BART and T5 are made of the same layers. They differ in which stacks they have, in who may look at whom, and in what "
    "is learned."
)

LOOK, BEGINNING = "gpt-table", "(at the beginning)"


def about_probes(probes: list) -> str:
    """The text over the table; the numbers are counted and measured."""
    of = {(begins, word): found for begins, word, found in probes}
    he, she, nurse = of["", "he"], of["", "she"], of["he is a", "nurse"]
    times, says = she.count / he.count, she.said / he.said
    return (
        f"Nobody wrote a rule about women and men. But {she.count:,} of the {she.rows:,} training rows begin with “she”, and {he.count:,} "
        f"with “he”: {times:.1f} times as many. The model that learned whole rows says “she” {says:.1f} times as often. **What stands "
        "more often in the data is said more often**; in texts that people wrote, that includes what they take for granted. "
        f"Few rows name a profession: “he is a” comes {nurse.rows} times, {nurse.count} of them before “nurse”, and the model gives "
        f"that {nurse.said:.1%}."
    )


def probe_table(probes: list) -> str:
    """A row for each beginning and next word: how often it stands in the rows, and how probable it is."""
    rows = (
        (begins or BEGINNING, word, f"{one.count:,} of {one.rows:,}", f"{one.count / one.rows:.1%}", f"{one.said:.1%}")
        for begins, word, one in probes
    )  # fmt: skip
    return table(LOOK, ("after", "the next word", "in the rows", "share", "the model says"), rows)


def about_desks(right: dict) -> str:
    """The text over the tables; the shares are measured."""
    new, pairs = (right["desk_prompt"][one].exact for one in ("new_histories", "new_pairs"))
    return (
        "The help desk of the lesson on sequences, as one text: `<user>` and `<desk>` stand before what each of the two says. All that "
        "was said, and a last `<desk>`, is the prompt; the answer goes on with it. Nothing else was built for it: the same decoder, the same "
        f"mask of the loss. It answers {new:.1%} of new conversations correctly, and {pairs:.1%} of those in which a name and a detail come "
        "together that never did in training. To copy the name, it looks back to where it was said; a model that keeps one state often says another name."
    )


DESK_HEADS = "right to the last word", "new conversations", "a new pair of name and detail", "names, in such pairs"  # fmt: skip


def desk_table(right: dict) -> str:
    """A row for each desk: how many answers are right to the last word, and of the names that had to be written."""
    of = {name: (sets["new_histories"], sets["new_pairs"]) for name, sets in right.items()}
    shares = {
        DESKS[name]: (new.exact, pairs.exact, pairs.names) for name, (new, pairs) in of.items()
    }
    return table(LOOK, DESK_HEADS, ((name, *(f"{one:.1%}" for one in each)) for name, each in shares.items()))  # fmt: skip


BEYOND = (
    "**What fails.** One whole conversation, then lines to which no desk was ever told an answer: an unknown problem, an unknown name, two "
    "problems at once, no problem at all. A decoder alone never says “I do not know”, either. It goes on with what is likeliest."
)


def answer_table(answered: list) -> str:
    return table(LOOK, ("said", *DESKS.values()), answered)
