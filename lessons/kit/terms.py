"""Text of a page whose terms explain themselves: a dotted word opens its sentence from the glossary."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

from lessons.glossary import TERMS, linked, name_of


def markdown(text: str, **options: Any) -> None:
    """`st.markdown`, with a link where a term of the glossary first stands in it."""
    st.markdown(linked(text), **options)


def open_on_click() -> None:
    """Once a page: what opens the sentence of the term that is clicked."""
    terms = {name_of(term): (term, sentence) for term, sentence in TERMS.items()}
    _component()(key="terms", data={"terms": terms})


@cache
def _component() -> Callable[..., Any]:
    code = Path(__file__).with_name("terms.js").read_text(encoding="utf-8")
    return st.components.v2.component("glassbox_terms", js=code)
