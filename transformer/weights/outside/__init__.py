"""Models from outside, read into our own layers: folders of GPT-2, BERT and Marian as Hugging Face saves them.

Nothing is fetched, nothing in a folder is run. Reading order: files, sentencepiece, cutting, pieces, part, gpt2, bert,
marian, task, reading.
"""

from transformer.weights.outside.reading import open_folder

__all__ = ["open_folder"]
