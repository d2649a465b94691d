"""The attention page, by hand and in a model. It reads controls, calls the machine and the figures."""

from contextlib import suppress

import streamlit as st

from lessons.attention import PARTS
from lessons.host import live
from lessons.kit import page, saving, sentence, terms, ui
from lessons.models import catalogue
from lessons.models.shipped import OPENS_WITH

PART = "attention-part"
OF_THE_MODEL = ("text", "model")  # what an address of the part with the model may hold
SEEN = "attention-model-seen"
NOT_SO = "Nothing is asked about this model: with this code it was not trained."
NOTHING_YET = "This model writes nothing yet, so there is nothing to predict. Train it longer."


def choose_part() -> None:
    """The part of an address that names none: with a sentence or a model in it, that of the model."""
    state, address = st.session_state, st.query_params
    asked = any(name in address or name in state for name in OF_THE_MODEL)
    if asked and PART not in state and PART not in address:
        page.pick_part("attention", "model")


def other_picture(name: object) -> None:
    """The address holds the place of the model's picture; it was opened or pasted, not left behind."""
    if not st.session_state.get(SEEN):
        page.pick_part("attention", "model")
        st.rerun()


@ui.fragment("by-hand")
def by_hand() -> None:
    """Three inputs; the choices of the other part stay for whoever goes back to it."""
    state = st.session_state
    if "model" in state and "text" in state:
        state.model = state.model
        show_sentence(state.text)
    figure = live.load("lessons.attention.results").three_inputs()
    figure.show(key="by-hand", on_choose=other_picture)
    saving.to_save(figure)


@ui.fragment("picture")
def picture() -> None:
    """All that a new sentence changes, and nothing else: 60 visitors may type at once."""
    st.session_state[SEEN] = True
    name, text = controls()
    above = st.container()
    results, words = (live.load(f"lessons.attention.{part}") for part in ("results", "words"))
    reading = results.reading(name, text)
    shown = sentence.readable("text", name, reading, results.opening(name))
    seen = results.reading(name, shown)
    figure, facts = results.figure(name, seen), results.facts(name, seen)
    with ui.covered(name, tells=asked_about(name, seen)):
        figure.show(key="figure")  # before the words, since the browser draws in this order
        saving.to_save(figure)
        what_it_writes(words, facts)
    trained = results.trained(name)
    with above:
        ui.chips(*words.about(trained))
        ui.remark(trained)
        if reading.problem:
            ui.note("reading", *sentence.problem(reading, shown))
        elif reading.unknown:
            said = live.load("lessons.kit.reading").about_unknown(trained, reading)
            ui.note("reading", *said)


def asked_about(name: str, reading) -> bool:
    """Whether this is the sentence of the question."""
    results = live.load("lessons.attention.results")
    found = results.prediction(name)
    return found is not None and results.reading(name, found.sentence).ids == reading.ids


def what_it_writes(words, facts) -> None:
    """The translation, and under each word the one that was looked at."""
    st.subheader("What the model writes", anchor=False)
    st.text(facts.translation or "(nothing)")
    ui.word_by_word([(word, source, f"{weight:.2f}") for word, source, weight in facts.words])
    st.caption(words.about_sentence(facts))


def controls() -> tuple[str, str]:
    """The model, some examples, and the sentence; model and sentence are part of the address."""
    offered = {name: called for name, (called, _) in catalogue.offered().items()}
    offered |= {name: name for name in catalogue.offered_runs()}
    missing(offered)
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="controls"):
        box = st.container(width="stretch", key="sentence")
        examples = st.container(width="content")
        name = st.selectbox(
            "Model",
            list(offered),
            format_func=lambda name: offered.get(name, name),
            key="model",
            on_change=another_model,
            bind="query-params",
            label_visibility="collapsed",
            width=290,
        )
    with examples, suppress(Exception):  # what is wrong with the model is said beside the picture
        sentences = live.load("lessons.attention.results").trained(name).task.examples
        st.menu_button(
            "Examples",
            sentences,
            key="example",
            on_click=lambda: show_sentence(st.session_state.example),
        )
    with box:
        return name, sentence.box("text", opening(name))


def missing(offered: dict[str, str]) -> None:
    """An address, or an open page, may name a run that is gone: say so, and show another model."""
    state = st.session_state
    asked = state.get("model") or st.query_params.get("model", "")
    if catalogue.run_of(asked) is not None and asked not in offered:
        state["model-gone"], state.model = catalogue.gone(asked), OPENS_WITH
        show_sentence(opening(OPENS_WITH))
    if said := state.get("model-gone"):
        ui.note("model-gone", said)


def opening(name: str) -> str:
    """What a model opens with; of a run, one of its held-out sentences."""
    with suppress(Exception):  # what is wrong with the model is said beside the picture
        return live.load("lessons.attention.results").opening(name)
    return ""


def show_sentence(text: str) -> None:
    """Put a sentence into the box; used in callbacks, before the box is drawn."""
    sentence.show("text", text)


def another_model() -> None:
    """A model opens with a sentence that it can read, and the whole page follows."""
    st.session_state["model-gone"] = ""
    show_sentence(opening(st.session_state.model))
    st.rerun()


@ui.fragment("predict")
def predict() -> None:
    """A question about the model, to be answered before its answer is shown."""
    with suppress(Exception):  # a broken layer is explained once, beside the picture
        results, name = live.load("lessons.attention.results"), st.session_state.model
        if (found := results.prediction(name)) is None:
            st.caption(NOT_SO if results.trained(name).remark else NOTHING_YET)
        else:
            ui.predict(name, found, on_show=show_sentence)


def notice() -> None:
    """What to look for, with the numbers on the card of this model."""
    trained = live.load("lessons.attention.results").trained(st.session_state.model)
    terms.markdown(live.load("lessons.attention.words").notice(trained))


choose_part()
main, aside = page.begin(
    "attention",
    "Attention gives each word a weighted mixture of all words; the layer adds it to the word.",
    PARTS,
)
IN_MODEL = page.opened("attention", PARTS) == "model"
with main:
    picture() if IN_MODEL else by_hand()
with aside, suppress(Exception):
    if IN_MODEL:
        with ui.panel("predict", "Predict first"):
            predict()
        live.load("lessons.figures.kit.showing").show_panel(key="figure")
        with ui.folded("notice", "What to notice"):
            notice()
    else:
        with ui.panel("notice-terms", "In one sentence each"):
            st.markdown(live.load("lessons.attention.words").terms())
page.below(
    "attention",
    "The whole of attention",
    "This is what ran, for training and for the picture above. There is no second copy.",
    {"transformer.attention": ("ScaledDotProduct", "softmax")},
    ("MyAttention.forward",),
)
