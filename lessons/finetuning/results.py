"""The figures and texts of the page on fine-tuning, computed with `transformer` and shared by all visitors."""

import json
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

from lessons.figures.kit.figure import Figure
from lessons.figures.kit.labels import side_labels
from lessons.finetuning import BODY, HEADS, LEARNED_FROM, MOST, prediction, search_results, words
from lessons.finetuning.figures.few_labels import few_labels
from lessons.finetuning.figures.few_labels.words import HEADS as NAMES
from lessons.finetuning.figures.four_heads import four_heads
from lessons.finetuning.figures.moved_weights import moved_weights
from lessons.finetuning.measure.finetuning import HeadPass, record_head
from lessons.host.shared_cache import shared_cache
from lessons.kit.encoded_text import EncodedText
from lessons.kit.prediction import Prediction
from lessons.models import saved
from transformer.finetuning.heads import Tuned
from transformer.finetuning.labelled import TESTS
from transformer.finetuning.tuning import TUNED, initial_model, tuned
from transformer.measure.cost.sizes import body_of
from transformer.weights import Trained

CONSTANT = True  # the answers depend on the arguments alone, so the app keeps them

MEASURED = Path(__file__).with_name("measured.json")
OPENS = next(iter(HEADS))
NEW_DRAW = 5  # the draw of a training run on the page; the curves do not use it


def trained(head: str = "") -> Trained:
    """Return the pretrained body, the same for every head."""
    return saved.trained(BODY)


@shared_cache
def measured() -> dict[str, Any]:
    """Return the measured accuracies, and how far the body moved."""
    return json.loads(MEASURED.read_text(encoding="utf-8"))


@shared_cache
def fine_tuned_weights(head: str) -> dict[str, np.ndarray]:
    """Return the parameters of this head and of the body fine-tuned for it; computing them takes about two seconds."""
    model, _ = tuned(trained(), head, TUNED, LEARNED_FROM, 0)
    return {name: weights.numpy() for name, weights in model.state_dict().items()}


@shared_cache
def model(head: str) -> Tuned:
    """Return the head on the body that was fine-tuned for it."""
    made, weights = initial_model(trained(), head, TUNED, 0), fine_tuned_weights(head)
    made.load_state_dict({name: torch.from_numpy(array) for name, array in weights.items()})
    return made.eval()


@shared_cache
def encode(head: str, text: str) -> EncodedText:
    """Read a text; `problem` is the error if this head cannot read it."""
    parsed = EncodedText.encode(trained(), text, MOST)
    problem = parsed.problem or words.problem_for_head(head, parsed.words)
    return replace(parsed, problem=problem)


@shared_cache
def head_pass(head: str, reading: EncodedText) -> HeadPass:
    return record_head(trained(), model(head), reading.words)


@shared_cache
def head_figure(head: str, reading: EncodedText) -> Figure:
    """Draw the input, the positions that the head reads, and its answer."""
    result = head_pass(head, reading)
    tokens = side_labels({"tokens": result.tokens}, reading)["tokens"]
    return four_heads(result, tokens, HEADS[head][0], sizes(head), LEARNED_FROM)


@shared_cache
def sizes(head: str) -> dict[str, int]:
    """Return the number of layers and parameters of the body without its pretraining heads, and the parameters of this head."""
    body, head_of = trained().model, initial_model(trained(), head, TUNED, 0).head
    own = sum(p.numel() for p in head_of.parameters())
    return {"layers": body.config.encoder_layers, "body": body_of(body), "head": own}


@shared_cache
def curves_figure() -> Figure:
    return few_labels(measured())


@shared_cache
def moved_figure() -> Figure:
    return moved_weights(measured(), NAMES, OPENS)


@shared_cache
def train_now(head: str, way: str, labels: int) -> str:
    """Train a head while the visitor waits, and report its accuracy."""
    begun = time.process_time()
    _, score = tuned(trained(), head, way, labels, NEW_DRAW)
    return words.about_training(head, way, labels, score, TESTS, time.process_time() - begun)


@shared_cache
def predict(part: str) -> Prediction:
    """Return the question of a part; its answer is measured."""
    if part == "heads":
        return prediction.about_size(sizes("span"))
    if part == "search":
        return search_results.predict()
    if part == "labels":
        return prediction.about_labels(measured())
    return prediction.about_forgetting(measured())


def warm() -> None:
    """Compute what the first visitor will see, so that no visitor waits for it."""
    (
        head_figure(OPENS, encode(OPENS, HEADS[OPENS][1])),
        predict("heads"),
        curves_figure(),
        predict("labels"),
    )
    search_results.search_figure(search_results.example_questions()["italian"]), predict("search")
