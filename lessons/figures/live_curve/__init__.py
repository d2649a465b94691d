"""The curves of a training: loss, held-out score, learning rate, gradients, as far as it was when the figure was
made. While it trains, the drawing hears of news, and Python makes the next one.
"""

import math

import numpy as np

from lessons.figures.kit import chart, palette, run_scores
from lessons.figures.kit.chart import validate_choice  # noqa: F401  the figure's
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.live_curve import words as say
from transformer.objectives.loss import smoothing_floor
from transformer.runs import Plan, Run

RECENT = 30  # steps whose mean time says how long the rest takes


def live_curve(run: Run, task, state: str, queue_position: int = 0) -> Figure:
    """All that a run has told so far; `state` as `Run.state()` says it, `queue_position` its place in line."""
    plan, events = Plan.read(run.card), run.events()
    score = run_scores.score_of(run, task)
    measured = run_scores.measured(events, score)
    parts = list(measured[0]["gradient_norms"]) if measured else []
    words = len(task.target_words) + 4  # and the special ones
    known = bool(task.target_words)  # a text of one's own is prepared first
    arrays = {
        "step": _array([e["step"] for e in events], "step", "step"),
        "loss": _array([e["loss"] for e in events], "step", "loss"),
        "rate": _array([e["learning_rate"] for e in events], "step", "learning_rate"),
        "norm": _array([e["gradient_norm"] for e in events], "step", "gradient_norm"),
        **run_scores.arrays(events, task, score),
        "norms": _array(
            [[e["gradient_norms"][part] for part in parts] for e in measured],
            "measurement part",
            "gradient_norms",
        ),
    }
    if task.translates:
        scores = [e.get("bleu", np.nan) for e in measured]  # not in runs of earlier days
        arrays["bleu"] = _array(scores, "measurement", "bleu")
    facts = {
        "steps": plan.settings.steps,
        "state": state,
        "score": score,
        "yardsticks": run_scores.yardsticks(task) if known else [],
        "preparing": not known,
        "floor": smoothing_floor(words, plan.settings.smoothing) if known else 0.0,
        "smoothing": plan.settings.smoothing,
        "target_words": words,
        "parts": parts,
    }
    told = run_scores.said(task, score, say) if known else say.WORDS
    header = facts | {
        "title": say.TITLE.format(run=run.name, task=task.title),
        "run": run.name,
        "chart": chart.chart(
            panels(facts, arrays, told), columns=2, height=250,
            parts=parts_below(facts, arrays, told, [e["seconds"] for e in events], queue_position),
        ),
        "words": {**told, "origin": told["origin"].format(run=run.name)},
        "caption": f"{say.TITLE.format(run=run.name, task=task.title)}. {told['origin'].format(run=run.name)}",
        "palette": {
            "light": palette.LIGHT | palette.MORE_LIGHT,
            "dark": palette.DARK | palette.MORE_DARK,
        },
        "start": {},
    }  # fmt: skip
    return Figure("live_curve", header, arrays)


def panels(facts: dict, arrays: dict[str, Array], words: dict) -> list[chart.Panel]:
    """The loss, what is measured of held-out examples, the learning rate, the gradients."""
    steps = chart.axis(words["step"], 0, facts["steps"])
    losses = [
        chart.trace("loss", "step", name=words["trained"] if "bits" in arrays else "", wide=1.6)
    ]
    if "bits" in arrays:
        losses.append(
            chart.trace(
                "bits", "measured", name=words["held_out"], colour="good", dots=5, times=math.log(2)
            )
        )
    scores = [chart.trace("score", "measured", colour="good", dots=5, reads=".1%")]
    if "bleu" in arrays:
        scores[0]["name"] = words["match"]
        scores.append(
            chart.trace("bleu", "measured", name=words["bleu"], colour="key", dash="dash", dots=5, times=0.01, reads=".3f")
        )  # fmt: skip
    norms = [
        chart.trace(f"norms[:, {k}]", "measured", name=part, colour=f"part_{k % 8}", wide=1.6)
        for k, part in enumerate(facts["parts"])
    ]
    share = chart.axis("", 0, 1, ticks=".0%")
    return [
        chart.panel(words["loss"], steps, chart.axis("", 0), losses, lines=levels(facts, words), tells="telling"),
        chart.panel(words["exact_and_bleu" if "bleu" in arrays else "exact"], steps, share, scores),
        chart.panel(words["rate"], steps, chart.axis("", 0), [chart.trace("rate", "step", colour="query")]),
        chart.panel(words["norms"], steps, chart.axis("", 0), norms),
    ]  # fmt: skip


def levels(facts: dict, words: dict) -> list[dict]:
    """How low the loss can get, or what counting alone reaches: the lowest has its name below the line."""
    found = [chart.level(y["value"], y["label"]) for y in facts["yardsticks"]]
    if found:
        min(found, key=lambda one: one["value"])["below"] = True
    if facts["floor"]:
        label = words["floor"].format(floor=f"{facts['floor']:.3f}")
        found.append(chart.level(facts["floor"], label, tells="floor", left=True))
    return found


def parts_below(
    facts: dict, arrays: dict[str, Array], words: dict, seconds: list[float], queue_position: int
) -> list[dict]:
    """How it stands, and what was measured how."""
    step = int(arrays["step"].values[-1]) if len(seconds) else 0
    told = state_of(facts, arrays, words, step, seconds[-RECENT:], queue_position)
    floor = {
        "smoothing": facts["smoothing"],
        "words": facts["target_words"],
        "floor": f"{facts['floor']:.4f}",
    }
    notes = [
        words["floor_said"].format(**floor) if facts["smoothing"] else words["no_floor"],
        words["measured"],
    ]
    notes += [words["unknown"]] if "bleu" in arrays else []
    return [
        {"kind": "said", "all": told, "tells": facts["state"] == "done"},
        {"kind": "bar", "share": step / facts["steps"]},
        {"kind": "note", "all": "" if facts["preparing"] else " ".join(notes), "tells": True},
    ]


def state_of(
    facts: dict,
    arrays: dict[str, Array],
    words: dict,
    step: int,
    recent: list[float],
    queue_position: int,
) -> str:
    """One sentence on how the run stands."""
    state, steps = facts["state"], facts["steps"]
    if state == "waiting":
        return words["line"].format(place=queue_position) if queue_position else words["soon"]
    if state == "running" and not step:
        return words["preparing" if facts["preparing"] else "soon"]
    if state == "running":
        left = math.ceil((steps - step) * sum(recent) / len(recent))
        return words["running" if len(recent) > 4 else "begun"].format(
            step=step, steps=steps, left=left
        )
    if state != "done":
        return words.get(state, words["gone"]).format(step=step)
    last = {
        name: float(a.values[-1])
        for name, a in arrays.items()
        if a.values.ndim == 1 and a.values.size
    }
    told = words["done" if "score" in last else "unmeasured"].format(
        steps=steps, loss=f"{last['loss']:.4g}" if "loss" in last else "–",
        score=f"{100 * last.get('score', 0):.1f} %", bits=f"{last.get('bits', math.nan):.2f}",
    )  # fmt: skip
    bleu = last.get("bleu", math.nan)
    return (
        f"{told} {words['bleu_done'].format(bleu=f'{bleu:.2f}')}" if math.isfinite(bleu) else told
    )


def _array(values: list, axes: str, name: str) -> Array:
    return Array(np.array(values, np.float32), axes, f"events.jsonl: {name}")
