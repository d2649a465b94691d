"""The ablations page: choose a part, predict, then compare three columns."""

from contextlib import suppress
from typing import TYPE_CHECKING

import streamlit as st

from lessons.ablations import MODELS, OPENS_WITH, ORDER, results, retrain, words
from lessons.ablations import trained as runs_without
from lessons.ablations.figures.ablation import words as part_words
from lessons.ablations.measure import ablations
from lessons.kit import page, progress, saving, terms, ui
from lessons.models import catalogue

if TYPE_CHECKING:  # it needs torch, which the app does not load
    from lessons.kit.prediction import Prediction

KEY = "ablations-figure"


def model() -> str:
    """Return the chosen model."""
    return st.session_state.get("ablations-model") or next(iter(MODELS))


def offered() -> list[str]:
    """Return the removable parts, and your own layers as replacements."""
    with suppress(Exception):  # the message for such a file is below the choices
        return [*ORDER, *results.own_layers(catalogue.own_layers())]
    return list(ORDER)


def removal() -> str:
    """Return the part that is removed."""
    chosen = st.session_state.get("ablations-part")
    return chosen if chosen in offered() else OPENS_WITH


def head() -> int:
    """Return the number of the silent head, from 0."""
    return (st.session_state.get("ablations-head") or 1) - 1 if removal() == "head" else 0


def scene() -> tuple[str, str, int]:
    return model(), removal(), head()


def training() -> str:
    """Return the shown training run without the part: a run here, or the shipped one."""
    return retrain.shown_run(model(), removal())


def answer_key(column: str) -> str:
    return "-".join(("ablations-answer", *map(str, scene()), column))


def answers() -> dict[str, str | None]:
    """Return the predictions by `answer_key` (a widget that leaves the page forgets its value)."""
    return st.session_state.setdefault("ablations-answers", {})


def store_answer(key: str) -> None:
    """Remember an answer, and rerun the page to uncover its column."""
    answers()[key] = st.session_state[key]
    st.rerun()


def is_covered() -> bool:
    """Return whether a prediction is still missing."""
    if st.session_state.get("ablations-show") or ui.all_answered():
        return False
    questions = results.predict(*scene(), training())
    return any(answers().get(answer_key(column)) is None for column in questions)


def controls() -> None:
    """Let the user choose model, part and head; all are in the address."""
    with st.container(key="ablations-controls"):
        with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
            st.segmented_control(
                "Model",
                list(MODELS),
                format_func=MODELS.__getitem__,
                default=next(iter(MODELS)),
                required=True,
                key="ablations-model",
                bind="query-params",
                label_visibility="collapsed",
                width="content",
            )
            st.toggle("Show without predicting", key="ablations-show", bind="query-params")
            lead = st.container(key="ablations-lead")
        st.segmented_control(
            "Remove",
            offered(),
            default=OPENS_WITH,  # also if your own layer is gone
            format_func=part_words.part_name,
            required=True,
            key="ablations-part",
            bind="query-params",
            label_visibility="collapsed",
        )
        lead.markdown(words.lead(removal()))  # a link's choice is known only now
        with ui.explained("ablations-own"):
            for file, mistake in results.broken_layers().items():
                ui.show_mistake(mistake, f"ablations-{file}")
        if removal() == "head":
            st.segmented_control(
                "Which head of each self-attention",
                [1, 2, 3, 4],
                default=1,
                required=True,
                key="ablations-head",
                bind="query-params",
            )


@ui.fragment("ablations-picture")
def picture() -> None:
    """Show three columns; two of them stay covered until the prediction."""
    figure = results.figure(*scene(), training(), is_covered())
    ui.remark(results.trained(model()))
    figure.show(key=KEY)
    saving.to_save(figure)


@ui.fragment("ablations-controls-of-part")
def controls_of_part() -> None:
    """Show several seeds and lengths of training without the part; covered until the prediction."""
    if is_covered() or "=" in removal():
        return
    with ui.explained("ablations-control"), st.container(key="section-ablations-control"):
        st.header(words.CONTROL, anchor=False)
        terms.markdown(runs_without.lead(model(), removal()))
        for table in runs_without.tables(model(), removal()):
            st.html(table)
        if all_parts := runs_without.parts_table(model()):
            with st.expander(words.ALL_PARTS):
                st.html(all_parts)
                st.caption(runs_without.RULE)


@ui.fragment("ablations-retrain")
def train() -> None:
    """Offer another training run without the part."""
    retrain.controls(model(), removal(), is_covered())


@ui.fragment("ablations-predict")
def predict() -> None:
    """Ask one question per column before it is shown."""
    with suppress(Exception):  # a broken layer is explained once, beside the picture
        questions = results.predict(*scene(), training())
        with st.container(key="asked" if is_covered() else "replied"):
            for column, question in questions.items():
                ask(question, answer_key(column))
            if not questions:
                st.markdown(words.OWN)


def ask(question: "Prediction", key: str) -> None:
    """Ask the question of a column; reply when all are answered."""
    with st.container(key=f"column-{key}", gap="xsmall"):
        chosen = answers().get(key)
        terms.markdown(question.question)
        st.pills(
            question.question, question.options, default=chosen, format_func=words.CHOICES.__getitem__, key=key,
            label_visibility="collapsed", on_change=store_answer, args=(key,),
        )  # fmt: skip
        if not is_covered() and chosen:
            terms.markdown(question.replies[chosen])
            progress.mark("predicted", key)


def notice() -> None:
    """Show what to notice."""
    terms.markdown(words.notice(removal()))


def cards() -> None:
    """Show how the models were trained."""
    without = results.without(*scene()[:2], training())
    card, name = (without.card, without.name) if without else (None, "")
    st.markdown(words.cards(results.trained(model()).card, card, name))


def switch_function() -> tuple[str, ...]:
    """Return the name of the function that computes the substituted values."""
    with suppress(Exception):  # the code cannot be loaded: `page.source` says so
        if off := ablations.removal_of(removal()).off:
            return (off.__name__,)
    return ()


main, _ = page.begin("ablations", "Remove a part from a model, and see what no longer works.")
with main:
    with ui.explained("ablations-controls"):
        controls()
    with suppress(Exception), st.container(key="predict"):
        predict()
    picture()
    controls_of_part()
    train()
    with st.container(key="noticing"), suppress(Exception):
        with st.expander("What the verdicts mean"):
            st.markdown(words.EXPLAINED)
        with ui.folded("ablations-notice", "What to notice"):
            notice()
        with ui.folded("ablations-cards", "How the models were trained"):
            cards()
page.below(
    "ablations",
    "LayerNorm, the residual connection, and two statistics",
    "The models compute `layer_norm` in a single PyTorch operation; a test compares the two. While a part is switched "
    "off, a hook substitutes another value; afterwards the model is unchanged.",
    {
        "transformer.layers": ("layer_norm", "LayerNorm", "Residual"),
        "lessons.ablations.measure.ablations": (*switch_function(), "switched_off"),
        "transformer.measure.statistics": ("interval", "compare", "interval_of_difference"),
    },
    ("layer_norm", "residual"),
)
