"""Predict first: what does a wider beam do to a wrong answer? What it does is measured."""

from collections.abc import Sequence

from lessons.decoding import EARLY
from lessons.kit.prediction import Prediction, asked
from transformer.measure.decoding.judged import Judged, improved
from transformer.weights import load

OPTIONS = (
    "the right translation",
    "another wrong one, more probable to the model than greedy’s",
    "another wrong one, less probable to the model than greedy’s",
    "the same as greedy",
)
WHY = {
    "": "Greedy search had thrown it away one word at a time.",
    "search": "The right one is more probable than both, and was not found: a **search error**. A still "
    "wider beam may find it, or something wrong that is more probable still.",
    "model": "The model itself prefers a wrong one: a **model error**. A better search cannot mend that.",
}


def about(judged: Sequence[tuple[str, Judged]]) -> Prediction:
    """`judged`: sentences, and what became of each. The question is about the first that a beam changes
    without mending it, or else about the first that greedy search gets wrong."""
    wrong = [(text, one) for text, one in judged if one.greedy != one.right]
    changed = [(text, one) for text, one in wrong if one.error and one.beam != one.greedy]
    text, one = (changed or wrong or judged)[0]
    trained = load(EARLY)

    def said(tokens) -> str:
        return trained.task.join(trained.target_vocabulary.decode(tokens))

    greedy, found, right = (f"{total:.2f}" for total in one.totals)
    wrote, right_option = f"it writes “{said(one.beam)}”", OPTIONS[_outcome(one)]
    better = found if found == greedy else f"{found}, greedy’s has {greedy}"
    reasons = {
        OPTIONS[0]: f"Instead {wrote} ({found}); the right one has {right}. {WHY[one.error]}",
        OPTIONS[1]: f"Now {wrote}. Its log-probability is {better}; the right one has {right}.",
        OPTIONS[
            2
        ]: f"A beam can lose a beginning that greedy search kept, and end lower. Not here: {wrote} "
        f"with {found}, and greedy’s has {greedy}.",
        OPTIONS[
            3
        ]: f"Five beginnings see more than one: {wrote} with {found} instead of greedy’s {greedy}.",
    }
    why = (
        f"The beam writes “{said(one.beam)}”. Log-probabilities of the three: greedy’s {greedy}, the "
        f"beam’s {found}, the right one’s {right}. {WHY[one.error]}"
    )
    question = (
        f"“{text}”: greedy search translates it as “{said(one.greedy)}”. Right would be "
        f"“{said(one.right)}”. **What does a beam of five find?**"
    )
    return asked(question, reasons | {right_option: why}, right_option, text)


def _outcome(one: Judged) -> int:
    """The number of the option that holds."""
    if one.beam == one.greedy:
        return 3
    if not one.error:
        return 0
    return 1 if improved(one) else 2
