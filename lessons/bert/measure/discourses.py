"""What an encoder learns about discourses: which words agree, at each step of training, and the best possible
accuracy.

    python -m lessons.bert.measure.discourses > lessons/bert/learning.json

trains the shipped model again and measures it along the way.
"""

import json
import time
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import torch
from torch import Tensor, nn

from transformer import families
from transformer.objectives.masking import Segmented
from transformer.objectives.objective import Vocabularies
from transformer.tasks import TASKS, Example, Task
from transformer.tasks.discourses import MASK, NEXT, PLACES, SEP, THINGS, every
from transformer.training import build, train, vocabularies
from transformer.training.recipes import RECIPES

EVERY = 50  # steps between two measurements
VERBS = (*THINGS, *(verb.removesuffix("s") for verb in THINGS))
# What must agree → the words that are masked, one at a time, in pairs whose second sentence comes next.
AGREE = {"is, are": ("is", "are"), "the verb": VERBS, "he, she": ("he", "she")}
# One pair for each, with one masked word, whose probabilities are also measured.
SHOWN = {
    "is, are": "the young queen ___ in the library. today she reads the new letter",
    "the verb": "the young queen is in the library. today she ___ the new letter",
    "he, she": "the young queen is in the library. today ___ reads the new letter",
}


def masked_pairs(task: Task, words: Vocabularies, which: Sequence[str]) -> tuple[Segmented, Tensor]:
    """Return the held-out pairs that contain one of these words, with [MASK] in its position, and that
    position."""
    pairs = [e for e in task.held_out if e.target == (NEXT,) and {*which} & {*e.source}]
    batch = families.find("bert").objective.batch(pairs, words)
    at = torch.isin(batch.tokens, torch.tensor(words[0].encode(which)))  # (batch, position)
    return batch, at


@torch.no_grad()
def agreement(model: nn.Module, task: Task, words: Vocabularies) -> dict[str, float]:
    """Return the accuracy on the masked words of each kind in `AGREE`."""
    accuracies = {}
    for name, which in AGREE.items():
        batch, at = masked_pairs(task, words, which)
        scores = model(batch.tokens.where(~at, batch.mask), batch.segments)[0]
        accuracies[name] = (scores.argmax(-1) == batch.tokens)[at].float().mean().item()
    return accuracies


@torch.no_grad()
def word_probabilities(model: nn.Module, task: Task, words: Vocabularies, text: str) -> Tensor:
    """Return the probability of each word at the first masked position of a text: (vocabulary,)."""
    example = Example(tuple(task.split(text)), (), ())
    batch = families.family_of(model).objective.batch([example], words)
    at = int((batch.tokens == batch.mask)[0].int().argmax())
    return model(batch.tokens, batch.segments)[0][0, at].softmax(-1)


@torch.no_grad()
def verb_fits(model: nn.Module, task: Task, words: Vocabularies) -> tuple[int, int, float]:
    """For held-out pairs with a masked verb, return how often the most probable verb is possible at that place,
    the number of pairs, and the mean probability of all possible verbs."""
    batch, at = masked_pairs(task, words, VERBS)
    scores = model(batch.tokens.where(~at, batch.mask), batch.segments)[0][at]  # (pair, word)
    chances = scores.softmax(-1)[:, words[0].encode(VERBS)].unflatten(-1, (2, -1)).sum(1)
    texts = [words[0].decode(row) for row in batch.tokens]
    here = [next(verbs for place, verbs in PLACES.items() if place in text) for text in texts]
    fits = torch.tensor([[verb in verbs for verb in THINGS] for verbs in here])  # (pair, verb)
    first = fits.gather(1, chances.argmax(-1, keepdim=True))
    return int(first.sum()), len(fits), chances.where(fits, 0).sum(-1).mean().item()


def measure_moment(
    model: nn.Module, task: Task, words: Vocabularies, batch: Segmented
) -> dict[str, Any]:
    """Measure all that the recording of a training run shows at one step."""
    scores = families.family_of(model).objective.scores(model, batch)
    shown = {name: word_probabilities(model, task, words, text) for name, text in SHOWN.items()}
    return {
        **{name: round(value, 4) for name, value in scores.items()},
        "agree": {n: round(v, 4) for n, v in agreement(model, task, words).items()},
        "guesses": {
            name: {word: round(p[words[0].encode([word])[0]].item(), 4) for word in AGREE[name]}
            for name, p in shown.items()
        },
    }


def record_training(name: str = "discourses") -> list[dict[str, Any]]:
    """Train the recipe of that name, and measure the model before, during and after training. `seconds` is the
    CPU time of training only."""
    recipe = RECIPES[name]
    task = TASKS[recipe.task]()
    words = vocabularies(task)
    model = build(task, recipe.settings.seed, recipe.family, **recipe.sizes)
    batch = families.family_of(model).objective.batch(task.held_out, words)
    moments, seconds = (
        [{"step": 0, "seconds": 0.0} | measure_moment(model.eval(), task, words, batch)],
        0.0,
    )
    model.train()
    begun = time.process_time()
    for step in train(model, task, recipe.settings):
        if (step.number + 1) % EVERY == 0:
            seconds += time.process_time() - begun
            measured = measure_moment(model.eval(), task, words, batch)
            moments.append({"step": step.number + 1, "seconds": round(seconds, 1)} | measured)
            model.train()
            begun = time.process_time()
    return moments


