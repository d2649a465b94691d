"""Paint a mask and see its effects: scores, weights, and which input changes which output.

The browser paints the mask of up to three sentences; the model then reads them again under this mask.
With a `rule`, the figure shows another mask and marks where it departs from the rule.
"""

import re
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from lessons.figures.kit import palette
from lessons.figures.kit.choices import by, choice, choice_header
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import GAP, as_typed, labels, short
from lessons.kit.encoded_text import vocabulary_of
from lessons.masks.figures.mask_painter import words as say
from lessons.masks.measure.influence import MOVED
from lessons.masks.measure.mask_lab import MaskEffects, Sentences, mask_effects, sentences
from transformer.weights import Trained

MOST_WORDS, MOST_SENTENCES = 64, 8
PAINTED = "painted"


def mask_painter(
    trained: Trained,
    texts: Sequence[str],
    attention: str = "encoder",
    mask: str | Tensor | Sequence[Tensor] | None = None,
    rule: Tensor | None = None,
) -> Figure:
    """Return the figure of a model that reads `texts` side by side under a mask in one of its attentions.

    `mask` is the name of a preset (None: the usual one), a bool tensor (sentence, query, key), True =
    may attend, or one such tensor for each layer. `rule`, of the same shape, says what should be allowed.
    Raises ValueError for texts, an attention or a mask that this model does not have.
    """
    chosen = sentences(trained, _words(trained, texts), attention)
    presets = chosen.presets()
    mask, name = _mask_and_name(chosen.usual() if mask is None else mask, presets)
    layers = list(mask) if isinstance(mask, list | tuple) else [mask] * len(chosen.paths)
    for layer_mask in (*layers, *([] if rule is None else [rule])):
        _check_mask(layer_mask, presets["none"].shape, len(layers), len(chosen.paths))
    effects = mask_effects(trained, chosen, layers, rule)
    return _figure(trained, texts, chosen, layers, effects, name, rule is not None)


def _words(trained: Trained, texts: Sequence[str]) -> list[list[str]]:
    if not 1 <= len(texts) <= MOST_SENTENCES:
        raise ValueError(
            f"{len(texts)} sentences were given; this figure takes 1 to {MOST_SENTENCES}"
        )
    split = [trained.task.split(text) for text in texts]
    for words in split:
        if not 1 <= len(words) <= MOST_WORDS:
            raise ValueError(f"a sentence has {len(words)} words; this figure takes 1 to {MOST_WORDS}")  # fmt: skip
    return split


def _mask_and_name(mask, presets: dict[str, Tensor]):
    """Return the mask and the name of its preset, or "painted"."""
    if isinstance(mask, str):
        if mask not in presets:
            raise ValueError(
                f"there is no mask called '{mask}'; choose one of {', '.join(presets)}"
            )
        return presets[mask], mask
    alike = isinstance(mask, Tensor) and [
        n for n, preset in presets.items() if torch.equal(preset, mask)
    ]
    return mask, alike[0] if alike else PAINTED


def _check_mask(mask: Tensor, shape: torch.Size, count: int, layers: int) -> None:
    if count != layers:
        raise ValueError(
            f"{count} masks were given for {layers} layers: provide one per layer, or one for all"
        )
    if mask.dtype != torch.bool or mask.shape != shape:
        raise ValueError(
            f"the mask is {mask.dtype} {tuple(mask.shape)}, but it must be torch.bool {tuple(shape)}: "
            "(sentence, query, key), True = may attend"
        )


