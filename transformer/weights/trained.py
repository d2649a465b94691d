"""A trained model with all that is needed to use it, and what may be said of it."""

import warnings
from dataclasses import dataclass, replace
from typing import Any

import torch
from torch import nn

from transformer import families
from transformer.families import Family
from transformer.objectives.objective import Vocabularies
from transformer.tasks import Task
from transformer.vocabulary import SPECIALS, Vocabulary
from transformer.weights import source
from transformer.weights.fingerprint import changed, codes, differing

# What a card claims of the model as it was when it was measured.
CLAIMS = ("held_out",)
OTHER_CODE = (
    "This picture is drawn with code that is not the code that was trained: {files}. What was measured of "
    "{name} says nothing about it."
)
CHANGED = "The code was changed while {name} was trained: {steps}. What was measured of it is no one code’s work."
NOT_TRAINED = "This model was not trained with {layer}: {taken} of its {all} weights are those of {name}{fresh}."
FRESH = ", the other {count:,} are drawn with seed {seed}"


class WeightsError(ValueError):
    """Weights that cannot be used; the message says why and what to do."""


class Withdrawn(dict):
    """Claims that no longer hold; asking for one says why."""

    def __init__(self, why: str):
        super().__init__()
        self.why = why

    def __missing__(self, name: str) -> Any:
        raise WeightsError(f"There is no {name} of this model. {self.why}")


def other_code(card: dict, model: nn.Module, name: str) -> str:
    """What to say where the code is not the code that was trained last, or not all along."""
    remarks, versions = [], codes(card)
    if versions and (files := differing({"code": versions[-1][1]}, model)):
        named = f"{' and '.join(files)} {'differs' if len(files) == 1 else 'differ'}"
        remarks.append(OTHER_CODE.format(files=named, name=name))
    if changes := changed(card):
        steps = "; ".join(f"{' and '.join(f)} after step {s}" for s, f in changes.items())
        remarks.append(CHANGED.format(steps=steps, name=name))
    return " ".join(remarks)


@dataclass(frozen=True)
class Trained:
    """A trained model, in evaluation mode.

    `differs` names the files of code that are no longer those that were trained. Then, and where a layer
    was put in, `remark` says so in a sentence or two, and the card's claims are withdrawn.
    """

    name: str
    model: nn.Module
    task: Task
    card: dict
    source_vocabulary: Vocabulary
    target_vocabulary: Vocabulary
    differs: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()  # with a layer put in: parameters whose weights were taken over
    fresh: tuple[str, ...] = ()  # and those that were not
    remark: str = ""

    @property
    def family(self) -> Family:
        return families.of(self.model)

    @property
    def vocabularies(self) -> Vocabularies:
        """Of the source side, of the target side."""
        return self.source_vocabulary, self.target_vocabulary

    @property
    def reads(self) -> bool:
        """Whether it reads a source and answers it; else it goes on with a text."""
        return len(self.source_vocabulary) > len(SPECIALS)

    @property
    def same_code(self) -> bool:
        """Whether the code is the code that was trained, as far as the card knows."""
        return not self.differs

    def compared(self) -> "Trained":
        """The same; where the code is not that of the card, with a remark and without claims. Notebooks
        print the remark, as a warning."""
        source.warn_of_edits(stacklevel=3)
        if remark := other_code(self.card, self.model, self.name):
            warnings.warn(remark, stacklevel=3)
            files = differing(self.card, self.model)
            return replace(self, differs=files)._without_claims(remark)
        return self

    def with_layer(self, kind: str, name: str, seed: int = 0) -> "Trained":
        """This model with a layer put in, not trained: weights are taken over where names and shapes
        agree, the rest is drawn with the seed. Raises `ValueError` where its family has no such layer."""
        config = families.config_of(self.model)
        if not hasattr(config, kind):
            raise ValueError(
                f"a model of the family {self.family.name} has no {kind} that could be another"
            )
        with torch.random.fork_rng():
            torch.manual_seed(seed)
            model = self.family.build(replace(config, **{kind: name}))
        new, taken = model.state_dict(), families.fitting(self.model, model)
        fresh = tuple(n for n in new if n not in taken)
        model.load_state_dict(new | taken)
        counts = [sum(new[n].numel() for n in names) for names in (taken, fresh)]
        remark = NOT_TRAINED.format(
            layer=f"{kind} {name}",
            name=self.name,
            taken=f"{counts[0]:,}" if fresh else "all",
            all=f"{sum(counts):,}",
            fresh=FRESH.format(count=counts[1], seed=seed) if fresh else "",
        )
        put_in = replace(
            self,
            name=f"{self.name}.{kind}.{name}",
            model=model.eval(),
            taken=tuple(taken),
            fresh=fresh,
            card={n: v for n, v in self.card.items() if n not in ("code", "codes")},
        )
        return put_in._without_claims(" ".join(filter(None, (remark, self.remark))))

    def _without_claims(self, remark: str) -> "Trained":
        card = self.card | {claim: Withdrawn(remark) for claim in CLAIMS if claim in self.card}
        return replace(self, card=card, remark=remark)
