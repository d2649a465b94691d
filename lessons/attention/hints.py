"""Hints for the attention exercise: three for each kind of failure, from a nudge to nearly all."""

BEGIN = (
    "Go step by step. The comments in `forward` describe each step and its shape.",
    "Begin with step 1: `self.W_Q(x)` has shape (batch, position, d_model). Split its last axis into (head, d_k), "
    "then move the head axis before the position axis.",
    "`x.unflatten(-1, (self.heads, self.d_k)).transpose(1, 2)` splits x into heads; `query @ key.transpose(-2, -1)` "
    "computes the scores.",
)
SHAPE = (
    "Print the shape after every step and compare it with the comment.",
    "At the end, the heads are concatenated into one output for each query.",
    "`head_output.transpose(1, 2).flatten(2)` has shape (batch, query, d_model); then apply `self.W_O`.",
)
EMPTY_ROW = (
    "A softmax over a row in which every score is −inf returns NaN, because 0 is divided by 0.",
    "Under a causal mask, each word may attend at least to itself. Which cells did you mask?",
    "True means “may attend”: `scaled.masked_fill(~mask, -math.inf)`.",
)
DROPOUT = (
    "Your layer uses random numbers even in evaluation mode, where it should use none.",
    "`model.eval()` switches off `nn.Dropout`, but not the function `dropout()`.",
    "`self.dropout(weights) @ value`.",
)
ROWS = (
    "Each word’s attention weights must sum to exactly 1.",
    "In (batch, head, query, key), each row is one query. Which axis should the softmax run over? Do you change the "
    "weights after the softmax?",
    "`weights = self.weights(masked.softmax(dim=-1))`, with the mask applied beforehand.",
)
MASK = (
    "Print the mask: rows are words that attend, and columns are words that they attend to; True means “may attend”.",
    "Masked cells must have a weight of exactly 0, so their score must be −inf before the softmax.",
    "`masked = scaled if mask is None else scaled.masked_fill(~mask, -math.inf)`.",
)
HEADS = (
    "Attention ignores the order of its inputs. One step mixes words or sentences.",
    "Check how the heads are split and merged. A reshape only regroups the numbers; it "
    "does not move axes.",
    "Split: `unflatten(-1, (heads, d_k)).transpose(1, 2)`. Merge: `transpose(1, 2).flatten(2)`.",
)
PARITY = (
    "The layer has every property of attention, but its numbers are wrong. Check the constants and the role of each "
    "matrix.",
    "Are the scores divided by √d_k? Do query, key and value each have their own matrix? Does W_O come last?",
    "Merge the heads of `softmax(query @ key.transpose(-2, -1) / math.sqrt(self.d_k)) @ value`, then apply "
    "`self.W_O`.",
)
CROSS = (
    "Now 7 words attend to 5 other words. In the earlier checks, `x` and `memory` were equal, so mixing them up "
    "changed nothing.",
    "Where do the queries come from? Two of the three projections use `memory`.",
    "`self.W_Q(x)`, but `self.W_K(memory)` and `self.W_V(memory)`.",
)
PADDING = (
    "The mask has shape (batch, 1, 1, key), so all heads and queries share one row.",
    "`masked_fill` broadcasts, so you need not expand or repeat the mask.",
    "`scaled.masked_fill(~mask, -math.inf)`, with the mask unchanged.",
)
PROBES = (
    "The numbers are correct. Now record every step for the figures.",
    "In `forward`, pass one value through each of the nine hooks that the constructor creates.",
    "For example: `head_output = self.head_output(self.dropout(weights) @ value)`.",
)
