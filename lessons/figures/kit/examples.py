"""Each figure has a small example in its folder, `example.py`; tests use all of them.

The examples share: hostile input, the shipped models, a training run of eight steps, a row of a head.
"""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from lessons.figures.kit.figure import Figure
from lessons.figures.kit.labels import labels
from transformer.measure.attention.touch import Row
from transformer.measure.training.checkpoints import load_checkpoint, moment
from transformer.runs import Run, RunConfig
from transformer.training import build, vocabularies
from transformer.training.settings import Settings
from transformer.weights import load

__all__ = ["TYPED", "Figure", "last_row", "load", "training"]
TYPED = "</script><img src=x onerror=alert(1)> $x$ & <b>"
TINY = {"d_model": 16, "d_ff": 16, "encoder_layers": 1, "decoder_layers": 1, "self_heads": 2}


@cache
def training() -> tuple:
    """Return a run of eight steps, its task, what the model does at each of its frames, and the sentence."""
    run = Run.create(RunConfig("copy", Settings(steps=8), TINY), Path(folder().name))
    list(run.train())
    task = run.task()
    model, words, line = build(task, 1, **TINY), vocabularies(task), task.held_out[0]
    seen = [
        moment(load_checkpoint(run, model, step), task, words, step, line)
        for step in run.checkpoints()
    ]
    return run, task, seen, line


@cache
def folder() -> TemporaryDirectory:
    """Return the folder that keeps the run until Python exits."""
    return TemporaryDirectory(prefix="glassbox-example-")


def last_row(draw, look):
    """Return what `draw` makes of the last word's row in a head, as `look` records it."""
    trained, words = load("english_french"), ["cat", *TYPED.split()]
    at = Row("encoder.layers.0.self_attention", 0, 1)
    ids = trained.source_vocabulary.encode(words)
    return draw(trained, ids, at, look(trained, ids, at), labels(words), TYPED)
