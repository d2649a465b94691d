"""The lesson on fine-tuning: the parts of its page, the four heads, and the text that each opens with."""

# Name in the address → (how the page calls the part, the sentence under its name).
PARTS = {
    "heads": ("Four heads", "One body, trained once. What goes in, and where is the answer read?"),
    "labels": ("Labels", "Frozen, fine-tuned, or from scratch. How many labelled texts does each need?"),
    "moved": ("What moved", "Fine-tuning changes the body. How far, and what is lost?"),
    "search": ("Search", "A question, and 250 documents: which one answers it?"),
}  # fmt: skip
BODY = "discourses"
# The heads, of which the first is shown at first → (how the page calls them, the text that they open with).
HEADS = {
    "span": ("An answer in a text", "she reads the ___. today she reads the new letter"),
    "pair": ("Do two sentences fit?", "the queen is in the library. he reads the letter"),
    "sentence": ("He or she?", "the young queen is in the library"),
    "tags": ("A tag for each word", "today she reads the old letter"),
}
MOST = 14  # words: with [CLS] and [SEP] they fill the body’s 16 positions
LEARNED_FROM = 96  # labelled texts, of the heads that the page shows
