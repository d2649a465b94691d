"""Hints for the GPT exercise: three for each kind of failure, from a nudge to nearly the solution."""

BEGIN = (
    "Begin with `loss_mask`; its comments list the steps.",
    "`tokens[:, 1:]` contains the next word for each position, with shape (batch, position − 1).",
    "`place = torch.arange(tokens.shape[1] - 1)`, then `return (place >= given[:, None]) & (tokens[:, 1:] != PAD)`.",
)
FIRST = (
    "Where does the answer begin? Write down one sequence, with the next word below each word.",
    "Position 0 is START, and its next word is the first word of the prompt. So the first `given` next words are "
    "the prompt.",
    "`place >= given[:, None]`, with `place = torch.arange(tokens.shape[1] - 1)`.",
)
STOP = (
    "What must the model write at the end of its answer?",
    "END counts like a word; only PAD is excluded.",
    "`… & (tokens[:, 1:] != PAD)`",
)
PADDING = (
    "Shorter sequences are padded. Should the model learn to predict padding?",
    "A position does not count if its next word is PAD.",
    "`… & (tokens[:, 1:] != PAD)`",
)
LOSS = (
    "A model outputs logits. Which function turns them into log-probabilities?",
    "`log_p = logits.log_softmax(-1)`; the correct next word for each position is in `tokens[:, 1:]`.",
    "`log_p.gather(-1, tokens[:, 1:, None]).squeeze(-1)` contains ln p of each next word, with shape (batch, position − 1).",
)
COUNTED = (
    "Only positions in the mask count, both in the sum and in the divisor.",
    "Index with the bool tensor to select these positions from all sequences.",
    "`return -found[mask].mean()`",
)
AFTER = (
    "At position t, does the model predict the word at t or the next word?",
    "`logits[:, t]` predicts the word at t + 1, so the targets are `tokens[:, 1:]`.",
    "`log_p.gather(-1, tokens[:, 1:, None])`",
)
TABLES = (
    "One table has one row per word, and the other has one row per position.",
    "`(config.target_vocabulary + config.max_length) * config.d_model`",
    "The logits for the next word use the same word table (weight tying), so they add no parameters.",
)
LAYERS = (
    "A layer contains attention, a feed-forward network, and a norm before each of them.",
    "Attention has 4 (d² + d) parameters, the feed-forward network has d·f + f + f·d + d, and a norm has 2d.",
    "`layer = 4 * (d * d + d) + 2 * d * f + f + d + 2 * 2 * d`",
)
LAST = (
    "Imagine a model without layers. Which parameters remain?",
    "The two tables and the norm after the last layer remain.",
    "`tables + layers * layer + 2 * d`",
)
