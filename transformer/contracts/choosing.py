"""The checks of a decoding method, which is not a layer: it chooses a token for each row."""

import time
from collections.abc import Callable

import torch
from torch import Tensor

from transformer.contracts.devices import CREATED, stand_in
from transformer.contracts.errors import of_error
from transformer.contracts.layer_under_test import BATCH, WORDS, LayerUnderTest
from transformer.contracts.result import NotApplicable, Violation
from transformer.contracts.speed import ROUNDS, compared_time
from transformer.contracts.state import KEEPS
from transformer.decoding.greedy import greedy
from transformer.decoding.prompt import NEVER, forbid
from transformer.diagnosis.returned import returned
from transformer.registry import find
from transformer.vocabulary import PAD, START

ONE_STEP = "a decoding method sees only the word probabilities of one step"
DRAWS = "the method samples; the same seed gives the same words"


def log_p(tested: LayerUnderTest, rows: int = BATCH) -> Tensor:
    """Log-probabilities of all words for some rows; two words are forbidden, (row, vocabulary)."""
    generator = torch.Generator().manual_seed(tested.seed + rows)
    scores = torch.randn(rows, WORDS, generator=generator)
    return scores.index_fill(1, torch.tensor([0, 1]), -torch.inf).log_softmax(-1)


def choose(tested: LayerUnderTest, scores: Tensor, seed: int = 0) -> Tensor:
    torch.manual_seed(tested.seed + seed)
    return tested.layer()(scores)


def draws(tested: LayerUnderTest) -> bool:
    """Whether two seeds give two choices, over many rows."""
    many = log_p(tested, 50)
    return not torch.equal(choose(tested, many), choose(tested, many, seed=1))


def runs(tested: LayerUnderTest) -> str:
    """Choose a word for each of three rows, and let a small model generate text with these choices."""
    chosen = choose(tested, log_p(tested))
    if not isinstance(chosen, Tensor) or chosen.is_floating_point():
        requirement = "it must return word IDs, a tensor of integers"
        raise Violation(f"the method {returned(chosen)}; {requirement}")
    tested.runs_alone = True
    if tuple(chosen.shape) != (BATCH,):
        return "alone"  # the next check explains what is wrong
    written = greedy(tested.model(), tested.tokens(), max_length=6)
    return f"the method chose words for {BATCH} rows, and a model generated {written.shape[1]} words with it"


def shapes(tested: LayerUnderTest) -> str:
    """Check for one word per row, each in the vocabulary."""
    for rows in (1, 3, 5):
        chosen = choose(tested, log_p(tested, rows))
        if tuple(chosen.shape) != (rows,):
            raise Violation(f"for {rows} rows, the method returned shape {tuple(chosen.shape)}; it must be ({rows},)",
                      likely="choose one word per row, over the last axis (the vocabulary)")  # fmt: skip
        if ((chosen < 0) | (chosen >= WORDS)).any():
            raise Violation(
                f"the method chose word ID {int(chosen.max())}, but the {WORDS} IDs start at 0"
            )
    return "the method chose one word from the vocabulary for each of 1, 3 and 5 rows"


def finite(tested: LayerUnderTest) -> str:
    """Two words are impossible: their log-probability is −∞. Neither may be chosen."""
    rows = log_p(tested, 200)
    chosen = choose(tested, rows)
    forbidden = rows.gather(1, chosen[:, None])[:, 0] == -torch.inf
    if forbidden.any():
        row = int(forbidden.nonzero()[0])
        raise Violation(f"in row {row}, the method chose word {int(chosen[row])}, whose probability is 0",
                  likely="the least probable word was chosen, or scores of −∞ were not excluded")  # fmt: skip
    return "in 200 rows, the method never chose a word with probability 0"


def not_asked(reason: str) -> Callable[[LayerUnderTest], str]:
    def measure(tested: LayerUnderTest) -> str:
        raise NotApplicable(reason)

    return measure


def batch_independence(tested: LayerUnderTest) -> str:
    """Each row must choose the same word on its own as in a batch."""
    if draws(tested):
        raise NotApplicable(
            f"{DRAWS}, but a row gets different random numbers on its own and in a batch"
        )
    rows = log_p(tested)
    alone = torch.cat([choose(tested, row) for row in rows.split(1)])
    if not torch.equal(alone, choose(tested, rows)):
        raise Violation("the same row gets different words on its own and in a batch",
                  likely="an operation is computed across rows (dim=0)")  # fmt: skip
    return "on its own, each row gets the same word as in a batch"


