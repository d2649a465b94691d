"""Text with links to the glossary: a click on a dotted term opens its entry."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

from lessons.glossary import TERMS, linked, name_of


def markdown(text: str, **options: Any) -> None:
    """Like `st.markdown`, with a link at the first use of each glossary term."""
    st.markdown(linked(text), **options)


def open_on_click() -> None:
    """Load, once per page, the script that opens the entry of a clicked term."""
    terms = {name_of(term): (term, sentence) for term, sentence in TERMS.items()}
    _component()(key="terms", data={"terms": terms})


@cache
def _component() -> Callable[..., Any]:
    code = Path(__file__).with_name("terms.js").read_text(encoding="utf-8")
    return st.components.v2.component("glassbox_terms", js=code)
