"""The curves of a training run up to now: loss, held-out accuracy, learning rate and gradients. During the run,
the drawing gets notified of new events, and Python builds the next figure.
"""

import math

import numpy as np

from lessons.figures.kit import run_scores
from lessons.figures.kit.chart import Panel, axis, chart, level, panel, trace
from lessons.figures.kit.figure import Array, Figure
from lessons.figures.live_curve import words as say
from lessons.figures.panels import bars, picture, text
from transformer.objectives.loss import smoothing_floor
from transformer.runs import Run, RunConfig

RECENT = 30  # steps whose mean time predicts the remaining time


def live_curve(run: Run, task, state: str, queue_position: int = 0) -> Figure:
    """Build the figure of a run so far; `state` is from `Run.state()`, `queue_position` its position in the queue."""
    config, events = RunConfig.read(run.card), run.events()
    score = run_scores.score_of(run, task)
    measured = run_scores.measured(events, score)
    parts = list(measured[0]["gradient_norms"]) if measured else []
    count = len(task.target_words) + 4  # and the special ones
    has_words = bool(task.target_words)  # your own text is prepared first
    smoothing, steps = config.settings.smoothing, config.settings.steps
    norms = [[e["gradient_norms"][part] for part in parts] for e in measured]
    arrays = {
        "step": _array([e["step"] for e in events], "step", "step"),
        "loss": _array([e["loss"] for e in events], "step", "loss"),
        "rate": _array([e["learning_rate"] for e in events], "step", "learning_rate"),
        "norm": _array([e["gradient_norm"] for e in events], "step", "gradient_norm"),
        "done": _array([e["step"] for e in events[-1:]] or [0], "last", "step"),
        **run_scores.arrays(events, task, score),
        "norms": _array(norms, "measurement part", "gradient_norms"),
    }
    if task.translates:
        scores = [e.get("bleu", np.nan) for e in measured]  # missing in older runs
        arrays["bleu"] = _array(scores, "measurement", "bleu")
    words = run_scores.texts_for(task, score, say) if has_words else say.WORDS
    facts = {
        "run": run.name, "state": state, "score": score, "steps": steps, "parts": parts, "preparing": not has_words,
        "yardsticks": run_scores.yardsticks(task) if has_words else [],
        "floor": smoothing_floor(count, smoothing) if has_words else 0.0,
    }  # fmt: skip
    floor = {"smoothing": smoothing, "words": count, "floor": f"{facts['floor']:.4f}"}
    notes = [words["floor_said"].format(**floor) if smoothing else words["no_floor"]]
    notes += [words["measured"], *([words["unknown"]] if task.translates else [])]
    seconds = [e["seconds"] for e in events[-RECENT:]]
    status = state_of(facts, arrays, words, seconds, queue_position)
    shown = [
        text(status, "output telling" if state == "done" else "output"),
        bars("done[:]:0", [words["step"]], full=steps),
        *([text(" ".join(notes), "caption telling")] if has_words else []),
    ]
    curves = chart(panels(facts, arrays, words), columns=2, height=260)
    title = say.TITLE.format(run=run.name, task=task.title)
    origin = words["origin"].format(run=run.name)
    return picture("live_curve", title, [], shown, arrays, origin, chart=curves, **facts)


def panels(facts: dict, arrays: dict[str, Array], words: dict) -> list[Panel]:
    """Build the charts of loss, held-out measurements, learning rate and gradients."""
    steps, size = axis(words["step"], 0, facts["steps"]), axis("", 0)
    losses = [trace("loss", "step", name=words.get("trained", ""), wide=1.6)]
    # Nothing is known of a text that is still being prepared.
    if "bits" in arrays and "held_out" in words:
        look = {"colour": "good", "dots": 5, "times": math.log(2)}
        losses.append(trace("bits", "measured", name=words["held_out"], **look))
    scores = [trace("score", "measured", colour="good", dots=5, reads=".1%")]
    if "bleu" in arrays:
        scores[0]["name"] = words["match"]
        look = {"colour": "key", "dash": "dash", "dots": 5, "times": 0.01, "reads": ".3f"}
        scores.append(trace("bleu", "measured", name=words["bleu"], **look))
    norms = [
        trace(f"norms[:, {k}]", "measured", name=part, colour=f"part_{k % 8}", wide=1.6)
        for k, part in enumerate(facts["parts"])
    ]
    exact = words["exact_and_bleu" if "bleu" in arrays else "exact"]
    low = {"lines": levels(facts, words), "tells": "telling", "veiled": 0}
    return [
        panel(words["loss"], steps, size, losses, **low),
        panel(exact, steps, axis("", 0, 1, ticks=".0%"), scores),
        panel(words["rate"], steps, size, [trace("rate", "step", colour="query")]),
        panel(words["norms"], steps, size, norms),
    ]


def levels(facts: dict, words: dict) -> list[dict]:
    """Draw the lowest possible loss, or the counting baselines; the lowest line has its name below it."""
    lines = [level(yardstick["value"], yardstick["label"]) for yardstick in facts["yardsticks"]]
    if lines:
        min(lines, key=lambda line: line["value"])["below"] = True
    if facts["floor"]:
        label = words["floor"].format(floor=f"{facts['floor']:.3f}")
        lines.append(level(facts["floor"], label, tells="floor", left=True))
    return lines


def state_of(
    facts: dict, arrays: dict[str, Array], words: dict, seconds: list[float], queue_position: int
) -> str:  # fmt: skip
    """Describe the state of the run in one sentence. `seconds`: of its last steps."""
    state, steps, step = facts["state"], facts["steps"], int(arrays["done"].values[0])
    if state == "waiting":
        return words["line"].format(place=queue_position) if queue_position else words["soon"]
    if state == "running" and not step:
        return words["preparing" if facts["preparing"] else "soon"]
    if state == "running":
        left = math.ceil((steps - step) * sum(seconds) / len(seconds))
        return words["running" if len(seconds) > 4 else "begun"].format(step=step, steps=steps, left=left)  # fmt: skip
    if state != "done":
        return words.get(state, words["gone"]).format(step=step)
    lines = (name for name, array in arrays.items() if array.values.ndim == 1 and array.values.size)
    last = {name: float(arrays[name].values[-1]) for name in lines}
    gaps = {
        "steps": steps, "loss": f"{last['loss']:.4g}" if "loss" in last else "–",
        "score": f"{100 * last.get('score', 0):.1f}%", "bits": f"{last.get('bits', math.nan):.2f}",
    }  # fmt: skip
    line = words["done" if "score" in last else "unmeasured"].format(**gaps)
    bleu = last.get("bleu", math.nan)
    return (
        f"{line} {words['bleu_done'].format(bleu=f'{bleu:.2f}')}" if math.isfinite(bleu) else line
    )


def _array(values: list, axes: str, name: str) -> Array:
    return Array(np.array(values, np.float32), axes, f"events.jsonl: {name}")
