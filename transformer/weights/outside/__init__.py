"""Models from outside, loaded into our own layers: folders of GPT-2, BERT and Marian as Hugging Face saves
them.

Nothing is downloaded, and nothing in a folder is run. Reading order: files, options, sentencepiece, cutting, pieces,
part, names, gpt2, bert, marian, task, reading.
"""

from transformer.weights.outside.reading import open_folder

__all__ = ["open_folder"]
