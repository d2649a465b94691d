"""Every word that people read in the picture of a translation word by word. Between ** and **: bold."""

TITLE = "“{sentence}”, written word by word"
WAYS = {
    "free": (
        "on its own",
        "**Free running**: what goes in at a step is the word that came out at the step before.",
    ),
    "forced": (
        "with the right words",
        "**Teacher forcing**, as in training: what goes in is the right word, whatever the model would have said.",
    ),
}
NO_RIGHT = "The right translation of this sentence is not known here, so there is nothing to give it but its own words."
NO_PROBE = "Not shown: no probe of this model holds the weights of {what}-attention."
IN, STEP = "what goes in", "word"
SELF = "1  Among the words so far"
SELF_SAYS = "The newest word, **{word}**, goes in. Masked self-attention: it looks back at what is there, never ahead."
CROSS = "2  At what was read"
CROSS_SAYS = (
    "Cross-attention: how much each word of the sentence is looked at. Each has a **key** by which it is "
    "found, and these stay. The **query**, what the newest word looks for, is another one at each step."
)
QUERY, KEYS = "query", "keys"
NEXT = "3  The next word"
NEXT_SAYS = "A score for each of {count} words, made into shares that add up to 1 (softmax). Written: **{word}**."
NEXT_FORCED = "Most probable: **{word}**. Right: **{right}**, and this goes in next."
RIGHT = "right"
WRONG = "Words to mend: {counts}."
SOURCE = "Weights, queries and keys of the last layer of {model}. Where a layer has several heads, the bars are their mean."
