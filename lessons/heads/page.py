"""The heads page: three parts, of which only the open one computes."""

from contextlib import suppress

import streamlit as st

from lessons.heads import CHANGED, COPYING, LETTERS, MODEL, PARTS, SENTENCE, UNGUIDED
from lessons.host import live
from lessons.kit import page, saving, sentence, terms, ui
from lessons.trainings import asking, models

BASE, DONOR = "heads-base", "heads-donor"  # sentences, in the address
ALONE = {
    "language_model": "Next character",
    **dict(
        zip(
            COPYING,
            ("Repeats, two layers", "Repeats, one layer", "Repeats, one layer, fixed"),
            strict=True,
        )
    ),
}
TRANSLATORS = (MODEL, UNGUIDED)


def opened() -> str:
    """The part that is open."""
    return page.opened("heads", PARTS)


def offered() -> dict[str, tuple[str, str]]:
    """Every model with heads: those of other pages, and those that only go on with a text."""
    found = models.offered(lambda card: True)
    texts = dict.fromkeys(COPYING, LETTERS[0]) | {"language_model": SENTENCE}
    return found | {name: (title, texts[name]) for name, title in ALONE.items()}


def covered(tells: bool = True, wholly: bool = True):
    """A place that is seen when the question of the part has been answered."""
    return ui.covered(f"heads-{opened()}", tells=tells, wholly=wholly)


def show(figure, tells: bool = True, wholly: bool = True) -> None:
    with covered(tells, wholly):
        figure.show(key=f"heads-{opened()}")
        saving.to_save(figure)


@ui.fragment("heads-picture")
def picture() -> None:
    """The open part, from the present choices."""
    {"roles": roles, "patch": patch, "copying": copying}[opened()]()


def roles() -> None:
    results = live.load("lessons.heads.results")
    name, reading = asking.asked("heads", offered(), results)
    show(results.grid(name, reading), tells=name == MODEL, wholly=False)
    source("How a head gets its name", "transformer.measure.head_roles", "score", "Role")
    source(
        "Where each pattern looks",
        "transformer.measure.patterns",
        "at_distance",
        "after_copies",
        "adjective_noun",
    )
    joined(name, reading)


def joined(name: str, reading) -> None:
    """Concatenate and × W_O, with the matrices of the layer; and how many numbers they have."""
    results, words = (live.load(f"lessons.heads.{part}") for part in ("results", "words"))
    st.subheader("Split, attend, concatenate, × W_O", anchor=False)
    terms.markdown(words.ABOUT_SUM)
    with ui.explained("heads-joined"):
        results.joined(name, reading).show(key="heads-joined")
    st.subheader("More heads, as many numbers", anchor=False)
    terms.markdown(words.about_counting(results.counted()))
    st.html(words.counting_table(results.counted()))


def patch() -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="controls"):
        with st.container(width="stretch", key="heads-both"):
            base, donor = sentence.box(BASE, SENTENCE), sentence.box(DONOR, CHANGED)
        name = st.segmented_control(
            "Model", TRANSLATORS, format_func=lambda name: models.MODELS[name][0].removeprefix("English → French").strip(", ") or "guided",
            default=MODEL, required=True, key="heads-translator", bind="query-params", label_visibility="collapsed", width="content",
        )  # fmt: skip
    results = live.load("lessons.heads.results")
    readings = (
        asking.shown(BASE, results, name, base, SENTENCE),
        asking.shown(DONOR, results, name, donor, CHANGED),
    )
    ui.remark(results.trained(name))
    figure = differing(name, *readings)
    opening = (results.reading(name, SENTENCE), results.reading(name, CHANGED))
    show(figure or results.patch(name, *opening), tells=name == MODEL)
    source("How a value is written in", "transformer.measure.patching", "effects")


def differing(name: str, base, donor):
    """The map of two sentences; None, with the reason said, where there is nothing to compare."""
    try:
        return live.load("lessons.heads.results").patch(name, base, donor)
    except ValueError as error:
        ui.note(
            "heads-differ",
            f"{error}".capitalize() + ".",
            f"The picture still shows: {SENTENCE} / … {CHANGED.split()[-1]}",
        )
        return None


def copying() -> None:
    results, words = (live.load(f"lessons.heads.{part}") for part in ("results", "words"))
    figure = results.periods()
    ui.remark(results.trained(COPYING[0]))
    with covered():
        figure.show(key="heads-copying")
        saving.to_save(figure)
        st.subheader("Carry over what the first layer wrote", anchor=False)
        terms.markdown(words.about_rows(results.letters()))
        results.letters().show(key="heads-letters")


def source(title: str, module: str, *names: str) -> None:
    """The code that measured it, one click away."""
    with st.expander(title):
        page.source(module, *names)


@ui.fragment("heads-predict")
def predict() -> None:
    """A question, to be answered before its answer is shown."""
    with suppress(Exception):  # a broken layer is explained once, beside the picture
        found = live.load("lessons.heads.results").predict(opened())
        ui.predict(f"heads-{opened()}", found, on_show=lambda _: None)


def notice() -> None:
    """What to look for in the part that is open."""
    results, words = (live.load(f"lessons.heads.{part}") for part in ("results", "words"))
    terms.markdown(words.notice(opened(), results))


main, aside = page.begin(
    "heads",
    "A layer has several heads side by side. Each looks in its own way, and the layer adds up what they find.",
    PARTS,
)
with main:
    picture()
with aside, suppress(Exception):
    with ui.panel("predict", "Predict first"):
        predict()
    with ui.folded("heads-notice", "What to notice"):
        notice()
page.below(
    "heads",
    "From heads to one output, and back to the heads",
    "What the layer does with its heads, and the sum that takes it apart again.",
    {
        "transformer.attention": (
            "MultiHeadAttention.forward",
            "MultiHeadAttention.split",
            "MultiHeadAttention.merge",
        ),
        "transformer.measure.head_sum": ("contributions",),
    },
    ("contributions", "score", "after_copies"),
)
