"""The settings of a training run."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import streamlit as st

from lessons.models import LAYERS, SETTINGS, SIZES, catalogue, start
from lessons.models import plan as plans
from lessons.training import SUGGESTED, TASKS, USUAL, custom_text

if TYPE_CHECKING:  # it needs torch, which the app does not load
    from streamlit.runtime.uploaded_file_manager import UploadedFile

    from transformer.runs import RunConfig

DEFAULTS: dict[str, str] = {
    "task": "copy",
    "steps": str(SUGGESTED["copy"].steps),
    "learning_rate": SUGGESTED["copy"].learning_rate,
    "schedule": "linear",
    "optimizer": "fused AdamW",
    "seed": "0",
    "layers": str(SUGGESTED["copy"].layers),
    "d_model": "64",
    "self_heads": "4",
    "d_ff": "256",
    "dropout": "0",
    "batch": "64",
    "warmup": "0.1",
    "smoothing": "0.1",
    "weight_decay": "0.01",
    "clip": "1",
    "scheduled_sampling": "0",
    "pieces": "words",
}


def key(name: str) -> str:
    return f"training-{name}"


def choose(start: Callable[[list["UploadedFile"]], None]) -> None:
    """Show all settings, which persist while other parts of the page are open; Train calls `start(files)`."""
    for name, value in DEFAULTS.items():
        st.session_state.setdefault(key(name), value)
    files: list[UploadedFile] = []
    with st.container(
        horizontal=True, vertical_alignment="bottom", gap="small", key="training-top"
    ):
        tasks = TASKS | {name: name for name in catalogue.own_tasks(TASKS)}
        select(
            "Task", "task", list(tasks), width=190, format_func=tasks.__getitem__, on_change=suggest
        )
        number_box("Steps", "steps", 90)
        number_box("Learning rate", "learning_rate", 110)
        select("Schedule", "schedule", plans.names("schedule"), width=120)
        select(
            "Optimiser", "optimizer", plans.names("optimizer"), width=150,
            help=("“fused AdamW” is PyTorch’s own fast version; “AdamW” is the implementation in this lesson. Both "
            "make the same steps."),
        )  # fmt: skip
        number_box("Seed", "seed", 70)
    if st.session_state[key("task")] in custom_text.PIECES:
        files = custom_text.choose(st.session_state[key("task")], key("pieces"), key("columns"))
    with st.container(
        horizontal=True, vertical_alignment="bottom", gap="small", key="training-size"
    ):
        number_box("Layers per stack", "layers", 130)
        number_box("d_model", "d_model", 90)
        number_box("Heads", "self_heads", 90, "self-attention heads; cross-attention has one head")
        with st.popover("More settings"):
            for left, right in MORE:
                with st.container(horizontal=True, gap="small"):
                    for name, label, about in (left, right):
                        number_box(label, name, 160, about)
        choose_layers()
        st.button("Train", key="training-start", type="primary", on_click=start, args=(files,))


MORE = (
    (
        ("d_ff", "d_ff", "width of the feed-forward layer"),
        ("dropout", "Dropout", "share of values that are set to 0 during training"),
    ),
    (
        ("batch", "Mini-batch size", None),
        ("warmup", "Warm-up", "share of the steps in which the learning rate rises"),
    ),
    (
        ("smoothing", "Label smoothing", "share of the target probability spread over all tokens"),
        ("weight_decay", "Weight decay", None),
    ),
    (
        ("clip", "Clip gradients at", "a gradient with a larger norm is scaled down to this norm"),
        (
            "scheduled_sampling",
            "Scheduled sampling",
            "share of the decoder’s input words that the decoder wrote itself",
        ),
    ),
)


def number_box(label: str, name: str, width: int, about: str | None = None) -> None:
    """Show a text box for a number; invalid input gets an error message."""
    st.text_input(
        label, key=key(name), width=width, help=about, max_chars=12, persist_state="session"
    )


def select(label: str, name: str, options: list[str], width: int, **more: Any) -> None:
    st.selectbox(label, options, key=key(name), width=width, persist_state="session", **more)


def suggest() -> None:
    """Suggest settings that solve the chosen task."""
    task = st.session_state[key("task")]
    suggestion = SUGGESTED.get(task, USUAL)
    values = {name: getattr(suggestion, name) for name in ("steps", "learning_rate", "layers")}
    others = [each.also for each in SUGGESTED.values()]
    for name in {name for also in others for name in also}:
        suggested = {also[name] for also in others if name in also}
        if st.session_state[key(name)] in suggested:  # set by the previous task
            values[name] = DEFAULTS[name]
    for name, value in (values | suggestion.also).items():
        st.session_state[key(name)] = str(value)


def chosen() -> "RunConfig":
    """Return the config of a run with the current settings. Raise `ValueError` with the reason if they are invalid."""
    value = {name: st.session_state.get(key(name), DEFAULTS[name]) for name in DEFAULTS}
    stacks = dict.fromkeys(LAYERS, value["layers"])
    sizes = {name: value[name] for name in SIZES} | stacks | chosen_layers()
    return plans.run_config(value["task"], {n: value[n] for n in SETTINGS}, sizes, value["pieces"])


def problem() -> str:
    """Return why the current settings are invalid, as a sentence, or ""."""
    messages: list[str] = []
    with start.explained(messages.append):
        chosen()
    return messages[0] if messages else ""


# ---- layers instead of the standard ones ----------------------------------------------------
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
    "With the same seed, a model starts with the parameters of the standard layers wherever names and shapes match. "
    "Two runs then differ in the layer, not in the initialization."
)


def choose_layers() -> None:
    """Show a menu for each kind of layer; your own layers come first."""
    names, count = catalogue.kinds(), len(chosen_layers())
    with st.popover(f"Other layers ({count})" if count else "Other layers"):
        there = [kind for kind in KINDS if len(names[kind]) > 1]
        for first in range(0, len(there), 2):
            with st.container(horizontal=True, gap="small"):
                for kind in there[first : first + 2]:
                    choose_layer(kind, names[kind])
        st.caption(SAME_START, width=400)


def choose_layer(kind: str, names: list[str]) -> None:
    if st.session_state.get(key(kind)) not in names:
        st.session_state[key(kind)] = catalogue.usual_of(kind)  # its file is gone
    st.selectbox(KINDS[kind], names, key=key(kind), width=192, persist_state="session")


def chosen_layers() -> dict[str, str]:
    """Return kind and name of the layers that are not standard."""
    layers = {kind: st.session_state.get(key(kind)) or catalogue.usual_of(kind) for kind in KINDS}
    return {kind: name for kind, name in layers.items() if name != catalogue.usual_of(kind)}
