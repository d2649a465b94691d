"""Which layers a training puts in the place of the standard ones."""

import streamlit as st

from lessons.models import catalogue

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


def key(kind: str) -> str:
    return f"training-{kind}"


def choose() -> None:
    """A menu for each kind; your own layers come first."""
    names, count = catalogue.kinds(), len(chosen())
    with st.popover(f"Other layers ({count})" if count else "Other layers"):
        there = [kind for kind in KINDS if len(names[kind]) > 1]
        for one in range(0, len(there), 2):
            with st.container(horizontal=True, gap="small"):
                for kind in there[one : one + 2]:
                    choose_one(kind, names[kind])
        st.caption(SAME_START, width=400)


def choose_one(kind: str, names: list[str]) -> None:
    if st.session_state.get(key(kind)) not in names:
        st.session_state[key(kind)] = catalogue.usual_of(kind)  # its file is gone
    st.selectbox(KINDS[kind], names, key=key(kind), width=192, persist_state="session")


def chosen() -> dict[str, str]:
    """Kind and name of those that are not the usual ones."""
    found = {kind: st.session_state.get(key(kind)) or catalogue.usual_of(kind) for kind in KINDS}
    return {kind: name for kind, name in found.items() if name != catalogue.usual_of(kind)}
