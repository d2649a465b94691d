"""All text of the search figure. Text between ** and ** is bold."""

TITLE = "Search: “{question}”"
ORDERS = {"bm25": "BM25", "vectors": "vectors", "product": "product"}
HEADS = {"bm25": "**BM25**: shared words", "vectors": "**Vectors**: similar meanings", "product": "**Product**: both must agree"}  # fmt: skip
# Columns of the table: the three, and vectors of encoders that were not trained for search.
COLUMNS = ORDERS | {"untrained": "random", "hidden": "masked words"}
QUESTION = "the question"
ORDER, DOCUMENT = "order", "document"
PLACES = ["1st", "2nd", "3rd", "4th", "5th"]
# The line above a list.
RANK = "Rank of the correct document: {rank} of {count}."
TIED = "The correct document has the same score as {others} other documents."
OPEN = "Top results of {count} documents."
SILENT = {
    "bm25": "No shared word: all scores are 0.",
    "vectors": "No known word: all scores are 0.",
}
WHY = "**Why this document ranks here** ({order}, {document})"
WORD, ADDS = "word of the question", "adds to BM25"
NO_PARTS = (
    "A cosine is not a sum over words, because a text’s vector is the mean of outputs, and each output mixes all "
    "the words. Choose BM25 to see a sum over words."
)
SUM = "BM25: **{bm25}**; best document: {best}. Cosine of the two vectors: **{cosine}**."
PRODUCT = "Product: ({bm25} / {best} + 0.1) · (1 + {cosine}) / 2 = **{product}**"
SILENT_PRODUCT = "Product, without BM25: 0.1 · (1 + {cosine}) / 2 = **{product}**"
UNKNOWN = "The encoder has never seen these words and skips them: {words}. BM25 needs no training and uses every word."
RECALL = "**Percentage of {count} questions**. Random: untrained. Masked words: trained, but not for search"
SHARES, SHARE = ["ranks first", "is in the top three"], "the correct document"
KIND = "question"
KINDS = {"same": "same words", "two": "2 replaced", "all": "all replaced", "italian": "Italian"}
KINDS |= {"code": "code only"}
HOW = "Underlined: words that add {least} or more to BM25.{bold} Click a document to see why it ranks here."
BOLD = " Bold: the correct document."
ORIGIN = "BM25 with k₁ = 1.5, b = 0.75 and Lucene’s idf; vectors from the encoder “{name}”."
