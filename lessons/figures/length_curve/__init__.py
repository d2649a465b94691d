"""Accuracy by length for different positional encodings on one task, beyond the training lengths.

The curves are the held-out accuracies of the model cards. Each model runs the example strings here with
greedy decoding; no training run used these strings.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from lessons.figures.kit.chart import Panel, axis, chart, level, panel, trace
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.length_curve import words as say
from lessons.figures.panels import by, choice, picture, reveals_answer, sentence, text
from transformer.measure.answer import greedy_answer
from transformer.weights import Trained

HUES = ("query", "key", "value", "weight", "ink", "soft")  # palette colours, one per curve


def length_curve(models: Sequence, trained_to: int) -> Figure:
    """Draw one curve per model; all were trained on one task with strings of at most `trained_to` letters."""
    for model in models:
        if "by_length" not in model.card["held_out"]:
            raise ValueError(
                f"the card of {model.name} has no accuracy by length; choose a model that was trained on strings"
            )
    held_out = models[0].card["held_out"]["by_length"]
    lengths, task = [entry["length"] for entry in held_out], models[0].task
    examples = [task.of_length(length)[0] for length in lengths]
    arrays, schemes = {}, []
    for model in models:
        by_length = model.card["held_out"]["by_length"]
        scores = [np.nan if e["exact_match"] is None else e["exact_match"] for e in by_length]
        card = f"card of {model.name}, held_out.by_length"
        scores = np.array(scores, np.float32)
        arrays[model.name] = Array(scores, "length", card, labels={"length": lengths})
        title = say.SCHEMES.get(getattr(model.model.config, "position", ""), model.name)
        rows = [outcome(model, example) for example in examples]
        schemes.append({"name": model.name, "title": title, "rows": rows})
    counts = [entry["sentences"] for entry in held_out]
    arrays["length"] = Array(np.array(lengths, np.float32), "length", card)
    inputs, right = ([list(getattr(e, side)) for e in examples] for side in ("source", "target"))
    title = say.TITLE.format(task=task.title.lower())
    trained, words = trained_to, say.WORDS
    after = trained + 0.05  # the longest training length is still shown
    return over_length(
        title, arrays, schemes, counts, inputs, right, trained, trained, words, after
    )


def over_length(
    title: str, arrays: dict[str, Array], schemes: list[dict], counts: list[int], inputs: list, right: list,
    opens: int, trained: int, words: dict, answers: float, down: float = 0, height: int = 330,
) -> Figure:  # fmt: skip
    """Draw a curve per scheme and, for each length, one string as every scheme writes it. `answers`: the length
    from which on the curves answer the question."""
    lengths, curves = [int(length) for length in arrays["length"].values], []
    scores = {scheme["name"]: arrays[scheme["name"]].values for scheme in schemes}
    for scheme, hue in zip(schemes, HUES, strict=False):
        scheme["hue"], name = hue, scheme["name"]
        look = {"dots": 6, "reads": ".0%", "dash": "dash" if hue == "soft" else ""}
        curves.append(trace(name, "length", name=scheme["title"], colour=hue, **look))
        if np.isnan(scores[name]).any():  # a cross where the curve ends early
            last = [int(np.flatnonzero(~np.isnan(scores[name]))[-1])]
            cross = {"wide": 0, "dots": 12, "symbols": "x", "only": last, "quiet": True}
            curves.append(trace(name, "length", colour=hue, **cross))
    beyond = level(trained + 0.5, words["beyond"], upright=True, down=down)
    across = axis(words["letters"], lengths[0] - 0.5, lengths[-1] + 0.5)
    shares = axis("", -0.06, 1.03, ticks=".0%")  # a cross at 0 stays inside
    places, labels = range(len(lengths)), [words["cursor"].format(length=n) for n in lengths]
    look = {"even": True, "hue": "ink"}
    telling = by("length", [length > answers for length in lengths])
    shown = [
        reveals_answer(text(by("length", [summary(k, lengths[k], trained, counts[k], schemes, scores, words) for k in places]), "told"), telling),
        sentence(words["given"], by("length", inputs), **look),
        sentence(words["right"], by("length", right), **look),
        *(reveals_answer(wrote(scheme, scores[scheme["name"]], right, words), telling) for scheme in schemes),
        text(f"{words['example']} {words['read']}", "caption"),
    ]  # fmt: skip
    how = {"values": lengths, "control": "slider", "keys": "←→", "opens": opens}
    slider = choice("length", words["length"], labels, **how)
    shares = panel(f"**{words['share']}**", across, shares, curves, lines=[beyond], veiled=answers)
    origin = words["origin"].format(names=", ".join(scores))
    more = {
        "lengths": lengths, "trained": trained, "schemes": schemes, "given": inputs, "right": right,
        "chart": chart([shares], height=height, picks="length"),
    }  # fmt: skip
    return picture("length_curve", title, [slider], shown, arrays, origin, "length", 600, **more)


def percent(share: float) -> str:
    return "–" if np.isnan(share) else f"{100 * float(share):.{1 if 0 < share < 0.1 else 0}f}%"


def summary(
    k: int, length: int, trained: int, count: int, schemes: list, scores: dict, words: dict
) -> str:
    """Write the summary of one length."""
    shares = {s["title"]: y for s in schemes if not np.isnan(y := scores[s["name"]][k])}
    most = max(shares.values())
    best = ", ".join(title for title, y in shares.items() if y == most)
    more = length - trained
    which = words["summary_beyond" if more > 0 else "summary_inside"]
    verdict = words["best"].format(names=best, score=percent(most)) if most else words["none_left"]
    return f"{which.format(length=length, more=more, count=count)} {verdict}"


def wrote(scheme: dict, scores: np.ndarray, right: list, words: dict) -> Panel:
    """Show the output of a scheme at each length after its accuracy; wrong positions are marked."""
    rows, marks = [], []
    for row, wanted in zip(scheme["rows"], right, strict=True):
        letters = row["letters"] + ["·"] * (len(wanted) - len(row["letters"]))
        wrong = [n >= len(wanted) or letter != wanted[n] for n, letter in enumerate(letters)]
        notice = words["refuses" if row["refused"] else "nothing"].format(reason=row["refused"])
        rows.append(letters if row["letters"] else [notice])
        marks.append("".join("ow"[bad] for bad in wrong) if row["letters"] else "o")
    names = [f"**{scheme['title']}** {percent(score)}" for score in scores]
    parts = (by("length", part) for part in (names, rows, marks))
    return sentence(*parts, even=True, hue=scheme["hue"])


def outcome(trained: Trained, example) -> dict[str, Any]:
    """Return a model's output for one string, or its error message."""
    most = 2 * len(example.source) + 2  # an endless output is cut here
    try:
        tokens = greedy_answer(trained, trained.source_vocabulary.encode(example.source), most)
    except ValueError as refused:
        return {"letters": [], "refused": str(refused)}
    return {"letters": list(trained.target_vocabulary.decode(tokens)), "refused": ""}
