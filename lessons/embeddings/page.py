"""The embeddings page: five parts, of which only the open one computes."""

from contextlib import suppress
from pathlib import Path

import streamlit as st

from lessons.attention import models
from lessons.embeddings import FIRST, PARTS, TABLES, TRANSLATOR
from lessons.host import live
from lessons.kit import page as parts
from lessons.kit import ui

SHOWN = "embeddings-shown"
FILMED = "street"  # the word that is followed through training at first
WITH_TEXT = ("map", "sum", "scores")


def opened() -> str:
    """The part that is open."""
    return st.session_state.get("embeddings-part") or FIRST


def model() -> str:
    """The name of the chosen model."""
    return st.session_state.get("embeddings-model") or TRANSLATOR


def show_answer(word: str) -> None:
    """Where the answer to the question can be seen: this word in the map of the table that reads."""
    state = st.session_state
    state["embeddings-part"], state["embeddings-table"] = "map", "source"
    if live.load("lessons.embeddings.results").agreeing(model()) != model():
        state["embeddings-model"] = TRANSLATOR
    show_sentence(word)


def show_sentence(text: str) -> None:
    """Put a sentence into the box; used in callbacks, before the box is drawn."""
    st.session_state["embeddings-text"] = text
    st.session_state["embeddings-picked"] = True


def another_model() -> None:
    """A model opens with a sentence that it can read, and the whole page follows."""
    show_sentence(models()[model()][1])
    st.rerun()


def controls() -> tuple[str, str, str]:
    """Model, table and sentence, all three part of the address."""
    offered, part = models(), opened()
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="controls"):
        box = st.container(width="stretch", key="embeddings-sentence")
        if part == "map":
            st.segmented_control(
                "Table",
                list(TABLES),
                format_func=TABLES.get,
                default="source",
                required=True,
                key="embeddings-table",
                on_change=st.rerun,  # what to notice is about the table that is shown
                bind="query-params",
                label_visibility="collapsed",
                width="content",
            )
        name = st.selectbox(
            "Model",
            list(offered),
            format_func=lambda name: offered[name][0],
            key="embeddings-model",
            on_change=another_model,
            bind="query-params",
            label_visibility="collapsed",
            width=250,
        )
    side = st.session_state.get("embeddings-table") or "source"
    if part not in WITH_TEXT:
        return name, side, ""
    opening = {"value": offered[name][1]}
    if st.session_state.pop("embeddings-picked", False):
        opening = {}  # Streamlit complains about a default beside a value that a callback has set
    with box:
        text = st.text_input(
            "Sentence",
            **opening,
            key="embeddings-text",
            bind="query-params",
            label_visibility="collapsed",
            placeholder="Type a sentence or a word",
        )
    return name, side, text


@ui.fragment("embeddings-picture")
def picture() -> None:
    """The open part, from the present choices."""
    part = opened()
    st.session_state.pop(SHOWN, None)
    name, side, text = controls()
    notes = st.container()
    results, words = (live.load(f"lessons.embeddings.{part}") for part in ("results", "words"))
    figure = None
    if part == "film":
        shown = results.recorded(name)
        if shown != name:
            with notes:
                ui.note("embeddings", *words.unrecorded(results.trained(name)))
        figure = results.film(shown, FILMED).at(frame=1)  # from the beginning
    elif part == "pairs":
        shown = results.agreeing(name)
        if shown != name:
            with notes:
                ui.note("embeddings", *words.without_gender(results.trained(name)))
        figure = results.pairs(shown)
    else:
        shown, text = name, readable(notes, name, side if part == "map" else "source", text)
        if part == "map":
            figure = results.map(name, side, text)
        elif part == "sum":
            lookup_and_scale(name, text)
        else:
            score(name, text)
    if figure is not None:
        figure.show(key=f"embeddings-{part}")
        parts.to_save(figure)
    if part == "map":
        with notes:
            ui.chips(*words.about_table(figure))
    st.session_state[SHOWN] = (part, shown, figure)


def readable(notes, name: str, side: str, text: str) -> str:
    """The text, or the last one that could be shown; what is wrong with it is said in `notes`."""
    results, last = live.load("lessons.embeddings.results"), f"embeddings-last-{name}"
    reading = results.reading(name, text)
    with notes:
        if reading.problem:
            text = st.session_state.get(last, models()[name][1])
            ui.note("embeddings", reading.problem, f"The picture still shows: {text}")
        elif reading.unknown and not (side == "target" and results.is_target(name, text)):
            said = live.load("lessons.attention.words").unknown(results.trained(name), reading)
            ui.note("embeddings", *said)
    if not reading.problem:
        st.session_state[last] = text
    return text


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


def lookup_and_scale(name: str, text: str) -> None:
    """One-hot × table, and how long the vectors are that are added."""
    results, words, tables = (
        live.load(f"lessons.embeddings.{part}") for part in ("results", "words", "tables")
    )
    read = results.reading(name, text).words
    st.subheader("One-hot × table is a lookup", anchor=False)
    place = pick("Which word?", read, "embeddings-lookup", len(read) - 1)
    found = results.lookup(name, read[place])
    st.html(tables.lookup_table(found))
    st.caption(words.about_lookup(found))
    st.subheader("Word + position, with √d_model and without", anchor=False)
    before, after = (results.lengths(name, text, moment) for moment in ("untrained", "trained"))
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


def score(name: str, text: str) -> None:
    """The decoder's vector against the rows of the table that it also reads with."""
    results, words, tables = (
        live.load(f"lessons.embeddings.{part}") for part in ("results", "words", "tables")
    )
    st.subheader("Each score is a dot product with a row", anchor=False)
    written = results.scores(name, text, 0).written
    place = pick("What the model writes. Which word?", written, "embeddings-score", 1)
    found = results.scores(name, text, place)
    st.html(tables.score_table(found, place))
    st.caption(words.about_scores(found, place))
    st.text(words.terms(found))
    st.html(tables.terms_table(found))


@ui.fragment("embeddings-predict")
def predict() -> None:
    """A question about the model, to be answered before its answer is shown."""
    with suppress(Exception):  # a broken layer is explained once, beside the picture
        results = live.load("lessons.embeddings.results")
        name = results.agreeing(model())
        ui.predict(f"embeddings-{name}", results.prediction(name), on_show=show_answer)


def notice() -> None:
    """What to look for in the part that is open."""
    part, shown, figure = st.session_state[SHOWN]
    trained = live.load("lessons.embeddings.results").trained(shown)
    st.markdown(live.load("lessons.embeddings.words").notice(part, trained, figure))


st.html(Path(__file__).with_name("page.css"))
with ui.top_bar("embeddings"):
    parts.save_figure("embeddings")
    parts.open_notebook("embeddings")
main, aside = ui.columns()
with main:
    ui.heading(
        "Which words are neighbours?",
        "For the model a word is the number of a row. What it learns about the word is in that row.",
    )
    ui.choose_part("embeddings", PARTS)
    picture()
with aside, suppress(Exception):
    with ui.panel("embeddings-predict", "Predict first"):
        predict()
    with ui.folded("embeddings-notice", "What to notice"):
        notice()
parts.below(
    "embeddings",
    "The whole of an embedding",
    "What trains the models is what runs above; there is no second copy.",
    {
        "transformer.embeddings": ("Embedding",),
        "transformer.measure.projection": ("pca", "cosines", "nearest"),
    },
    ("MyEmbedding.forward", "MyEmbedding.scores"),
)
