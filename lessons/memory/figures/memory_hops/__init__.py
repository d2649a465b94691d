"""A question and its facts, hop by hop: the query, how each fact matches, the output of the hop, and the answer
if the model stopped there.

One recorded forward pass of a memory network (`transformer/families/memory.py`).
"""

from lessons.figures.kit.figure import Array, Figure
from lessons.figures.kit.labels import UNKNOWN, truncated
from lessons.figures.panels import (
    bars,
    by,
    choice,
    column,
    picture,
    reveals_answer,
    row,
    strips,
    table,
)
from lessons.figures.panels import text as text_panel
from lessons.kit.encoded_text import EncodedText, encoded_text
from lessons.memory.figures.memory_hops import words as say
from lessons.memory.measure.hops import if_it_stopped
from transformer.measure.answer import answer, must_have
from transformer.tasks.stories import sentences
from transformer.vocabulary import SPECIALS
from transformer.weights import Trained

MOST_FACTS, MOST_WORDS, LONGEST = 20, 200, 44  # facts of a story; characters of a label
STOPPED = "lessons.memory.measure.hops.if_it_stopped"


def memory_hops(trained: Trained, text: str | EncodedText) -> Figure:
    """Return the figure of a story and its question, as a text or a reading. Raises `ValueError` for an unreadable story
    and for a model without hops."""
    must_have(trained.model, "hops.0.match", "question")
    reading = encoded_text(trained, text, MOST_WORDS)
    *facts, question = marked_sentences(trained, reading)
    numbered = [str(number + 1) for number in range(len(facts))]
    recorded, answers = (
        answer(trained, reading.ids),
        trained.target_vocabulary.words[len(SPECIALS) :],
    )
    paths = trained.family.maps[0].layers(trained.model)
    named = {"fact": facts, "answer": answers}
    arrays = {"question": Array(recorded.trace.one("question")[0].numpy(), "d_model", "question")}
    best = []
    for path in paths:
        for probe in ("match", "weights", "found", "next"):
            value = recorded.trace.one(f"{path}.{probe}")[0].numpy()
            axis = "fact" if probe in ("match", "weights") else "d_model"
            arrays[f"{path}.{probe}"] = Array(value, axis, f"{path}.{probe}", labels=named)
        stopped = if_it_stopped(trained.model, recorded.trace.one(f"{path}.next"))[
            0, len(SPECIALS) :
        ]
        arrays[f"{path}.answers"] = Array(stopped.numpy(), "answer", f"{path}.next", STOPPED, named)
        best.append(answers[int(stopped.argmax())])
    hops = [say.HOP.format(hop=number + 1) for number in range(len(paths))]
    choices = [choice("hop", say.HOPS, hops, paths=paths, keys="←→")]
    asks = ["question[:]", *(f"{path}.next[:]" for path in paths)]
    lines = [
        (asks[n], say.ASKS[n > 0].format(hop=n, now=n + 1), "query")
        for n in range(len(paths))
    ]  # fmt: skip
    panels = [
        text_panel(by("hop", [say.TOLD[n > 0] for n in range(len(paths))]), "told"),
        by("hop", [strips(numbers, title, hue=hue) for numbers, title, hue in lines]),
        row(
            [table("", numbered, [column(say.FACT, facts, hue="soft"),
                                  reveals_answer(column(say.MATCH, "{hop}.match[:]:1")),
                                  reveals_answer(column(say.WEIGHT, "{hop}.weights[:]:2", bar=True))])],
            [reveals_answer(bars("{hop}.answers[:]", answers, full=1, title=by("hop", _answer_titles(best))))],
            widths="auto 190px", least=620,
        ),
        strips("{hop}.found[:]", say.FOUND, hue="value"),
        by("hop", [strips(f"{p}.next[:]", say.NEXT[n + 1 == len(paths)], hue="query") for n, p in enumerate(paths)]),
        text_panel(say.ORIGIN.format(model=trained.name), "caption"),
    ]  # fmt: skip
    return picture("memory_hops", say.TITLE.format(question=question), choices, panels, arrays)


def marked_sentences(trained: Trained, reading: EncodedText) -> list[str]:
    """Return the sentences as they were typed, with a mark after each unknown word."""
    vocabulary = trained.source_vocabulary
    typed = sentences(reading.words)
    marked = [
        " ".join(w if w in vocabulary else f"{w} {UNKNOWN}" for w in sentence) for sentence in typed
    ]
    return [truncated(sentence, LONGEST) for sentence in marked]


def _answer_titles(best: list[str]) -> list[str]:
    """Return the text above the answers of each hop."""
    *before, last = best
    return [*(say.STOPPED.format(answer=word) for word in before), say.ANSWERS.format(answer=last)]
