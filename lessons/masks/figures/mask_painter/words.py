"""All text of the mask painter. Text between ** and ** is bold."""

from lessons.figures.kit.button_words import BUTTONS

TITLE = "Which word may attend to which: {attention}, “{sentence}”"
ATTENTIONS = {
    "encoder": "the encoder’s self-attention",
    "decoder": "the decoder’s self-attention",
    "cross": "cross-attention",
}
PRESETS = {
    "none": {"label": "none", "about": "Every word may attend to every word, padding included."},
    "padding": {
        "label": "padding",
        "about": "Shorter sentences are padded with ⟨pad⟩. No word may attend to ⟨pad⟩.",
    },
    "causal": {
        "label": "causal",
        "about": "A word may attend to itself and to the words before it.",
    },
    "both": {
        "label": "causal + padding",
        "about": "Both rules apply at once: a cell is open only if both rules allow it.",
    },
    "window": {
        "label": "window",
        "about": "A word may attend to itself and to one neighbour on each side.",
    },
    "prefix": {
        "label": "prefix",
        "about": "Every word may attend to the first two words, which act as a prompt; the rest is causal.",
    },
}
VIEWS = {"scores": "scores", "weights": "weights", "moves": "what moves what"}
READS = {
    True: "Change the word of a column: how far does the output of a row move? A value of 1 means that the output "
    "moves by its norm.",
    False: "Change the encoder’s output for the word of a column: how far does the output of a row move? A value of "
    "1 means that the output moves by its norm.",
}
CODE = """\
import torch
from torch.nn.functional import scaled_dot_product_attention

# {queries} rows attend to {keys} columns; 1 = may attend
may = torch.tensor({rows}, dtype=torch.bool)

# added to the scores before the softmax: 0 or -inf
added = torch.zeros(may.shape).masked_fill(~may, float("-inf"))

# here True means: may attend
out = scaled_dot_product_attention(query, key, value, attn_mask=may)

# here True means: may NOT attend
out, weights = multihead_attention(query, key, value, attn_mask=~may)
"""
WORDS = {
    "sentence": "sentence",
    "view": "view",
    "views": VIEWS,
    "layer": "layer",
    "layers": "layer {number}",
    "whole": "all layers",
    "head": "head",
    "presets": "mask",
    "painted": "your own",
    "mask_title": "**The mask.** Rows attend; columns are attended to. ✓: may attend; hatched: may not.",
    "mask_in": "**The mask in layer {layer}.** Rows attend; columns are attended to. ✓: may attend; hatched: may not.",
    "paint": "Drag to paint.",
    "scores_title": "**Scores ÷ √d_k**, layer {layer}, head {head}: hatched scores become −∞.",
    "weights_title": "**Weights**, layer {layer}, head {head}: the softmax of each row.",
    "moves_title": "**What moves what**, {through}: how far the row’s output moves when the column’s word changes.",
    "outline": "Outlined: allowed by the rule.",
    "legend_leak": "moves though the rule forbids it",
    "hatched": "may not attend",
    "forbidden": "should not move, and does not",
    "preview": "While you paint, the browser computes the softmax of the model’s scores. When you let go, "
    "the model reads the sentences again.",
    "wait": "The model reads the sentences under this mask …",
    "no_python": "Python does not run behind this figure. Only the first layer’s weights follow your mask; the rest is "
    "precomputed.",
    "nothing_left": "**“{row}” has no word left to attend to.** All its scores are −∞, so the softmax divides 0 by 0, "
    "and PyTorch’s softmax returns NaN. This model sets the weights to 0, so only the residual connection remains.",
    "cell_may": "“{row}” may attend to “{column}”.",
    "cell_not": "“{row}” may not attend to “{column}”.",
    "cell_score": "“{row}” and “{column}” have the score {value}",
    "cell_weight": "“{row}” assigns “{column}” weight {value}",
    "cell_moves": "Replacing “{column}” moves “{row}” by {value}",
    "no_leak": "**No forbidden pair moves.** {count} pairs may move, and {moved} of them do.",
    "leak": "**{leaks} {pairs} though the rule forbids it.** For example, replacing “{column}” moves "
    "“{row}” by {value}.",
    "pair": "pair moves", "pairs": "pairs move",
    "too_little": "**{missing} of {count} pairs may move but do not.** The mask hides words that should be visible.",
    "forms": "the same mask as",
    "form": {
        "words": "words", "added": "0 / −∞", "mha": "nn.MultiheadAttention",
        "sdpa": "scaled_dot_product_attention", "code": "code",
    },
    "form_about": {
        "words": "One sentence per row.",
        "added": "Add this mask to the scores before the softmax.",
        "mha": "attn_mask of nn.MultiheadAttention: **True = may NOT attend.**",
        "sdpa": "attn_mask of scaled_dot_product_attention, and of this project: **True = may attend.** "
        "This is the opposite of nn.MultiheadAttention.",
        "code": "Code to copy. Both PyTorch functions take the same mask, but one of them needs it inverted.",
    },
    "may_look": "{row} may attend to: {columns}",
    "nobody": "no word",
    "code": CODE,
    "copy": "Copy", 
    **BUTTONS,
    "keys": [[["←↑↓→"], "move"], [["X"], "allow or forbid"], [["V"], "view"], [["H"], "head"], [["L"], "layer"], [["S"], "sentence"]],
}  # fmt: skip
PAPER = {"caption": "{title}. Left: the mask. Right: {view}. Model {model}."}
