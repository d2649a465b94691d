"""All text of the figure of a translation word by word. Text between ** and ** is bold."""

TITLE = "“{sentence}”, written word by word"
WAYS = {
    "free": (
        "on its own",
        "**Free running**: the input of a step is the output of the previous step.",
    ),
    "forced": (
        "with the right words",
        "**Teacher forcing**, as in training: the input is the correct word, whatever the model predicted.",
    ),
}
NO_RIGHT = "The correct translation of this sentence is not known here, so teacher forcing is not possible."
NO_PROBE = "Not shown: no hook of this model records the weights of {what}-attention."
IN, STEP = "input", "word"
SELF = "1  Masked self-attention"
SELF_SAYS = (
    "The newest word, **{word}**, is the input. It attends to the words so far, never ahead."
)
CROSS = "2  Cross-attention"
CROSS_SAYS = (
    "The bars show the weight of each source word. Each source word has a **key**, by which it is found; the "
    "keys stay the same. The **query** (what the newest word looks for) changes at each step."
)
QUERY, KEYS = "query", "keys"
NEXT = "3  The next word"
NEXT_SAYS = "The model computes a logit for each of {count} words; a softmax turns them into probabilities. Output: **{word}**."
NEXT_FORCED = "Most probable: **{word}**. Correct: **{right}**, which is the next input."
RIGHT = "correct"
WRONG = "Words to correct: {counts}."
SOURCE = (
    "The figure shows weights, queries and keys of the last layer of {model}. If a layer has several heads, the bars "
    "show their mean."
)
