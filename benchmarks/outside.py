"""Measure an external model of GPT-2's size: the time to open it, and for one sentence.

    python -m benchmarks.outside

The folder is made here, with random weights: 124,439,808 parameters, and 50,257 tokens. For comparison,
Hugging Face's own class opens the same folder. The figure is that of the lesson *The Transformer*, for a
sentence of 20 tokens, and so is the continuation.
"""

import itertools
import json
import string
import tempfile
import time
from pathlib import Path
from statistics import median

import torch
import transformers as hf
from tokenizers import pre_tokenizers

from benchmarks.kit.options import parser
from lessons.kit.encoded_text import EncodedText
from lessons.machine.figures.architecture import architecture
from transformer.weights.outside import open_folder

PIECES, WORDS = 50_257, 20


def folder_of(folder: Path, **sizes: int) -> None:
    """Write GPT-2 as it is distributed, with vocab.json and merges.txt."""
    letters = string.ascii_lowercase
    pairs = ["".join(two) for two in itertools.product(letters, letters)]
    vocabulary = sorted(pre_tokenizers.ByteLevel.alphabet())
    merges = [*itertools.product(letters, letters), *itertools.product(pairs, pairs)]
    merges = merges[: PIECES - 1 - len(vocabulary)]
    vocabulary += [*("".join(two) for two in merges), "<|endoftext|>"]
    numbered = {piece: number for number, piece in enumerate(vocabulary)}
    hf.GPT2LMHeadModel(hf.GPT2Config(**sizes)).save_pretrained(folder)
    (folder / "vocab.json").write_text(json.dumps(numbered))
    (folder / "merges.txt").write_text("\n".join(" ".join(two) for two in merges))


def seconds(work) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def main() -> None:
    options = parser(__doc__).parse_args()
    rounds, sizes = (1, {"n_layer": 2, "n_embd": 96}) if options.quick else (5, {})
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        folder_of(folder, **sizes)
        works = (
            lambda: open_folder(folder),
            lambda: hf.GPT2LMHeadModel.from_pretrained(folder),
        )
        ours, theirs = zip(*[[seconds(work) for work in works] for _ in range(rounds)], strict=True)
        trained = open_folder(folder)
    a, b = median(ours), median(theirs)
    print(
        f"open {trained.card['parameters']:,} parameters  {a:.2f} s, ratio to theirs {a / b:.2f} × ({b:.2f} s)"
    )
    text = "thecatsatonthematandlookedatthedogthatsleptonthesofa"
    words = trained.task.split(text)[:WORDS]
    reading = EncodedText.encode(trained, trained.task.join(words), WORDS)
    ids = torch.tensor([reading.ids])
    pictures = [seconds(lambda: architecture(trained, reading)) for _ in range(rounds)]
    with torch.no_grad():
        passes = [seconds(lambda: trained.model(ids)) for _ in range(rounds)]
    a, b = median(pictures), median(passes)
    print(
        f"the figure for {len(words)} tokens  {a:.2f} s, ratio to one pass {a / b:.1f} × ({b:.2f} s)"
    )


if __name__ == "__main__":
    main()
