"""The common header of the three embedding figures: each word's part of speech, colour and shape."""

from functools import cache
from typing import Any

from torch import nn

from lessons.embeddings.figures.embedding_map import words as say
from lessons.figures.kit import palette
from lessons.figures.kit.labels import short
from transformer.tasks.english_french.parts_of_speech import OTHER, PARTS, Sort, sorts
from transformer.vocabulary import SPECIALS
from transformer.weights import Trained

PART_COLOURS = dict(zip((*PARTS, say.LETTER, say.SPECIAL), range(8), strict=True))
PART_COLOURS[say.PIECE] = PART_COLOURS[say.LETTER]


def table_name(model: nn.Module, side: str) -> str:
    """Name the parameter of a table, as in the weights file. A model that only reads may have no side."""
    own = f"{side}_embedding"
    alone = side == "source" and not hasattr(model, own) and hasattr(model, "embedding")
    return f"{'embedding' if alone else own}.table.weight"


def has_table(model: nn.Module, side: str) -> bool:
    return table_name(model, side) in dict(model.named_parameters(remove_duplicate=False))


def header_of(trained: Trained, side: str, mode: str, words: list[str]) -> dict[str, Any]:
    """Build the part of the header that all three figures share."""
    table, file = say.TABLES[side], f"{trained.name}.{'film.' * (mode == 'film')}safetensors"
    sort_of = {word: _sort(trained, side, word) for word in words}
    parts = [part for part in PART_COLOURS if part in _parts(sort_of)]
    return {
        "title": say.TITLES[mode].format(table=table, model=trained.task.title),
        "mode": mode,
        "side": side,
        "d": trained.model.get_parameter(table_name(trained.model, side)).shape[1],
        "run": {"model": trained.name, "table": table, "title": trained.task.title, "file": file},
        "points": [
            {
                "label": short(word),
                "full": word,
                "lang": trained.task.languages[side == "target"],
                "part": parts.index(sort.part),
                "gender": sort.gender,
            }
            for word, sort in sort_of.items()
        ],
        "parts": [{"title": part, "colour": f"part_{PART_COLOURS[part]}"} for part in parts],
        "genders": sorted({sort.gender for sort in sort_of.values()} & {"m", "f"}, reverse=True),
        "axis": say.AXIS,
        "caption": say.CAPTIONS[mode],
        "words": say.WORDS,
        "palette": {
            "light": palette.LIGHT | palette.MORE_LIGHT,
            "dark": palette.DARK | palette.MORE_DARK,
        },
    }


def _parts(sort_of: dict[str, Sort]) -> set[str]:
    return {sort.part for sort in sort_of.values()}


def _sort(trained: Trained, side: str, word: str) -> Sort:
    if word in SPECIALS:
        return Sort(say.SPECIAL)
    if trained.task.name == "english_french":
        return _sorts(side).get(word, Sort(OTHER))
    return Sort(say.PIECE if "folder" in trained.card else say.LETTER)


_sorts = cache(sorts)
