"""Hints for the embedding exercise: three for each kind of failure, from a nudge to nearly all."""

BEGIN = (
    "The comments in `forward` describe each step and its shape.",
    "`self.table(tokens)` looks up one row for each number: (batch, position, d_model).",
    "`words = self.tokens(self.table(tokens) * math.sqrt(self.d_model))`; then compute `positions`, and `return "
    "self.dropout(self.sum(words + positions))`.",
)
SHAPE = (
    "Print the shape after every step and compare it with the comment.",
    "The sum of words (batch, position, d_model) and positions (position, d_model) has the shape of the words: "
    "PyTorch broadcasts the positions over the batch.",
    "`self.sum(words + positions)`, with `positions = self.position(tokens.shape[1], start)`.",
)
LOOKUP = (
    "What is a token ID for? Would word 8 mean twice as much as word 4?",
    "The ID selects a row of the table. A one-hot vector times the table would give the same row.",
    "Use `self.table(tokens)` and nothing else that depends on `tokens`.",
)
BATCH = (
    "The same sentence must get the same vectors, whatever else is in the batch.",
    "`tokens` has the axes (batch, position). Along which axis do you count the positions?",
    "`self.position(tokens.shape[1], start)`.",
)
SCALE = (
    "Compare the norm of a word’s vector with that of its row.",
    "The stored rows have small norms; multiply them by the factor in section 3.4 of the paper.",
    "`self.table(tokens) * math.sqrt(self.d_model)`.",
)
PLACES = (
    "Subtract the vectors of one word at two positions: the word cancels out. What remains?",
    "Only the difference between the two positional encodings should remain. The first position is `start`, which "
    "is 0 by default.",
    "`positions = self.positions(self.position(tokens.shape[1], start))`; then compute `words + positions`.",
)
UNSCALED = (
    "The positional encodings have the correct direction but the wrong norm.",
    "Only the words are multiplied by √d_model. Do you multiply before or after adding the positions?",
    "Compute the product first: `self.table(tokens) * math.sqrt(self.d_model) + positions`.",
)
START = (
    "A decoder reads one word at a time: at the fourth step, it reads only the fourth word, with `start=3`.",
    "The first token has position `start`, the next token has `start + 1`, and so on.",
    "`self.position(tokens.shape[1], start)`.",
)
DROPOUT = (
    "Dropout sets randomly chosen components to 0 during training, but not during evaluation.",
    "`self.dropout` knows whether the model is training; the function `dropout()` does not. Apply `self.dropout` "
    "once, to the sum.",
    "`return self.dropout(self.sum(words + positions))`.",
)
SCORES = (
    "`scores` works in the opposite direction: from a vector to one logit for each word in the vocabulary.",
    "Each logit is the dot product of the vector and one row. The table has shape (vocabulary, d_model), and the "
    "vectors’ last axis is d_model. Which tensor must be transposed?",
    "`vectors @ self.table.weight.T`.",
)
TIED = (
    "One table serves both purposes: it embeds words and produces their logits.",
    "Use the table itself, not a second matrix or an earlier copy.",
    "`vectors @ self.table.weight.T`.",
)
LENGTH_SQUARED = (
    "A logit is a dot product. What is the dot product of a row with itself?",
    "The result is the sum of the row’s squared components, without √d_model and without a softmax.",
    "`return vectors @ self.table.weight.T`, with nothing after it.",
)
PARITY = (
    "The layer has every property of an embedding, but its numbers are wrong.",
    "Do the positions come from `self.position`? This check also uses learned positions and a nonzero `start`.",
    "`self.dropout(self.sum(self.tokens(…) + self.positions(self.position(tokens.shape[1], start))))`.",
)
GRADIENT = (
    "The numbers are correct. But what would the table learn from a wrong prediction?",
    "The gradient flows back through every step. Does your code detach the gradient, or compute a value in a way "
    "that PyTorch cannot differentiate?",
    "Use `self.table(tokens)` and `self.table.weight`, without `.detach()`, `.data` or `torch.no_grad()`.",
)
PROBES = (
    "The numbers are correct. Now record every step for the figures.",
    "In `forward`, pass one value through each of the three hooks that the constructor creates.",
    "For example: `words = self.tokens(self.table(tokens) * math.sqrt(self.d_model))`.",
)
