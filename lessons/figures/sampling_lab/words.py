"""Every word that people read in the sampling lab. Between ** and **: bold; `{k}` is filled in later."""

from lessons.figures.kit.button_words import BUTTONS

TITLE = "What comes next after “{text}”"
TITLE_READS = "How the translation of “{text}” begins"

# (title, what it is, temperature, k, p); k = 0: no cut
PRESETS = [
    ("As the model says", "temperature 1, nothing cut", 1, 0, 1),
    ("Sharper", "temperature 0.5", 0.5, 0, 1),
    ("Flatter", "temperature 2", 2, 0, 1),
    ("top-k", "the 5 most probable", 1, 5, 1),
    ("top-p", "the fewest that together have 0.9", 1, 0, 0.9),
    ("Greedy", "always the most probable: k = 1", 1, 1, 1),
]

WORDS = {
    "continues": "{model} goes on with",
    "answers": "{model} translates",
    "presets": "Settings to start from",
    "temperature": "temperature T",
    "k": "top-k",
    "p": "top-p",
    "all": "all",
    "checked": "exact",
    "preview": "preview by your browser",
    "bars_title": "**{kept} of {possible}** possible tokens can be drawn; the model itself gives them {share}.",
    "model": "model",
    "distribution": "setting",
    "count": "drawn",
    "others": "{count} others",
    "by_k": "rank {rank}, cut at k = {k}",
    "by_p": "cut: those before it have {before} ≥ p = {p}",
    "key_model": "the model’s p, at T = 1",
    "key_law": "with this setting",
    "key_cut": "cut",
    "key_drawn": "share of the draws; 19 of 20 times it falls on the line",
    "draws_title": "Draws, and what is expected",
    "draws": "how many are drawn",
    "again": "Draw {count} again",
    "seed": "seed {seed}",
    "chi": "χ² = {square}, {degrees} degrees of freedom. Honest draws are at least this far off "
    "**{chance}** of the time.",
    "certain": "Only one token is left, or only rare ones beside it: there is nothing to test.",
    "waiting": "Python draws when the slider rests …",
    "only_preview": "There is no Python here: the draws and the texts belong to T\u00a0=\u00a0{temperature}, k\u00a0=\u00a0{k}, p\u00a0=\u00a0{p}.",
    "back": "Back to these",
    "texts_title": "Texts written with this setting",
    "endless": " …",
    "how": "How it is made: log p is divided by T; then only the k most probable stay; then the fewest that together have p. "
    "What stays is scaled up to add to 1.",
    "origin": "Model {model}, numbers of transformer/decoding/sample.py.",
    **BUTTONS,
    "keys": [
        [["←", "→"], "temperature"],
        [["↑", "↓"], "top-p"],
        [["K"], "next k"],
        [["D"], "draw again"],
    ],
}

# On paper, where nothing can be moved.
PAPER = {
    "caption": "{title}. Temperature {temperature:g}, k = {k}, p = {p:g}: {kept} of {possible} possible "
    "tokens can be drawn. Points: shares of {draws:,} draws, seed {seed}; lines: where 19 of 20 such shares "
    "fall. χ² = {square:.1f}, {degrees} degrees of freedom. Model {model}.",
    "model": "the model’s p, at T = 1",
    "distribution": "what is drawn from",
    "cut": "cut",
    "axis": "probability",
}
