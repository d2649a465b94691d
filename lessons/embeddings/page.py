"""The embeddings page: five parts, of which only the open one computes."""

import streamlit as st

from lessons.embeddings import FILMED, PARTS, TABLES, TRANSLATOR
from lessons.host import live
from lessons.kit import sentence, ui
from lessons.kit.choosing import choose
from lessons.kit.lesson_page import LessonPage, Sources
from lessons.models import catalogue

PAGE = LessonPage(
    "embeddings",
    "For the model a word is the number of a row. What it learns about the word is in that row.",
    PARTS,
)
SOURCES = Sources(
    "The whole of an embedding",
    "What trains the models is what runs above; there is no second copy.",
    {
        "transformer.embeddings": ("Embedding",),
        "transformer.measure.words.projection": ("pca", "cosines", "nearest"),
    },
)
SEEN = "embeddings-seen"  # part, model and figure that are shown
FRAME = "embeddings-frame"  # of the film, where an answer is seen
TEXT = "embeddings-text"  # the sentence, in the address
WITH_TEXT = ("map", "sum", "scores")
WITH_QUESTION = ("map", "film", "pairs", "sum")
WORD = "guitar"  # that the map's question is about


def model() -> str:
    """The name of the chosen model."""
    return st.session_state.get("embeddings-model") or TRANSLATOR


def offered() -> dict[str, tuple[str, str]]:
    """The models of which each side has its table."""
    return catalogue.offered(catalogue.has_tables)


def show_answer(where: str) -> None:
    """Where the answer to a question can be seen; used in a callback, before the page is drawn."""
    if PAGE.opened() == "map":
        show_word(where)
    elif PAGE.opened() == "film":
        st.session_state[FRAME] = int(where.removeprefix("film:"))


def show_word(word: str) -> None:
    """This word in the map of the table that reads."""
    state = st.session_state
    state["embeddings-table"] = "source"
    if PAGE.results.agreeing(model()) != model():
        state["embeddings-model"] = TRANSLATOR
    show_sentence(word)


def show_sentence(text: str) -> None:
    """Put a sentence into the box; used in callbacks, before the box is drawn."""
    sentence.show(TEXT, text)


def another_model() -> None:
    """A model opens with a sentence that it can read, and the whole page follows."""
    show_sentence(offered()[model()][1])
    st.rerun()


def controls() -> tuple[str, str, str]:
    """Model, table and sentence, all three part of the address."""
    known, part = offered(), PAGE.opened()
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="controls"):
        box = st.container(width="stretch", key="embeddings-sentence")
        if part == "map":
            # What to notice is about the table that is shown.
            choose("Table", TABLES, "embeddings-table", on_change=st.rerun)
        name = st.selectbox(
            "Model",
            list(known),
            format_func=lambda name: known[name][0],
            key="embeddings-model",
            on_change=another_model,
            bind="query-params",
            label_visibility="collapsed",
            width=250,
        )
    side = st.session_state.get("embeddings-table") or "source"
    if part not in WITH_TEXT:
        return name, side, ""
    with box:
        return name, side, sentence.box(TEXT, known[name][1], "Type a sentence or a word")


def picture() -> None:
    """The open part, from the present choices."""
    part = PAGE.opened()
    st.session_state.pop(SEEN, None)
    name, side, text = controls()
    notes = st.container()
    results, words = PAGE.results, PAGE.words
    figure = None
    with notes:
        ui.remark(results.trained(name))
    if part == "film":
        shown = results.recorded(name)
        if shown != name:
            with notes:
                ui.note("embeddings", *words.unrecorded(results.trained(name)))
        figure = results.film(shown, FILMED).at(frame=st.session_state.get(FRAME, 1))
    elif part == "pairs":
        shown = results.agreeing(name)
        if shown != name:
            with notes:
                ui.note("embeddings", *words.without_gender(results.trained(name)))
        figure = results.pairs(shown)
    else:
        shown, reading = name, readable(notes, name, side if part == "map" else "source", text)
        if part == "map":
            figure = results.map(name, side, reading)
        elif part == "sum":
            lookup_and_scale(name, reading)
        else:
            score(name, reading)
    if figure is not None:
        tells = part == "pairs" or (part == "map" and WORD in reading.words)
        PAGE.show(figure, tells=tells, waits=part == "film" and ui.is_open(PAGE.question()))
    if part == "map":
        with notes:
            ui.chips(*words.about_table(figure))
    st.session_state[SEEN] = (part, shown, figure)


