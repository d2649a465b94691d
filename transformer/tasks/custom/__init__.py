"""Tasks made from your own text: pairs of sentences, or lines to continue."""

FILES = {
    "pairs": "pairs.tsv",
    "text": "text.txt",
}  # task → the file of its text, in the folder of a run
