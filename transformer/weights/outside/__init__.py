"""Models from outside, loaded into our own layers: folders of GPT-2, BERT and Marian as Hugging Face saves
them.

Nothing is downloaded, and nothing in a folder is run. Reading order: files, options, sentencepiece, folder_tokenizer, pieces,
part, names, gpt2, bert, marian, task, loading.
"""

from transformer.weights.outside.loading import open_folder

__all__ = ["open_folder"]
