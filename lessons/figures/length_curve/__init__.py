"""Longer than trained: the same task with positions marked in different ways, over the length.

The curves are the held-out scores on the models' cards; the rows of letters are run here, by each
model's own greedy decoding, on rows that no training saw.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from lessons.figures.kit import chart, palette
from lessons.figures.kit.chart import validate_choice  # noqa: F401  the figure's
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.length_curve import words as say
from transformer.measure.answer import written
from transformer.weights import Trained

HUES = ("query", "key", "value", "weight", "ink", "soft")  # one curve each, of the palette


def length_curve(models: Sequence, trained_to: int) -> Figure:
    """One curve a model; all do the same task, trained on rows of at most `trained_to` letters."""
    for model in models:
        if "by_length" not in model.card["held_out"]:
            raise ValueError(
                f"the card of {model.name} has no scores by length: its task has no rows of a length"
            )
    held_out = models[0].card["held_out"]["by_length"]
    lengths, task = [entry["length"] for entry in held_out], models[0].task
    examples = [task.of_length(length)[0] for length in lengths]
    arrays, schemes = {}, []
    for model in models:
        by_length = model.card["held_out"]["by_length"]
        scores = [np.nan if e["exact_match"] is None else e["exact_match"] for e in by_length]
        card = f"card of {model.name}, held_out.by_length"
        arrays[model.name] = Array(
            np.array(scores, np.float32), "length", card, labels={"length": lengths}
        )
        title = say.SCHEMES.get(model.model.config.position, model.name)
        rows = [outcome(model, example) for example in examples]
        schemes.append({"name": model.name, "title": title, "rows": rows})
    counts = [entry["sentences"] for entry in held_out]
    arrays["length"] = Array(
        np.array(lengths, np.float32), "length", f"card of {models[0].name}, held_out.by_length"
    )
    given, right = ([list(getattr(e, side)) for e in examples] for side in ("source", "target"))
    title, start = say.TITLE.format(task=task.title.lower()), {"length": trained_to}
    return over_length(title, arrays, schemes, counts, given, right, start, trained_to, say.WORDS)


def over_length(
    title: str, arrays: dict[str, Array], schemes: list[dict], counts: list[int], given: list, right: list,
    start: dict[str, int], trained: int, words: dict, down: float = 0,
) -> Figure:  # fmt: skip
    """A curve for each scheme, and for each length one row as every scheme writes it."""
    lengths = [int(length) for length in arrays["length"].values]
    for scheme, hue in zip(schemes, HUES, strict=False):
        scheme["hue"] = hue
    curves = [
        chart.trace(s["name"], "length", name=s["title"], colour=s["hue"], dots=6, ends=True, reads=".0%",
                    dash="dash" if s["hue"] == "soft" else "")
        for s in schemes
    ]  # fmt: skip
    panel = chart.panel(
        f"**{words['share']}**", chart.axis(words["letters"], lengths[0] - 0.5, lengths[-1] + 0.5),
        chart.axis("", -0.03, 1.03, ticks=".0%"), curves,
        lines=[chart.level(trained + 0.5, words["beyond"], upright=True, down=down)],
    )  # fmt: skip
    scores = {s["name"]: arrays[s["name"]].values.tolist() for s in schemes}
    places = range(len(lengths))
    parts = [
        {"kind": "said", "by": "length", "of": [summary(k, lengths[k], trained, counts[k], schemes, scores, words) for k in places]},
        {"kind": "table", "by": "length", "of": [rows(k, schemes, scores, given[k], right[k], words) for k in places]},
        {"kind": "note", "all": words["example"]},
        {"kind": "note", "all": words["read"]},
    ]  # fmt: skip
    slider = chart.move("length", words["length"], lengths, [words["cursor"].format(length=n) for n in lengths],
                        control="slider", keys="←→")  # fmt: skip
    names = ", ".join(scheme["name"] for scheme in schemes)
    header = {
        "title": title,
        "chart": chart.chart([panel], [slider], height=330, picks="length", parts=parts),
        "schemes": schemes,
        "given": given,
        "right": right,
        "trained": trained,
        "lengths": lengths,
        "plays": "length",
        "words": {**words, "origin": words["origin"].format(names=names)},
        "caption": say.PAPER["caption"].format(trained=trained),
        "palette": {"light": palette.LIGHT, "dark": palette.DARK},
        "start": start,
    }
    return Figure("length_curve", header, arrays)


def percent(share: float) -> str:
    return f"{100 * share:.{1 if 0 < share < 0.1 else 0}f} %"


def summary(
    k: int, length: int, trained: int, count: int, schemes: list, scores: dict, words: dict
) -> str:
    """What there is to say of one length."""
    known = {s["title"]: y for s in schemes if not np.isnan(y := scores[s["name"]][k])}
    most = max(known.values())
    best = ", ".join(title for title, y in known.items() if y == most)
    more = length - trained
    which = words["summary_beyond" if more > 0 else "summary_inside"]
    told = words["best"].format(names=best, score=percent(most)) if most else words["none_left"]
    return f"{which.format(length=length, more=more, count=count)} {told}"


def rows(k: int, schemes: list, scores: dict, given: list, right: list, words: dict) -> list[list]:
    """The given row, the right answer, then what each scheme writes; wrong places by number."""
    tiles = lambda letters, wrong=(): {"tiles": letters, "wrong": [*wrong]}  # noqa: E731
    found = [[words["given"], "", tiles(given)], [words["right"], "", tiles(right)]]
    for scheme in schemes:
        letters, refused = scheme["rows"][k]["letters"], scheme["rows"][k]["refused"]
        missing = ["·"] * (len(right) - len(letters))
        wrong = [
            n
            for n, letter in enumerate(letters + missing)
            if letter != dict(enumerate(right)).get(n)
        ]
        wrote = (
            words["refuses"].format(reason=refused)
            if refused
            else tiles(letters + missing, wrong)
            if letters
            else words["nothing"]
        )
        score = scores[scheme["name"]][k]
        found.append(
            [
                {"text": scheme["title"], "colour": scheme["hue"]},
                words["refused"] if np.isnan(score) else percent(score),
                wrote,
            ]
        )
    return found


def outcome(trained: Trained, example) -> dict[str, Any]:
    """What a model writes for one row, or the sentence with which it refuses it."""
    most = 2 * len(example.source) + 2  # an output that never ends is cut off here
    try:
        tokens = written(trained, trained.source_vocabulary.encode(example.source), most)
    except ValueError as refused:
        return {"letters": [], "refused": str(refused)}
    return {"letters": list(trained.target_vocabulary.decode(tokens)), "refused": ""}
