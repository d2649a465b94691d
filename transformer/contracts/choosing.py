"""The lights of a way to decode: it is no layer, but a choice of a word for each row."""

import time
from collections.abc import Callable

import torch
from torch import Tensor

from transformer.contracts.light import Grey, Red
from transformer.contracts.speed import ROUNDS, said
from transformer.contracts.trial import BATCH, WORDS, Trial
from transformer.decoding.greedy import greedy
from transformer.decoding.prompt import NEVER, forbid
from transformer.diagnosis.returned import returned
from transformer.registry import find
from transformer.vocabulary import PAD, START

ONE_STEP = "it sees one step: how probable each word is, and nothing else"
DRAWS = "it draws; with the same seed, the same words"


def log_p(trial: Trial, rows: int = BATCH) -> Tensor:
    """How probable each word is, in each of some rows; two words are forbidden, (row, vocabulary)."""
    generator = torch.Generator().manual_seed(trial.seed + rows)
    scores = torch.randn(rows, WORDS, generator=generator)
    return scores.index_fill(1, torch.tensor([0, 1]), -torch.inf).log_softmax(-1)


def choose(trial: Trial, given: Tensor, seed: int = 0) -> Tensor:
    torch.manual_seed(trial.seed + seed)
    return trial.layer()(given)


def draws(trial: Trial) -> bool:
    """Whether two seeds give two choices, of many rows."""
    many = log_p(trial, 50)
    return not torch.equal(choose(trial, many), choose(trial, many, seed=1))


def runs(trial: Trial) -> str:
    """A choice for three rows, and a small model that writes with it."""
    chosen = choose(trial, log_p(trial))
    if not isinstance(chosen, Tensor) or chosen.is_floating_point():
        asked = "numbers of words, a tensor of integers, were asked for"
        raise Red(f"it {returned(chosen)}; {asked}")
    trial.runs_alone = True
    if tuple(chosen.shape) != (BATCH,):
        return "alone"  # what is wrong with that, the next light says
    written = greedy(trial.model(), trial.tokens(), max_length=6)
    return f"{BATCH} rows alone, and a model that wrote {written.shape[1]} words"


def shapes(trial: Trial) -> str:
    """One word for each row, and one that there is."""
    for rows in (1, 3, 5):
        chosen = choose(trial, log_p(trial, rows))
        if tuple(chosen.shape) != (rows,):
            raise Red(f"of {rows} rows, it returned {tuple(chosen.shape)}; ({rows},) was asked for",
                      likely="one word for each row: over the vocabulary, the last axis")  # fmt: skip
        if ((chosen < 0) | (chosen >= WORDS)).any():
            raise Red(f"it chose word {int(chosen.max())} of {WORDS}; they count from 0")
    return "one word for each of 1, 3 and 5 rows, all in the vocabulary"


def finite(trial: Trial) -> str:
    """Two words are impossible: their log probability is −∞. Neither is ever chosen."""
    given = log_p(trial, 200)
    chosen = choose(trial, given)
    forbidden = given.gather(1, chosen[:, None])[:, 0] == -torch.inf
    if forbidden.any():
        row = int(forbidden.nonzero()[0])
        raise Red(f"in row {row} it chose word {int(chosen[row])}, whose probability is 0",
                  likely="the least probable word was taken, or the scores were used without care "
                  "for −∞")  # fmt: skip
    return "in 200 rows, it never chose a word of probability 0"


def not_asked(reason: str) -> Callable[[Trial], str]:
    def measure(trial: Trial) -> str:
        raise Grey(reason)

    return measure


def batch_independence(trial: Trial) -> str:
    """Each row alone chooses what it chooses beside others."""
    if draws(trial):
        raise Grey(f"{DRAWS}, but a row alone has other draws than in a batch")
    given = log_p(trial)
    alone = torch.cat([choose(trial, one) for one in given.split(1)])
    if not torch.equal(alone, choose(trial, given)):
        raise Red("alone, a row chooses another word than beside others",
                  likely="something is computed over the rows (dim=0)")  # fmt: skip
    return "each row alone chooses what it chooses beside others"


def deterministic(trial: Trial) -> str:
    """The same probabilities twice, with the same seed and without."""
    given = log_p(trial, 50)
    before = given.clone()
    if not torch.equal(choose(trial, given), choose(trial, given)):
        raise Red("the same probabilities and the same seed, and two answers",
                  likely="it draws from a generator of its own, or keeps something between calls")  # fmt: skip
    if not torch.equal(given, before):
        raise Red("it changes the probabilities that it is given", likely="an operation in place")
    if draws(trial):
        raise Grey(DRAWS)
    return "the same probabilities twice, the same words, and the probabilities as they were"


@torch.no_grad()
def cached(trial: Trial) -> str:
    """What is written with a cache is what is written by reading all words anew in each step."""
    if draws(trial):
        raise Grey(f"{DRAWS}; which they are, depends on the draws before")
    model, source = trial.model(), trial.tokens()
    written = greedy(model, source, max_length=6)  # END and then PAD where a row is over
    tokens = torch.full((BATCH, 1), START)
    for step in range(written.shape[1]):
        scores = forbid(model(source, tokens)[:, -1].log_softmax(-1), NEVER)
        word = torch.where(written[:, step] == PAD, PAD, choose(trial, scores))
        tokens = torch.cat((tokens, word[:, None]), 1)
    if not torch.equal(tokens[:, 1:], written):
        raise Red(
            "with a cache, other words are written", likely="it keeps something between calls"
        )
    return f"{written.shape[1]} words written with a cache and without: the same"


def speed(trial: Trial) -> str:
    """Seconds of the processor, beside the standard choice. Slow is not wrong: this is never red."""
    given, best = log_p(trial, 500), [float("inf")] * 2
    for _ in range(ROUNDS):
        for which, choice in enumerate((trial.layer(), find("decoding", "standard")())):
            began = time.thread_time()
            choice(given)
            best[which] = min(best[which], time.thread_time() - began)
    return said(best[0] / best[1], "the standard choice (500 rows)")


MEASURES = {
    "runs": runs,
    "shapes": shapes,
    "finite": finite,
    "rows sum to one": not_asked("it has no rows of weights"),
    "no future leak": not_asked(ONE_STEP),
    "padding ignored": not_asked(ONE_STEP),
    "order-blind without positions": not_asked(ONE_STEP),
    "batch independence": batch_independence,
    "gradients reach every parameter": not_asked("it picks whole words; no gradient passes that"),
    "evaluation deterministic": deterministic,
    "cached equals full": cached,
    "saves and loads": not_asked("it learns nothing, so there is nothing to save"),
    "speed": speed,
}
