"""A trained model with everything that is needed to use it, and the claims on its card."""

import warnings
from dataclasses import dataclass, replace
from typing import Any

import torch
from torch import nn

from transformer import decoding, families
from transformer.families import Family
from transformer.objectives.objective import Vocabularies
from transformer.tasks import Task
from transformer.vocabulary import SPECIALS, Vocabulary
from transformer.weights import source
from transformer.weights.fingerprint import changed, codes, differing

# Claims on a card that hold only for the model as it was measured.
CLAIMS = ("held_out",)
OTHER_CODE = (
    "This figure is drawn with code that differs from the code the model was trained with: {files}. The "
    "results measured for {name} do not apply to this figure."
)
CHANGED = (
    "The code was changed while {name} was being trained: {steps}. The results measured for this model "
    "reflect all these versions."
)
NOT_TRAINED = "This model was not trained with {layer}: {taken} of its {all} parameters are those of {name}{fresh}."
FRESH = ", the other {count:,} are initialized at random with seed {seed}"


class WeightsError(ValueError):
    """Weights that cannot be used; the message says why and what to do."""


class Withdrawn(dict):
    """Claims that no longer hold; accessing one raises an error that says why."""

    def __init__(self, why: str):
        super().__init__()
        self.why = why

    def __missing__(self, name: str) -> Any:
        raise WeightsError(f"This model has no {name}. {self.why}")


def other_code(card: dict, model: nn.Module, name: str) -> str:
    """Return the message for a model whose current code is not the code it was trained with last, or all
    along."""
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

    `differs` names the code files that have changed since training. If there are any, or if a layer was
    replaced, `remark` says so in a sentence or two, and the card's claims are withdrawn.
    """

    name: str
    model: nn.Module
    task: Task
    card: dict
    source_vocabulary: Vocabulary
    target_vocabulary: Vocabulary
    differs: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()  # with a replaced layer: parameters that were kept
    fresh: tuple[str, ...] = ()  # with a replaced layer: parameters that were initialized
    remark: str = ""

    @property
    def family(self) -> Family:
        return families.family_of(self.model)

    @property
    def vocabularies(self) -> Vocabularies:
        """The vocabularies of the source side and of the target side."""
        return self.source_vocabulary, self.target_vocabulary

    @property
    def reads(self) -> bool:
        """Whether it reads a source and answers it; otherwise it continues a text."""
        return len(self.source_vocabulary) > len(SPECIALS)

    @property
    def same_code(self) -> bool:
        """Whether the code is the code it was trained with, as far as the card knows."""
        return not self.differs

    def compared(self) -> "Trained":
        """Return the same model; where the code differs from that of the card, with a remark and without
        claims. Notebooks print the remark as a warning."""
        source.warn_of_edits(stacklevel=3)
        if remark := other_code(self.card, self.model, self.name):
            warnings.warn(remark, stacklevel=3)
            files = differing(self.card, self.model)
            return replace(self, differs=files)._without_claims(remark)
        return self

    def with_layer(self, kind: str, name: str, seed: int = 0) -> "Trained":
        """Return this model with another layer, untrained: parameters are kept where names and shapes agree,
        and the others are initialized with the seed. Raises `ValueError` where its family has no such layer."""
        config = families.config_of(self.model)
        if not hasattr(config, kind):
            raise ValueError(
                f"a model of the family {self.family.name} has no {kind} that can be replaced"
            )
        with torch.random.fork_rng():
            torch.manual_seed(seed)
            model = self.family.build(replace(config, **{kind: name}))
        new, taken = model.state_dict(), families.matching_parameters(self.model, model)
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
        remarks = (remark, decoding.remark(put_in.model), self.remark)
        return put_in._without_claims(" ".join(filter(None, remarks)))

    def _without_claims(self, remark: str) -> "Trained":
        card = self.card | {claim: Withdrawn(remark) for claim in CLAIMS if claim in self.card}
        return replace(self, card=card, remark=remark)
