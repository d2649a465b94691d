"""Hints for the exercise on BERT: three for each failed check, from a nudge to almost the full answer."""

BEGIN = (
    "Begin with `segments_of`; its comment says what to count.",
    "How many separators come before a token? If there are none, the token is in sentence 0; otherwise it is in "
    "sentence 1.",
    "With `ends = (tokens == separator).cumsum(-1)`, `ends - (tokens == separator).long()` counts the earlier "
    "separators.",
)
FIRST = (
    "To which sentence does the first separator itself belong?",
    "Each separator belongs to the sentence that it ends, so do not count the token itself.",
    "`before = ends - (tokens == separator).long()`; the segment is 1 where `before > 0`.",
)
PADDING = (
    "Padding follows the last separator. Which segment number does padding get?",
    "Padding gets 0. Only tokens other than PAD can get 1.",
    "`return ((before > 0) & (tokens != PAD)).long()`.",
)
LAST = (
    "The second sentence also ends with a separator. There is no third segment.",
    "All tokens with at least one separator before them get 1.",
    "Use `before > 0`, not `before` itself.",
)
CHOICE = (
    "Which tokens can be chosen at all?",
    "Only words can be chosen, and their IDs are greater than `mask`. Their numbers in `lot` must also be below "
    "`CHOSEN`.",
    "`chosen = (tokens > mask) & (lot < CHOSEN)`.",
)
ASKED = (
    "What must the model predict where a word was chosen? What is the target at all other positions?",
    "The target is the original word at every chosen position, even if the model reads it unchanged, and PAD "
    "elsewhere.",
    "`asked = torch.where(chosen, tokens, PAD)`.",
)
READ = (
    "The number in `lot` decides: below 0.12, use the mask; up to 0.135, use another word; up to 0.15, use the word "
    "itself.",
    "Use `masked_fill` for the first case and `torch.where` for the second, only where a word was chosen.",
    "`read = tokens.masked_fill(chosen & (lot < 0.12), mask)`, then `torch.where(chosen & (lot >= 0.12) & (lot < "
    "0.135), others, read)`.",
)
WORDS = (
    "Which positions are counted in the loss for the words?",
    "Only the positions where `asked` is not PAD are counted. Average over these positions.",
    "`cross_entropy(words.flatten(0, 1), asked.flatten(), ignore_index=PAD)`.",
)
PAIRS = (
    "In `asked`, 0 means that there is nothing to predict. What does 0 mean in `label`?",
    "In `label`, 0 is an answer: the sentence comes next. Do not ignore any pair’s label.",
    "`cross_entropy(pairs, label)`, without `ignore_index`.",
)
LOSS = (
    "The loss is the unweighted sum of two means.",
    "Add the mean over the words to predict and the mean over the pairs.",
    "`return cross_entropy(words.flatten(0, 1), asked.flatten(), ignore_index=PAD) + cross_entropy(pairs, label)`.",
)
