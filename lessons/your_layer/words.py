"""Sentences and tables of the page on a layer of one's own. What is a number was measured."""

from collections.abc import Sequence
from html import escape

from lessons.figures.kit.figure import Figure
from transformer.contracts import Light
from transformer.measure.training.fair_trainings import Score, verdict
from transformer.measure.training.layer_cost import Cost

STATES = {"green": "✓", "red": "✗", "grey": "–"}
USUAL = "The layer of the machine itself, as all models that ship have it."
WROTE = "{file} is written; Source shows it. Open it in your editor, change it and save: this page follows."
NOT_TRAINED = (
    "Neither of the two is trained yet with this task and seed. A training takes about ten seconds; you may "
    "leave the page meanwhile."
)
SAME_START = "Same task, seed and batches; the weights begin as those of the standard layer wherever they fit."
EVERYTHING = "Five trainings, one after the other, about a minute in all. They go on when you leave the page."
PUT_IN = (
    "The layer stands in the place of the standard one, in a model that was trained without it. Where names and shapes "
    "agree it has the trained weights. What the model’s card says of its score is not said of this one."
)
TWO_RUNS = (
    "Two runs that have learned something are needed. Choose a kind of layer, then **Two trainings**, to train a pair; "
    "the training page trains anything, and loads a run that somebody sent you."
)
OTHER_WORDS = "{} and {} know different words, so no sentence can be given to both. Their curves are under **Two trainings**."
OTHER_FAMILY = "One is of the family {}, the other of the family {}: no step of one belongs to a step of the other."
NO_ATTENTION = (
    "The two have no attention at the same place, so no map of one belongs to a map of the other."
)
NO_LAYER = "A layer of one run is not in place, so its model can compute nothing here."
ONE_TASK = "A stored run has learned one task. Choose a kind of layer to train one on every task."
SAME_LAYERS = "Both have the same layers: no source differs, and neither do their lights."
OF_RUNS = (
    "Time: the median step by the clock of the machine that trained it, as stored with the run; another machine, or a "
    "busy one, takes longer. Memory: measured now, with a batch of the run’s own size."
)
CAME = "What {run} was trained with, as the file came: shown, and never run."
LIGHTS = (
    "**Green is not good.** A light says that a layer keeps a promise: it runs, it sees no later word, all its weights get a gradient. "
    "Whether it is better than another, only trainings can say.\n\n"
    "**Red has a first cell.** The sentence names the first number that is wrong, and a likely cause.\n\n"
    "**In a terminal**: `python -m transformer.variants new attention mine` writes the same file, and "
    "`python -m transformer.contracts attention mine` measures the same lights."
)
COMPARE = (
    "**One thing differs.** Task, seed, batches and, where shapes allow, the initial weights are the same. So what "
    "differs in the end comes from the layer, or from chance.\n\n"
    "**Chance has a size.** The interval says which true shares are no surprise. The paired test looks only at "
    "sentences on which one is right and the other wrong.\n\n"
    "**One seed is one coin.** Before you believe a difference, train both with another seed.\n\n"
    "**Any two trainings**, also one that somebody sent you: choose *runs* in the first menu."
)
SOURCE = (
    "**Look for the first step that differs**, not for the largest difference: everything after it differs "
    "because of it.\n\n"
    "**The line is yours.** Each step was handed to its probe by one line; the shape beside it is what it had. Change "
    "that line in your file and save: this page compares it with the last version."
)


def about_model(figure: Figure, remark: str) -> str:
    """What the model writes with the layer put in."""
    run = figure.header["run"]
    return f"It writes: *{run['output'] or 'nothing'}*. {remark}"


def interval(score: Score) -> str:
    low, high = score.interval
    return f"{low:.1%} – {high:.1%}"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table as HTML; all that stands in it is plain text."""
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join(
        f"<tr><th>{escape(row[0])}</th>{''.join(f'<td>{escape(cell)}</td>' for cell in row[1:])}</tr>"
        for row in rows
    )
    return (
        f"<div class=layers><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def scores_table(
    names: Sequence[str], scores: Sequence[Score | None], seen: Sequence[str] = ("", ""), same=True
) -> str:
    """Two trained models on their held-out sentences; where no whole answers are counted, what was `seen`
    while it trained. `same`: the two have the same sentences."""
    rows = [
        (
            name,
            f"{sum(score.right)} of {len(score.right)}" if score else said,
            interval(score) if score else "",
            f"{score.parameters:,}" if score else "",
            beside(scores[0], score, same) if place else "",
        )
        for place, (name, score, said) in enumerate(zip(names, scores, seen, strict=True))
    ]
    return table(("", "right", "95% interval", "parameters", f"beside {names[0]}"), rows)


def beside(one: Score | None, other: Score | None, same: bool) -> str:
    """Whether the other one is better, or why that cannot be said."""
    if not same:
        return "not compared: other held-out sentences"
    return (
        verdict(one, other) if one and other else "not compared: there are no whole answers of both"
    )


def tasks_table(name: str, rows: Sequence[dict]) -> str:
    """A row for each task: the standard layer as it ships, and this one."""
    told = []
    for row in rows:
        standard, score = row["standard"], row["score"]
        mine = row["state"] or "not trained yet"
        if score is not None:
            mine = f"{sum(score.right)} of {len(score.right)}"
            mine += ", by an earlier version of the code" * bool(row["old"])
            mine += ", ships with the project" * row["ships"]
        told.append(
            (
                row["task"],
                f"{sum(standard.right)} of {len(standard.right)}",
                mine,
                "" if score is None else interval(score),
                "" if score is None else verdict(standard, score),
            )
        )
    return table(("task", "standard", name, "95% interval", f"{name} is"), told)


def cost_table(names: Sequence[str], costs: Sequence[Cost], time: str = "processor time") -> str:
    """Time and memory of a training step, and as a ratio."""
    one, other = costs
    rows = [
        ("parameters", f"{one.parameters:,}", f"{other.parameters:,}", _ratio(other.parameters, one.parameters)),
        (time, f"{1000 * one.seconds:.1f} ms", f"{1000 * other.seconds:.1f} ms", _ratio(other.seconds, one.seconds)),
        ("kept for the gradient", f"{one.kept / 1e6:.2f} MB", f"{other.kept / 1e6:.2f} MB", _ratio(other.kept, one.kept)),
    ]  # fmt: skip
    return table(("a training step", *names, "ratio"), rows)


def _ratio(one: float, other: float) -> str:
    return f"× {one / other:.2f}"


def lights_table(names: Sequence[str], both: Sequence[Sequence[Light]]) -> str:
    """The lights of two layers side by side; of a red or grey one, what it says."""
    rows = []
    for one, other in zip(*both, strict=True):
        said = "; ".join(light.says for light in (one, other) if light.state != "green")
        rows.append((one.name, STATES[one.state], STATES[other.state], said))
    return table(("light", *names, ""), rows)


def other_code(card: dict, code: dict[str, str]) -> bool:
    """Whether a run was trained with other code than the present one, or with more than one."""
    return "code" in card and (card["code"] != code or "codes" in card)


def about_start(name: str, taken: tuple[int, int], old: bool) -> str:
    """What differs from the standard layer before the first step, and whether the code is still the same."""
    said = []
    if taken[0] < taken[1]:
        said.append(
            f"{name} began with {taken[0]:,} of its {taken[1]:,} weights like the standard layer; the other "
            f"{taken[1] - taken[0]:,} are new."
        )
    if old:
        said.append(
            f"{name} was trained with an earlier version of the code: train it again to compare what stands in the "
            "file now."
        )
    return " ".join(said)
