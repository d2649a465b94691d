"""What the attention page says in words: read from the trained model, its card and one forward pass."""

from dataclasses import dataclass

import torch

from lessons.faults import NotFinite
from transformer.decoding import greedy
from transformer.probe import Trace, record
from transformer.vocabulary import END, START
from transformer.weights import Trained

SHORTEST = 1  # words
NEAR = 3  # how many known words are offered for an unknown one


@dataclass(frozen=True)
class Reading:
    """What a model makes of a typed text. `problem` is a sentence; empty where it can be read."""

    words: tuple[str, ...]
    unknown: tuple[tuple[str, tuple[str, ...]], ...]  # (word, known words spelt like it)
    problem: str = ""

    @classmethod
    def of(cls, trained: Trained, text: str) -> "Reading":
        words = tuple(trained.task.split(text))
        known, limit = trained.source_vocabulary, trained.model.config.max_length
        if len(words) < SHORTEST:
            problem = "There is no word to look at. Type a sentence, or pick one of the examples."
        elif len(words) > limit:
            problem = (
                f"These are {len(words)} words; a picture holds at most {limit}. "
                f"Shorten the sentence by {len(words) - limit}."
            )
        else:
            missing = dict.fromkeys(w for w in words if w not in known)
            return cls(words, tuple((w, tuple(known.near(w, NEAR))) for w in missing))
        return cls(words, (), problem)


@dataclass(frozen=True)
class Gaze:
    """Where one word looks, in one head: (word, weight) for every word that it may look at."""

    layer: int  # counted from 0, as in probe names
    head: int
    word: str
    weights: tuple[tuple[str, float], ...]

    def strongest(self) -> tuple[str, float]:
        return max(self.weights, key=lambda pair: pair[1])

    def on(self, word: str) -> float:
        """The weight on a word; 0 where the sentence does not have it."""
        return sum(weight for other, weight in self.weights if other == word)


@dataclass(frozen=True)
class Facts:
    """What one model does with one sentence."""

    translation: str  # readable
    words: tuple[tuple[str, str, float], ...]  # (target word, source word it looks at most, weight)
    ended: bool  # whether the model closed the sentence itself
    it: Gaze | None  # where "it" looks, in the head that the card names; None without an "it"

    @classmethod
    @torch.no_grad()
    def of(cls, trained: Trained, text: str) -> "Facts":
        words, model = trained.task.split(text), trained.model
        source = torch.tensor([trained.source_vocabulary.encode(words)])  # (1, source)
        output = greedy(model, source, model.config.max_length)  # (1, target)
        before = torch.cat(
            (torch.tensor([[START]]), output[:, :-1]), dim=1
        )  # what each step was fed
        with record(model) as trace:
            model(source, before)
        target = trained.target_vocabulary.decode(output[0].tolist())
        last = f"decoder.layers.{len(model.decoder.layers) - 1}.cross_attention.weights"
        looks = trace.one(last)[0].mean(0)  # (target, source), the mean of the heads
        strongest = looks.argmax(-1).tolist()
        return cls(
            translation=trained.task.join(target),
            words=tuple(
                (word, words[k], looks[n, k].item())
                for n, (word, k) in enumerate(zip(target, strongest, strict=False))  # then END
            ),
            ended=END in output[0],
            it=_gaze(trace, trained.card["held_out"].get("it"), words, "it"),
        )


def _gaze(trace: Trace, found: dict | None, words: list[str], word: str) -> Gaze | None:
    if not found or word not in words:
        return None
    weights = trace.one(f"encoder.layers.{found['layer']}.self_attention.weights")
    row = weights[0, found["head"], words.index(word)]  # (key,)
    pairs = tuple((w, weight.item()) for w, weight in zip(words, row, strict=True))
    return Gaze(found["layer"], found["head"], word, pairs)


@torch.no_grad()
def not_finite(trained: Trained, text: str) -> NotFinite:
    """Find the first probe whose values are NaN, and with it the line to look at."""
    model = trained.model
    source = torch.tensor([trained.source_vocabulary.encode(trained.task.split(text))])
    with record(model) as trace:
        model(source, torch.tensor([[START]]))
    for name in trace.names():
        if any(value.isnan().any() for value in trace[name]):
            line = trace.lines[name]
            place = f"{line.file}:{line.number}"
            return NotFinite(f"NaN first came up in {name}, at {place}.", place, line.code)
    return NotFinite("The figure holds NaN, but no probe of the model does.")
