"""The page on pictures: a drawing described, a drawing of one's own, and one place instead of all."""

import streamlit as st

from lessons.kit import ui
from lessons.kit.choosing import choose, chosen
from lessons.kit.lesson_page import LessonPage, Sources
from lessons.models import FILMS, asking, catalogue
from lessons.pictures import (
    CLEAN,
    DOES,
    EVENTS,
    FILM,
    FILM_TITLES,
    KINDS,
    LAST_BEGIN,
    NUMBERS,
    PARTS,
    THINGS,
)

KIND, NUMBER, DRAWN = "pictures-kind", "pictures-number", "pictures-drawn"
WATCHES = "pictures-film-model"
PAGE = LessonPage(
    "pictures",
    "A picture becomes a map of 196 vectors, and attention looks at it as at the words of a sentence.",
    PARTS,
)
SOURCES = {
    "look": Sources(
        "The captioner",
        "Convolutions, a list of places, and the decoder of Bahdanau et al., as it is.",
        {
            "transformer.families.captioner": ("Captioner",),
            "transformer.recurrent.writer": ("RecurrentWriter.forward",),
            "transformer.pictures.seeing": ("Seeing",),
            "transformer.pictures.places": ("places", "place_weights", "summary", "on_map"),
        },
    ),
    "draw": Sources(
        "Where the drawings come from",
        "No picture is stored: each is drawn by arithmetic on distances.",
        {"transformer.tasks.drawings": ("distance", "ink", "by_hand")},
    ),
    "hard": Sources(
        "One place",
        "What is looked at, and the backward pass that measures it.",
        {
            "transformer.pictures.looking": ("best_place", "Hard"),
            "transformer.measure.pictures": ("drawn_by_lot", "gradients"),
        },
    ),
    "films": Sources(
        "Frames instead of places",
        "What sees a film; all else is the captioner of pictures. And what measures where it looks.",
        {
            "transformer.families.film_captioner": ("FilmCaptioner",),
            "transformer.pictures.watching": ("Watching",),
            "transformer.measure.films": ("scores", "second_verb"),
        },
    ),
}


def numbered(*before: tuple) -> None:
    """A row of choices, the number of a drawing last."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="controls"):
        for label, options, key in (*before, ("Drawing", NUMBERS, NUMBER)):
            choose(label, options, key)


def look() -> None:
    numbered(("Kind of drawing", KINDS, KIND))
    figure = PAGE.results.described(chosen(KINDS, KIND), chosen(NUMBERS, NUMBER))
    PAGE.show(figure)


def draw() -> None:
    results = PAGE.results
    pixels = results.pixels_of(st.session_state.get(DRAWN))
    PAGE.show(results.yours(pixels), on_choose=keep)
    with PAGE.section("What does each change cost?"):
        with PAGE.covered(wholly=False, place="kinds"):
            results.by_kind().show(key="pictures-kinds")


def keep(value: object) -> None:
    """A callback: somebody has drawn. What is no picture is passed over where it is used."""
    st.session_state[DRAWN] = value


def hard() -> None:
    PAGE.show(PAGE.results.ways())
    with PAGE.section("The same drawing, looked at in five ways"):
        numbered()
        PAGE.results.at_one_place(chosen(NUMBERS, NUMBER)).show(key="pictures-ways")


def films() -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="controls"):
        name = captioner()
        events = [event(which, *opens) for which, opens in EVENTS.items()]
    if name != FILM:
        ui.remark(PAGE.results.trained(name))
    PAGE.show(PAGE.results.film(name, *events))


def captioner() -> str:
    """The captioner with attention: ours, or one of somebody's own."""
    own = catalogue.not_shipped(lambda card: card["task"] in FILMS)
    if not own:
        return FILM
    return st.selectbox(
        "Captioner", asking.there(WATCHES, (FILM, *own)), format_func=lambda one: FILM_TITLES.get(one, one),
        key=WATCHES, bind="query-params", label_visibility="collapsed", width=230,
    )  # fmt: skip


def event(which: str, thing: str, does: str, begins: int) -> tuple[str, str, int]:
    """A row in which somebody chooses what happens, and when."""
    look = {"label_visibility": "collapsed", "bind": "query-params"}
    key = f"pictures-{which}"
    with st.container(
        horizontal=True, vertical_alignment="center", gap="small", width="content", key=f"{key}-row"
    ):
        st.html(f"<span>{which}</span>", width="content")
        return (
            st.selectbox(
                f"Thing, {which}", THINGS, THINGS.index(thing), key=f"{key}-thing", width=148, **look
            ),
            st.selectbox(
                f"Event, {which}", DOES, DOES.index(does), key=f"{key}-does", width=140, **look
            ),
            st.slider(
                f"It begins on frame, {which}", 1, LAST_BEGIN, begins, format="frame %d",
                key=f"{key}-begins", width=112, **look,
            ),
        )  # fmt: skip


def notice() -> str:
    results, words = PAGE.results, PAGE.words
    if PAGE.opened() == "films":
        return words.films(results.on_frames(), results.second_verb(), results.film_scores(FILM))
    if PAGE.opened() == "look":
        return words.look(results.inside(CLEAN))
    return words.draw() if PAGE.opened() == "draw" else words.hard(results.gradients("soft"))


PAGE.draw(
    {"look": look, "draw": draw, "hard": hard, "films": films},
    notice=notice,
    sources=SOURCES,
    write=("places", "place_weights", "summary", "on_map"),
)
