"""The scores page: a head to touch, seven scores, and the division by √d_k."""

from functools import partial

import streamlit as st

from lessons.kit import page, sentence, ui
from lessons.kit.choosing import choose, chosen
from lessons.kit.lesson_page import LessonPage, Sources
from lessons.models import asking, catalogue
from lessons.models.shipped import SENTENCE
from lessons.scores import ASKED, DICTIONARY, HANDS, LOOKS, PARTS, TRANSLATOR
from lessons.scores import HEAD as OPENS_AT

TEXT, MODEL, HEAD, HAND = "scores-text", "scores-model", "scores-head", "scores-hand"
WHO, PICKED, WHO_PICKED = "scores-who", "scores-head-picked", "scores-who-picked"
DONE = "scores-done"  # what was moved or overwritten, and in which row
FIGURES = {"query": "scores-plane", "weight": "scores-row"}


def hand() -> str:
    """What can be moved."""
    return chosen(HANDS, HAND)


PAGE = LessonPage(
    "scores",
    "A query looks at a key as much as the two match. What “match” means is a choice.",
    PARTS,
    question=lambda: f"{PAGE.key()}-{hand()}" if PAGE.opened() == "head" else PAGE.key(),
)
SOURCES = Sources(
    "The score functions",
    "Each is one step of attention; the rest of the layer stays. A layer is trained with "
    "`python -m transformer.training reverse --set attention=general`.",
    {
        "transformer.variants.scores": ("general", "concat", "additive", "location"),
        "transformer.measure.attention.soft_lookup": ("soft_lookup", "lookup_weights"),
        "transformer.measure.attention.touch": ("overwritten", "each_removed"),
    },
)


def show_answer(text: str) -> None:
    """The sentence, model and head of the question; used in a callback, before the page is drawn."""
    st.session_state[MODEL] = TRANSLATOR
    st.session_state[f"{HEAD}-{TRANSLATOR}"], st.session_state[PICKED] = OPENS_AT, True
    st.session_state[WHO], st.session_state[WHO_PICKED] = LOOKS, True
    sentence.show(TEXT, text)


def controls() -> tuple:
    """What is moved, model, head and sentence, all part of the address; returns model, head and reading."""
    results, box = PAGE.results, asking.Box(PAGE, catalogue.offered())
    with box.row():
        choose("Move", HANDS, HAND, on_change=st.rerun)
        name = box.pick(width=165)
        known = results.heads(name)
        # Streamlit complains about a default beside a value that a callback has set; but a link that names
        # no head means the default, so all other runs have one.
        picked = st.session_state.pop(PICKED, False)
        opens = {} if picked else {"index": list(known).index(results.opening(name))}
        head = st.selectbox(
            "Head", list(known), format_func=lambda head: known[head].title, key=f"{HEAD}-{name}",
            **opens, bind="query-params", label_visibility="collapsed", width=205,
        )  # fmt: skip
    return name, head, box.reading()


def head() -> None:
    """One row of one head, with what was done to it."""
    name, chosen, reading = controls()
    results = PAGE.results
    row = who_looks(name, reading, chosen)
    place = (hand(), name, reading.text, chosen, row)
    make = results.plane if hand() == "query" else results.touched
    done = st.session_state.get(DONE, {}).get(place)
    try:
        figure = make(name, reading, chosen, row, done)
    # A link names a place that is not there, or a layer is of another kind.
    except ValueError as refused:
        ui.note("scores-refused", str(refused))
        if done is None:
            return
        figure = make(name, reading, chosen, row)

    tells = hand() == "weight" and reading.text == SENTENCE
    waits = hand() == "query" and PAGE.waits()  # a place may be the answer
    PAGE.show(figure, FIGURES[hand()], tells, on_choose=partial(keep, place), waits=waits)


def keep(place: tuple, value: object) -> None:
    """What a drawing hands over; whether it makes sense, the figure checks."""
    asked = value.get("place", value.get("change")) if isinstance(value, dict) else None
    done = dict(list(st.session_state.get(DONE, {}).items())[-20:])
    done[place] = tuple(asked) if isinstance(asked, list) and len(asked) == 2 else None
    st.session_state[DONE] = done


def who_looks(name: str, reading, chosen: str) -> int:
    """The row, by the word that looks."""
    rows = PAGE.results.labels(name, reading, chosen, "rows")
    say = PAGE.words
    words = [row["label"] for row in rows]  # each once: the₁, the₂
    opens = next((n for n, row in enumerate(rows) if row["full"] == LOOKS), len(rows) - 1)
    begin = {} if st.session_state.pop(WHO_PICKED, False) else {"default": words[opens]}
    picked = st.pills(
        say.WHO, words, format_func=say.plain, **begin, required=True, key=WHO, bind="query-params",
        label_visibility="collapsed",
    )  # fmt: skip
    return words.index(picked) if picked in words else opens


def functions() -> None:
    """The seven scores, and a dictionary that is asked softly."""
    results = PAGE.results
    figure = results.table()
    PAGE.put(figure)
    figure.show(key="scores-table")
    with PAGE.section("A dictionary that always answers"):
        asked = st.text_input(
            "Ask the dictionary for", ASKED, key="scores-asked", bind="query-params", max_chars=40
        )
        found = str(DICTIONARY[asked]) if asked in DICTIONARY else f"KeyError: {asked!r}"
        ui.code(PAGE.words.PYTHON.format(entries=DICTIONARY, asked=repr(asked), found=found))
        with PAGE.covered(wholly=False):
            results.looked_up(asked).show(key="scores-lookup")


def root() -> None:
    """What grows with d_k, and what vanishes."""
    PAGE.show(PAGE.results.root())
    attention = page.page_of(page.entry("attention"))
    st.page_link(attention, label=PAGE.words.BY_HAND)


PAGE.draw(
    {"head": head, "functions": functions, "root": root},
    notice=lambda: PAGE.words.notice(PAGE.opened(), PAGE.shown()),
    sources=SOURCES,
    write=("general", "additive", "soft_lookup"),
    ask=lambda: PAGE.results.predict(PAGE.opened(), hand()),
    answer=show_answer,
)
