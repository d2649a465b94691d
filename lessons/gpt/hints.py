"""Hints for the exercise on GPT: three for each kind of failure, from a nudge to nearly all."""

BEGIN = (
    "Begin with loss_mask. The comments in it say what comes next.",
    "tokens[:, 1:] are the words after each place, (batch, position − 1).",
    "place = torch.arange(tokens.shape[1] - 1), then return (place >= given[:, None]) & (tokens[:, 1:] != PAD).",
)
FIRST = (
    "Where does the answer begin? Write a row down, and under each word the one after it.",
    "Place 0 stands for START, and the word after it is the first of the prompt. So the first `given` places are given.",
    "place >= given[:, None], with place = torch.arange(tokens.shape[1] - 1).",
)
STOP = (
    "What does a model have to write when its answer is over?",
    "END is learned like a word. Only PAD is none.",
    "… & (tokens[:, 1:] != PAD)",
)
PADDING = (
    "Shorter rows are filled up. Is there anything to be learned?",
    "Look at the word after each place: where it is PAD, nothing counts.",
    "… & (tokens[:, 1:] != PAD)",
)
LOSS = (
    "What a model says are scores. Which function makes log-probabilities of them?",
    "log_p = logits.log_softmax(-1); the right word of each place is in tokens[:, 1:].",
    "log_p.gather(-1, tokens[:, 1:, None]).squeeze(-1) is (batch, position − 1): ln p of each next word.",
)
COUNTED = (
    "Only places of the mask count, in the sum and in what it is divided by.",
    "A bool tensor as an index takes those places out, of all rows together.",
    "return -found[mask].mean()",
)
AFTER = (
    "Does the model say at place t which word stands at t, or which comes next?",
    "logits[:, t] are about the word at t + 1. So the right words are tokens[:, 1:].",
    "log_p.gather(-1, tokens[:, 1:, None])",
)
TABLES = (
    "A table has a row for each word, or for each place.",
    "(config.target_vocabulary + config.max_length) * config.d_model",
    "The scores of the next word are products with the same table of words: nothing is added for them.",
)
LAYERS = (
    "What is in a layer? Attention, feed-forward, and a norm before each of them.",
    "Attention has 4 (d² + d) numbers, feed-forward d·f + f + f·d + d, a norm 2d.",
    "layer = 4 * (d * d + d) + 2 * d * f + f + d + 2 * 2 * d",
)
LAST = (
    "Build one on paper with no layer at all. What is left?",
    "Two tables, and the norm after the last layer.",
    "tables + layers * layer + 2 * d",
)
