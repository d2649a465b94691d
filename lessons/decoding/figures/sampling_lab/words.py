"""All text of the sampling lab. Text between ** and ** is bold; `{k}` is filled in later."""

from lessons.figures.kit.button_words import BUTTONS

TITLE = "The next token after “{text}”"
TITLE_READS = "The first token of the translation of “{text}”"

# (title, note, temperature, k, p); k = 0: no cut
PRESETS = [
    ("Unchanged", "temperature 1, nothing cut", 1, 0, 1),
    ("Sharper", "temperature 0.5", 0.5, 0, 1),
    ("Flatter", "temperature 2", 2, 0, 1),
    ("top-k", "the 5 most probable", 1, 5, 1),
    ("top-p", "nucleus: fewest that sum to 0.9", 1, 0, 0.9),
    ("Greedy", "always the most probable: k = 1", 1, 1, 1),
]

WORDS = {
    "continues": "{model} continues",
    "answers": "{model} translates",
    "presets": "Presets",
    "temperature": "temperature T",
    "k": "top-k",
    "p": "top-p",
    "all": "all",
    "checked": "exact",
    "preview": "browser preview",
    "bars_title": "**{kept} of {possible}** possible tokens can be sampled; the model assigns them {share} in total.",
    "model": "model",
    "distribution": "setting",
    "count": "drawn",
    "others": "{count} others",
    "by_k": "rank {rank}, cut at k = {k}",
    "by_p": "cut: earlier tokens sum to {before} ≥ p = {p}",
    "key_model": "the model’s p, at T = 1",
    "key_distribution": "with these settings",
    "key_cut": "cut",
    "key_drawn": "fraction of draws; it is on the line 19 times in 20",
    "draws_title": "Observed and expected draws",
    "draws": "number of draws",
    "again": "Draw {count} again",
    "seed": "seed {seed}",
    "chi": "χ² = {square}, {degrees} degrees of freedom. Correct draws deviate by at least this much "
    "**{chance}** of the time.",
    "certain": "Only one token is left, or the others are too rare, so there is nothing to test.",
    "waiting": "Python draws when the slider stops …",
    "only_preview": "Python does not run here. The draws and texts belong to T\u00a0=\u00a0{temperature}, k\u00a0=\u00a0{k}, p\u00a0=\u00a0{p}.",
    "back": "Back to these",
    "texts_title": "Texts sampled with these settings",
    "endless": " …",
    "how": "Method: divide log p by T; keep the k most probable tokens; of these, keep the fewest whose "
    "probabilities sum to p or more. The kept probabilities are renormalized to sum to 1.",
    "origin": "Model {model}, numbers from transformer/decoding/sample.py.",
    **BUTTONS,
    "keys": [
        [["←", "→"], "temperature"],
        [["↑", "↓"], "top-p"],
        [["K"], "next k"],
        [["D"], "draw again"],
    ],
}

# Text of the printed figure, which has no controls.
PAPER = {
    "caption": "{title}. Temperature {temperature:g}, k = {k}, p = {p:g}: {kept} of {possible} possible "
    "tokens can be sampled. Points: fractions of {draws:,} draws, seed {seed}; lines: where 19 of 20 fall. χ² = "
    "{square:.1f}, {degrees} degrees of freedom. Model {model}.",
    "model": "the model’s p, at T = 1",
    "distribution": "sampled from",
    "cut": "cut",
    "axis": "probability",
}
