"""Results of the GPT page, computed with `transformer` and shared by all visitors."""

from lessons.figures.attention_map import attention_map
from lessons.figures.kit.figure import Figure
from lessons.gpt import (
    DESKS,
    EVERYTHING,
    MODEL,
    PERIOD,
    PROBES,
    REPEATS,
    SENTENCE,
    WAYS,
    prediction,
    words,
)
from lessons.gpt.figures.model_sizes import model_sizes
from lessons.gpt.figures.prompt_learning import prompt_learning
from lessons.gpt.figures.prompt_rows import prompt_rows
from lessons.gpt.figures.prompt_swap import MOST_WORDS, prompt_swap
from lessons.gpt.figures.same_parts import same_parts
from lessons.gpt.measure.probing import Probed, probed
from lessons.gpt.measure.prompting import after_rounds, rows, with_examples
from lessons.host.shared_cache import shared_cache
from lessons.kit.encoded_text import EncodedText
from lessons.kit.prediction import Prediction
from lessons.models.saved import encode as prompt
from lessons.models.saved import of_model, shared_by_version, trained
from transformer.measure import help_desk
from transformer.tasks.help_desk import BEYOND, OPENING
from transformer.weights import Trained

CONSTANT = True  # the answers depend on the arguments alone, so the app keeps them

__all__ = ["prompt", "trained"]  # asked for by name


def models() -> dict[str, Trained]:
    """Map what the loss counts to the model trained with it."""
    return {way: trained(name) for way, name in WAYS.items()}


@shared_cache
def batch() -> Figure:
    """A small batch of held-out sequences."""
    return prompt_rows(models(), rows(trained(MODEL).task.held_out))


@of_model
def sentence(name: str, text: str) -> EncodedText:
    """How the model reads a sentence; `problem` says what is wrong, such as a task token in it."""
    found = trained(name)
    if typed := [kind for kind in found.task.kinds if kind in found.task.split(text)]:
        return EncodedText(text, (), (), (), words.WITHOUT_TOKEN.format(token=typed[0]))
    return EncodedText.encode(found, text, MOST_WORDS)


@shared_by_version
def swapped(name: str, reading: EncodedText) -> Figure:
    """A sentence with each of the task tokens after it."""
    return prompt_swap(trained(name), reading)


@shared_by_version
def continued(name: str, reading: EncodedText) -> Figure:
    """A prompt, the text with which a model continues it, and where its heads attend."""
    return attention_map(trained(name), reading)


@shared_cache
def desks() -> dict[str, dict[str, help_desk.Right]]:
    """The accuracy of each help desk on the same new conversations."""
    return {name: help_desk.measured(trained(name)) for name in DESKS}


@shared_cache
def answered() -> list[tuple[str, ...]]:
    """The last answer of each model in one conversation, and its answers to lines that no training row contains."""
    lines = (OPENING, *((line,) for line in BEYOND))
    return [(" / ".join(said), *(help_desk.talk(trained(name), said)[-1] for name in DESKS)) for said in lines]  # fmt: skip


@shared_cache
def shots() -> dict[str, list[float]]:
    """Accuracy with zero, one and two examples in the prompt: repeated strings, and translations."""
    return {
        "repeats": after_rounds(trained(REPEATS), PERIOD)[:3],
        "french": [with_examples(trained(MODEL), count) for count in range(3)],
    }


@shared_cache
def learned() -> Figure:
    """The learning curves of each model and task."""
    return prompt_learning(models())


@shared_cache
def sizes() -> Figure:
    """The published models with their numbers of parameters."""
    return model_sizes()


@shared_cache
def four_models() -> Figure:
    """Four models built from the same layers."""
    return same_parts()


@shared_cache
def probes() -> list[tuple[str, str, Probed]]:
    """Probabilities of the model trained on whole sequences after some prefixes, and their frequencies in the data."""
    found = trained(EVERYTHING)
    return [(begins, word, probed(found, begins, word)) for begins, word in PROBES]


@shared_cache
def predict(part: str) -> Prediction:
    """The question of a part, with its measured answer."""
    if part == "rows":
        return prediction.about_loss(batch())
    if part == "swap":
        return prediction.about_prompt(swapped(MODEL, sentence(MODEL, SENTENCE)))
    return prediction.about_first(learned()) if part == "learning" else prediction.about_parts()


def warm() -> None:
    """Compute what the first visitor will see, so that it is there at once."""
    predict("rows")
