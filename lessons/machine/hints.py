"""Hints for the machine exercise: three for each kind of failure, from a nudge to a near-solution."""

BEGIN = (
    "Start from the end: which call returns the logits, and which inputs does it need?",
    "Two calls compute the memory, two calls run the decoder, and the last call returns the logits.",
    "Begin with `memory = model.encoder(model.source_embedding(source)); x = model.target_embedding(target)`.",
)
SHAPE = (
    "The decoder returns a vector for every position. Which vector predicts the next word?",
    "`model.target_embedding.scores(x)` has shape (1, words so far, vocabulary). Take sentence 0 and the last "
    "position.",
    "Return `model.target_embedding.scores(x)[0, -1]`.",
)
MEMORY = (
    "Where does the decoder get information about the English sentence?",
    "This information comes only from the memory: the output of the encoder is the second argument of the decoder.",
    "Write `x = model.decoder(x, memory, causal(target.shape[1]))`.",
)
PARITY = (
    "Compare your code with the figure above, box by box. Which call is missing or different?",
    "Each side has its own embedding. The mask is causal, with one row and one column for each word so far.",
    "Write `x = model.decoder(model.target_embedding(target), memory, causal(target.shape[1]))`.",
)
WORDS = (
    "What does the decoder read at the first step, and is that token part of the answer?",
    "Start the list with START, and remove it at the end. Never append END.",
    "Write `written = [START]` … `if word == END: break` … `return written[1:]`.",
)
LIMIT = (
    "For some sentences, the model never predicts END. What stops the loop?",
    "Do not count START: at most `most` words are allowed.",
    "Write `while len(written) <= most:`.",
)
GREEDY = (
    "What does the decoder read at the third step?",
    "The decoder reads START and both written words, in order. Append the word with the largest logit.",
    "Write `word = int(next_scores(model, source, torch.tensor([written])).argmax())`.",
)
