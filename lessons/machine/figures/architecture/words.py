"""All text of the model diagram. Text between ** and ** is bold.

Each box has the name that the model's code gives it. Known boxes get a friendlier name and a sentence here.
An entry here draws no box, and an unknown box keeps its own name.
"""

from lessons.figures.kit.button_words import BUTTONS

TITLE = "{kind} reads “{sentence}”"

# Name, or class of the owner and name → (label, what happens there, lessons about it).
KNOWN = {
    "source_embedding": (
        "words → vectors",
        "Each word becomes a **vector**, a list of numbers. All later boxes compute with these vectors.",
        ("embeddings",),
    ),
    "target_embedding": (
        "words → vectors",
        "The words written so far also become vectors. The first word is ⟨start⟩. The model writes one word after "
        "another; here all these steps are shown at once, with one row for each step.",
        ("embeddings",),
    ),
    "embedding": (
        "words → vectors",
        "Each word becomes a **vector**, a list of numbers.",
        ("embeddings",),
    ),
    "Embedding.table": (
        "look up",
        "The embedding table has one row for each word that the model knows. This box looks up the row of each word.",
        ("embeddings",),
    ),
    "Embedding.tokens": (
        "scale",
        "All vectors are multiplied by one fixed factor.",
        ("embeddings",),
    ),
    "Embedding.position": (
        "positions",
        "The **positional encoding** gives each position its own pattern.",
        ("positions",),
    ),
    "Embedding.sum": (
        "add",
        "The word vector and the position vector are added. The first layer receives their sum.",
        ("positions", "embeddings"),
    ),
    "encoder": (
        "encoder",
        "The encoder **reads** the input. For each word, one vector goes in and one comes out. Its output is "
        "called the **memory**.",
        ("attention",),
    ),
    "decoder": (
        "decoder",
        (
            "The decoder **writes** the output. From the words so far and the memory, it computes a vector for each "
            "next word."
        ),
        ("decoding", "attention"),
    ),
    "EncoderLayer": (
        "{name}",
        "In a layer, the words attend to each other; then each vector is processed separately. A stack "
        "consists of layers of the same kind.",
        ("block", "attention"),
    ),
    "DecoderLayer": (
        "{name}",
        "In a layer, the words so far attend to each other and then to the memory, if there is one. Then "
        "each vector is processed separately.",
        ("block", "attention"),
    ),
    "norm": (
        "layer norm",
        "**Layer normalization** shifts and scales each vector, so that its numbers are neither huge nor "
        "tiny. The mean and spread before and after are shown below the figure.",
        ("block", "ablations"),
    ),
    "self_attention": (
        "self-attention",
        "**Each word attends to the words of its own sentence** and receives a mix of their values.",
        ("attention",),
    ),
    "cross_attention": (
        "cross-attention",
        "**The output words attend to the input words**, which are in the memory.",
        ("attention",),
    ),
    "feed_forward": (
        "feed-forward",
        "A small network processes each vector separately. No word affects another word here.",
        ("block", "ablations"),
    ),
    "Residual.sum": (
        "add (residual)",
        "A **residual connection** adds a sublayer’s input to its output, so the sublayer only has to learn a change.",
        ("block", "ablations"),
    ),
    "W_Q": (
        "× W_Q",
        "Each vector times a learned matrix gives its query.",
        ("heads", "attention"),
    ),
    "W_K": (
        "× W_K",
        "Each vector times a second learned matrix gives its key.",
        ("heads", "attention"),
    ),
    "W_V": (
        "× W_V",
        "Each vector times a third learned matrix gives its value.",
        ("heads", "attention"),
    ),
    "query": (
        "queries",
        "A query describes what a word looks for in one head.",
        ("scores", "attention"),
    ),
    "key": (
        "keys",
        "A key describes how a word can be found in one head.",
        ("scores", "attention"),
    ),
    "value": (
        "values",
        "A value is what a word passes on to the words that attend to it.",
        ("attention",),
    ),
    "scores": (
        "scores",
        "The scores measure how well each query matches each key.",
        ("scores", "attention"),
    ),
    "scaled": (
        "÷ √d_k",
        "The scores are divided by √d_k so that they stay small.",
        ("scores", "attention"),
    ),
    "masked": (
        "mask",
        "The scores of masked positions become −∞ (hatched).",
        ("masks", "attention"),
    ),
    "weights": (
        "weights",
        "**Each row shows how much a word attends to the word of each column.** Each row adds up to 1.",
        ("attention",),
    ),
    "head_output": ("mix", "The values are mixed in proportion to the weights.", ("attention",)),
    "W_O": (
        "× W_O",
        "The concatenated heads are multiplied by a learned matrix.",
        ("heads", "attention"),
    ),
    "expand": ("× W₁", "Each vector gets more dimensions.", ("block", "ablations")),
    "hidden": ("keep > 0", "Negative numbers become 0 (ReLU).", ("block", "ablations")),
    "contract": ("× W₂", "Each vector gets its old size back.", ("block", "ablations")),
    "logits": (
        "logits",
        "**Each word of the vocabulary** gets a logit: the larger the logit, the more probable the word is as the "
        "next word.",
        ("embeddings",),
    ),
}
UNKNOWN = "“{name}” is a {kind} of this model. Its line of code shows what it does."
UNKNOWN_PROBE = "The model names this value “{name}”."
TIMES = "This box ran {count} times; each row shows one run."
UNWATCHED = (
    "Its weights are not shown because it does not pass them through a probe {probe}. In the layer’s code, write "
    'self.weights = Probe("batch head query key") and pass the weights through it.'
)
SMOOTHED = (
    "Even a word that this model is sure of gets a probability of about {share}, not 1, because **label smoothing** "
    "in training leaves a little probability for all other words."
)
GIVEN = {"source": "reads", "target": "has written"}

