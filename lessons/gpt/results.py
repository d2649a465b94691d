"""What the page on GPT shows, computed with `transformer` and shared by all visitors."""

from lessons.figures.kit.figure import Figure
from lessons.figures.model_sizes import model_sizes
from lessons.figures.prompt_learning import prompt_learning
from lessons.figures.prompt_rows import prompt_rows
from lessons.figures.prompt_swap import MOST_WORDS, prompt_swap
from lessons.figures.same_parts import same_parts
from lessons.gpt import DESKS, EVERYTHING, MODEL, PROBES, SENTENCE, WAYS, prediction, words
from lessons.host.shared import shared
from lessons.kit.prediction import Prediction
from lessons.kit.reading import Reading
from lessons.models.saved import of_model, shared_by_version, trained
from transformer.measure import help_desk
from transformer.measure.probing import Probed, probed
from transformer.measure.prompting import rows
from transformer.tasks.help_desk import BEYOND, OPENING
from transformer.weights import Trained

__all__ = ["trained"]  # asked for by name


def models() -> dict[str, Trained]:
    """What the loss counts → the model that was trained so."""
    return {way: trained(name) for way, name in WAYS.items()}


@shared
def batch() -> Figure:
    """A small batch of held-out rows."""
    return prompt_rows(models(), rows(trained(MODEL).task.held_out))


@of_model
def sentence(name: str, text: str) -> Reading:
    """What a model makes of a sentence; `problem` says what is wrong, as a task token in it."""
    found = trained(name)
    if typed := [kind for kind in found.task.kinds if kind in found.task.split(text)]:
        return Reading(text, (), (), (), words.WITHOUT_TOKEN.format(token=typed[0]))
    return Reading.of(found, text, MOST_WORDS)


@shared_by_version
def swapped(name: str, reading: Reading) -> Figure:
    """A sentence with each of the task tokens after it."""
    return prompt_swap(trained(name), reading)


@shared
def desks() -> dict[str, dict[str, help_desk.Right]]:
    """How much each help desk gets right of the same new conversations."""
    return {name: help_desk.measured(trained(name)) for name in DESKS}


@shared
def answered() -> list[tuple[str, ...]]:
    """What each of them says at last in one conversation, and to lines to which none was told the answer."""
    lines = (OPENING, *((line,) for line in BEYOND))
    return [(" / ".join(said), *(help_desk.talk(trained(name), said)[-1] for name in DESKS)) for said in lines]  # fmt: skip


@shared
def learned() -> Figure:
    """What each model could after how many steps."""
    return prompt_learning(models())


@shared
def sizes() -> Figure:
    """The published models, counted."""
    return model_sizes()


@shared
def four_models() -> Figure:
    """Four models that are made of the same parts."""
    return same_parts()


@shared
def probes() -> list[tuple[str, str, Probed]]:
    """What the model that learned whole rows says after some beginnings, and what the rows say."""
    found = trained(EVERYTHING)
    return [(begins, word, probed(found, begins, word)) for begins, word in PROBES]


@shared
def predict(part: str) -> Prediction:
    """The question of a part; its answer is measured."""
    if part == "rows":
        return prediction.about_loss(batch())
    if part == "swap":
        return prediction.about_prompt(swapped(MODEL, sentence(MODEL, SENTENCE)))
    return prediction.about_first(learned()) if part == "learning" else prediction.about_parts()


def warm() -> None:
    """Compute what the first visitor will see, so that nobody waits for it."""
    predict("rows")
