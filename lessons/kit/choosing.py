"""A row of choices, of which one is open; it stands in the address."""

from collections.abc import Mapping
from typing import Any

import streamlit as st


def choose(label: str, options: Mapping[str, str], key: str, opens: str = "", **look: Any) -> str:
    """Which of the options (name in the address → title) is chosen; where nothing is said, `opens` or the
    first."""
    opens = opens or next(iter(options))
    look = {"label_visibility": "collapsed", "width": "content"} | look
    st.segmented_control(
        label, list(options), format_func=options.__getitem__, default=opens, required=True, key=key,
        bind="query-params", **look,
    )  # fmt: skip
    return chosen(options, key, opens)


def chosen(options: Mapping[str, str], key: str, opens: str = "") -> str:
    """The same before the row is drawn. An address may name what is no option."""
    name = st.session_state.get(key, "")
    return name if name in options else opens or next(iter(options), "")
