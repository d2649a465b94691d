"""Hints for the machine exercise: three for each kind of failure, from a nudge to nearly all."""

BEGIN = (
    "Begin with the end: what makes the scores, what does it need, and what makes that?",
    "Two calls lead to the memory, two through the decoder, the last one to the scores.",
    "memory = model.encoder(model.source_embedding(source)); x = model.target_embedding(target)",
)
SHAPE = (
    "The decoder answers at every place. After which one does the next word come?",
    "model.target_embedding.scores(x) is (1, words so far, vocabulary). Take sentence 0, the last place.",
    "return model.target_embedding.scores(x)[0, -1]",
)
MEMORY = (
    "Where does the decoder learn what the English sentence says?",
    "From the memory alone: what leaves the encoder is the second thing that the decoder is given.",
    "x = model.decoder(x, memory, causal(target.shape[1]))",
)
PARITY = (
    "Open the machine above and compare, box by box: which one does your code leave out, or call otherwise?",
    "Each side has its own embedding; the mask is causal, one row and one column for each word so far.",
    "x = model.decoder(model.target_embedding(target), memory, causal(target.shape[1]))",
)
WORDS = (
    "What does the decoder read before it has written anything? And is that a word of the answer?",
    "The list begins with START, which is left out at the end. END is never put into it.",
    "written = [START] … if word == END: break … return written[1:]",
)
LIMIT = (
    "Some sentence may never end. What stops it?",
    "Count the words without START: there may be `most` of them.",
    "while len(written) <= most:",
)
GREEDY = (
    "What goes in at the third step?",
    "START and both words that were written, in their order; out comes the word with the largest score.",
    "word = int(next_scores(model, source, torch.tensor([written])).argmax())",
)
