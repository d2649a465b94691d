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
from lessons.gpt.measure.probing import NextWord, probe_next_word
from lessons.gpt.measure.prompting import accuracy_by_round, few_shot_accuracy, short_examples
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
    """Return a small batch of held-out sequences."""
    return prompt_rows(models(), short_examples(trained(MODEL).task.held_out))


@of_model
def sentence(name: str, text: str) -> EncodedText:
    """Read a sentence for a model; `problem` says what is wrong, such as a task token in it."""
    model = trained(name)
    if typed := [kind for kind in model.task.kinds if kind in model.task.split(text)]:
        return EncodedText(text, (), (), (), words.WITHOUT_TOKEN.format(token=typed[0]))
    return EncodedText.encode(model, text, MOST_WORDS)


@shared_by_version
def swap_figure(name: str, reading: EncodedText) -> Figure:
    """Draw a sentence with each of the task tokens after it."""
    return prompt_swap(trained(name), reading)


@shared_by_version
def continuation_figure(name: str, reading: EncodedText) -> Figure:
    """Draw a prompt, the text with which a model continues it, and where its heads attend."""
    return attention_map(trained(name), reading)


@shared_cache
def desk_scores() -> dict[str, dict[str, help_desk.Right]]:
    """Return the accuracy of each help desk on the same new conversations."""
    return {name: help_desk.measured(trained(name)) for name in DESKS}


@shared_cache
def desk_answers() -> list[tuple[str, ...]]:
    """Return the last answer of each model in one conversation, and its answers to lines that no training row contains."""
    lines = (OPENING, *((line,) for line in BEYOND))
    return [(" / ".join(lines_of_visitor), *(help_desk.talk(trained(name), lines_of_visitor)[-1] for name in DESKS)) for lines_of_visitor in lines]  # fmt: skip


@shared_cache
def shot_accuracies() -> dict[str, list[float]]:
    """Return the accuracy with zero, one and two examples in the prompt: repeated strings, and translations."""
    return {
        "repeats": accuracy_by_round(trained(REPEATS), PERIOD)[:3],
        "french": [few_shot_accuracy(trained(MODEL), count) for count in range(3)],
    }


@shared_cache
def learning_figure() -> Figure:
    """Draw the learning curves of each model and task."""
    return prompt_learning(models())


@shared_cache
def sizes_figure() -> Figure:
    """Draw the published models with their numbers of parameters."""
    return model_sizes()


@shared_cache
def four_models() -> Figure:
    """Draw four models built from the same layers."""
    return same_parts()


@shared_cache
def probes() -> list[tuple[str, str, NextWord]]:
    """Return probabilities of the model trained on whole sequences after some prefixes, and their frequencies in the data."""
    model = trained(EVERYTHING)
    return [(begins, word, probe_next_word(model, begins, word)) for begins, word in PROBES]


@shared_cache
def predict(part: str) -> Prediction:
    """Return the question of a part, with its measured answer."""
    if part == "rows":
        return prediction.about_loss(batch())
    if part == "swap":
        return prediction.about_prompt(swap_figure(MODEL, sentence(MODEL, SENTENCE)))
    return (
        prediction.about_first(learning_figure())
        if part == "learning"
        else prediction.about_parts()
    )


def warm() -> None:
    """Compute what the first visitor will see, so that it is there at once."""
    predict("rows")
