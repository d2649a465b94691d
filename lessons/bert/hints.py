"""Hints for the exercise on hidden words: three for each kind of failure, from a nudge to nearly all."""

BEGIN = (
    "Begin with segments_of. The comment in it says what counts.",
    "How many separators stood before a token? None: sentence 0. At least one: sentence 1.",
    "ends = (tokens == separator).cumsum(-1), then ends minus (tokens == separator).long() counts those before.",
)
FIRST = (
    "To which sentence does the first separator itself belong?",
    "To the one that it ends. Count the separators before each token, without the token itself.",
    "before = ends - (tokens == separator).long(); 1 where before > 0.",
)
PADDING = (
    "Behind the last separator comes padding. Which number does that get?",
    "0, and only tokens that are no PAD can get 1.",
    "return ((before > 0) & (tokens != PAD)).long().",
)
LAST = (
    "The second sentence ends with a separator, too. There is no third number.",
    "All tokens with at least one separator before them get 1.",
    "before > 0, not before itself.",
)
CHOICE = (
    "Which tokens can be chosen at all?",
    "Words alone: their number is above that of mask. And the lot must be below CHOSEN.",
    "chosen = (tokens > mask) & (lot < CHOSEN).",
)
ASKED = (
    "What must the model say where a word was chosen? And what elsewhere?",
    "The word that stood there, also where it is read as it is; PAD where nothing is asked.",
    "asked = torch.where(chosen, tokens, PAD).",
)
READ = (
    "One lot decides all: below 0.12 the mask, from there to 0.135 another word, from there to 0.15 the word itself.",
    "masked_fill for the first, torch.where for the second. Both only where a word was chosen.",
    "read = tokens.masked_fill(chosen & (lot < 0.12), mask), then torch.where(chosen & (lot >= 0.12) & (lot < 0.135), others, read).",
)
WORDS = (
    "Which positions count for the words?",
    "Only those where asked is not PAD; their mean, however many there are.",
    "cross_entropy(words.flatten(0, 1), asked.flatten(), ignore_index=PAD).",
)
PAIRS = (
    "In `asked` a 0 means that nothing is asked. What does a 0 mean in `label`?",
    "An answer: this sentence comes next. Nothing may be ignored among the pairs.",
    "cross_entropy(pairs, label), without ignore_index.",
)
LOSS = (
    "Two means, added: neither is weighted.",
    "The mean over the words asked for, and the mean over the pairs.",
    "return cross_entropy(words.flatten(0, 1), asked.flatten(), ignore_index=PAD) + cross_entropy(pairs, label).",
)
