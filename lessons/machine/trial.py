"""The machine on trial: the student's two functions, and the solution that they are held to."""

from functools import cache
from operator import index
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from lessons.kit import compare
from lessons.kit.checking import Failed
from lessons.kit.exercise import Functions, returned
from transformer.masks import causal
from transformer.probe import record
from transformer.vocabulary import END, START
from transformer.weights import Trained, load

MODEL = "english_french"


def next_scores(model, source: Tensor, target: Tensor) -> Tensor:
    memory = model.encoder(model.source_embedding(source))  # (1, source, d_model)
    x = model.target_embedding(target)  # (1, target, d_model)
    x = model.decoder(x, memory, causal(target.shape[1]))  # (1, target, d_model)
    return model.target_embedding.scores(x)[0, -1]  # (vocabulary,)


def translate(model, source: Tensor, most: int) -> list[int]:
    written = [START]
    while len(written) <= most:
        word = int(next_scores(model, source, torch.tensor([written])).argmax())
        if word == END:
            break
        written.append(word)
    return written[1:]


@cache
def trained() -> Trained:
    """The model that the functions are tried with."""
    return load(MODEL)


def source_of(text: str) -> Tensor:
    """A sentence as the model reads it, (1, words)."""
    return torch.tensor([trained().source_vocabulary.encode(text.split())])


def target_of(text: str) -> Tensor:
    """START and the words so far, (1, words so far)."""
    return torch.tensor([[START, *trained().target_vocabulary.encode(text.split())]])


def french(tokens: list[int]) -> str:
    return " ".join(trained().target_vocabulary.decode(tokens, specials=True)) or "nothing"


class Student(Functions):
    """Someone's `next_scores` and `translate`."""

    exercise = Path(__file__).with_name("exercise.py")
    real = {"next_scores": next_scores, "translate": translate}

    @torch.no_grad()
    def next_scores(self, source: str, target: str) -> Tensor:
        """The student's scores after these words; `Failed` where it is no tensor."""
        got = self.call("next_scores", trained().model, source_of(source), target_of(target))
        if not isinstance(got, Tensor):
            raise self.failed("next_scores", returned(got), "a tensor of scores")
        return got

    def departs(self, source: str, target: str) -> Failed | None:
        """The first probe of the model that sees other numbers than in a run of its own."""
        model = trained().model
        with record(model) as seen:
            self.next_scores(source, target)
        return compare.first_difference(seen, model, (source_of(source), target_of(target)), str)

    @torch.no_grad()
    def translate(self, source: str, most: int) -> list[int]:
        """The student's words; `Failed` where they are no list of numbers of words."""
        got: Any = self.call("translate", trained().model, source_of(source), most)
        if not isinstance(got, list):
            raise self.failed("translate", returned(got), "a list of numbers of words")
        try:
            numbers = [index(one) for one in got]
            french(numbers)
        except (TypeError, ValueError, IndexError):
            saw = f"returned {str(got)[:120]}"
            raise self.failed("translate", saw, "a list of numbers of words") from None
        return numbers

    def call(self, name: str, *given) -> Any:
        """What a function returns; `Failed` where it leaves the model in training, with its dropout."""
        model = trained().model
        try:
            got = super().call(name, *given)
            if model.training:
                raise self.failed(
                    name, "the model is in training afterwards", "as it came: in evaluation"
                )
        finally:
            model.eval()
        return got
