"""Three tasks as one text: a prompt, a task token in angle brackets, and the output.

    i am a student <to-fr> je suis étudiant
    i am a student <back> student a am i
    anna buys a drum and ben finds a fish and anna sells a lamp <summarize> anna is named two of three times

A decoder-only model reads it like any other text. The only difference is that the prompt is given: the loss
counts only what follows the task token.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain

from transformer.tasks import english_french
from transformer.tasks.english_french import EnglishFrench
from transformer.tasks.task import NONE, Example, Split, vocabulary_of

TO_FRENCH, BACK, SUMMARIZE = "<to-fr>", "<back>", "<summarize>"
TASK_WORDS = (TO_FRENCH, BACK, SUMMARIZE)
LONGEST = 7  # words of an English sentence
NAMES = ("anna", "ben", "clara", "dora", "emil", "frank", "grace", "hugo")
VERBS = ("buys", "sells", "finds", "draws", "hides", "paints")
THINGS = ("drum", "fish", "lamp", "rose", "kite", "chair", "cake", "clock", "boat", "ring")
COUNTS = ("", "one", "two", "three", "four", "five")
CLAUSES = (3, 4, 5)  # of a story
STORIES, HELD_OUT = 3300, 200  # training stories; held-out sequences of each kind


@dataclass(frozen=True)
class PromptTask(EnglishFrench):
    """Texts to continue. English is typed as in English → French, with the task tokens unchanged."""

    family = "decoder_only"
    languages = ("", "")  # both in one text
    translates = False
    unit = "word"
    kinds = TASK_WORDS

    def split(self, text: str) -> list[str]:
        for kind in TASK_WORDS:
            text = text.replace(kind, f" {kind} ")
        parts = ([w] if w in TASK_WORDS else super(PromptTask, self).split(w) for w in text.split())
        return list(chain.from_iterable(parts))

    @cached_property
    def source_words(self) -> tuple[str, ...]:
        return ()

    @cached_property
    def target_words(self) -> tuple[str, ...]:
        return vocabulary_of(example.target for example in self.train)


def build(seed: int = 0) -> PromptTask:
    """Build the task in which only the tokens after the task token are learned."""
    return _task("prompts", "Three prompts", lambda: _draw(seed))


def everything(seed: int = 0) -> PromptTask:
    """Build the same texts without marking the end of the prompt: all tokens are learned."""

    def make() -> Split:
        train, held_out = _draw(seed)
        return tuple(replace(e, given=0) for e in train), tuple(
            replace(e, given=0) for e in held_out
        )

    return _task("prompts_everything", "Three prompts, all of it learned", make)


def row(prompt: tuple[str, ...], kind: str, answer: tuple[str, ...]) -> Example:
    target = (*prompt, kind, *answer)
    return Example((), target, (NONE,) * len(target), given=len(prompt) + 1)


def story(rng: random.Random) -> Example:
    """Sample a story of three people, of whom one is named most often; the summary says who, and how often."""
    people = rng.sample(NAMES, 3)
    while True:
        named = rng.choices(people, k=rng.choice(CLAUSES))
        first, second, _ = sorted((named.count(person) for person in people), reverse=True)
        if first > second:
            break
    clauses = [f"{who} {rng.choice(VERBS)} a {rng.choice(THINGS)}" for who in named]
    most = max(people, key=named.count)
    summary = f"{most} is named {COUNTS[first]} of {COUNTS[len(named)]} times"
    return row(tuple(" and ".join(clauses).split()), SUMMARIZE, tuple(summary.split()))


def _task(name: str, title: str, make: Callable[[], Split]) -> PromptTask:
    rng = random.Random("shown")
    shown = (
        f"i am a student {TO_FRENCH}",
        f"i am a student {BACK}",
        " ".join(_prompt(story(rng))),
        f"my old cat never sleeps in the kitchen {TO_FRENCH}",
        f"he hit me with a pie {BACK}",
    )
    return PromptTask(name, title, shown, make)


def _prompt(example: Example) -> tuple[str, ...]:
    return example.target[: example.given]


def _draw(seed: int) -> Split:
    """Half of the training texts are translations, a quarter are reversed sentences, a quarter are stories. A
    held-out sentence is new under both of its task tokens."""
    rng = random.Random(seed)
    sides = [
        [e for e in side if len(e.source) <= LONGEST] for side in english_french.build().make()
    ]
    train, apart = sides[0], rng.sample(sides[1], HELD_OUT)
    turned = rng.sample(train, len(train) // 2)
    stories = {example.target: example for example in (story(rng) for _ in range(4 * STORIES))}
    distinct = list(stories.values())[: STORIES + HELD_OUT]
    rows = [*map(_french, train), *map(_back, turned), *distinct[:STORIES]]
    held_out = [*map(_french, apart), *map(_back, apart), *distinct[STORIES:]]
    rng.shuffle(held_out)  # so that the first ones are of all kinds
    return tuple(rows), tuple(held_out)


def _french(e: Example) -> Example:
    return row(e.source, TO_FRENCH, e.target)


def _back(e: Example) -> Example:
    return row(e.source, BACK, e.source[::-1])


TASKS = {"prompts": build, "prompts_everything": everything}
