"""Every word that people read in the picture of BLEU. Between ** and **: bold."""

from lessons.figures.kit.button_words import BUTTONS

TITLE = "BLEU of “{text}”"

WORDS = {
    "length": "words of an n-gram",
    "written": "written",
    "reference": "reference {number}",
    "pick": "Its n-grams of length {length}: how often each **counts**, of how often it is written",
    "too_short": "It has no {length} words in a row.",
    "gram": "**“{gram}”** is written {written} ×, and the reference that has it most often has it {allowed} ×: "
    "it counts {counted} ×.",
    "key_counted": "counts",
    "key_clipped": "clipped",
    "key_right": "in a reference",
    "parts": "The score, put together",
    "order": "p",
    "smoothed": "none matches: smoothed to {precision}",
    "brevity": "brevity",
    "not_short": "{written} words written, {right} in the closest reference: not too short",
    "short": "e^(1 − {right}/{written}): {written} words written, {right} in the closest reference",
    "product": "100 · {brevity} · ({precisions})^(1/{count})",
    "score": "BLEU {score}",
    "how": "Precision alone would reward a word that is repeated and a text that is cut short: repeats are "
    "clipped, and brevity lowers the score of a short text.",
    "origin": "Numbers of transformer/objectives/bleu.py, counted in the words that are shown: sacrebleu gives the "
    "same for the same words. From a whole text it splits them in its own way.",
    **BUTTONS,
    "keys": [[["←", "→"], "n-gram"], [["↑", "↓"], "length"]],
}

PAPER = {
    "caption": "“{text}”. {parts}. Brevity {brevity:.3f}: {written} words written, {right} in the closest "
    "reference. BLEU {score:.1f}.",
    "part": "p{length} = {matched}/{written}",
    "axis": "p, counted of written",
}
