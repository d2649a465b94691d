"""Sentences next to the figure of the part on search (markdown). All numbers are measured."""

NOTHING = "There is no word to search for. Type a question, or click one of the five buttons."
OWN = "Your own documents, one per line"
OWN_FILE = "Or a text file (.txt, UTF-8), up to 1 MB"
OWN_SIZE = (
    "The documents take up {size:.1f} MB, but at most 1 MB can be searched. Remove some of them."
)
OWN_LINES = (
    "There are {count:,} documents, but at most {most:,} can be searched. Remove {spare:,} of them."
)
OWN_NO_TEXT = "These documents cannot be used: {reason}."
OWN_FEW = "Documents given: {count}. A search needs at least two, one per line."
OWN_KNOWN = (
    "Of the {all:,} different words in your documents, the encoder has seen {seen:,} and ignores the others, so do "
    "not expect much from its vectors. BM25 works with every word."
)
NOTICE = (
    "**Two words replaced.** BM25 puts a wrong document first for {wrong} of {count} questions. For {more} of them, that document shares more words with "
    "the question than the correct one does; for {as_many}, it shares the same number. Its shared words are "
    "rarer, and in "
    "BM25 a word counts more the fewer documents contain it "
    "(**idf**, inverse document frequency). Click the first document of the BM25 list to see the words.\n\n"
    "**The product is a logical *and*.** With all five words replaced, BM25 is confident about wrong documents. The "
    "product follows BM25 "
    "({product_all:.1%} correct), although the vectors reach {vectors_all:.1%}. With Italian words, all documents "
    "score 0 in BM25, and the vectors decide.\n\n"
    "**Three rankings, three documents.** Click “All replaced”: *{differ}*. Each ranking puts a different document first, and only the vectors find the right one.\n\n"
    "**Only the code.** Each document has a new code. The encoder has never seen this code, so the code’s vector "
    "is zero. BM25 finds the document at once, "
    "because the code is the rarest word of all.\n\n"
    "**Contrastive training makes the difference.** A vector is the mean of the encoder’s outputs (**mean "
    "pooling**). With random parameters, this vector matches identical words and little else. After masked language "
    "modelling, the same encoder matches slightly more; its mean is known to be a weak sentence vector (Reimers & "
    "Gurevych 2019). The encoder then learned from {pairs:,} pairs of "
    "a question and its document, with the other documents of the batch as wrong answers (**in-batch negatives**), "
    "for {seconds:.0f} seconds. Training included every synonym and every Italian word, but none of the facts in the "
    "collection.\n\n"
    "**Word order.** Type *which dog chases the cat*, then *which cat chases the dog*. BM25 counts words and gives both questions the same scores. The vectors change a little, "
    "but the first document stays the same: training never required knowing who does what to whom."
)
QUESTION = "The question “**{question}**” is Italian, and all documents are English. **Which ranking puts the right document first?**"
WHO = ("which dog chases the cat", "which cat chases the dog")  # the same words in another order
OPTIONS = {
    (): "none of the three",
    ("bm25",): "only BM25",
    ("vectors",): "only the vectors",
    ("vectors", "product"): "the vectors, and the product of BM25 and vectors",
}
BECAUSE = {
    (): "The encoder was trained on pairs of a question and a document, and some questions were Italian.",
    ("bm25",): "BM25 counts shared words, but no document contains an Italian word, so all score 0.",
    ("vectors",): "BM25 gives every document the same score here, so the vectors also decide in the product.",
    ("vectors", "product"): "No document shares a word with the question, so BM25 scores all of them 0. The encoder has learned the Italian "
    "words, and in the product its vectors decide.",
}  # fmt: skip
TOLD = "Among {count} documents, the right one has these ranks (the middle rank for equal scores): {ranks}."
