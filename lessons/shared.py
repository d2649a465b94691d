"""Computed once, shared by all visitors, dropped when the code changes."""

from collections.abc import Callable
from functools import wraps

import streamlit as st

from lessons import faults, live
from lessons.time_limit import within


def shared(function: Callable) -> Callable:
    """Decorator: remember the result for its arguments, which are plain text. It is read-only.

    The generation of the code is part of the key, so an edited layer is never shown with numbers of
    the one before it (streamlit#9638). An error is remembered too: a layer that loops for ever is
    waited for once, not by every visitor.
    """

    @wraps(function)
    def get(*key: str):
        name = f"{function.__module__}.{function.__qualname__}"
        value = _remember(live.generation(), name, key, function)
        if isinstance(value, BaseException):
            raise value.with_traceback(None)
        return value

    return get


@st.cache_resource(max_entries=1024, show_spinner=False)
def _remember(generation: int, name: str, key: tuple[str, ...], _function: Callable):
    try:
        return within(live.SECONDS, _function, *key)
    except Exception as error:
        error.mistake = faults.explain(error)  # while there is a traceback
        return error
