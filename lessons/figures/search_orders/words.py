"""Every word that people read in the picture of a search. Between ** and **: bold."""

TITLE = "Search: “{question}”"
ORDERS = {"bm25": "BM25", "vectors": "vectors", "product": "product"}
HEADS = {"bm25": "**BM25**: shared words", "vectors": "**Vectors**: near meanings", "product": "**Product**: both must agree"}  # fmt: skip
# Of the table: the three, and vectors of encoders that were not trained for it.
COLUMNS = ORDERS | {"untrained": "untrained", "hidden": "BERT"}
QUESTION = "the question"
ORDER, DOCUMENT = "order", "document"
PLACES = ["1st", "2nd", "3rd", "4th", "5th"]
# What is said above a list.
RANK = "The right one is number {rank} of {count}."
TIED = "The right one shares its score with {others} others."
OPEN = "The best of {count} documents."
SILENT = {"bm25": "No shared word: all score 0.", "vectors": "No known word: all score 0."}
WHY = "**Why it stands there** ({order}, {document})"
WORD, ADDS = "word of the question", "adds to BM25"
SUM = "Together **{bm25}**, where the best document has {best}. Cosine of the two vectors: **{cosine}**."
PRODUCT = "Product: ({bm25} / {best} + 0.1) · (1 + {cosine}) / 2 = **{product}**"
SILENT_PRODUCT = "Product, without a BM25: 0.1 · (1 + {cosine}) / 2 = **{product}**"
UNKNOWN = "Never seen by the encoder, and left out of the vector: {words}. BM25 needs no training, and looks for every word."
RECALL = "**Percent of {count} questions**. Untrained, BERT: vectors without training for search"
SHARES, SHARE = ["comes first", "is among the first three"], "the right one"
KIND = "question"
KINDS = {"same": "same words", "two": "two replaced", "all": "all replaced", "italian": "Italian"}
KINDS |= {"code": "code alone"}
HOW = "Underlined: words that add {least} or more to BM25.{bold} Click a document to see why it stands there."
BOLD = " Bold: the right document."
ORIGIN = "BM25 with k₁ = 1.5, b = 0.75, and idf as Lucene has it; vectors of the encoder “{name}”."
