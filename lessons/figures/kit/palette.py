"""The colours of every figure, on screen and on paper. Each meaning has one colour.

query, key, value and weight are Okabe and Ito's hues (2008), which colour-blind readers can distinguish;
the dark theme uses lighter versions of the same hues. `weight_full` and `value_full` end a colour
scale, `empty` starts it, `negative` is the other end of a scale with signs. A hue with
`_text` is for words: its contrast is at least 4.5, on the background and on a tint.
"""

LIGHT = {
    "paper": "#ffffff",
    "panel": "#f7f8fb",
    "ink": "#1b1f27",
    "soft": "#5d6779",
    "line": "#e6e8ee",
    "hatch": "#c9cdd6",
    "empty": "#ffffff",
    "tint": "#efe8f7",
    "good": "#067647",
    "query": "#0072b2",
    "key": "#d55e00",
    "value": "#009e73",
    "value_full": "#006b4e",
    "weight": "#7b4ea3",
    "weight_full": "#5b2c8a",
    "negative": "#b45309",
    "query_text": "#0069a6",
    "key_text": "#ad4b00",
    "value_text": "#00704f",
    "weight_text": "#6b3f95",
    "negative_text": "#9a4605",
}
DARK = {
    "paper": "#0e1117",
    "panel": "#161a22",
    "ink": "#e8eaf0",
    "soft": "#9aa4b5",
    "line": "#2a2f3a",
    "hatch": "#414958",
    "empty": "#151922",
    "tint": "#2a2140",
    "good": "#5fd0a0",
    "query": "#56b4e9",
    "key": "#ff9456",
    "value": "#2cc295",
    "value_full": "#4fe0b2",
    "weight": "#b692e6",
    "weight_full": "#cba9ff",
    "negative": "#f0a44b",
    "query_text": "#56b4e9",
    "key_text": "#ff9456",
    "value_text": "#2cc295",
    "weight_text": "#b692e6",
    "negative_text": "#f0a44b",
}

# More colour-blind-safe hues, different from those of query, key, value and weight.
MORE_LIGHT = {
    "part_0": "#1d8ea6",
    "part_1": "#d98300",
    "part_2": "#b5317f",
    "part_3": "#6b7a12",
    "part_4": "#7c8494",
    "part_5": "#9c5b3b",
    "part_6": "#1d8ea6",
    "part_7": "#1b1f27",
}
MORE_DARK = {
    "part_0": "#4cc3da",
    "part_1": "#f5b041",
    "part_2": "#ef7fbd",
    "part_3": "#b9c84a",
    "part_4": "#8d97a8",
    "part_5": "#d79a7a",
    "part_6": "#4cc3da",
    "part_7": "#ffffff",
}
