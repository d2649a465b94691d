"""What is chosen before a training starts."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from lessons.host import live
from lessons.models import HIDDEN, LAYERS, SETTINGS, SIZES, STORIES, TEXTS, catalogue, start
from lessons.training import FOR_STORIES, START, TASKS, USUAL, custom_text

plans = live.module("lessons.models.plan")
DEFAULTS = {
    "task": "copy",
    "steps": str(START["copy"][0]),
    "learning_rate": START["copy"][1],
    "schedule": "linear",
    "optimizer": "fused AdamW",
    "seed": "0",
    "layers": str(START["copy"][2]),
    "d_model": "64",
    "self_heads": "4",
    "d_ff": "256",
    "dropout": "0",
    "batch": "64",
    "warmup": "0.1",
    "smoothing": "0.1",
    "weight_decay": "0.01",
    "clip": "1",
    "free_running": "0",
    "pieces": "words",
}


def key(name: str) -> str:
    return f"training-{name}"


def choose(start: Callable[[Any], None]) -> None:
    """All choices, each kept while other parts of the page are open; Train calls `start(file)`."""
    from transformer.training.optimizers import OPTIMIZERS
    from transformer.training.schedules import SCHEDULES

    for name, value in DEFAULTS.items():
        st.session_state.setdefault(key(name), value)
    file = None
    with st.container(
        horizontal=True, vertical_alignment="bottom", gap="small", key="training-top"
    ):
        known = TASKS | {name: name for name in catalogue.own_tasks(TASKS)}
        select("Task", "task", list(known), width=190, format_func=known.get, on_change=suggest)
        typed("Steps", "steps", 90)
        typed("Learning rate", "learning_rate", 110)
        select("Schedule", "schedule", list(SCHEDULES), width=120)
        select(
            "Optimiser", "optimizer", list(OPTIMIZERS), width=150,
            help="“fused AdamW” is torch’s own AdamW, in one fast piece of code; “AdamW” is the one "
            "written out in this lesson. Both make the same steps.",
        )  # fmt: skip
        typed("Seed", "seed", 70)
    if st.session_state[key("task")] in custom_text.PIECES:
        file = custom_text.choose(st.session_state[key("task")], key("pieces"))
    with st.container(
        horizontal=True, vertical_alignment="bottom", gap="small", key="training-size"
    ):
        typed("Layers, each side", "layers", 130)
        typed("d_model", "d_model", 90)
        typed("Heads", "self_heads", 90, "of self-attention; cross-attention has one")
        with st.popover("More settings"):
            for one, other in MORE:
                with st.container(horizontal=True, gap="small"):
                    for name, label, about in (one, other):
                        typed(label, name, 160, about)
        choose_layers()
        st.button("Train", key="training-start", type="primary", on_click=start, args=(file,))


MORE = (
    (
        ("d_ff", "d_ff", "width of the feed-forward layer"),
        ("dropout", "Dropout", "share of numbers that are set to 0 in training"),
    ),
    (
        ("batch", "Examples in a batch", None),
        ("warmup", "Warm-up", "share of the steps in which the rate rises"),
    ),
    (
        ("smoothing", "Label smoothing", "share of the certainty that goes to other words"),
        ("weight_decay", "Weight decay", None),
    ),
    (
        ("clip", "Clip gradients at", "a longer gradient is made this long"),
        ("free_running", "Free running", "share of words the decoder reads as it would write them"),
    ),
)


def typed(label: str, name: str, width: int, about: str | None = None) -> None:
    """A number as text: what cannot be one gets a sentence."""
    st.text_input(
        label, key=key(name), width=width, help=about, max_chars=12, persist_state="session"
    )


def select(label: str, name: str, options: list[str], width: int, **more) -> None:
    st.selectbox(label, options, key=key(name), width=width, persist_state="session", **more)


def suggest() -> None:
    """Another task: what solves it, as a start."""
    task = st.session_state[key("task")]
    steps, rate, layers = START.get(task, USUAL)
    # Of a text each next piece has its own probability; smoothing would hide it, and hidden words know none.
    smoothing = "0" if task in (*TEXTS, *HIDDEN) else DEFAULTS["smoothing"]
    values = {"steps": steps, "learning_rate": rate, "layers": layers, "smoothing": smoothing}
    for name, value in FOR_STORIES.items():
        if task in STORIES:
            values[name] = value
        elif name not in values and st.session_state[key(name)] == value:  # of the task before
            values[name] = DEFAULTS[name]
    for name, value in values.items():
        st.session_state[key(name)] = str(value)


def chosen() -> Any:
    """The plan from what is chosen. Raises `ValueError` with the sentence that says why not."""
    value = {name: st.session_state.get(key(name), DEFAULTS[name]) for name in DEFAULTS}
    stacks = dict.fromkeys(LAYERS, value["layers"])
    sizes = {name: value[name] for name in SIZES} | stacks | chosen_layers()
    return plans.plan(value["task"], {n: value[n] for n in SETTINGS}, sizes, value["pieces"])


def problem() -> str:
    """Why what is chosen cannot be trained, as a sentence; "" where it can."""
    said: list[str] = []
    with start.explained(said.append):
        chosen()
    return said[0] if said else ""


# ---- layers in the place of the standard ones ----------------------------------------------------
KINDS = {
    "attention": "Attention",
    "feed_forward": "Feed-forward",
    "norm": "Norm",
    "residual": "Residual",
    "position": "Positions",
    "mask": "Mask",
    "decoding": "The next word",
}
SAME_START = (
    "With the same seed a model begins with the weights of the standard layers, wherever names and shapes "
    "agree: two runs then differ by the layer, not by the draw."
)


def choose_layers() -> None:
    """A menu for each kind; your own layers come first."""
    names, count = catalogue.kinds(), len(chosen_layers())
    with st.popover(f"Other layers ({count})" if count else "Other layers"):
        there = [kind for kind in KINDS if len(names[kind]) > 1]
        for one in range(0, len(there), 2):
            with st.container(horizontal=True, gap="small"):
                for kind in there[one : one + 2]:
                    choose_layer(kind, names[kind])
        st.caption(SAME_START, width=400)


def choose_layer(kind: str, names: list[str]) -> None:
    if st.session_state.get(key(kind)) not in names:
        st.session_state[key(kind)] = catalogue.usual_of(kind)  # its file is gone
    st.selectbox(KINDS[kind], names, key=key(kind), width=192, persist_state="session")


def chosen_layers() -> dict[str, str]:
    """Kind and name of those that are not the usual ones."""
    found = {kind: st.session_state.get(key(kind)) or catalogue.usual_of(kind) for kind in KINDS}
    return {kind: name for kind, name in found.items() if name != catalogue.usual_of(kind)}
