"""The lesson on fine-tuning: the parts of its page, and its four heads with their opening texts."""

# Name in the address → (name on the page, sentence under it).
PARTS = {
    "heads": ("Four tasks", "Four heads read the output of one pretrained body."),
    "labels": ("Number of labels", "How many labelled texts does each of four training methods need?"),
    "moved": ("Changed parameters", "How much does fine-tuning change the body, and how many masked words are still predicted correctly?"),
    "search": ("Retrieval", "Compare three rankings of 250 documents for one question."),
}  # fmt: skip
BODY = "discourses"
# The heads, the first one opens the page → (name on the page, opening text).
HEADS = {
    "span": ("An answer in a text", "she reads the ___. today she reads the new letter"),
    "pair": ("Do two sentences fit?", "the queen is in the library. he reads the letter"),
    "sentence": ("He or she?", "the young queen is in the library"),
    "tags": ("A tag for each word", "today she reads the old letter"),
}
MOST = 14  # words: with [CLS] and [SEP] they fill the body’s 16 positions
LEARNED_FROM = 96  # labelled texts for the heads that the page shows
COUNT = 12  # labelled pairs in the question and in the control
