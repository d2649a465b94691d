"""What the page on fine-tuning shows, computed with `transformer` and shared by all visitors."""

import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch

from lessons.figures.few_labels import few_labels
from lessons.figures.few_labels.words import HEADS as NAMES
from lessons.figures.four_heads import four_heads
from lessons.figures.kit.figure import Figure
from lessons.figures.kit.labels import side_labels
from lessons.figures.moved_weights import moved_weights
from lessons.finetuning import BODY, HEADS, LEARNED_FROM, MOST, prediction, search_results, words
from lessons.host.shared import shared
from lessons.kit.prediction import Prediction
from lessons.kit.reading import Reading
from lessons.models import saved
from transformer.finetuning.heads import Tuned
from transformer.finetuning.labelled import TESTS
from transformer.finetuning.tuning import TUNED, begin, tuned
from transformer.measure.cost.sizes import body_of
from transformer.measure.finetuning import Look, look
from transformer.weights import Trained

MEASURED = Path(__file__).with_name("measured.json")
OPENS = next(iter(HEADS))
NEW_DRAW = 5  # the draw of a training on the page: none of those of the curves


def trained(head: str = "") -> Trained:
    """The body, whichever head stands on it."""
    return saved.trained(BODY)


@shared
def measured() -> dict[str, Any]:
    """Scores, and what became of the body, as they were measured."""
    return json.loads(MEASURED.read_text(encoding="utf-8"))


@shared
def learned(head: str) -> dict[str, np.ndarray]:
    """The weights of a body that was fine-tuned for this head, and the head's: it takes about two seconds."""
    found, _ = tuned(trained(), head, TUNED, LEARNED_FROM, 0)
    return {name: weights.numpy() for name, weights in found.state_dict().items()}


@shared
def model(head: str) -> Tuned:
    """A body that was fine-tuned for this head."""
    made, weights = begin(trained(), head, TUNED, 0), learned(head)
    made.load_state_dict({name: torch.from_numpy(array) for name, array in weights.items()})
    return made.eval()


@shared
def reading(head: str, text: str) -> Reading:
    """What the body makes of a text; `problem` says why this head cannot take it."""
    found = Reading.of(trained(), text, MOST)
    problem = found.problem or words.unfit(head, found.words)
    return Reading(text, found.words, found.ids, found.unknown, problem)


@shared
def seen(head: str, reading: Reading) -> Look:
    return look(trained(), model(head), reading.words)


@shared
def read(head: str, reading: Reading) -> Figure:
    """What goes in, where the answer is read, and what it is."""
    found = seen(head, reading)
    tokens = side_labels({"tokens": found.tokens}, reading)["tokens"]
    return four_heads(found, tokens, HEADS[head][0], sizes(head), LEARNED_FROM)


@shared
def sizes(head: str) -> dict[str, int]:
    """The layers of the body, how many parameters it has without its first heads, and how many this head."""
    body, head_of = trained().model, begin(trained(), head, TUNED, 0).head
    own = sum(p.numel() for p in head_of.parameters())
    return {"layers": body.config.encoder_layers, "body": body_of(body), "head": own}


@shared
def curves() -> Figure:
    return few_labels(measured())


@shared
def moved() -> Figure:
    return moved_weights(measured(), NAMES, OPENS)


@shared
def trained_now(head: str, way: str, labels: int) -> str:
    """A head, trained while somebody waits, and what it reaches."""
    begun = time.process_time()
    _, score = tuned(trained(), head, way, labels, NEW_DRAW)
    return words.now(head, way, labels, score, TESTS, time.process_time() - begun)


@shared
def predict(part: str) -> Prediction:
    """The question of a part; its answer is measured."""
    if part == "heads":
        return prediction.about_size(sizes("span"))
    if part == "search":
        return search_results.predict()
    if part == "labels":
        return prediction.about_labels(measured())
    return prediction.about_forgetting(measured())


def warm() -> None:
    """Compute what the first visitor will see, so that nobody waits for it."""
    read(OPENS, reading(OPENS, HEADS[OPENS][1])), predict("heads"), curves(), predict("labels")
    search_results.searched(search_results.ready()["italian"]), predict("search")