# ---- the model in one diagram: its parts, and the text of each stop -----------------------------------
ENTRY = "{what} to numbers"
STACK = "{name}, {count} layers"
BACK, ACROSS = "looks back", "looks across"
NEXT_WORD, ANSWER = "next word", "answer"
LOOKS = "“{word}” → “{other}”: {weight}"
AT_ENTRY = (
    "**{word}** becomes a vector of {size} numbers. The colours show at most 16 of them. No word has attended to "
    "another word yet."
)
AT_LAYER = (
    "In head {head}, **{word}** gives **{other}** a weight of {weight}. This fraction of the value of **{other}** is "
    "mixed into the vector of **{word}**. Each word’s weights add up to 1."
)
AT_BOX = (
    "**{name}** outputs a vector of {size} numbers for each word. No weights were recorded here, so no lines are "
    "drawn."
)
LOOKS_BACK = "attends back to **{other}** ({weight}), then "
AT_WRITER = (
    "To write the word after **{word}**, the model {back}attends to **{other}** ({weight}). The weights add up to "
    "1."
)
AT_READER = "The largest weight, {weight}, is on **{other}**. The weights add up to 1."
AT_NEXT = (
    "The softmax turns the logits into probabilities. The most probable word, **{word}** ({share}), is written "
    "and becomes the next input."
)
AT_END = (
    "The softmax turns the logits into probabilities. **{word}** is the most probable word ({share}). This is the "
    "last step, so no further input follows."
)
AT_ANSWER = (
    "The softmax turns the logits into probabilities. The answer is the most probable word, **{word}** "
    "({share})."
)

WORDS = {
    "detail": "detail",
    "detail_of": ("the whole model", "parts", "layers", "single steps"),
    "stop": "{at} · {title}",
    "written": "word {at} of {count}",
    "after_word": "after “{word}”",
    "others": "all others",
    "inside": "Open: {name}",
    "follow": "Follow “{word}”",
    "number": "numbers",
    "ends": ["below 0", "0", "above 0"],
    "row_of": "the row of “{word}”",
    "looks": "thicker = more attention",
    "again": "the output becomes input",
    "back": "◀ step",
    "forward": "step ▶",
    "player": "player",
    "play": "▷ play",
    "pause": "❚❚ pause",
    "step": "step {at} of {count}",
    "map": "the model",
    "open": "Open: {name}",
    "close": "Close: {name}",
    "reads": "Its input is the output of {name}.",
    "answer": "next word",
    "answer_says": "The **softmax** turns the logits into probabilities that add up to 1. The most probable word is "
    "written. Each row shows what can follow its word.",
    "later": "{title}: nothing yet",
    "after": "after",
    "shape": "shape",
    "line": "line of code",
    "lesson": "lesson",
    "cell": "{row}, {column}: {value}",
    "spread": "{row}: mean {mean}, spread {spread}; before: {mean_before} and {spread_before}",
    "row": "row {at}",
    "column": "column {at}",
    "head": "head {at}",
    "hint": "Click a box to open it and a title to close it. Colours show numbers: violet above 0, orange below, "
    "pale near 0. Each word has a row.",
    "source": "The figure shows one recorded forward pass of {model}: its modules, hooks and lines of code.",
    **BUTTONS,
    "keys": [
        [["←", "→"], "step"],
        [["space"], "play"],
        [["↓"], "open"],
        [["↑"], "close"],
    ],
    "keys_flow": [[["F"], "follow another word"]],
    "hint_flow": "Click a word to follow it, or + to open a box.",
}
PAPER = {
    "flow": "{title}. {says} Colours show numbers: violet above 0, orange below. Lines show weights. {source}",
    "caption": "{title}: the boxes of the model and their shapes, in the order in which they output values. {source}",
}
LEFT_OUT = " {count} inner boxes are left out because they contain too many numbers for a browser."


def source(model: str, left_out: int) -> str:
    """Return where the numbers come from and how many boxes are left out."""
    return WORDS["source"].format(model=model) + (
        LEFT_OUT.format(count=left_out) if left_out else ""
    )
