"""Sentences of the page on sequences beside its figures (markdown, and tables as HTML). All numbers are measured."""

from lessons.figures.kit.numbers import rounded
from lessons.kit.tables import table

READ = (
    "**Click a word**, or step with → and watch one row grow out of the one above it. Some numbers change at nearly every "
    "word, others stay for many.\n\n"
    "**The gate z** says of every number how much of it stays. Where it is dark the number is kept, where it is pale it "
    "is written anew. Click a number to see the sum.\n\n"
    "**p(y|x) = p(y₁|x) · p(y₂|y₁, x) · …** Such a network is a *conditional language model*: at each step it says how "
    "probable each next word is, given the sentence and what it has written. The product at the right is the probability "
    "of the whole answer.\n\n"
    "**Try** *the boat did not cross the street because it was very steep*. The French is flawless, and it is about "
    "an elephant. How French goes is in the weights; that it was a boat had to be in the state."
)
TASKS = (
    "Translation, a summary, an answer in a dialogue, the parse of a sentence, a program from its description: in each of "
    "these tasks of the decks one sequence goes in and another one comes out, and they need not be equally long. "
    "Here are some that models of this course learn, each with a line of its data that nobody trained on."
)
ALWAYS = (
    "Before there was attention, two tricks helped: read the sentence backwards (Sutskever et al. 2014), so that its first "
    "words stand nearest to the writer; or feed it in twice (Zaremba and Sutskever 2014). Both were trained here, too. "
)
BELOW_TIME = {  # the figure's name → its heading, and what is said above it
    "moments": (
        "One state after another",
        "State 20 needs state 19, which needs state 18: no computer can do these at the same time, however many processors it "
        "has. What can be done at the same time? Each number is the moment at which a state can be there at the earliest.",
    ),
    "seconds": (
        "By the clock",
        "And with one processor? A step of training, for more and more words.",
    ),
    "clipping": (
        "A gradient that explodes",
        "What is multiplied at every word may also grow. Against that there is **clipping** (Pascanu et al. 2013): a "
        "gradient that is too long is made shorter before it moves the weights.",
    ),
}

SAY = (
    "Say something to the desk",
    "It has said its last word; what you say begins a new conversation",
)
BY_WORD = "The last answer: how probable each word was, and the second best one."
BLIND = f"{BY_WORD} Without attention it looks nowhere: of all that was said it has its last state, 64 numbers."
DESK = (
    "**Write to it**: *hello this is emil the vpn fails*. It knows vpn, password and printer, and eight names: anna, ben, "
    "clara, dora, emil, frank, grace, hugo. It answers the whole conversation, not your last line.\n\n**The row of the "
    "name** looks back to where it was said, by you or by the desk itself.\n\n**Without attention** the same lines get the "
    "same answers, to somebody else. Look at how sure it is of the name. Each desk was trained once: one state may hold a "
    "name, too, if more of the answers ask for it, or if it is trained for longer.\n\n**Train one yourself:** *Help desk* on the "
    "training page. It then stands beside the two."
)
LOOK = "sequences-table"
SETS = {"new_histories": "new conversations", "new_pairs": "a name and a detail that never met"}
SURE = (
    "{exact:.0%} of its answers to new conversations are right. These lines it answers, too, and never rightly: an unknown word "
    "is read as ⟨unknown⟩, a name is made up, of two problems one is heard. **It never says “I do not know”**: no answer that "
    "it learned from says so, and there always is a most probable next word."
)


def notice(part: str, results) -> str:
    """What to look for in a part."""
    if part == "read":
        return READ
    if part == "desk":
        return DESK
    return about_time(results.gradients_over_time()) if part == "time" else about_length(results)


def about_time(found: dict) -> str:
    """What to notice in the gradients: at 20 words, and at 100."""
    mean = {way: 10 ** logs.double().mean(0) for way, logs in found.items()}
    at20, at100 = ({way: one[k].item() for way, one in mean.items()} for k in (2, 4))
    return (
        "**Gates alone do not help.** “LSTM and GRU cure vanishing gradients” is true only of an *open* gate. With "
        f"PyTorch’s biases near 0 both begin with their gate half open, and at 20 words {rounded(at20['gru'], 1)} (GRU) and "
        f"{rounded(at20['lstm'], 1)} (LSTM) are left; the RNN has {rounded(at20['rnn'], 1)}.\n\n"
        f"**A bias of 3** opens it: σ(3) = 0.95. At 100 words the GRU then has {at100['gru open']:.3f}, the LSTM "
        f"{at100['lstm open']:.2f}. That is why many begin an LSTM with a forget bias of 1 or more "
        "(Gers et al. 2000; Jozefowicz et al. 2015).\n\n"
        "**This is before any training**, and no more than a start: a gate can learn to open, if a gradient reaches it. "
        "How well a trained model remembers is another question."
    )


def about_length(results) -> str:
    """What to notice in the curves."""
    curves = {name: array.values for name, array in results.length().arrays.items()}
    lengths = curves["length"].tolist()

    def at(name: str, length: int) -> str:
        return f"{100 * curves[name][lengths.index(length)]:.0f}%"

    return (
        f"**The longer, the worse.** From one state {at('copy_recurrent', 4)} of rows of 4 letters are copied, "
        f"{at('copy_recurrent', 6)} of 6, {at('copy_recurrent', 8)} of 8. However "
        "long a row is, it has to fit into the same 64 numbers.\n\n"
        "**Drag the length**, and look at where the mistakes stand: more often at the end of a row.\n\n"
        f"**Attention** looks back at all states of the reader ({at('copy_bahdanau', 10)} at 10 letters). How, is the next lesson. "
        f"It is no cure for everything: at 12 letters, longer than any row of training, it copies {at('copy_bahdanau', 12)}."
    )


def about_tricks(scores: dict) -> str:
    """The text over the table of scores."""
    plain, back, twice = (scores[row] for row in ("one state", "read backwards", "read twice"))
    attention = scores["with attention"]
    return (
        f"{ALWAYS}**On copying backwards helped**: {back[0]:.1%} instead of {plain[0]:.1%}. (Twice: {twice[0]:.1%}, no clear "
        "difference.) "
        f"**On translation backwards hurt**: {back[1]:.1%} instead of {plain[1]:.1%}. So it is no law; it depends on what "
        "must be remembered for how long.\n\n"
        f"**And there need not be a bottleneck at all.** Dates (“3 may 1998” → 1998-05-03) are right in {plain[2]:.1%} from one state, as "
        f"they are with attention ({attention[2]:.1%}): so little has to be remembered that it fits. Each model was trained once; a "
        "difference of two or three percent may be chance."
    )


def score_table(scores: dict) -> str:
    """Exact answers on held-out sentences, a row for each way to read."""
    rows = ((row, *map(_share, found)) for row, found in scores.items())
    return table(LOOK, ("", "copy", "English → French", "dates"), rows)


def desk_table(right: dict, called: dict[str, str]) -> str:
    """How much of the held-out answers is right: a row for each desk and each of the two sets."""
    rows = (
        (f"{called[name]}, {SETS[one]}", *map(_share, (of.exact, of.but_for_names, of.names)))
        for name, sets in right.items()
        for one, of in sets.items()
    )
    return table(LOOK, ("right", "to the last word", "but for the name", "of the names"), rows)


def _share(score: float | None) -> str:
    return "–" if score is None else f"{100 * score:.1f}%"
