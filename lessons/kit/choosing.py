"""A row of options, one of them chosen; the choice is part of the address."""

from collections.abc import Mapping
from typing import Any

import streamlit as st


def choose(label: str, options: Mapping[str, str], key: str, opens: str = "", **look: Any) -> str:
    """Draw the options (name in the address → title) and return the chosen one; by default `opens`, or the
    first."""
    opens = opens or next(iter(options))
    look = {"label_visibility": "collapsed", "width": "content"} | look
    st.segmented_control(
        label, list(options), format_func=options.__getitem__, default=opens, required=True, key=key,
        bind="query-params", **look,
    )  # fmt: skip
    return chosen(options, key, opens)


def chosen(options: Mapping[str, str], key: str, opens: str = "") -> str:
    """Return the choice before the row is drawn. The address can name something that is not an option."""
    name = st.session_state.get(key, "")
    return name if name in options else opens or next(iter(options), "")
