"""The embeddings page: five parts, of which only the open one computes."""

import streamlit as st

from lessons.embeddings import FILMED, PARTS, TABLES, TRANSLATOR
from lessons.host import live
from lessons.kit import sentence, ui
from lessons.kit.choosing import choose, chosen
from lessons.kit.lesson_page import LessonPage, Sources
from lessons.models import asking, catalogue

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
tables = live.module("lessons.embeddings.tables")
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
    """The models of which each side has its table; on the map, one from outside, too, whatever tables it has."""
    fits = catalogue.has_tables
    if PAGE.opened() == "map":
        return catalogue.offered(lambda card: fits(card) or catalogue.from_outside(card))
    return catalogue.offered(fits)


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
    sentence.show(TEXT, word)


def controls() -> tuple:
    """Model, table and sentence, all three part of the address; returns model, table and what is read."""
    box, part = asking.Box(PAGE, offered()), PAGE.opened()
    box.placeholder = "Type a sentence or a word"
    with box.row():
        beside = st.container(width="content")
        name = box.pick(width=250)
    known = PAGE.results.sides(name) if part == "map" else ("source",)
    if len(known) > 1:
        with beside:  # what to notice is about the table that is shown
            choose("Table", TABLES, "embeddings-table", on_change=st.rerun)
    side = chosen(TABLES, "embeddings-table") if len(known) > 1 else known[0]
    if part not in WITH_TEXT:
        ui.remark(PAGE.results.trained(name))
        return name, side, None
    return name, side, box.reading(lambda name, text: PAGE.results.reading(name, text, side))


def picture() -> None:
    """The open part, from the present choices."""
    part, results, words = PAGE.opened(), PAGE.results, PAGE.words
    st.session_state.pop(SEEN, None)
    name, side, reading = controls()
    shown, figure = name, None
    if part == "film":
        with st.container():
            if (shown := results.recorded(name)) != name:
                ui.note("embeddings", *words.unrecorded(results.trained(name)))
        figure = results.film(shown, FILMED).at(frame=st.session_state.get(FRAME, 1))
    elif part == "pairs":
        with st.container():
            if (shown := results.agreeing(name)) != name:
                ui.note("embeddings", *words.without_gender(results.trained(name)))
        figure = results.pairs(shown)
    elif part == "map":
        figure = results.map(name, side, reading)
        ui.chips(*words.about_table(figure))
    elif part == "sum":
        lookup_and_scale(name, reading)
    else:
        score(name, reading)
    if figure is not None:
        tells = part == "pairs" or (part == "map" and WORD in reading.words)
        hides = ("missed", "near") if tells and PAGE.waits() else ()
        PAGE.show(figure, tells=tells, waits=part == "film" and PAGE.waits(), hides=hides)
    st.session_state[SEEN] = (part, shown, figure)


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
    read = reading.words
    with PAGE.section("One-hot × table is a lookup"):
        place = pick("Which word?", read, "embeddings-lookup", len(read) - 1)
        found = PAGE.results.lookup(name, read[place])
        st.html(tables.lookup_table(found))
        st.caption(PAGE.words.about_lookup(found))
    both = [PAGE.results.lengths(name, reading, moment) for moment in ("untrained", "trained")]
    with PAGE.section("Word + position, with √d_model and without"):
        with PAGE.covered(wholly=False):
            scale(*both)
        with PAGE.covered(place="lengths"):
            st.caption(PAGE.words.about_lengths(*both))


def scale(before, after) -> None:
    """How long rows and positions are, before training and after it."""
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


def score(name: str, reading) -> None:
    """The decoder's vector against the rows of the table that it also reads with."""
    results, words = PAGE.results, PAGE.words
    with PAGE.section("Each score is a dot product with a row"):
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
