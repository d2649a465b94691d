"""Every word that people read in the picture of a translation word by word. Between ** and **: bold."""

from lessons.figures.kit.button_words import BUTTONS

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
NO_PROBE = "Not shown: no probe of this model holds {what}."
WORDS = {
    "ways": "what goes in",
    "back": "◀ word",
    "forward": "word ▶",
    "player": "player",
    "play": "▷ play",
    "pause": "❚❚ pause",
    "step": "step {at} of {count}",
    "self": "1  Among the words so far",
    "self_says": "The newest word, **{word}**, goes in. Masked self-attention: it looks back at what is there, never ahead.",
    "cross": "2  At what was read",
    "cross_says": "Cross-attention: how much each word of the sentence is looked at. Each has a **key** by which it is "
    "found, and these stay. The **query**, what the newest word looks for, is another one at each step.",
    "query": "query",
    "key_rows": "keys",
    "next": "3  The next word",
    "next_says": "A score for each of {count} words, made into shares that add up to 1 (softmax). Written: **{word}**.",
    "next_forced": "Most probable: **{word}**. Right: **{right}**, and this goes in next.",
    "lines": "so far",
    "right": "right",
    "wrong": "words to mend: {count}",
    "nothing": "nothing",
    "source": "Weights, queries and keys of the last layer of {model}. Where a layer has several heads, the bars are their mean.",
    **BUTTONS,
    "keys": [[["←", "→"], "step"], [["space"], "play"], [["T"], "own words or right words"]],
}
PAPER = {
    "caption": "{title}, {way}: each row is a step, each column a word of the sentence; cross-attention. {source}"
}
