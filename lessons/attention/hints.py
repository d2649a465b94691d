"""Hints for the attention exercise: three for each kind of failure, from a nudge to nearly all."""

BEGIN = (
    "Go step by step. The comments in forward say what comes next and which shape it has.",
    "Step 1 first: self.W_Q(x) is (batch, position, d_model). Cut its last axis into "
    "(head, d_k), then move the head axis to the front of the positions.",
    "x.unflatten(-1, (self.heads, self.d_k)).transpose(1, 2) cuts into heads; "
    "query @ key.transpose(-2, -1) gives the scores.",
)
SHAPE = (
    "Print the shape after every step and compare it with the comment.",
    "At the end the heads stand side by side again, and there is one answer for each query.",
    "head_output.transpose(1, 2).flatten(2) is (batch, query, d_model); then self.W_O.",
)
EMPTY_ROW = (
    "NaN comes out of a softmax over a row in which everything is −inf: 0 divided by 0.",
    "Under a causal mask each word may at least look at itself. Which cells did you hide?",
    "True means may look: scaled.masked_fill(~mask, -math.inf).",
)
DROPOUT = (
    "Something is drawn by chance each time. In evaluation nothing should be.",
    "model.eval() switches nn.Dropout off, but not the function dropout() by itself.",
    "self.dropout(weights) @ value.",
)
ROWS = (
    "Each word hands out exactly 1 of attention, shared among the words that it looks at.",
    "In (batch, head, query, key) a row is one query. Which axis should the softmax run over, "
    "and is anything changed afterwards?",
    "weights = self.weights(masked.softmax(dim=-1)), with the mask applied before.",
)
MASK = (
    "Print the mask: row = the word that looks, column = the word looked at, True = may look.",
    "Hidden cells must have weight exactly 0, so their score must be −inf before the softmax.",
    "masked = scaled if mask is None else scaled.masked_fill(~mask, -math.inf).",
)
HEADS = (
    "Attention has no idea of order by itself. Something here mixes words or sentences.",
    "Look at how the heads are cut and merged. reshape only re-reads the numbers in a row; it "
    "does not move axes.",
    "Cut: unflatten(-1, (heads, d_k)).transpose(1, 2). Merge: transpose(1, 2).flatten(2).",
)
PARITY = (
    "It has all properties of attention and still other numbers: look at the constants and at "
    "which matrix is used where.",
    "Are the scores divided by √d_k? Has each of query, key, value its own matrix? Does W_O come last?",
    "softmax(query @ key.transpose(-2, -1) / math.sqrt(self.d_k)) @ value, merged, then self.W_O.",
)
CROSS = (
    "Now 7 words look at 5 others. With x = memory nobody notices which of the two is used.",
    "Who asks? Who is looked at? Two of the three projections see memory.",
    "self.W_Q(x), but self.W_K(memory) and self.W_V(memory).",
)
PADDING = (
    "This mask has the shape (batch, 1, 1, key): one row for all heads and queries.",
    "masked_fill broadcasts; nothing needs to be added to the mask or repeated.",
    "scaled.masked_fill(~mask, -math.inf), with the mask as it came.",
)
PROBES = (
    "The numbers are right. Now let the pictures see every step.",
    "Each of the nine probes in the constructor wants one value in forward.",
    "For example: head_output = self.head_output(self.dropout(weights) @ value).",
)