# ---- the best possible score -----------------------------------------------------------------------
@cache
def grammar() -> tuple[list[tuple[str, ...]], list[tuple[str, ...]], Tensor, Tensor]:
    """Return all first sentences, all second sentences, and the probability of each pair as a true next
    sentence and as a random one: both (first, second), which together add up to 1."""
    pairs = every()
    firsts, seconds = [*pairs], sorted({end for ends in pairs.values() for end in ends})
    number = {end: n for n, end in enumerate(seconds)}
    follows = torch.zeros(len(firsts), len(seconds), dtype=torch.float64)
    for row, ends in enumerate(pairs.values()):
        follows[row, [number[end] for end in ends]] = 1 / len(ends) / len(firsts) / 2
    elsewhere = follows.sum(1, keepdim=True) * follows.sum(0) * 2
    return firsts, seconds, follows, elsewhere


def best_guess(read: Sequence[str], back: bool = False) -> dict[str, float]:
    """Return the probability of each word at the first [MASK] of a pair's second sentence, for an ideal model
    that knows the grammar but not the sampled words. With `back`, it sees nothing after the [MASK]."""
    firsts, seconds, follows, elsewhere = grammar()
    cut, place = read.index(SEP), read.index(MASK)
    end = [*read[cut + 1 : place + 1 if back else None]]
    rows = [n for n, sentence in enumerate(firsts) if sentence == tuple(read[:cut])]
    columns = [
        n
        for n, sentence in enumerate(seconds)
        if (back or len(sentence) == len(end))
        and all(token in (MASK, word) for token, word in zip(end, sentence, strict=False))
        and len(sentence) >= len(end)
    ]
    weights = (follows + elsewhere)[rows][:, columns].sum(0)
    votes: dict[str, float] = {}
    for column, weight in zip(columns, (weights / weights.sum()).tolist(), strict=True):
        word = seconds[column][place - cut - 1]
        votes[word] = votes.get(word, 0.0) + weight
    return votes


def best_pairs() -> float:
    """Return the best possible accuracy on pairs: some random second sentences fit by chance."""
    *_, follows, elsewhere = grammar()
    return torch.maximum(follows, elsewhere).sum().item()


def best_words(read: Tensor, asked: Tensor, words: Vocabularies) -> float:
    """Return the best possible mean accuracy on masked words like these, knowing the grammar but not the
    sampled words. read, asked (batch, position), as `Masking.hidden_for_scores` gives them."""
    firsts, seconds, follows, elsewhere = grammar()
    both, (sep, mask) = follows + elsewhere, words[0].encode([SEP, "[MASK]"])
    by_length = [_group_by_length(sentences, words) for sentences in (firsts, seconds)]
    chances = []
    for row, right in zip(read.tolist(), asked, strict=True):
        cut = row.index(sep)
        end = row.index(sep, cut + 1)
        (firsts_fitting, first), (seconds_fitting, second) = (
            _matching(of, torch.tensor(row[slice(*at)]), mask)
            for of, at in zip(by_length, ((1, cut), (cut + 1, end)), strict=True)
        )
        likely = both[firsts_fitting][
            :, seconds_fitting
        ]  # (first, second) that fit the unmasked words
        for table, begins, weight in ((first, 1, likely.sum(1)), (second, cut + 1, likely.sum(0))):
            for place in torch.nonzero(right[begins : begins + table.shape[1]]).flatten().tolist():
                votes = torch.zeros(len(words[0]), dtype=torch.float64)
                votes.index_add_(0, table[:, place], weight)
                chances.append((votes.max() / votes.sum()).item())
    return sum(chances) / len(chances)


def _group_by_length(
    sentences: Sequence[tuple[str, ...]], words: Vocabularies
) -> Mapping[int, tuple]:
    """Group sentences as token numbers by length: their indices, and (sentence, word)."""
    lengths = {len(sentence) for sentence in sentences}
    numbers = {
        k: [n for n, sentence in enumerate(sentences) if len(sentence) == k] for k in lengths
    }
    return {
        k: (torch.tensor(ns), torch.tensor([words[0].encode(sentences[n]) for n in ns]))
        for k, ns in numbers.items()
    }


def _matching(by_length: Mapping[int, tuple], tokens: Tensor, mask: int) -> tuple[Tensor, Tensor]:
    """Return the sentences of the same length that agree at every unmasked position."""
    numbers, table = by_length[len(tokens)]
    fits = ((table == tokens) | (tokens == mask)).all(1)
    return numbers[fits], table[fits]


if __name__ == "__main__":
    torch.set_num_threads(1)
    print("[", ",\n".join(map(json.dumps, record_training())), "]", sep="\n")  # one moment per line
