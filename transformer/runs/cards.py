"""Whether a run's card is valid: the file may have been edited, truncated, or come from anywhere.

The card is validated here, once, for all code that lists runs, trains them, or loads them from an archive.
"""

from dataclasses import fields
from typing import Any

from transformer import families, tasks
from transformer.objectives.settings import AttentionSupervision
from transformer.runs.run import RunConfig
from transformer.runs.run_folder import problem_of
from transformer.tasks.custom import stored
from transformer.tasks.custom.stored import FILES
from transformer.training.settings import Settings
from transformer.weights.fingerprint import codes

WORDS = {int: "a whole number", str: "a name"}
MOST = {"steps": 1_000_000, "batch": 4096, "seed": 2**31}  # settings
MOST_SIZE, MOST_LAYERS = 4096, 48  # of a model
SAVE_AGAIN = "Save the run again on the other machine"
OTHER_CODE = "Use the same version of the code on both machines (git pull), then save the run again"


class Unfit(ValueError):
    """A card that cannot be used: the reason, and advice for cards that came with an archive."""

    def __init__(self, reason: str, advice: str = SAVE_AGAIN):
        super().__init__(f"{reason}. {advice}.")
        self.reason = reason


def judged(card: Any) -> RunConfig:
    """Return the config of a run from its card in this folder. Raises `Unfit` where the config, or anything else that pages
    read from the card, is invalid."""
    config = run_config(card)
    if problem := problem_of(card):
        raise Unfit(problem)
    pinned = card.get("pinned")
    if not isinstance(pinned, bool):
        raise Unfit(f"pinned is {short(pinned)}; it must be true or false")
    for name in ("from", "device"):
        if not isinstance(card.get(name, ""), str):
            raise Unfit(f"{name} is {short(card[name])}; it must be a string")
    if "parent" in card:
        _check_parent(card["parent"])
    if "code" in card or "codes" in card:
        _check_codes(card)
    _check_model(config)
    return config


def run_config(card: Any) -> RunConfig:
    """Return the config of the run on a card. Raises `Unfit` where this code cannot train it."""
    if not isinstance(card, dict) or not isinstance(card.get("settings"), dict):
        raise Unfit("The card.json does not state how the run was trained")
    _check_settings(card["settings"])
    _check_sizes(card.get("sizes"))
    try:
        config = RunConfig.read(card)
    except KeyError as error:
        raise Unfit(f"The file card.json does not contain {error}", OTHER_CODE) from error
    except (TypeError, ValueError, AttributeError) as error:
        raise Unfit(f"The card.json cannot be used: {short(error)}", OTHER_CODE) from error
    task_names = (*tasks.TASKS, *tasks.own_names(), *FILES)
    if config.task not in task_names:
        raise Unfit(
            f"This run was trained on the task “{short(config.task)}”, which does not exist here; the known tasks are "
            f"{', '.join(task_names)}",
            OTHER_CODE,
        )
    for name in ("pieces", "family"):
        value = getattr(config, name)
        if isinstance(value, str) and len(value) > 100:
            raise Unfit(f"The card’s {name} is {len(value):,} characters long, which is too long")
        if not isinstance(value, str):
            raise Unfit(f"The card’s {name} is {short(value)}; it must be a name")
    return config


def _check_model(config: RunConfig) -> None:
    """Check that a model of this family and these sizes can exist, without building it."""
    try:
        task = stored.empty(config.task) if config.task in FILES else tasks.find(config.task)()
        family = families.find(config.family or task.family)
        sizes = families.concerning(family, config.sizes)
        types = {field.name: field.type for field in fields(family.config)}
        for name, value in sizes.items():
            kind = types.get(name)
            if kind in WORDS and type(value) is not kind:
                raise ValueError(f"{name} is {value!r}; it must be {WORDS[kind]}")
        family.configured((range(9), range(9)), **sizes)
    except Exception as error:  # your own family may raise anything
        raise Unfit(f"The model of this run cannot be built: {short(error)}", OTHER_CODE) from error


def _check_parent(parent: Any) -> None:
    is_named = isinstance(parent, dict) and isinstance(parent.get("run"), str)
    if not is_named or type(parent.get("step")) is not int:
        raise Unfit(f"parent is {short(parent)}; it must name a run and a step")


def _check_codes(card: dict) -> None:
    try:
        fit = all(
            type(step) is int
            and all(isinstance(part, str) for entry in code.items() for part in entry)
            for step, code in codes(card)
        )
    except (TypeError, ValueError, AttributeError):
        fit = False
    if not fit or not isinstance(card.get("code"), dict):
        raise Unfit(
            "`code` and `codes` do not state for each file which code the run was trained with"
        )


def _check_settings(settings: dict) -> None:
    """Check the type of each setting; `Settings` checks the values."""
    _refuse_unknown("setting", settings, Settings)
    for name, value in settings.items():
        default = getattr(Settings, name)
        if name == "guide":
            if value is not None:
                _refuse_unknown("guide", value, AttentionSupervision)
                for part, number in value.items():
                    _check_kind(part, number, getattr(AttentionSupervision, part), MOST_LAYERS)
        else:
            _check_kind(name, value, default, MOST.get(name, 2**31))


def _check_sizes(sizes: Any) -> None:
    if not isinstance(sizes, dict):
        raise Unfit("The card.json does not contain the sizes of the model")
    for name, value in sizes.items():
        if not isinstance(value, str | int | float) or len(str(value)) > 40:
            raise Unfit(f"The card’s {short(name)} is neither a number nor a name")
        if not isinstance(value, str):
            most = MOST_LAYERS if name.endswith("layers") else MOST_SIZE
            _check_kind(name, value, 0.0, most)


def _refuse_unknown(what: str, values: Any, owner: type) -> None:
    allowed = [field.name for field in fields(owner)]
    unknown = (
        [name for name in values if name not in allowed] if isinstance(values, dict) else ["?"]
    )
    if unknown:
        raise Unfit(
            f"The card names the {what} “{short(unknown[0])}”, which does not exist in this code",
            OTHER_CODE,
        )


def _check_kind(name: str, value: Any, default: Any, most: float) -> None:
    """Check that a value is a number where one is needed, an integer where required, and not too large."""
    if isinstance(default, bool) or not isinstance(default, int | float):
        fits = type(value) is type(default)
    elif isinstance(default, int):
        fits = type(value) is int and 0 <= value <= most
    else:
        fits = type(value) in (int, float) and -most <= value <= most
    if not fits:
        raise Unfit(
            f"The card’s {short(name)} is {short(value)}; it must be a "
            f"{type(default).__name__} of at most {most:,}"
        )


def short(value: Any, most: int = 120) -> str:
    text = str(value).strip().rstrip(".")
    return text if len(text) <= most else f"{text[:most]}…"
