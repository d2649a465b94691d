"""Every word that people read in the drawing of a model. Between ** and **: bold.

A box is called by what the model's code calls it; those that are known get a friendlier name here, and a
sentence. Nothing is drawn because it stands here: an unknown box has its own name.
"""

from lessons.figures.kit.button_words import BUTTONS

TITLE = "{kind} reads “{sentence}”"

# Name, or class of the owner and name → (what it is called, what happens there, lessons about it).
KNOWN = {
    "source_embedding": (
        "words → vectors",
        "Each word becomes a **vector**: a row of numbers. All that follows computes with these rows.",
        ("embeddings",),
    ),
    "target_embedding": (
        "words → vectors",
        "The words that are written so far become vectors too. The first is ⟨start⟩, which says: begin. "
        "It writes one word after the other; here all these steps are seen at once, one row for each.",
        ("embeddings",),
    ),
    "embedding": (
        "words → vectors",
        "Each word becomes a **vector**: a row of numbers.",
        ("embeddings",),
    ),
    "Embedding.table": (
        "look up",
        "A table has one row for each word that the model knows. The row of each word is looked up.",
        ("embeddings",),
    ),
    "Embedding.tokens": ("scale", "The rows, made larger by one fixed factor.", ("embeddings",)),
    "Embedding.position": (
        "positions",
        "Which word is first, which second? Each **place** has a pattern of its own.",
        ("positions",),
    ),
    "Embedding.sum": (
        "add",
        "Word and place, added number by number. This is what the first layer reads.",
        ("positions", "embeddings"),
    ),
    "encoder": (
        "encoder",
        "The part that **reads**. One vector goes in for each word, and one comes out. What leaves it is called "
        "the **memory**.",
        ("attention",),
    ),
    "decoder": (
        "decoder",
        "The part that **writes**. From the words so far and the memory it makes a vector for each next word.",
        ("decoding", "attention"),
    ),
    "EncoderLayer": (
        "{name}",
        "A layer: the words look at each other, then each vector is worked on alone. Layers are alike; one "
        "above the other they are the stack of layers.",
        ("block", "attention"),
    ),
    "DecoderLayer": (
        "{name}",
        "A layer: the words so far look at each other, then at the memory where there is one; then each "
        "vector is worked on alone.",
        ("block", "attention"),
    ),
    "norm": (
        "layer norm",
        "Each vector is shifted and scaled, so that its numbers are neither huge nor tiny: their mean and their spread "
        "before and after stand below the picture.",
        ("block", "ablations"),
    ),
    "self_attention": (
        "self-attention",
        "**Each word looks at words of its own sentence**, and takes a little from each.",
        ("attention",),
    ),
    "cross_attention": (
        "cross-attention",
        "**The words that are written look at the words that were read**: at the memory.",
        ("attention",),
    ),
    "feed_forward": (
        "feed-forward",
        "A small network that works on each vector alone. No word sees another here.",
        ("block", "ablations"),
    ),
    "Residual.sum": (
        "add (residual)",
        "What was there before is **added** to what came out. So a part only has to learn a change.",
        ("block", "ablations"),
    ),
    "W_Q": (
        "× W_Q",
        "Each vector times a learned matrix. Out come the queries.",
        ("heads", "attention"),
    ),
    "W_K": (
        "× W_K",
        "Each vector times another learned matrix. Out come the keys.",
        ("heads", "attention"),
    ),
    "W_V": (
        "× W_V",
        "Each vector times a third learned matrix. Out come the values.",
        ("heads", "attention"),
    ),
    "query": ("queries", "What each word looks for, in each head.", ("scores", "attention")),
    "key": ("keys", "What each word can be found by, in each head.", ("scores", "attention")),
    "value": ("values", "What each word hands on to those who look at it.", ("attention",)),
    "scores": ("scores", "How well each query matches each key.", ("scores", "attention")),
    "scaled": ("÷ √d_k", "The scores, divided so that they stay small.", ("scores", "attention")),
    "masked": ("mask", "What must not be looked at gets −∞ (hatched).", ("masks", "attention")),
    "weights": (
        "weights",
        "**Who looks at whom, and how much.** Rows look, columns are looked at; each row adds up to 1.",
        ("attention",),
    ),
    "head_output": ("mix", "The values, mixed by these weights.", ("attention",)),
    "W_O": ("× W_O", "The heads side by side, times a learned matrix.", ("heads", "attention")),
    "expand": ("× W₁", "To more numbers for each word.", ("block", "ablations")),
    "hidden": ("keep > 0", "What is negative becomes 0.", ("block", "ablations")),
    "contract": ("× W₂", "Back to as many numbers as before.", ("block", "ablations")),
    "logits": (
        "scores of words",
        "A number for **each word of the vocabulary**: how well it would go on here.",
        ("embeddings",),
    ),
}
UNKNOWN = "“{name}” is a {kind} of this model. Its line of code says what it does."
UNKNOWN_PROBE = "A value that the model names “{name}”."
TIMES = "It ran {count} times; a row for each time."
UNWATCHED = (
    "Its weights are not shown: it hands them to no probe {probe}. In the layer’s code write "
    'self.weights = Probe("batch head query key") and pass the weights through it.'
)
SMOOTHED = (
    "A word of which this model is sure gets about {share}, not 1: so it was trained, to leave a little to all "
    "other words (label smoothing)."
)
GIVEN = {"source": "reads", "target": "has written"}