def deterministic(tested: LayerUnderTest) -> str:
    """Choose twice from the same probabilities, with the same seed and without."""
    rows = log_p(tested, 50)
    before = rows.clone()
    if not torch.equal(choose(tested, rows), choose(tested, rows)):
        raise Violation("the same probabilities and the same seed give two different results",
                  likely="the method has its own random generator, or keeps state between calls")  # fmt: skip
    if not torch.equal(rows, before):
        raise Violation(
            "the method changes its input probabilities",
            likely="an in-place operation changed the input",
        )
    if draws(tested):
        raise NotApplicable(DRAWS)
    return "the same probabilities give the same words twice, and remain unchanged"


def stateless(tested: LayerUnderTest) -> str:
    """Let one object choose from the same probabilities, from others, and from the same again, with the same seed."""
    method, chosen = tested.layer(), []
    for rows in (50, 50, 7, 50):
        torch.manual_seed(tested.seed)
        chosen.append(method(log_p(tested, rows)))
    if not all(torch.equal(chosen[0], chosen[n]) for n in (1, 3)):
        raise Violation(
            "a later call chooses other words from the same probabilities", likely=KEEPS
        )
    return "the same probabilities give the same words, whatever was chosen before"


@torch.no_grad()
def other_device(tested: LayerUnderTest) -> str:
    """Choose from probabilities on another device: the choice must be there too."""
    device, differ, context = stand_in()
    try:
        with context:
            chosen = tested.layer()(log_p(tested).to(device))
    except differ as error:
        says = f"on another device, the method also uses a tensor on the CPU: {error}"
        raise Violation(says, likely=CREATED, look_at=of_error(error, tested.layer)) from error
    if chosen.device != device:
        raise Violation("on another device, it returned a tensor on the CPU", likely=CREATED)
    return "the method runs on another device than the CPU"


@torch.no_grad()
def cached(tested: LayerUnderTest) -> str:
    """Writing with a cache must give the same words as re-reading all words in each step."""
    if draws(tested):
        raise NotApplicable(f"{DRAWS}, but the words depend on the random numbers drawn earlier")
    model, source = tested.model(), tested.tokens()
    written = greedy(model, source, max_length=6)  # END and then PAD when a row has ended
    tokens = torch.full((BATCH, 1), START)
    for step in range(written.shape[1]):
        scores = forbid(model(source, tokens)[:, -1].log_softmax(-1), NEVER)
        word = torch.where(written[:, step] == PAD, PAD, choose(tested, scores))
        tokens = torch.cat((tokens, word[:, None]), 1)
    if not torch.equal(tokens[:, 1:], written):
        raise Violation(
            "decoding with a cache gives different words",
            likely="the method keeps state between calls",
        )
    return f"{written.shape[1]} words are the same with and without a cache"


def speed(tested: LayerUnderTest) -> str:
    """Measure the CPU time against the standard choice. A slow method is not wrong, so this is never red."""
    rows, best = log_p(tested, 500), [float("inf")] * 2
    for _ in range(ROUNDS):
        for which, choice in enumerate((tested.layer(), find("decoding", "standard")())):
            began = time.thread_time()
            choice(rows)
            best[which] = min(best[which], time.thread_time() - began)
    return compared_time(best[0] / best[1], "the standard choice (500 rows)")


MEASURES = {
    "runs": runs,
    "shapes": shapes,
    "finite": finite,
    "rows sum to one": not_asked("a decoding method has no attention weights"),
    "no future leak": not_asked(ONE_STEP),
    "padding ignored": not_asked(ONE_STEP),
    "hides nothing that is allowed": not_asked(ONE_STEP),
    "order-blind without positions": not_asked(ONE_STEP),
    "batch independence": batch_independence,
    "gradients reach every parameter": not_asked(
        "a decoding method picks whole words, so there is no gradient"
    ),
    "evaluation deterministic": deterministic,
    "no state between calls": stateless,
    "cached equals full": cached,
    "saves and loads": not_asked(
        "a decoding method has no parameters, so there is nothing to save"
    ),
    "runs on another device": other_device,
    "speed": speed,
}