def _figure(
    trained: Trained, texts, chosen: Sentences, layers, effects: MaskEffects, name: str, ruled: bool
):
    """Return the figure of these measured effects."""
    drawn, vocabulary = chosen.drawn, vocabulary_of(trained)
    typed = [[w for w in trained.task.split(text) if w not in vocabulary] for text in texts]
    rows, columns = (
        [_labels(names[side], unknown) for names, unknown in zip(chosen.sides, typed, strict=True)]
        for side in (drawn.rows, drawn.columns)
    )
    sides = {"query": rows, "key": columns, "token": columns, "output": rows}
    last = f"{chosen.paths[0].partition('.layers.')[0]}.output"
    measured = "lessons.masks.measure.influence.influence"
    hidden = f"{chosen.paths[0]}.masked"
    arrays = {
        "mask": _array(torch.stack(layers), sides, "layer sentence query key", hidden, measured),
        "moved": _array(effects.moved, sides, "through sentence output token", last, measured),
        "promised": _array(
            effects.promised,
            sides,
            "through sentence output token",
            hidden,
            "lessons.masks.measure.masking.reach",
        ),
    }
    layer_headers = []
    for number, path in enumerate(chosen.paths):
        for stage in ("scaled", "weights"):
            value = getattr(effects, stage)[path]
            arrays[f"{stage} {number}"] = _array(
                value, sides, "sentence head query key", f"{path}.{stage}"
            )
        scaled = effects.scaled[path]
        layer_headers.append(
            {"path": path, "heads": scaled.shape[1], "limit": float(scaled.abs().max())}
        )
    through, heads = len(effects.moved), [layer["heads"] for layer in layer_headers]
    header = {
        "title": say.TITLE.format(attention=say.ATTENTIONS.get(drawn.name, drawn.name), sentence=texts[0]),
        "attention": drawn.name,
        "rows": rows,
        "columns": columns,
        "layers": layer_headers,
        "through": through,
        "presets": {n: {**say.PRESETS[n], "masks": _rows_of_bits(m)} for n, m in chosen.presets().items()},
        "preset": name,
        "ruled": ruled,
        "reads": say.READS[drawn.rows == drawn.columns],
        "least": MOVED,
        "model": trained.name,
        "words": say.WORDS,
        "palette": {"light": palette.LIGHT, "dark": palette.DARK},
        **choice_header(
            choice("sentence", labels=len(rows), keys="s"),
            choice("layer", labels=by("view", [through if name == "moves" else len(layer_headers) for name in say.VIEWS]), keys="l"),
            choice("head", labels=by("layer", [*heads, heads[-1]]), keys="h"),
            choice("view", values=list(say.VIEWS), keys="v", opens="moves" if ruled else "weights"),
            choice("form", values=list(say.WORDS["form"])),
            choice("row", labels=len(rows[0]), keys="↑↓"),
            choice("column", labels=len(columns[0]), keys="←→"),
        ),
    }  # fmt: skip
    return Figure("mask_painter", header, arrays)


def _array(value: Tensor, sides: dict, axes: str, probe: str, derived: str = "") -> Array:
    return Array(value.float().numpy(), axes, probe, derived, sides)


def _labels(names: list[str], unknown: Sequence[str]) -> list[dict[str, Any]]:
    """Return the words of a sentence, with ⟨pad⟩; an unknown word is shown as it was typed."""
    words = zip(as_typed(names, unknown), names, strict=True)
    unknown = [GAP in name for name in names]
    return labels([typed if GAP in name else short(name) for typed, name in words], unknown)


def _rows_of_bits(mask: Tensor) -> list[list[str]]:
    """Return (sentence, query, key) as rows of 0 and 1, as a browser returns them."""
    return [
        ["".join(str(int(may)) for may in row) for row in sentence] for sentence in mask.tolist()
    ]


def parse_mask(value: Any, shape: Sequence[int]) -> Tensor | None:
    """Return a mask from a browser, (sentence, query, key); None for anything else."""
    sizes, rows = tuple(shape), value.get("masks") if isinstance(value, dict) else None
    if not isinstance(rows, list) or len(rows) != sizes[0]:
        return None
    for sentence in rows:
        if not isinstance(sentence, list) or len(sentence) != sizes[1]:
            return None
        if not all(
            isinstance(row, str) and re.fullmatch(f"[01]{{{sizes[2]}}}", row) for row in sentence
        ):
            return None
    return torch.tensor([[[bit == "1" for bit in row] for row in sentence] for sentence in rows])


__all__ = ["PAINTED", "mask_painter", "parse_mask"]
