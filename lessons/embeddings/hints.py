"""Hints for the embedding exercise: three for each kind of failure, from a nudge to nearly all."""

BEGIN = (
    "Go step by step. The comments in forward say what comes next and which shape it has.",
    "self.table(tokens) looks up one row for each number: (batch, position, d_model).",
    "words = self.tokens(self.table(tokens) * math.sqrt(self.d_model)); then the positions, and "
    "return self.dropout(self.sum(words + positions)).",
)
SHAPE = (
    "Print the shape after every step and compare it with the comment.",
    "Words (batch, position, d_model) and positions (position, d_model) are added, and adding "
    "keeps the shape: torch lets the positions broadcast over the batch.",
    "self.sum(words + positions), with positions = self.position(tokens.shape[1], start).",
)
LOOKUP = (
    "What is a token's number for? Would word 8 mean twice as much as word 4?",
    "The number chooses a row of the table. A row of zeros with a single 1, times the table, would "
    "choose the same one.",
    "self.table(tokens), and nothing else that depends on tokens.",
)
BATCH = (
    "The same sentence must get the same vectors, whoever stands beside it in the batch.",
    "tokens has the axes (batch, position). Along which of them do you count the places?",
    "self.position(tokens.shape[1], start).",
)
SCALE = (
    "Compare how long a word's vector is with the row that it came from.",
    "Rows are stored small and read large. The paper says by which factor, in section 3.4.",
    "self.table(tokens) * math.sqrt(self.d_model).",
)
PLACES = (
    "Subtract what one word gives at two places: the word cancels. What remains?",
    "Only the vectors of the two places should remain. The first place is number `start`, and the "
    "default of start is 0.",
    "positions = self.positions(self.position(tokens.shape[1], start)); then words + positions.",
)
UNSCALED = (
    "The positions point the right way, and they have the wrong length.",
    "Only the words are multiplied by √d_model. Where does your multiplication stand, before or "
    "after the sum?",
    "self.table(tokens) * math.sqrt(self.d_model) + positions: the product first.",
)
START = (
    "A decoder reads one word at a time; then the fourth word comes alone, with start=3.",
    "The first of the tokens stands at place `start`, the next one at start + 1, and so on.",
    "self.position(tokens.shape[1], start).",
)
DROPOUT = (
    "Dropout leaves numbers out by chance while the model trains, and never afterwards.",
    "self.dropout knows which of the two it is; the function dropout() by itself does not. It is "
    "applied once, to the sum.",
    "return self.dropout(self.sum(words + positions)).",
)
SCORES = (
    "scores goes the other way: from a vector to one number for each word of the vocabulary.",
    "Each score is a dot product with one row. The table has (vocabulary, d_model) numbers; the "
    "vectors end in d_model. Which of the two has to be turned?",
    "vectors @ self.table.weight.T.",
)
TIED = (
    "One table for both: what reads a word also scores it.",
    "Use the table's own numbers, not a second matrix and not a copy made earlier.",
    "vectors @ self.table.weight.T.",
)
LENGTH_SQUARED = (
    "A score is a dot product. Which one, of a row with itself?",
    "The sum of the squares of its numbers. No √d_model and no softmax belongs here.",
    "return vectors @ self.table.weight.T, and nothing after it.",
)
PARITY = (
    "It has all properties of an embedding and still other numbers.",
    "Do the positions come from self.position? This check also gives it learned positions, and a "
    "start that is not 0.",
    "self.dropout(self.sum(self.tokens(…) + self.positions(self.position(tokens.shape[1], start)))).",
)
GRADIENT = (
    "The numbers are right. But what would the table learn from a mistake?",
    "Learning goes backwards through every step. Is the chain cut somewhere, or the same number "
    "written in a way that torch cannot follow?",
    "Use self.table(tokens) and self.table.weight, without .detach(), .data or torch.no_grad().",
)
PROBES = (
    "The numbers are right. Now let the pictures see every step.",
    "Each of the three probes in the constructor wants one value in forward.",
    "For example: words = self.tokens(self.table(tokens) * math.sqrt(self.d_model)).",
)