# ---- the machine as one picture: its places, and what is said at each stop ---------------------------
ENTRY = "{what} to numbers"
STACK = "{name}, {count} layers"
BACK, ACROSS = "looks back", "looks across"
NEXT_WORD, ANSWER = "next word", "answer"
LOOKS = "“{word}” looks at “{other}”: {weight}"
AT_ENTRY = (
    "**{word}** becomes a row of {size} numbers; at most 16 are drawn, as colours. "
    "No row has seen another one yet."
)
AT_LAYER = (
    "In head {head}, **{word}** gives **{other}** a weight of {weight}; its weights add up to 1. So much of **{other}** "
    "is mixed into its row."
)
AT_BOX = "**{name}**: a row of {size} numbers leaves it for each word. No weights were recorded here, so no lines."
LOOKS_BACK = "looks back at **{other}** ({weight}), then "
AT_WRITER = "To write what follows **{word}**, it {back}looks at **{other}** ({weight}). Its weights add up to 1."
AT_READER = "It looks most at **{other}**: a weight of {weight}. Its weights add up to 1."
AT_NEXT = "The scores become shares that add up to 1. **{word}** has the largest, {share}: it is written, and goes in again."
AT_END = "The scores become shares that add up to 1. **{word}** has the largest, {share}. Nothing more goes in."
AT_ANSWER = "The scores become shares that add up to 1. The largest, {share}, is that of **{word}**: this is the answer."

WORDS = {
    "detail": "detail",
    "detail_of": ("the whole machine", "parts", "layers", "single steps"),
    "stop": "{at} · {title}",
    "written": "word {at} of {count}",
    "after_word": "after “{word}”",
    "others": "all others",
    "inside": "Open: {name}",
    "follow": "Follow “{word}”",
    "number": "a number is",
    "ends": ["below 0", "0", "above 0"],
    "row_of": "the row of “{word}”",
    "looks": "looks at: the thicker, the more",
    "again": "what is written goes in again",
    "back": "◀ step",
    "forward": "step ▶",
    "player": "player",
    "play": "▷ play",
    "pause": "❚❚ pause",
    "step": "step {at} of {count}",
    "map": "the model",
    "open": "Open: {name}",
    "close": "Close: {name}",
    "reads": "It reads what has left: {name}.",
    "answer": "next word",
    "answer_says": "The scores become shares that add up to 1 (**softmax**). The word with the largest share is "
    "written. Each row is a place: what comes after this word?",
    "later": "{title}: nothing yet",
    "after": "after",
    "shape": "shape",
    "line": "its line of code",
    "lesson": "more about it",
    "cell": "{row}, {column}: {value}",
    "spread": "{row}: mean {mean}, spread {spread}; before it {mean_before} and {spread_before}",
    "row": "row {at}",
    "column": "number {at}",
    "head": "head {at}",
    "hint": "Click a box to open it, a title to close it. Numbers are colours: violet above 0, orange below, pale near 0; "
    "a row for each word.",
    "source": "Drawn from one recorded pass of the model {model}: its modules, probes and lines of code.",
    **BUTTONS,
    "keys": [
        [["←", "→"], "step"],
        [["space"], "play"],
        [["↓"], "open"],
        [["↑"], "close"],
    ],
    "keys_flow": [[["F"], "follow another word"]],
    "hint_flow": "Click a word to follow it, + to open a box.",
}
PAPER = {
    "flow": "{title}. {says} Numbers are colours: violet above 0, orange below; lines are weights. {source}",
    "caption": "{title}: the boxes of the model, in the order in which values leave them, and the shape of each. {source}",
}
LEFT_OUT = " {count} boxes inside are left out: their numbers would be too many for a browser."


def source(model: str, left_out: int) -> str:
    """Where the numbers come from, and what is not among them."""
    return WORDS["source"].format(model=model) + (
        LEFT_OUT.format(count=left_out) if left_out else ""
    )
