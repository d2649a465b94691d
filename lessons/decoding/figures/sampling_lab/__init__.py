"""Sampling the next token: how temperature, top-k and top-p change a distribution, and what is drawn.

The sliders are dragged in the browser, which previews the distribution from the packed
log-probabilities. Draws, texts and all numbers labelled as Python's come from
`lessons.decoding.measure.next_words`.
"""

import math
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from lessons.decoding.figures.sampling_lab import words as say
from lessons.decoding.measure.next_words import Settings, draw_samples, next_word, sample_texts
from lessons.figures.kit import palette
from lessons.figures.kit.choices import choice_header
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import data_words, short, truncated
from lessons.kit.encoded_text import EncodedText, encoded_text
from transformer.weights import Trained

MOST_WORDS = 64
SHOWN = 20  # tokens with their own bar
DRAWS = (100, 1000, 10_000)
LIMITS = {"temperature": (0.05, 5.0), "k": (0, 10**6), "p": (0.01, 1.0), "seed": (0, 10**6)}
HERE = "lessons.decoding.measure.next_words"


@dataclass(frozen=True)
class Setting:
    """The values of the sliders, the number of draws and their seed."""

    temperature: float = 1.0
    k: int = 0  # 0: all tokens
    p: float = 1.0
    seed: int = 0
    draws: int = DRAWS[-1]

    @classmethod
    def of(cls, value: Any) -> "Setting | None":
        """Read a setting from a browser, which may send anything; return None if it is not a setting."""
        if not isinstance(value, dict) or value.keys() != {*LIMITS, "draws"}:
            return None
        whole = all(type(value[name]) is int for name in ("k", "seed", "draws"))
        within = all(
            type(value[name]) in (int, float) and low <= value[name] <= high  # not so if it is NaN
            for name, (low, high) in LIMITS.items()
        )
        return cls(**value) if whole and within and value["draws"] in DRAWS else None

    def settings(self) -> Settings:
        """Return the same for `sample`; raises ValueError for an invalid setting."""
        return Settings(self.temperature, self.k or None, self.p)


def sampling_lab(
    trained: Trained, text: str | EncodedText, setting: Setting | None = None
) -> Figure:
    """Build the lab for the next token's distribution after `text` (a language model continues it).

    Raises ValueError for an empty or too long text, and for an invalid setting.
    """
    reading, setting = encoded_text(trained, text, MOST_WORDS), setting or Setting()
    settings = setting.settings()
    log_p = next_word(trained, reading.ids)  # (vocabulary,)
    sampled = draw_samples(log_p, settings, setting.draws, setting.seed)
    distribution, order = sampled.distribution, sampled.distribution.token  # most probable first
    written = sample_texts(trained, reading.ids, settings, setting.seed)
    join, words = trained.task.join, trained.target_vocabulary.words
    heard = () if trained.reads else reading.words  # the words that a generated text continues
    prompt = join(heard)
    arrays = {
        "log_p": _array(log_p[order], "next_word"),
        "probability": _array(distribution.probability, "draw_samples: distribution.probability"),
        "kept": _array(distribution.probability > 0, "draw_samples: distribution.probability > 0"),
        "before": _array(distribution.before, "draw_samples: distribution.before"),
        # Exact in float32 up to 16 million.
        "counts": _array(sampled.counts, "draw_samples: counts"),
    }
    typed = truncated(join(reading.words), 60)
    shown = [words[token] for token in order[:SHOWN].tolist()]
    continuations = [_rest(prompt, join((*heard, *written_text.words))) for written_text in written]
    header = {
        "title": (say.TITLE_READS if trained.reads else say.TITLE).format(text=typed),
        "model": trained.name,
        "reads": trained.reads,
        "text": typed,
        "setting": asdict(setting),
        "limits": LIMITS,
        "draws": DRAWS,
        "tokens": [
            {"label": short(word, 11), "full": short(word, 40), "lang": reading.languages[1]}
            for word in shown
        ],
        "possible": int((log_p > -math.inf).sum()),
        "fit": asdict(sampled.fit),
        "given": prompt,
        "texts": [
            {"text": text, "ended": written_text.ended}
            for text, written_text in zip(continuations, written, strict=True)
        ],
        "data": data_words(([typed], reading.languages[0]), (continuations, reading.languages[1])),
        "presets": say.PRESETS,
        "words": say.WORDS,
        "palette": {"light": palette.LIGHT, "dark": palette.DARK},
        **choice_header(),
    }
    return Figure("sampling_lab", header, arrays)


def _array(values, derived: str) -> Array:
    """Return one number per token, most probable first."""
    return Array(values.numpy().astype(np.float32), "token", "logits", f"{HERE}.{derived}")


def _rest(prompt: str, whole: str) -> str:
    """Return what follows the given text."""
    return whole[len(prompt) :] if whole.startswith(prompt) else whole
