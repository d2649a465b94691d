"""A memory network with one hop and its task, as a reader would add them: a question looks
at facts, each of them one vector, and there is no word at a row or column of its map."""

import random
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from transformer import families, tasks
from transformer.families import Family, Map
from transformer.objectives.labelling import Labelling, labels
from transformer.objectives.rows import BaseBatch, pad
from transformer.probe import Probe
from transformer.tasks import Example, Task
from transformer.tasks.task import without_punctuation
from transformer.vocabulary import PAD


@dataclass(frozen=True)
class MemoryConfig:
    source_vocabulary: int
    target_vocabulary: int
    d_model: int = 32


class Hop(nn.Module):
    def __init__(self):
        super().__init__()
        self.weights = Probe("batch fact")

    def forward(self, u: Tensor, m: Tensor, c: Tensor, real: Tensor) -> Tensor:
        """u (batch, d) looks at the facts m (batch, fact, d) and fetches of c (batch, fact, d) → (batch, d)."""
        scores = (m @ u[..., None]).squeeze(-1).masked_fill(~real, -torch.inf)
        weights = self.weights(scores.softmax(-1))  # (batch, fact)
        return u + (weights[:, None] @ c).squeeze(1)


class Memory(nn.Module):
    def __init__(self, config: MemoryConfig):
        super().__init__()
        self.config, d, words = config, config.d_model, config.source_vocabulary
        self.a, self.b, self.c = (nn.Embedding(words, d, padding_idx=PAD) for _ in range(3))
        self.hop, self.out = Hop(), nn.Linear(d, config.target_vocabulary)

    def forward(self, facts: Tensor, asked: Tensor) -> Tensor:
        """facts (batch, fact, word), asked (batch, word) → the score of each answer, (batch, answer)."""
        real = (facts != PAD).any(-1)  # (batch, fact)
        m, c = self.a(facts).sum(2), self.c(facts).sum(2)  # (batch, fact, d)
        return self.out(self.hop(self.b(asked).sum(1), m, c, real))


@dataclass(frozen=True)
class Stories(BaseBatch):
    facts: Tensor  # (batch, fact, word)
    asked: Tensor  # (batch, word)
    label: Tensor  # (batch,), the answer


class Answering(Labelling):
    def batch(self, examples, words):
        read, answers = words
        told = [
            " ".join(e.source).split(" . ") for e in examples
        ]  # facts, and a question at the end
        told = [[read.encode(part.split()) for part in story] for story in told]
        if min(map(len, told)) < 2:
            raise ValueError("a story needs a fact, a “.” after it, and a question")
        size = max(map(len, told)) - 1, max(len(fact) for story in told for fact in story)
        facts = torch.full((len(told), *size), PAD)
        for row, story in enumerate(told):
            for number, fact in enumerate(story[:-1]):
                facts[row, number, : len(fact)] = torch.tensor(fact)
        return Stories(facts, pad([story[-1] for story in told], PAD), labels(examples, answers))

    def run(self, model, batch):
        return model(batch.facts, batch.asked)

    def side_labels(self, batch, words):
        facts = [" ".join(words[0].decode(fact)) for fact in batch.facts[0]]
        asked = words[0].decode(batch.asked[0])
        return {"facts": facts, "asked": asked, "question": [" ".join(asked)]}


class StoryTask(Task):
    family = "facts"

    def split(self, text):
        return without_punctuation(text.lower().replace(".", " . "), keep=".").split()


def task(seed: int = 0) -> Task:
    """Each of some people is in a room; where is one of them?"""
    rng, rows = random.Random(seed), {}
    while len(rows) < 600:
        people = rng.sample(("mary", "john", "sandra", "daniel"), k=rng.randint(1, 4))
        rooms = {who: rng.choice(("kitchen", "garden", "office")) for who in people}
        told = " . ".join(f"{who} in {room}" for who, room in rooms.items())
        source = tuple(f"{told} . where is {people[0]}".split())
        rows[source] = Example(source, (rooms[people[0]],), ())
    made = tuple(rows.values())
    shown = ("mary in kitchen . john in garden . where is mary",)
    return StoryTask("whereabouts", "Where is Mary?", shown, lambda: (made[100:], made[:100]))


MAPS = (Map("facts", "hop", rows="question", columns="facts"),)
FAMILY = families.add(Family("facts", MemoryConfig, Memory, Answering(), MAPS))
tasks.add("whereabouts", task)
