"""The part of Streamlit that this project's pages use, on HTML: a page is recorded as a tree, and then written.

The names, classes and test ids are Streamlit's own, so that the pages' style sheets and scripts still work. Anything
unsupported raises an error with a sentence. It draws only during a visit (`web/visit.py`).
"""

from types import SimpleNamespace
from typing import Any

from web.static_streamlit import components, session
from web.static_streamlit.elements import (
    caption,
    code,
    header,
    html,
    image,
    markdown,
    page_link,
    plotly_chart,
    progress,
    text,
    title,
)
from web.static_streamlit.navigation.page import Page
from web.static_streamlit.placing import (
    columns,
    container,
    expander,
    form,
    fragment,
    popover,
    rerun,
    stop,
    switch_page,
)
from web.static_streamlit.widgets import (
    button,
    chat_input,
    download_button,
    file_uploader,
    form_submit_button,
    menu_button,
    number_input,
    pills,
    segmented_control,
    selectbox,
    slider,
    text_area,
    text_input,
    toggle,
)

__all__ = [
    "Page", "button", "caption", "chat_input", "code", "columns", "components", "container", "download_button",
    "expander", "file_uploader", "form", "form_submit_button", "fragment", "header", "html", "image", "markdown", "menu_button",
    "number_input", "page_link", "pills", "plotly_chart", "popover", "progress", "rerun", "segmented_control",
    "selectbox", "slider", "stop", "switch_page", "text", "text_area", "text_input", "title", "toggle",
]  # fmt: skip

# The server settings that pages read: there is no address, and no private server.
OPTIONS = {"server.baseUrlPath": "", "server.address": "0.0.0.0", "server.runOnSave": False}
# The page itself switches the colours, and has one visitor.
context = SimpleNamespace(theme=SimpleNamespace(type="light"), ip_address=None)


def get_option(name: str) -> Any:
    if name not in OPTIONS:
        raise ValueError(f"st.get_option({name!r}): a page without a server has only the settings {', '.join(OPTIONS)}")  # fmt: skip
    return OPTIONS[name]


def set_page_config(page_title: str = "", **look: Any) -> None:
    session.now().title = page_title


def cache_resource(function: Any = None, **look: Any) -> Any:
    """Decorator: compute once for each value of the arguments; those that begin with "_" do not count."""
    if function is None:
        return lambda one: cache_resource(one, **look)
    import functools
    import inspect

    kept: dict[tuple, Any] = {}
    names = list(inspect.signature(function).parameters)

    @functools.wraps(function)
    def once(*given: Any, **named: Any) -> Any:
        of = {**dict(zip(names, given, strict=False)), **named}
        key = tuple(repr(of[name]) for name in names if name in of and not name.startswith("_"))
        if key not in kept:
            kept[key] = function(*given, **named)
        return kept[key]

    once.clear = kept.clear  # type: ignore[attr-defined]  # as in Streamlit
    return once


def __getattr__(name: str) -> Any:
    if name == "session_state":
        return session.now().state
    if name == "query_params":
        return session.now().query
    raise AttributeError(
        f"streamlit.{name} is not supported on a page without a server. Add it to web/static_streamlit, or "
        "use one of these: " + ", ".join(__all__)
    )
