"""The attention page. It reads controls, calls the machine, calls the figure, and shows checks."""

from contextlib import suppress

import streamlit as st

from lessons import live, parts, ui
from lessons.attention import MODELS


@ui.fragment
def lesson() -> None:
    """Everything that a new sentence or another model changes."""
    buttons = ui.top_bar("Attention", "One head, step by step")
    main, aside = ui.columns()
    with main:
        ui.heading(
            "Where does “it” look?",
            "The encoder rewrites every word as a mixture of all words. "
            "The mixture is the only thing attention computes.",
        )
        text, name = controls()
        with ui.explained("picture"):
            results = live.load("lessons.attention.results")
            words = live.load("lessons.attention.words")
            text = readable(results.trained(name), text)
            figure, facts = results.figure(name, text), results.facts(name, text)
            figure.show(key="figure")
            translation(facts)
            with aside:
                with ui.panel("predict", "Predict first"):
                    ui.predict(name, results.prediction(name), on_show=show_sentence)
                live.load("lessons.figures.figure").show_panel(key="figure")
                with ui.panel("notice", "What to notice"):
                    st.markdown(words.notice(results.trained(name), facts))
            with buttons:
                parts.save_figure(figure, "attention")
                parts.open_notebook("attention")


def controls() -> tuple[str, str]:
    """The sentence, which is part of the address, some examples, and the model."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="controls"):
        box = st.container(width="stretch", key="sentence")
        examples = st.container(width="content")
        name = st.selectbox(
            "Model",
            list(MODELS),
            format_func=lambda name: MODELS[name][0],
            key="model",
            on_change=lambda: show_sentence(MODELS[st.session_state.model][1]),
            bind="query-params",
            label_visibility="collapsed",
            width=290,
        )
    # Streamlit complains about a default beside a value that a callback has set.
    opening = {} if st.session_state.pop("picked", False) else {"value": MODELS[name][1]}
    with box:
        text = st.text_input(
            "Sentence",
            **opening,
            key="text",
            bind="query-params",
            label_visibility="collapsed",
            placeholder="Type a sentence",
        )
    with examples, suppress(Exception):  # what is wrong with the model is said beside the picture
        offered = live.load("lessons.attention.results").trained(name).task.examples
        st.menu_button(
            "Examples",
            offered,
            key="example",
            on_click=lambda: show_sentence(st.session_state.example),
        )
    return text, name


def show_sentence(text: str) -> None:
    """Put a sentence into the box; used in callbacks, before the box is drawn."""
    st.session_state.text, st.session_state.picked = text, True


def readable(trained, text: str) -> str:
    """The words to show: those typed, or the last good ones where these cannot be read."""
    reading = live.load("lessons.attention.facts").Reading.of(trained, text)
    words = live.load("lessons.attention.words")
    ui.chips(*words.about(trained))
    last = f"last-{trained.name}"
    if reading.problem:
        shown = st.session_state.get(last, MODELS[trained.name][1])
        ui.note("reading", reading.problem, f"The picture still shows: {shown}")
        return shown
    if reading.unknown:
        ui.note("reading", *words.unknown(trained, reading))
    st.session_state[last] = " ".join(reading.words)
    return st.session_state[last]


def translation(facts) -> None:
    """What the model writes, and for each word the source word that it looked at most."""
    st.subheader("What the model writes", anchor=False)
    st.text(facts.translation or "(nothing)")
    ui.word_by_word([(word, source, f"{weight:.2f}") for word, source, weight in facts.words])
    st.caption(
        "Under each word the source word that the last cross-attention looks at most while writing "
        "it, and how much."
    )


@ui.fragment
def source() -> None:
    """The code that made the numbers, read from the file as it is now."""
    st.subheader("The whole of attention", anchor=False)
    st.markdown(
        "This is what ran, for training and for the picture above. There is no second copy."
    )
    parts.source("transformer.attention", "attention", "softmax")


@ui.fragment
def exercise() -> None:
    """The stub and the checks of the student's own layer."""
    st.subheader("Write it yourself", anchor=False)
    parts.exercise("attention", "MyAttention")


lesson()
source()
exercise()
st.subheader("Change it, break it, remember it", anchor=False)
st.markdown("From the notebook, where each piece of code runs with a click.")
parts.lesson_text("attention", "Modify", "Break", "Recall", "Answers")
