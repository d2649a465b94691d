"""What the part on search says beside its picture (markdown). All numbers are measured."""

NOTHING = "There is no word to search for. Type a question, or click one of the five."
OWN = "Your own documents, a line each"
OWN_FILE = "Or a text file (.txt, UTF-8), up to 1 MB"
OWN_SIZE = "These documents have {size:.1f} MB; at most 1 MB is searched. Take some of them away."
OWN_LINES = (
    "These are {count:,} documents; at most {most:,} are searched. Leave {spare:,} of them out."
)
OWN_NO_TEXT = "This file is no UTF-8 text. Save it as “text, UTF-8”, and upload it again."
OWN_FEW = "A search needs two documents or more, a line each; here are {count}."
OWN_KNOWN = (
    "Of the {all:,} different words of your documents the encoder has seen {seen:,}. It leaves the others out, so of its vectors expect "
    "little. BM25 works with every word."
)
NOTICE = (
    "**Two words replaced.** Other documents share more words with the question than the right one, so BM25 is right in {two:.1%} of such "
    "questions. Click the first document of its list to see which words do it.\n\n"
    "**The product is an *and*.** With all five words replaced, BM25 is sure of wrong documents, and the product follows it "
    "({product_all:.1%}), though the vectors alone find {vectors_all:.1%}. With Italian words BM25 says nothing, and the vectors decide.\n\n"
    "**The code alone.** A code is new with every file. The encoder has never seen it, so its vector is empty. BM25 finds it at once: "
    "it is the rarest word of all.\n\n"
    "**Training did it.** A vector is the mean of the encoder’s outputs. Untrained, with random weights, it finds the same words, and little else; trained to "
    "guess hidden words, as BERT is, some more. Then it learned from {pairs:,} pairs of a question and its document, the other documents of the batch as "
    "wrong answers, for {seconds:.0f} seconds: every synonym and every Italian word, and no fact of the collection.\n\n"
    "**Type** *which dog chases the cat*, then *which cat chases the dog*. BM25 counts words, and cannot tell the two apart."
)
QUESTION = (
    "“**{question}**” is asked of English documents: **which order puts the right one first?**"
)
OPTIONS = {
    (): "none of the three",
    ("bm25",): "only BM25",
    ("vectors",): "only the vectors",
    ("vectors", "product"): "the vectors, and the product of both",
}
BECAUSE = {
    (): "The encoder was trained on pairs of questions and documents, Italian questions among them.",
    ("bm25",): "BM25 counts shared words, and no document has an Italian word: all score 0.",
    ("vectors",): "Where BM25 says nothing at all, it scores every document alike, and the product is left to the vectors.",
    ("vectors", "product"): "No document shares a word with the question, so BM25 scores all alike. The encoder has learned which Italian "
    "words mean the same, and in the product its vectors decide.",
}  # fmt: skip
TOLD = "Where the right one of {count} documents stands, equal scores sharing the middle of their places: {ranks}."
