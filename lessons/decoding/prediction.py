"""The question of the page: what does a wider beam do to a wrong answer?"""

from collections.abc import Sequence

from lessons.decoding import EARLY
from lessons.decoding.measure.judged import Judged, is_more_probable
from lessons.kit.prediction import Prediction, from_reasons
from transformer.weights import load

OPTIONS = (
    "the correct translation",
    "a different wrong translation, with a higher log p than the greedy one",
    "a different wrong translation, with a lower log p than the greedy one",
    "the same translation as greedy decoding",
)
WHY = {
    "": "Greedy decoding missed this translation by choosing one word at a time.",
    "search": "The correct translation is more probable than both answers but was not found: this is a **search "
    "error**. A wider beam may find the correct translation or a more probable wrong one.",
    "model": "The model itself prefers a wrong translation: this is a **model error**. A better search does not help.",
}


def about_beam(judged: Sequence[tuple[str, Judged]]) -> Prediction:
    """Ask about the first sentence in `judged` whose translation a beam changes without fixing it; if there is
    none, about the first that greedy decoding gets wrong."""
    wrong = [(text, result) for text, result in judged if result.greedy != result.right]
    changed = [
        (text, result) for text, result in wrong if result.error and result.beam != result.greedy
    ]
    text, shown = (changed or wrong or judged)[0]
    trained = load(EARLY)

    def text_of(tokens) -> str:
        return trained.task.join(trained.target_vocabulary.decode(tokens))

    greedy, beam, right = (f"{total:.2f}" for total in shown.totals)
    wrote, right_option = f"The beam writes “{text_of(shown.beam)}”", OPTIONS[_right_option(shown)]
    reasons = {
        OPTIONS[
            0
        ]: f"{wrote} with log p {beam}; the correct translation has {right}. {WHY[shown.error]}",
        OPTIONS[
            1
        ]: f"{wrote} with log p {beam}; greedy decoding reaches {greedy}, and the correct translation has {right}.",
        OPTIONS[
            2
        ]: f"{wrote} with log p {beam}; greedy decoding reaches {greedy}. For other sentences, a beam can prune "
        f"the greedy hypothesis and end with a lower log p.",
        OPTIONS[3]: (
            f"{wrote} with log p {beam}; greedy decoding reaches {greedy}. A beam of five searches more widely than "
            "greedy decoding."
        ),
    }
    why = (
        f"{wrote} with log p {beam}. Greedy decoding reaches {greedy}, and the correct translation has {right}. "
        f"{WHY[shown.error]}"
    )
    question = (
        f"Greedy decoding translates “{text}” as “{text_of(shown.greedy)}”. The correct translation is "
        f"“{text_of(shown.right)}”. **Which translation does a beam of five find?**"
    )
    return from_reasons(question, reasons | {right_option: why}, right_option, text)


def _right_option(result: Judged) -> int:
    """Return the index of the right option."""
    if result.beam == result.greedy:
        return 3
    if not result.error:
        return 0
    return 1 if is_more_probable(result) else 2