def readable(notes, name: str, side: str, text: str):
    """The reading of the text, or of the last one that could be shown; what is wrong is in `notes`."""
    results = PAGE.results
    reading = results.reading(name, text)
    shown = sentence.readable(TEXT, name, reading, offered()[name][1])
    with notes:
        if reading.problem:
            ui.note("embeddings", *sentence.problem(reading, shown))
        elif reading.unknown and not (side == "target" and results.is_target(name, reading)):
            said = live.load("lessons.kit.reading").about_unknown(results.trained(name), reading)
            ui.note("embeddings", *said)
    return results.reading(name, shown)


def pick(label: str, words: tuple[str, ...], key: str, first: int) -> int:
    """One word of a row, by its place."""
    chosen = st.pills(
        label,
        range(len(words)),
        format_func=lambda place: words[place].replace("[", "\\["),
        default=min(first, len(words) - 1),
        key=f"{key}-{'-'.join(words)}",
        required=True,
    )
    return chosen or 0


def lookup_and_scale(name: str, reading) -> None:
    """One-hot × table, and how long the vectors are that are added."""
    results, words, tables = PAGE.results, PAGE.words, live.load("lessons.embeddings.tables")
    read = reading.words
    st.subheader("One-hot × table is a lookup", anchor=False)
    place = pick("Which word?", read, "embeddings-lookup", len(read) - 1)
    found = results.lookup(name, read[place])
    st.html(tables.lookup_table(found))
    st.caption(words.about_lookup(found))
    st.subheader("Word + position, with √d_model and without", anchor=False)
    with PAGE.covered():
        scale(name, reading)


def scale(name: str, reading) -> None:
    """How long rows and positions are, before training and after it."""
    results, words, tables = PAGE.results, PAGE.words, live.load("lessons.embeddings.tables")
    before, after = (results.lengths(name, reading, moment) for moment in ("untrained", "trained"))
    longest = max(max(one.token, one.position) for one in (*before, *after))
    st.html(tables.length_legend())
    left, right = st.columns(2)
    for column, title, measured in (
        (left, "Before training", before),
        (right, "After training", after),
    ):
        with column:
            st.html(f"<p class=which>{title}</p>")
            st.html(tables.length_bars(measured, longest))
    st.caption(words.about_lengths(before, after))


def score(name: str, reading) -> None:
    """The decoder's vector against the rows of the table that it also reads with."""
    results, words, tables = PAGE.results, PAGE.words, live.load("lessons.embeddings.tables")
    st.subheader("Each score is a dot product with a row", anchor=False)
    written = results.scores(name, reading, 0).written
    place = pick("What the model writes. Which word?", written, "embeddings-score", 1)
    found = results.scores(name, reading, place)
    st.html(tables.score_table(found, place))
    st.caption(words.about_scores(found, place))
    st.text(words.terms(found))
    st.html(tables.terms_table(found))


def notice() -> str:
    """What to look for in the part that is open."""
    part, shown, figure = st.session_state[SEEN]
    return PAGE.words.notice(part, PAGE.results.trained(shown), figure)


PAGE.draw(
    picture,
    notice=notice,
    sources=SOURCES,
    write=("MyEmbedding.forward", "MyEmbedding.scores"),
    ask=lambda: PAGE.results.predict(PAGE.opened(), model()),
    answer=show_answer,
    asked=WITH_QUESTION,
)
