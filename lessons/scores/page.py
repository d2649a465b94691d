"""The scores page: interventions on a head, seven score functions, and the division by √d_k."""

from functools import partial
from typing import Any

import streamlit as st

from lessons.kit import controls as experiments
from lessons.kit import page, sentence, ui
from lessons.kit.choosing import choose, chosen
from lessons.kit.lesson_page import LessonPage, Sources
from lessons.models import asking, catalogue, open_model
from lessons.models.shipped import SENTENCE
from lessons.scores import ASKED, DICTIONARY, HANDS, LOOKS, PARTS, TRANSLATOR, plain, results, words
from lessons.scores import HEAD as OPENS_AT

TEXT, MODEL, HEAD, HAND = "scores-text", "scores-model", "scores-head", "scores-hand"
WHO, PICKED, WHO_PICKED = "scores-who", "scores-head-picked", "scores-who-picked"
DONE = "scores-done"  # what the visitor moved or overwrote, and in which row
FIGURES = {"query": "scores-plane", "weight": "scores-row"}


def hand() -> str:
    """What the visitor moves: a key of `HANDS`."""
    return chosen(HANDS, HAND)


PAGE: LessonPage = LessonPage(
    "scores",
    "How strongly a query attends to a key depends on how well they match. The **score** measures this match.",
    PARTS,
    question=lambda: f"{PAGE.key()}-{hand()}" if PAGE.opened() == "head" else PAGE.key(),
)
SOURCES = Sources(
    "The score functions",
    "Each function is one step of attention; the rest of the layer stays the same. Train a layer with "
    "`python -m transformer.training reverse --set attention=general`.",
    {
        "transformer.variants.scores": ("general", "concat", "additive", "location"),
        "lessons.scores.measure.soft_lookup": ("soft_lookup", "lookup_weights"),
        "transformer.measure.attention.touch": ("overwritten", "each_removed"),
    },
)


def show_answer(text: str) -> None:
    """Show the sentence, model and head of the question. For a callback, before the page is drawn."""
    st.session_state[MODEL] = TRANSLATOR
    st.session_state[f"{HEAD}-{TRANSLATOR}"], st.session_state[PICKED] = OPENS_AT, True
    st.session_state[WHO], st.session_state[WHO_PICKED] = LOOKS, True
    sentence.show(TEXT, text)


def controls() -> tuple:
    """Draw the controls, which the address holds; return model, head and reading."""
    box = asking.Box(PAGE, catalogue.offered())
    with box.row():
        choose("Move", HANDS, HAND, on_change=st.rerun)
        name = box.pick(width=165)
        heads = results.heads(name)
        # Streamlit rejects a default where a callback has set a value. A link without a head means the
        # default, so all other runs pass one.
        picked = st.session_state.pop(PICKED, False)
        opens: dict[str, Any] = (
            {} if picked else {"index": list(heads).index(results.opening(name))}
        )
        head = st.selectbox(
            "Head", list(heads), format_func=lambda head: heads[head].title, key=f"{HEAD}-{name}",
            **opens, bind="query-params", label_visibility="collapsed", width=205,
        )  # fmt: skip
    return name, head, box.encoded_text(results.encode)


def head() -> None:
    """Draw one row of one head, with the visitor's change."""
    name, chosen, reading = controls()
    row = choose_row(dict(reading.rows)[results.heads(name)[chosen].rows])
    place = (hand(), name, reading.text, chosen, row)
    make = results.plane if hand() == "query" else results.changed_row
    done = st.session_state.get(DONE, {}).get(place)
    try:
        figure = make(name, reading, chosen, row, done)
    # The link names a position that does not exist, or the layer is of another kind.
    except ValueError as refused:
        ui.note("scores-refused", str(refused))
        if done is None:
            return
        figure = make(name, reading, chosen, row)

    tells = hand() == "weight" and reading.text == SENTENCE
    waits = hand() == "query" and PAGE.is_unanswered()  # a position in the plane can be the answer
    PAGE.show(
        figure, FIGURES[hand()], tells, on_choose=partial(store_change, place), is_unanswered=waits
    )


def store_change(place: tuple, value: object) -> None:
    """Store what the browser sends; the figure checks it."""
    pair = value.get("place", value.get("change")) if isinstance(value, dict) else None
    done = dict(list(st.session_state.get(DONE, {}).items())[-20:])
    done[place] = tuple(pair) if isinstance(pair, list) and len(pair) == 2 else None
    st.session_state[DONE] = done


def choose_row(rows: tuple[tuple[str, str], ...]) -> int:
    """Let the visitor choose the row by its label, which is unique (the₁, the₂); return its index."""
    labels = [label for label, _ in rows]
    opens = next((n for n, (_, word) in enumerate(rows) if word == LOOKS), len(rows) - 1)
    begin: dict[str, Any] = (
        {} if st.session_state.pop(WHO_PICKED, False) else {"default": labels[opens]}
    )
    picked = st.pills(
        words.WHO, labels, format_func=plain, **begin, required=True, key=WHO, bind="query-params",
        label_visibility="collapsed",
    )  # fmt: skip
    return labels.index(picked) if picked in labels else opens


def functions() -> None:
    """Draw the seven score functions and the soft lookup."""
    figure = results.table()
    PAGE.put(figure)
    figure.show(key="scores-table")
    with PAGE.section("Control: cosine with a learned temperature", words.COSINE):
        st.html(
            experiments.control_table("scaling", "divided, rate 0.01", "cosine, learned factor")
        )
    with PAGE.section("Soft lookup: a dictionary that always answers"):
        query_word = st.text_input(
            "Ask the dictionary for", ASKED, key="scores-asked", bind="query-params", max_chars=40
        )
        value = (
            str(DICTIONARY[query_word]) if query_word in DICTIONARY else f"KeyError: {query_word!r}"
        )
        ui.code(words.PYTHON.format(entries=DICTIONARY, asked=repr(query_word), found=value))
        with PAGE.covered(wholly=False):
            results.lookup(query_word).show(key="scores-lookup")


def root() -> None:
    """Draw how scores and gradients grow with d_k, and the control runs."""
    PAGE.show(results.root())
    with PAGE.section("Which d is under the root?", words.WHICH_ROOT):
        st.markdown(results.which_root())
    with PAGE.covered(place="control"), PAGE.section("Control: is the division needed?"):
        st.markdown(words.scaling(results.control("scaling")))
        st.html(experiments.control_table("scaling"))
    attention = page.page_of(page.entry("attention"))
    st.page_link(attention, label=words.BY_HAND)


PAGE.draw(
    {"head": head, "functions": functions, "root": root},
    notice=lambda: words.notice(PAGE.opened(), PAGE.shown()),
    sources=SOURCES,
    aside=open_model.link,
    write=("general", "additive", "soft_lookup"),
    ask=lambda: results.predict(PAGE.opened(), hand()),
    answer=show_answer,
)
