"""A text that two models write, place by place: what was drafted, what became of it, and the three laws."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from transformer.decoding import NGram, speculative
from transformer.decoding.speculative import check
from transformer.measure.next_words import sides
from transformer.vocabulary import PAD

ORDER = 5  # of the counts that draft: the next token from the four before it


def counts(trained, order: int = ORDER) -> NGram:
    """The text that a language model was trained on, counted: its draft."""
    words = trained.target_vocabulary
    return NGram([words.encode(e.target) for e in trained.task.train], len(words), order)


@dataclass(frozen=True)
class Place:
    """One place of one round. `outcome`: "accepted", "refused", "more" (after all were accepted the
    target adds one without another call), "unread" (drafted after a refusal or an end, for nothing)."""

    outcome: str
    drafted: int | None  # None: "more"
    written: int | None  # None: "unread"
    chance: float  # of being accepted, min(1, p/q); NaN where nothing was drafted
    u: float  # the number drawn: accepted where u < chance
    p: Tensor  # (vocabulary,) the target's law
    q: Tensor  # (vocabulary,) the draft's law; all 0 where nothing was drafted
    residual: Tensor  # (vocabulary,) drawn from after a refusal: max(0, p − q), scaled to add to 1


def drafted(
    trained, draft, ids: Sequence[int], ahead: int = 8, seed: int = 0, most: int = 60
) -> list[list[Place]]:
    """The rounds in which a text of at most `most` tokens goes on with `ids`: a call of the target each."""
    source, prompt = sides(trained, ids)
    rounds = speculative(trained.model, draft, source, ahead, most, prompt, seed=seed)
    return [_places(one) for one in rounds]


def _places(made) -> list[Place]:
    p, written = made.target[0], [t for t in made.written[0].tolist() if t != PAD]
    guesses, accepted = made.drafted[0].tolist(), int(made.accepted[0])
    _, residual = check(made.target[:1], made.draft[:1], made.drafted[:1])  # (1, k + 1, vocabulary)
    places = []
    for n, guess in enumerate(guesses):
        outcome = "accepted" if n < accepted else "refused" if n < len(written) else "unread"
        new = written[n] if n < len(written) else None
        odds = (made.chance[0, n].item(), made.u[0, n].item())
        places.append(Place(outcome, guess, new, *odds, p[n], made.draft[0, n], residual[0, n]))
    if len(written) > len(guesses):
        nothing = (math.nan, math.nan, p[-1], torch.zeros_like(p[-1]), p[-1])
        places.append(Place("more", None, written[-1], *nothing))
    return places
