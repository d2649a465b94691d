"""The ablations page: choose a part, predict, then compare three columns."""

from contextlib import suppress

import streamlit as st

from lessons.ablations import MODELS, OPENS_WITH, ORDER, retrain
from lessons.host import live
from lessons.kit import page, progress, saving, terms, ui

results, words = live.module("lessons.ablations.results"), live.module("lessons.ablations.words")
parts = live.module("lessons.figures.ablation.words")
ablations = live.module("transformer.measure.training.ablations")
KEY = "ablations-figure"


def model() -> str:
    """The model that is taken apart."""
    return st.session_state.get("ablations-model") or next(iter(MODELS))


def offered() -> list[str]:
    """What can be removed, and layers of one's own in the place of others."""
    with suppress(Exception):  # what is wrong with such a file is said below the choices
        return [*ORDER, *results.own_layers()]
    return list(ORDER)


def removal() -> str:
    """The part that is removed."""
    chosen = st.session_state.get("ablations-part")
    return chosen if chosen in offered() else OPENS_WITH


def head() -> int:
    """The head that is silent, from 0."""
    return (st.session_state.get("ablations-head") or 1) - 1 if removal() == "head" else 0


def scene() -> tuple[str, str, int]:
    return model(), removal(), head()


def training() -> str:
    """Whose training without the part is shown: a run's, or the one that ships."""
    return retrain.shown(model(), removal())


def answer_key(column: str) -> str:
    return "-".join(("ablations-answer", *map(str, scene()), column))


def answers() -> dict[str, str | None]:
    """What was predicted, by `answer_key`. A widget that is not on the page forgets its value."""
    return st.session_state.setdefault("ablations-answers", {})


def keep(key: str) -> None:
    """Remember an answer; the picture uncovers what was predicted."""
    answers()[key] = st.session_state[key]
    st.rerun()


def covered() -> bool:
    """Whether a prediction is still missing."""
    if st.session_state.get("ablations-show") or ui.all_answered():
        return False
    asked = results.predict(*scene(), training())
    return any(answers().get(answer_key(column)) is None for column in asked)


def controls() -> None:
    """Which model, which part, which head; all of it in the address."""
    with st.container(key="ablations-controls"):
        with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
            st.segmented_control(
                "Model",
                list(MODELS),
                format_func=MODELS.get,
                default=next(iter(MODELS)),
                required=True,
                key="ablations-model",
                bind="query-params",
                label_visibility="collapsed",
                width="content",
            )
            st.toggle("Show without predicting", key="ablations-show", bind="query-params")
            with st.container(key="ablations-lead"):
                st.markdown(words.lead(removal()))
        st.segmented_control(
            "Remove",
            offered(),
            default=OPENS_WITH,  # also where a layer of one's own is gone
            format_func=parts.part_name,
            required=True,
            key="ablations-part",
            bind="query-params",
            label_visibility="collapsed",
        )
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
    """Three columns; two of them stay covered until somebody has predicted."""
    figure = results.figure(*scene(), training(), covered())
    ui.remark(results.trained(model()))
    figure.show(key=KEY)
    saving.to_save(figure)


@ui.fragment("ablations-retrain")
def train() -> None:
    """Another training without the part, here and now."""
    retrain.controls(model(), removal(), covered())


@ui.fragment("ablations-predict")
def predict() -> None:
    """One question a column, to be answered before it is shown."""
    with suppress(Exception):  # a broken layer is explained once, beside the picture
        asked = results.predict(*scene(), training())
        with st.container(key="asked" if covered() else "replied"):
            for column, question in asked.items():
                answer(question, answer_key(column))
            if not asked:
                st.markdown(words.OWN)


def answer(question, key: str) -> None:
    """One question of a column; its reply when all have been answered."""
    with st.container(key=f"column-{key}", gap="xsmall"):
        chosen = answers().get(key)
        terms.markdown(question.question)
        st.pills(
            question.question, question.options, default=chosen, format_func=words.CHOICES.get, key=key,
            label_visibility="collapsed", on_change=keep, args=(key,),
        )  # fmt: skip
        if not covered() and chosen:
            terms.markdown(question.replies[chosen])
            progress.mark("predicted", key)


def notice() -> None:
    """What to look for."""
    terms.markdown(words.notice(removal()))


def cards() -> None:
    """How the models were made."""
    without = results.without(*scene()[:2], training())
    card, name = (without.card, without.name) if without else (None, "")
    st.markdown(words.cards(results.trained(model()).card, card, name))


def switch() -> tuple[str, ...]:
    """The name of the function that says what the probes give instead."""
    with suppress(Exception):  # the machine cannot be read: `page.source` says so
        if off := ablations.removed(removal()).off:
            return (off.__name__,)
    return ()


main, _ = page.begin("ablations", "Take a part away, and see what no longer works.")
with main:
    with ui.explained("ablations-controls"):
        controls()
    with suppress(Exception), st.container(key="predict"):
        predict()
    picture()
    train()
    with st.container(key="noticing"), suppress(Exception):
        with st.expander("What the words mean"):
            st.markdown(words.EXPLAINED)
        with ui.folded("ablations-notice", "What to notice"):
            notice()
        with ui.folded("ablations-cards", "How the models were made"):
            cards()
page.below(
    "ablations",
    "LayerNorm, the residual, and what a difference is worth",
    "A test holds this LayerNorm equal to torch’s. To switch a part off, a probe hands on something else while the "
    "block runs; afterwards the model is whole again.",
    {
        "transformer.layers": ("layer_norm", "Residual"),
        "transformer.measure.training.ablations": (*switch(), "switched_off"),
        "transformer.measure.statistics": ("interval", "compare"),
    },
    ("layer_norm", "residual"),
)
