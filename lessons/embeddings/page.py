"""Page “Embeddings” with five parts; only the open part computes."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import streamlit as st

from lessons.embeddings import FILMED, PARTS, TABLES, TRANSLATOR, results, tables, words
from lessons.kit import controls as experiments
from lessons.kit import sentence, ui
from lessons.kit.choosing import choose, chosen
from lessons.kit.lesson_page import LessonPage, Sources
from lessons.models import asking, catalogue, open_model

if TYPE_CHECKING:  # it needs torch, which the app does not load
    from lessons.figures.kit.figure import Figure
    from lessons.kit.encoded_text import EncodedText

PAGE = LessonPage(
    "embeddings",
    "For the model, a word is the index of a row in the **embedding matrix**. The row, the word’s **embedding**, "
    "contains what the model has learned about the word.",
    PARTS,
)
SOURCES = Sources(
    "Code for an embedding",
    "The models above were trained with exactly this code.",
    {
        "transformer.embeddings": ("Embedding",),
        "transformer.measure.words.projection": ("pca", "cosines", "nearest"),
    },
)
SEEN = "embeddings-seen"  # the part, model and figure on the page
FRAME = "embeddings-frame"  # frame of the recording that shows an answer
TEXT = "embeddings-text"  # the sentence, in the address
WITH_TEXT = ("map", "sum", "scores")
WITH_QUESTION = ("map", "film", "pairs", "sum")
WORD = "guitar"  # subject of the question about the map


def model() -> str:
    """Return the name of the chosen model."""
    return st.session_state.get("embeddings-model") or TRANSLATOR


def offered() -> dict[str, tuple[str, str]]:
    """Return the models with a table on each side; the map also accepts any model from outside."""
    fits = catalogue.has_tables
    if PAGE.opened() == "map":
        return catalogue.offered(lambda card: fits(card) or catalogue.from_outside(card))
    return catalogue.offered(fits)


def show_answer(where: str) -> None:
    """Show the answer to a question (a callback, called before the page is drawn)."""
    if PAGE.opened() == "map":
        show_word(where)
    elif PAGE.opened() == "film":
        st.session_state[FRAME] = int(where.removeprefix("film:"))


def show_word(word: str) -> None:
    """Show this word in the map of the source table."""
    state = st.session_state
    state["embeddings-table"] = "source"
    if results.agreement_model(model()) != model():
        state["embeddings-model"] = TRANSLATOR
    sentence.show(TEXT, word)


def choose_inputs() -> "tuple[str, str, EncodedText | None]":
    """Show the choices of model, table and sentence (all in the address) and return them."""
    box, part = asking.Box(PAGE, offered()), PAGE.opened()
    box.placeholder = "Type a sentence or a word"
    with box.row():
        table_choice = st.container(width="content")
        name = box.pick(width=250)
    sides = results.table_sides(name) if part == "map" else ("source",)
    if len(sides) > 1:
        with table_choice:  # the notes describe the table on the page
            choose("Table", TABLES, "embeddings-table", on_change=st.rerun)
    side = chosen(TABLES, "embeddings-table") if len(sides) > 1 else sides[0]
    if part not in WITH_TEXT:
        ui.remark(results.trained(name))
        return name, side, None
    return name, side, box.encoded_text(lambda name, text: results.encode(name, text, side))


def show_part() -> None:
    """Draw the open part with the current choices."""
    part = PAGE.opened()
    st.session_state.pop(SEEN, None)
    name, side, reading = choose_inputs()
    shown, figure = name, None
    if part == "film":
        with st.container():
            if (shown := results.recorded_model(name)) != name:
                ui.note("embeddings", *words.unrecorded(results.trained(name)))
        figure = results.film_figure(shown, FILMED).at(frame=st.session_state.get(FRAME, 1))
    elif part == "pairs":
        with st.container():
            if (shown := results.agreement_model(name)) != name:
                ui.note("embeddings", *words.without_gender(results.trained(name)))
        figure = results.pairs_figure(shown)
    elif reading is not None:
        figure = show_sentence_part(part, name, side, reading)
    if figure is not None:
        tells = part == "pairs" or (reading is not None and WORD in reading.words)
        hides = ("missed", "near") if tells and PAGE.is_unanswered() else ()
        waits = part == "film" and PAGE.is_unanswered()
        PAGE.show(
            figure, reveals_answer=tells, wholly=part == "pairs", is_unanswered=waits, hidden=hides
        )
    st.session_state[SEEN] = (part, shown, figure)


def show_sentence_part(part: str, name: str, side: str, reading: "EncodedText") -> "Figure | None":
    """Draw a part about the sentence; return the map if it is open."""
    if part == "map":
        figure, about = results.map_and_facts(name, side, reading, not PAGE.is_unanswered())
        ui.chips(*about)
        return figure
    (lookup_and_scale if part == "sum" else show_scores)(name, reading)
    return None


def pick_word(label: str, words: Sequence[str], key: str, first: int) -> int:
    """Let the user choose one word, and return its index."""
    chosen = st.pills(
        label,
        range(len(words)),
        format_func=lambda place: words[place].replace("[", "\\["),
        default=min(first, len(words) - 1),
        key=f"{key}-{'-'.join(words)}",
        required=True,
    )
    return chosen or 0


def lookup_and_scale(name: str, reading: "EncodedText") -> None:
    """Show one-hot × table, and the lengths of the vectors that are added."""
    products, bars, about = results.lookup_and_lengths(name, reading)
    read = reading.words
    with PAGE.section("One-hot × table is a lookup"):
        place = pick_word("Which word?", read, "embeddings-lookup", len(read) - 1)
        product, about_product = products[place]
        st.html(product)
        st.caption(about_product)
    with PAGE.section("Row + positional encoding, with and without √d_model"):
        with PAGE.covered(wholly=False):
            scale(bars)
        with PAGE.covered(place="lengths"):
            st.caption(about)
    with PAGE.covered(place="control"):
        with PAGE.section("Control: trained without √d_model", results.control()):
            st.html(experiments.control_table("root_d_model"))


def scale(bars: tuple[str, str]) -> None:
    """Draw the lengths of rows and positional encodings, before and after training."""
    st.html(tables.length_legend())
    titles = ("Before training", "After training")
    for column, title, drawn in zip(st.columns(2), titles, bars, strict=True):
        with column:
            st.html(f"<p class=which>{title}</p>")
            st.html(drawn)


def show_scores(name: str, reading: "EncodedText") -> None:
    """Show the dot products of the decoder's vector with the rows of its own table."""
    written, about_each = results.score_texts(name, reading)
    with PAGE.section("Each logit is a dot product with a row"):
        place = pick_word("Which word of the output?", written, "embeddings-score", 1)
        scores, about, terms, products = about_each[place]
        st.html(scores)
        st.caption(about)
        st.text(terms)
        st.html(products)


def notice() -> str:
    """Return what to look for in the open part."""
    part, shown, figure = st.session_state[SEEN]
    return words.notice(part, results.trained(shown), figure)


PAGE.draw(
    show_part,
    notice=notice,
    sources=SOURCES,
    aside=open_model.link,
    write=("MyEmbedding.forward", "MyEmbedding.scores"),
    ask=lambda: results.predict(PAGE.opened(), model()),
    answer=show_answer,
    asked=WITH_QUESTION,
)
