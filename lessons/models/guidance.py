"""The switch between the translator trained with supervised attention and those trained without it."""

import streamlit as st

TRAININGS = {  # name of the weights → the button
    "english_french": "guided",
    "english_french_unguided": "unguided, seed 0",
    "english_french_unguided_seed_2": "unguided, seed 2",
}


def switch(model: str, name: str) -> None:
    """Draw buttons for these models. `model`: the key of the page's list of models, in which `name` is
    chosen."""
    key = f"{model}-guidance"
    st.session_state[key] = name
    st.segmented_control(
        "Training", list(TRAININGS), format_func=TRAININGS.__getitem__, key=key, required=True,
        on_change=_choose, args=(model, key), label_visibility="collapsed", width="content",
    )  # fmt: skip


def _choose(model: str, key: str) -> None:
    """Callback: update the list of models, and rerun the whole page."""
    st.session_state[model] = st.session_state[key]
    st.rerun()
