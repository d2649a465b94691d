"""Every word that people read in the mask painter. Between ** and **: bold."""

from lessons.figures.kit.button_words import BUTTONS

TITLE = "Who may look at whom: {attention}, “{sentence}”"
ATTENTIONS = {
    "encoder": "the encoder’s self-attention",
    "decoder": "the decoder’s self-attention",
    "cross": "cross-attention",
}
PRESETS = {
    "none": {"label": "none", "about": "Everybody may look at everything, padding too."},
    "padding": {
        "label": "padding",
        "about": "Shorter sentences are filled up with ⟨pad⟩. Nobody may look at it.",
    },
    "causal": {
        "label": "causal",
        "about": "A word may look at itself and at what came before it.",
    },
    "both": {
        "label": "causal + padding",
        "about": "Both rules at once: a cell is open only where both allow it.",
    },
    "window": {
        "label": "window",
        "about": "A word may look at itself and at one neighbour on each side.",
    },
    "prefix": {
        "label": "prefix",
        "about": "The first two words may be seen by all, as a question that is given; the rest is causal.",
    },
}
VIEWS = {"scores": "scores", "weights": "weights", "moves": "what moves what"}
READS = {
    True: "Change the word of a column: how far does the output of a row move? 1 means: by as much as its own length.",
    False: "Change what the encoder hands over of a column’s word: how far does the output of a row move? "
    "1 means: by as much as its own length.",
}
CODE = """\
import torch
from torch.nn.functional import scaled_dot_product_attention

# {queries} rows look at {keys} columns; 1 = may look
may = torch.tensor({rows}, dtype=torch.bool)

# added to the scores before the softmax: 0 or -inf
added = torch.zeros(may.shape).masked_fill(~may, float("-inf"))

# here True means: may look
out = scaled_dot_product_attention(query, key, value, attn_mask=may)

# here True means: may NOT look
out, weights = multihead_attention(query, key, value, attn_mask=~may)
"""
WORDS = {
    "sentence": "sentence",
    "view": "what is shown",
    "views": VIEWS,
    "layer": "layer",
    "layers": "layer {number}",
    "whole": "all layers",
    "head": "head",
    "presets": "mask",
    "painted": "your own",
    "mask_title": "**The mask.** Rows look, columns are looked at. ✓ may look; hatched: may not.",
    "mask_in": "**The mask in layer {layer}.** Rows look, columns are looked at. ✓ may look; hatched: may not.",
    "paint": "Drag to paint.",
    "scores_title": "**Scores ÷ √d_k**, layer {layer}, head {head}: hatched ones become −∞.",
    "weights_title": "**Weights**, layer {layer}, head {head}: the softmax of each row.",
    "moves_title": "**What moves what**, {through}: another word in a column, and how far the row’s output moves.",
    "outline": "Outlined: what the rule lets through.",
    "legend_leak": "moves though the rule forbids it",
    "hatched": "may not look",
    "forbidden": "should not move, and does not",
    "preview": "While you paint, the browser computes the softmax of the scores that the model gave. Let go, "
    "and the model reads the sentences again.",
    "wait": "The model reads the sentences under this mask …",
    "no_python": "No Python runs behind this picture: the first layer’s weights follow your mask; all else is as it was when "
    "this picture was made.",
    "nothing_left": "**“{row}” has nothing left to look at.** All its scores are −∞, and the softmax divides "
    "0 by 0: PyTorch’s gives NaN. This model gives weights 0, so the word keeps only what the residual hands on.",
    "cell_may": "“{row}” may look at “{column}”.",
    "cell_not": "“{row}” may not look at “{column}”.",
    "cell_score": "“{row}” and “{column}”: score {value}",
    "cell_weight": "“{row}” gives “{column}” the weight {value}",
    "cell_moves": "Another word for “{column}” moves “{row}” by {value}",
    "no_leak": "**Nothing moves that should not.** {count} pairs may move, and {moved} do.",
    "leak": "**{leaks} {pairs} though the rule forbids it.** For example: another word for “{column}” moves "
    "“{row}” by {value}.",
    "pair": "pair moves", "pairs": "pairs move",
    "too_little": "**{missing} of {count} pairs that may move do not.** Something is hidden that should be seen.",
    "forms": "the same mask as",
    "form": {
        "words": "words", "added": "0 / −∞", "mha": "nn.MultiheadAttention",
        "sdpa": "scaled_dot_product_attention", "code": "code",
    },
    "form_about": {
        "words": "One sentence a row.",
        "added": "Added to the scores before the softmax.",
        "mha": "attn_mask of nn.MultiheadAttention: **True = may NOT look.**",
        "sdpa": "attn_mask of scaled_dot_product_attention, and everywhere in this project: **True = may look.** "
        "The opposite of nn.MultiheadAttention.",
        "code": "To copy. Both of PyTorch’s functions get the same mask, one of them inverted.",
    },
    "may_look": "{row} may look at: {columns}",
    "nobody": "nobody",
    "code": CODE,
    "copy": "Copy", 
    **BUTTONS,
    "keys": [[["←↑↓→"], "move"], [["X"], "may look, or not"], [["V"], "view"], [["H"], "head"], [["L"], "layer"], [["S"], "sentence"]],
}  # fmt: skip
PAPER = {"caption": "{title}. Left the mask, right {view}. Model {model}."}
