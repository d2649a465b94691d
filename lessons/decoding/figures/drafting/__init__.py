"""Speculative decoding, symbol by symbol: drafted, accepted, rejected and resampled symbols.

There are two real models: a target language model, and a draft model of n-gram counts from its training text.
"""

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from lessons.decoding.figures.drafting import words as say
from lessons.decoding.measure.drafted import Tally, draft_rounds, ngram_draft
from lessons.figures.kit import palette
from lessons.figures.kit.choices import choice, choice_header
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import data_words, short, truncated
from lessons.kit.encoded_text import EncodedText, encoded_text
from transformer.weights import Trained

MOST_WORDS = 64
AHEAD = (1, 2, 4, 8)
MOST_SEED = 10**6
HERE = "lessons.decoding.measure.drafted.draft_rounds"


@dataclass(frozen=True)
class Setting:
    """The number of symbols drafted at a time, and the seed."""

    ahead: int = 8
    seed: int = 0

    @classmethod
    def of(cls, value: Any) -> "Setting | None":
        """Read a setting from a browser, which can send anything; None if it is not a setting."""
        if not isinstance(value, dict) or value.keys() != {"ahead", "seed"}:
            return None
        if any(type(number) is not int for number in value.values()):
            return None
        if value["ahead"] not in AHEAD or not 0 <= value["seed"] <= MOST_SEED:
            return None
        return cls(**value)


def drafting(
    trained: Trained, text: str | EncodedText, setting: Setting | None = None, draft=None
) -> Figure:
    """Show a language model continuing `text`; `draft` holds `counts` of its text (computed here if missing).

    Raises ValueError if the text is empty or too long, or if the model is not a language model.
    """
    if trained.reads:
        raise ValueError(
            f"{trained.name} translates, but drafting extends a text, so choose a language model"
        )
    reading, setting = encoded_text(trained, text, MOST_WORDS), setting or Setting()
    draft = draft or ngram_draft(trained)
    rounds = draft_rounds(trained, draft, reading.ids, setting.ahead, setting.seed)
    places = [place for made in rounds for place in made]
    labels = [short(word, 11) for word in trained.target_vocabulary.words]
    prompt = trained.task.join(reading.words)
    ends, whole = lengths(trained, reading, places)
    # Everything that the target has read can be chosen; the figure opens at a rejection.
    read = [n for n, place in enumerate(places) if place.outcome != "unread"]
    opens = next((n for n in read if places[n].outcome == "refused"), 0)
    header = {
        "title": say.TITLE.format(text=truncated(prompt, 60), ahead=setting.ahead),
        "model": trained.name,
        "order": draft.order,
        "text": whole,
        "given": len(prompt),
        "setting": asdict(setting),
        "ahead": AHEAD,
        "most_seed": MOST_SEED,
        "labels": labels,
        "data": data_words(([*labels, prompt], reading.languages[1])),
        "rounds": [len(made) for made in rounds],
        "places": [
            {
                "outcome": place.outcome,
                "drafted": place.drafted,
                "written": place.written,
                "until": end,
            }
            for place, end in zip(places, ends, strict=True)
        ],
        "summary": asdict(Tally.of(rounds)),
        "words": say.WORDS,
        "palette": {"light": palette.LIGHT, "dark": palette.DARK},
        **choice_header(
            choice("place", values=read, keys="←→", opens=opens), plays="place", pace=700
        ),
    }
    target, counted = "logits", "transformer.decoding.ngram.NGram.probabilities"
    labels_of = {"vocabulary": labels}
    arrays = {
        "p": Array(_rows(places, "p"), "place vocabulary", target, f"{HERE}: p", labels_of),
        "q": Array(_rows(places, "q"), "place vocabulary", counted, f"{HERE}: q", labels_of),
        "residual": Array(
            _rows(places, "residual"), "place vocabulary", target, f"{HERE}: residual", labels_of
        ),
        "acceptance": Array(_rows(places, "acceptance"), "place", target, f"{HERE}: acceptance"),
        "u": Array(
            _rows(places, "u"), "place", "transformer.decoding.sample.uniform", f"{HERE}: u"
        ),
    }
    return Figure("drafting", header, arrays)


def lengths(trained: Trained, reading: EncodedText, places: list) -> tuple[list[int], str]:
    """Return the length of the text after each position, and the text."""
    vocabulary, tokens, texts = trained.target_vocabulary, [], []
    for place in places:
        tokens += [] if place.written is None else [place.written]
        texts.append(trained.task.join((*reading.words, *vocabulary.decode(tokens))))
    return [len(text) for text in texts], texts[-1]


def _rows(places: list, name: str) -> np.ndarray:
    return np.array([np.asarray(getattr(place, name)) for place in places], dtype=np.float32)
