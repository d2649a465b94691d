"""Tasks made of a text that somebody brings: pairs of sentences, or lines to go on with."""

FILES = {
    "pairs": "pairs.tsv",
    "text": "text.txt",
}  # task → where its text lies, in the folder of a run
