"""Is a layer better? Training runs that differ only in the layer: same task, same seed, same batches, and the
same initialization where shapes allow; then the same held-out sentences for all."""

import re
from dataclasses import dataclass, replace

import torch
from torch import nn

from lessons.your_layer.measure.two_layers import same_weights
from transformer import tasks
from transformer.decoding import greedy
from transformer.measure.statistics import compare, interval, interval_of_difference
from transformer.objectives.batch import Batch
from transformer.objectives.scores import right_sentences
from transformer.registry import LAYERS
from transformer.runs import Run, RunConfig
from transformer.tasks import Task
from transformer.training import train, vocabularies
from transformer.training.recipes import RECIPES
from transformer.weights import Trained

TASKS_TO_TRY = ("copy", "reverse", "sort", "dates", "addition")  # about ten seconds each
SENTENCES = 500  # held out, of each task
AT_ONCE = 100


def run_config(task: str, kind: str, name: str, seed: int = 0) -> RunConfig:
    """Return the config of the task's shipped model, with one standard layer replaced."""
    recipe = RECIPES[task]
    settings = replace(recipe.settings, seed=seed)
    family = tasks.find(recipe.task)().family
    return RunConfig(recipe.task, settings, {**recipe.sizes, kind: name}, family=family)


def shipped_model(task: str, kind: str, name: str) -> str | None:
    """Return the shipped model with exactly this training, including the seed."""
    wanted = run_config(task, kind, name)
    same = (wanted.task, wanted.settings, wanted.sizes)
    matches = (n for n, r in RECIPES.items() if (r.task, r.settings, r.sizes) == same)
    return next(matches, None)


def run_name(task: str, kind: str, name: str, seed: int = 0) -> str:
    """Return the name of a training run of this config, without its number: "reverse-attention-mine-seed0"."""
    return f"{task}-{kind}-{re.sub(r'[^a-z0-9]', '_', name)}-seed{seed}"


def is_run_of(run: Run, task: str, kind: str, name: str, seed: int | None = None) -> bool:
    """Return whether a run follows this config, whatever its name; without a seed, any seed counts."""
    card = run.card
    wanted = run_config(task, kind, name, card["settings"]["seed"] if seed is None else seed)
    actual = RunConfig.read(card)
    standard = {k: v for k, v in wanted.sizes.items() if v != "standard"}
    sizes = {k: v for k, v in actual.sizes.items() if v != "standard"}
    return replace(actual, sizes=sizes) == replace(wanted, sizes=standard) and not card.get(
        "parent"
    )


def count_equal_parameters(config: RunConfig) -> tuple[int, int]:
    """Return how many initial parameters equal those of the same config with standard layers, and the total."""
    task = tasks.find(config.task)()
    usual = {k: v for k, v in config.sizes.items() if k not in LAYERS}
    return same_weights(replace(config, sizes=usual).build(task), config.build(task))


@dataclass(frozen=True)
class Score:
    """A trained model's results on the held-out sentences of its task."""

    right: tuple[bool, ...]
    parameters: int

    @property
    def share(self) -> float:
        return sum(self.right) / len(self.right)

    @property
    def interval(self) -> tuple[float, float]:
        return interval(sum(self.right), len(self.right))


def train_briefly(task: str, kind: str, name: str, seed: int = 0, steps: int = 100) -> Score:
    """Return the score of a layer after a few training steps, in which the learning rate decays to 0."""
    full = run_config(task, kind, name, seed)
    full = replace(full, settings=replace(full.settings, steps=steps))
    learned = tasks.find(full.task)()
    model = full.build(learned)
    with torch.enable_grad():
        for _ in train(model, learned, full.settings):
            pass
    return measure_score(model, learned)


def verdict(first: Score, second: Score) -> str:
    """Return whether the second model is better, as text, by McNemar's exact test (`statistics.compare`)."""
    if len(first.right) != len(second.right):
        return "not the same sentences"
    test_result = compare(first.right, second.right)
    if not test_result.differ:
        low, high = (100 * end for end in interval_of_difference(first.right, second.right))
        between = f"{low:+.1f} to {high:+.1f} points".replace("-", "−")
        return f"no difference seen (p = {test_result.p_value:.2g}; difference {between})"
    chance = f"p = {test_result.p_value:.1g}" if test_result.p_value >= 0.001 else "p < 0.001"
    return f"{'better' if test_result.only_second > test_result.only_first else 'worse'} ({chance})"


def score(trained: Trained, sentences: int = SENTENCES) -> Score:
    """Return the score on the first held-out sentences, the same for every model of a task."""
    return measure_score(trained.model, trained.task, sentences)


@torch.no_grad()
def measure_score(model: nn.Module, task: Task, sentences: int = SENTENCES) -> Score:
    """Return the score of a model's output for the first held-out sentences of its task."""
    batch = Batch.from_examples(task.held_out[:sentences], *vocabularies(task))
    right: list[bool] = []
    for begins in range(0, len(batch), AT_ONCE):
        part = batch[slice(begins, begins + AT_ONCE)]
        tokens = greedy(model, part.source, part.target.shape[1])
        right += right_sentences(tokens, part.target[:, 1:]).tolist()
    return Score(tuple(right), sum(p.numel() for p in model.parameters()))
