"""The page on pictures."""

from typing import Any

import streamlit as st

from lessons.kit import terms, ui
from lessons.kit.choosing import choose, chosen
from lessons.kit.lesson_page import LessonPage, Sources
from lessons.models import asking, catalogue
from lessons.pictures import (
    CLEAN,
    DOES,
    EVEN,
    EVENTS,
    FILM,
    FILM_TITLES,
    KINDS,
    LAST_BEGIN,
    NUMBERS,
    PARTS,
    THINGS,
    results,
    words,
)

KIND, NUMBER, DRAWN = "pictures-kind", "pictures-number", "pictures-drawn"
WATCHES = "pictures-film-model"
PAGE = LessonPage(
    "pictures",
    "An image becomes a feature map of 196 vectors, and the decoder attends to them as to the words of a sentence.",
    PARTS,
)
SOURCES = {
    "look": Sources(
        "The captioner",
        "The captioner combines convolutions, a list of regions, and the unchanged decoder of Bahdanau et al. (2015).",
        {
            "transformer.families.captioner": ("Captioner",),
            "transformer.recurrent.writer": ("RecurrentWriter.forward",),
            "transformer.pictures.image_encoder": ("ImageEncoder",),
            "transformer.pictures.places": ("places", "place_weights", "summary", "on_map"),
        },
    ),
    "draw": Sources(
        "How the drawings are made",
        "No image is stored: the code draws each image from distances.",
        {"transformer.tasks.drawings": ("distance", "ink", "by_hand")},
    ),
    "hard": Sources(
        "Hard attention",
        "The code chooses one region and measures the gradient with a backward pass.",
        {
            "transformer.pictures.attention": ("best_place", "Hard"),
            "transformer.measure.pictures": ("sampled_place", "gradients"),
        },
    ),
    "films": Sources(
        "The video captioner",
        "Only the video encoder is new; the other parts come from the image captioner. The measurement code comes "
        "last.",
        {
            "transformer.families.film_captioner": ("FilmCaptioner",),
            "transformer.pictures.video_encoder": ("VideoEncoder",),
            "lessons.pictures.measure.films": ("scores", "second_verb"),
        },
    ),
}


def choose_drawing(*before: tuple) -> None:
    """Draw a row of choices that ends with the number of a drawing."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="controls"):
        for label, options, key in (*before, ("Drawing", NUMBERS, NUMBER)):
            choose(label, options, key)


def look() -> None:
    choose_drawing(("Kind of drawing", KINDS, KIND))
    PAGE.show(results.draw_example(chosen(KINDS, KIND), chosen(NUMBERS, NUMBER)))
    if not PAGE.is_unanswered():
        text = words.mean(results.understood(EVEN), results.control("caption_length"))
        with PAGE.section("What does the mean of the regions contain?", text):
            st.html(results.mean_table())
        with PAGE.section("Control: three seeds, longer training runs"):
            st.html(results.control_rows("caption_length"))


def draw() -> None:
    pixels = results.pixels_of(st.session_state.get(DRAWN))
    PAGE.show(results.draw_own(pixels), on_choose=store_drawing)
    with PAGE.section("Accuracy after each change of a drawing"):
        with PAGE.covered(wholly=False, place="kinds"):
            results.by_kind().show(key="pictures-kinds")


def store_drawing(value: object) -> None:
    """Callback: store the visitor's drawing."""
    st.session_state[DRAWN] = value


def hard() -> None:
    PAGE.show(results.ways())
    if not PAGE.is_unanswered():
        with PAGE.section(
            "Does hard attention learn where to attend?",
            words.learned(results.control("hard_attention")),
        ):
            results.draw_training().show(key="pictures-learning")
        with PAGE.section("Four regions a, b, c, d in numbers"):
            results.four().show(key="pictures-four")
    with PAGE.section("One drawing, five ways to attend"):
        choose_drawing()
        results.draw_five_ways(chosen(NUMBERS, NUMBER)).show(key="pictures-ways")


def films() -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="controls"):
        name = captioner()
        events = [event(which, *opens) for which, opens in EVENTS.items()]
    if name != FILM:
        ui.remark(results.trained(name))
    PAGE.show(results.film(name, *events))
    if not PAGE.is_unanswered():
        with PAGE.section("Local and global structure"):
            terms.markdown(words.structure(results.structure()))


def captioner() -> str:
    """Return the chosen captioner with attention: the built-in captioner or one of your own."""
    own = catalogue.not_shipped(lambda card: catalogue.family_of(card) == "film_captioner")
    if not own:
        return FILM
    return st.selectbox(
        "Captioner", asking.there(WATCHES, (FILM, *own)), format_func=lambda name: FILM_TITLES.get(name, name),
        key=WATCHES, bind="query-params", label_visibility="collapsed", width=230,
    )  # fmt: skip


def event(which: str, thing: str, does: str, begins: int) -> tuple[str, str, int]:
    """Draw a row of choices for an event, and return its thing, movement and first frame."""
    look: dict[str, Any] = {"label_visibility": "collapsed", "bind": "query-params"}
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
                f"First frame, {which}", 1, LAST_BEGIN, begins, format="frame %d",
                key=f"{key}-begins", width=112, **look,
            ),
        )  # fmt: skip


def notice() -> str:
    if PAGE.opened() == "films":
        return words.films(results.on_frames(), results.second_verb(), results.film_scores(FILM))
    if PAGE.opened() == "look":
        return words.look(results.inside(CLEAN))
    return (
        words.draw()
        if PAGE.opened() == "draw"
        else words.hard({way: results.gradients(way) for way in ("soft", "argmax")})
    )


PAGE.draw(
    {"look": look, "draw": draw, "hard": hard, "films": films},
    notice=notice,
    sources=SOURCES,
    write=("places", "place_weights", "summary", "on_map"),
)
