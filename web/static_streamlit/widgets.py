"""Widgets. The browser sends the index of an option or a text; `read` turns it into the value."""

import io
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from html import escape
from typing import Any

from web.static_streamlit import writing
from web.static_streamlit.elements import put, said
from web.static_streamlit.session import now
from web.static_streamlit.state import Widget
from web.static_streamlit.tree import css_class
from web.static_streamlit.writing import plain

NOTHING: Any = object()


def value_of(
    key: str,
    default: Any,
    bind: str | None,
    fits: Callable[[Any], bool] = lambda value: True,
    of_text: Callable[[str], Any] = lambda text: text,
    as_text: Callable[[Any], str] = str,
) -> Any:
    """Return a widget's value: the previous one, that of the address, or the default."""
    state, query = now().state, now().query
    if key not in state and bind and key in query:
        with suppress(ValueError, KeyError):  # a mistyped link
            state.keep(key, of_text(query[key]))
    if key not in state or not fits(state[key]):
        state.keep(key, default)
    value = state[key]
    state.keep(key, value)
    if bind and value != default and value is not None:
        query[key] = as_text(value)
    elif bind:
        query.pop(key, None)
    return value


def labelled(label: str, visibility: str, inside: str, kind: str, help: str | None = None) -> str:
    hint = f' title="{escape(help)}"' if help else ""
    hidden = " hidden" if visibility == "collapsed" else ""
    above = f'<label data-testid="stWidgetLabel"{hint}{hidden}>{said(writing.label(label))}</label>'
    return f'<div class="{kind}" data-testid="{kind}">{above}{inside}</div>'


def attributes(key: str, label: str = "", disabled: bool = False) -> str:
    """Identify the widget for `page.js`."""
    name = f' aria-label="{plain(label)}"' if label else ""
    return f' data-widget="{escape(key)}"{name}{" disabled" * disabled}'


def draw(inside: str, key: str, width: Any, widget: Widget) -> None:
    session = now()
    session.add(widget)
    # Only an explicit key becomes a class, because the others change with the label.
    put(inside, key if ":" not in key[: key.find("-") + 1] else "", width)


# ---- pressed -------------------------------------------------------------------------------------
def button(
    label: str, key: Any = None, type: str = "secondary", on_click: Any = None, args: Any = (),
    kwargs: Any = None, disabled: bool = False, width: Any = "content", help: str | None = None,
    _kind: str = "button",
) -> bool:  # fmt: skip
    session = now()
    name = session.name("button", label, key)
    hint = f' title="{escape(help)}"' if help else ""
    test = "stFormSubmitButton" if _kind == "submit" else "stBaseButton"
    inside = (
        f'<div class="stButton" data-testid="stButton"><button type="button" kind="{type}" data-testid="{test}-{type}" '
        f'data-kind="{_kind}" data-form="{escape(session.form)}"{hint}{attributes(name, disabled=disabled)}>'
        f"<div>{said(writing.label(label))}</div></button></div>"
    )
    pressed = bool(session.state.get(name)) and name in session.state.of_widgets
    session.state.keep(name, pressed)
    draw(inside, name, width, Widget(name, session.fragment, bool, on_click, args, kwargs, True))
    return pressed


def form_submit_button(label: str, **look: Any) -> bool:
    return button(label, _kind="submit", **look)


def download_button(
    label: str, data: Any, file_name: str, mime: str = "", key: Any = None, on_click: Any = None,
    width: Any = "content", help: str | None = None,
) -> bool:  # fmt: skip
    session = now()
    name = session.name("download", label, key)
    # A notebook can also be read: the site has it as a page next to this one (web/notebook.py).
    read = '<a class="read" href="notebook.html">Read it here</a>' * file_name.endswith(".ipynb")
    inside = (
        f'{read}<div class="stDownloadButton" data-testid="stDownloadButton"><button type="button" kind="secondary" '
        f'data-kind="download" data-file="{escape(file_name)}"{attributes(name)}><div>{said(writing.label(label))}'
        "</div></button></div>"
    )
    session.files[name] = data
    draw(inside, name, width, Widget(name, session.fragment, momentary=True))
    return False


def menu_button(
    label: str, options: Iterable, key: str, on_click: Any = None, args: Any = (),
    format_func: Callable[[Any], str] = str, width: Any = "content",
) -> Any:  # fmt: skip
    session, options = now(), list(options)
    rows = "".join(
        f'<button type="button" role="menuitem" data-kind="menu" data-value="{n}"{attributes(key)}>'
        f"{escape(str(format_func(one)))}</button>"
        for n, one in enumerate(options)
    )
    begin, end = popover_around(key, label, "stMenuButton")
    inside = f'{begin}<div role="menu" class="menu">{rows}</div>{end}'
    chosen = session.state.get(key) if key in session.state.of_widgets else None
    session.state.keep(key, chosen)
    draw(inside, key, width, Widget(key, session.fragment, options.__getitem__, on_click, args, momentary=True))  # fmt: skip
    return chosen


def popover_around(key: str, label: str, kind: str = "stPopover") -> tuple[str, str]:
    """A button and its content: a native popover, which needs no script."""
    name = f"opens-{css_class(key)}"
    begin = (
        f'<div class="{kind}" data-testid="{kind}"><button type="button" kind="secondary" popovertarget="{name}">'
        f'<div>{said(writing.label(label))}</div><i class="caret"></i></button>'
        f'<div class="stPopoverBody" data-testid="stPopoverBody" popover id="{name}" data-name="{name}">'
    )
    return begin, "</div></div>"


# ---- chosen --------------------------------------------------------------------------------------
def selectbox(
    label: str, options: Iterable, index: int = 0, format_func: Callable[[Any], Any] = str, key: Any = None,
    on_change: Any = None, args: Any = (), bind: str | None = None, label_visibility: str = "visible",
    width: Any = "stretch", help: str | None = None, persist_state: str | None = None, disabled: bool = False,
) -> Any:  # fmt: skip
    session, options = now(), list(options)
    name, titles = session.name("selectbox", label, key), [str(format_func(o)) for o in options]
    chosen = value_of(
        name, options[index] if options else None, bind, options.__contains__,
        of_text=_named(options, titles), as_text=lambda one: titles[options.index(one)],
    )  # fmt: skip
    rows = "".join(
        f'<option value="{n}"{" selected" * (one == chosen)}>{escape(title)}</option>'
        for n, (one, title) in enumerate(zip(options, titles, strict=True))
    )
    field = f'<select data-kind="select"{attributes(name, label, disabled)}>{rows}</select>'
    inside = labelled(label, label_visibility, field, "stSelectbox", help)
    draw(inside, name, width, Widget(
        name, session.fragment, options.__getitem__, on_change, args, bound=bool(bind), stays=bool(persist_state),
        names=_names(options, titles, options[index] if options else None),
    ))  # fmt: skip
    return chosen


def _named(options: list, titles: list[str]) -> Callable[[str], Any]:
    """Find the option of an address, by its label or its name; the first of several with the same name."""
    found = {str(one): one for one in reversed(options)}
    found |= dict(zip(reversed(titles), reversed(options), strict=True))
    return found.__getitem__


def _names(options: list, titles: list[str], default: Any) -> dict[str, str | None]:
    """Map the option names in an address to the value that the page writes there; none for the default."""
    said = {}
    for one, title in zip(options, titles, strict=True):
        said[str(one)] = said[title] = None if one == default else title
    return said


def _row(
    kind: str, label: str, options: Iterable, default: Any = None, format_func: Any = str, key: Any = None,
    on_change: Any = None, args: Any = (), bind: str | None = None, label_visibility: str = "visible",
    width: Any = "content", required: bool = False,
) -> Any:  # fmt: skip
    """Draw options side by side, of which one can be chosen."""
    session, options = now(), list(options)
    name = session.name(kind, label, key)
    titles = [str(format_func(one)) for one in options]
    chosen = value_of(
        name, default, bind, lambda one: one in options or (one is None and not required),
        of_text=_named(options, titles), as_text=lambda one: titles[options.index(one)],
    )  # fmt: skip
    rows = "".join(
        f'<button type="button" role="radio" data-variant="{kind}" data-kind="option" data-value="{n}" '
        f'data-required="{int(required)}" aria-checked="{str(one == chosen).lower()}" '
        f"{attributes(name)}>{said(writing.label(title))}</button>"
        for n, (one, title) in enumerate(zip(options, titles, strict=True))
    )
    group = f'<div role="radiogroup" aria-label="{plain(label)}">{rows}</div>'
    inside = labelled(label, label_visibility, group, "stButtonGroup")

    def read(number: Any) -> Any:
        return None if number is None else options[number]

    draw(inside, name, width, Widget(
        name, session.fragment, read, on_change, args, bound=bool(bind),
        names=_names(options, titles, default),
    ))  # fmt: skip
    return chosen


segmented_control = partial(_row, "segmented_control")
pills = partial(_row, "pills")


def toggle(
    label: str, value: bool = False, key: Any = None, bind: str | None = None, on_change: Any = None,
    args: Any = (), width: Any = "content",
) -> bool:  # fmt: skip
    session = now()
    name = session.name("toggle", label, key)
    on = value_of(name, value, bind, of_text=lambda t: t == "true", as_text=lambda v: str(v).lower())  # fmt: skip
    field = f'<input type="checkbox" role="switch" data-kind="toggle"{" checked" * on}{attributes(name)}>'
    inside = f'<div class="stCheckbox" data-testid="stCheckbox"><label>{field}{said(writing.label(label))}</label></div>'
    draw(inside, name, width, Widget(
        name, session.fragment, bool, on_change, args, bound=bool(bind),
        names={"true": None if value else "true", "false": "false" if value else None},
    ))  # fmt: skip
    return on


def slider(
    label: str, min_value: int = 0, max_value: int = 100, value: int = 0, format: str = "%d", key: Any = None,
    bind: str | None = None, label_visibility: str = "visible", width: Any = "stretch", on_change: Any = None,
) -> int:  # fmt: skip
    session = now()
    name = session.name("slider", label, key)

    def fits(number: Any) -> bool:
        return isinstance(number, int) and min_value <= number <= max_value

    number = value_of(name, value, bind, fits, of_text=int)
    field = (
        f'<output>{escape(format % number)}</output><input type="range" min="{min_value}" max="{max_value}" '
        f'value="{number}" data-format="{escape(format)}" data-kind="slider"{attributes(name, label)}>'
    )
    inside = labelled(label, label_visibility, field, "stSlider")
    draw(inside, name, width, Widget(name, session.fragment, int, on_change, bound=bool(bind)))
    return number


# ---- typed ---------------------------------------------------------------------------------------
def number_input(
    label: str, min_value: int, max_value: int, value: int | None = None, key: Any = None,
    placeholder: str = "", bind: str | None = None, width: Any = "stretch",
) -> int | None:  # fmt: skip
    """Read a whole number; None for an empty field or text that is not a number in this range."""
    session = now()
    name = session.name("number_input", label, key)

    def read(text: str) -> int | None:
        number = int(text) if text.strip().isdecimal() else min_value - 1
        return number if min_value <= number <= max_value else None

    number = value_of(name, value, bind, of_text=read)
    field = (
        f'<input type="number" min="{min_value}" max="{max_value}" value="{"" if number is None else number}" '
        f'placeholder="{escape(placeholder)}" data-kind="text"{attributes(name, label)}>'
    )
    inside = labelled(label, "visible", field, "stNumberInput")
    draw(inside, name, width, Widget(name, session.fragment, read, bound=bool(bind)))
    return number


def text_input(
    label: str, value: str = "", key: Any = None, placeholder: str = "", max_chars: int | None = None,
    bind: str | None = None, label_visibility: str = "visible", width: Any = "stretch", on_change: Any = None,
    args: Any = (), help: str | None = None, persist_state: str | None = None,
) -> str:  # fmt: skip
    name = now().name("text_input", label, key)
    text, limit = _typed(name, value, bind), f' maxlength="{max_chars}"' * bool(max_chars)
    field = (
        f'<input type="text" value="{escape(text)}" placeholder="{escape(placeholder)}" autocomplete="off" '
        f'dir="auto" spellcheck="false"{limit} data-kind="text" data-form="{escape(now().form)}"{attributes(name, label)}>'
    )
    return _field(name, label, label_visibility, field, "stTextInput", help, width, on_change, args, bind, persist_state, value)  # fmt: skip


def text_area(
    label: str, value: str = "", key: Any = None, height: int = 120, max_chars: int | None = None,
    bind: str | None = None, label_visibility: str = "visible", width: Any = "stretch", on_change: Any = None,
    args: Any = (), placeholder: str = "", help: str | None = None,
) -> str:  # fmt: skip
    name = now().name("text_area", label, key)
    text, limit = _typed(name, value, bind), f' maxlength="{max_chars}"' * bool(max_chars)
    field = (
        f'<textarea style="height: {height}px" placeholder="{escape(placeholder)}" dir="auto" '
        f'spellcheck="false"{limit} data-kind="text"{attributes(name, label)}>\n{escape(text)}</textarea>'
    )
    return _field(name, label, label_visibility, field, "stTextArea", help, width, on_change, args, bind, None, value)  # fmt: skip


def _typed(name: str, value: str, bind: str | None) -> str:
    return value_of(name, value, bind, lambda text: isinstance(text, str))


def _field(
    name: str, label: str, visibility: str, field: str, kind: str, help: str | None, width: Any,
    on_change: Any, args: Any, bind: str | None, persist_state: str | None, opening: str,
) -> str:  # fmt: skip
    session = now()
    inside = labelled(label, visibility, field, kind, help)
    draw(inside, name, width, Widget(
        name, session.fragment, str, on_change, args, bound=bool(bind), stays=bool(persist_state),
        names={opening: None},
    ))  # fmt: skip
    return session.state[name]


def chat_input(
    placeholder: str, key: str, max_chars: int | None = None, on_submit: Any = None, args: Any = ()
) -> str | None:
    session, limit = now(), f' maxlength="{max_chars}"' * bool(max_chars)
    inside = (
        '<div class="stChatInput" data-testid="stChatInput"><input type="text" autocomplete="off" dir="auto" '
        f'placeholder="{escape(placeholder)}"{limit} data-kind="chat"{attributes(key, placeholder)}></div>'
    )
    said_now = session.state.get(key) if key in session.state.of_widgets else None
    session.state.keep(key, said_now)
    draw(inside, key, "stretch", Widget(key, session.fragment, str, on_submit, args, momentary=True))  # fmt: skip
    return said_now


class UploadedFile(io.BytesIO):
    """An uploaded file."""

    def __init__(self, name: str, data: bytes):
        super().__init__(data)
        self.name, self.size, self.file_id, self.type = name, len(data), f"{name}-{id(self)}", ""


def file_uploader(
    label: str, type: Any = None, key: Any = None, max_upload_size: int = 200, on_change: Any = None,
    args: Any = (), width: Any = "stretch", label_visibility: str = "visible",
    accept_multiple_files: bool = False,
) -> UploadedFile | list[UploadedFile] | None:  # fmt: skip
    session = now()
    name = session.name("file", label, key)
    kinds = [type] if isinstance(type, str) else list(type or ())
    accept = f' accept="{",".join(f".{one}" for one in kinds)}"' if kinds else ""

    def opened(told: Mapping[str, Any]) -> UploadedFile:
        if len(data := bytes(told["data"])) > max_upload_size * 2**20:
            raise ValueError(f"this file is {len(data) / 2**20:.0f} MB, but the limit is {max_upload_size} MB")  # fmt: skip
        return UploadedFile(str(told["name"]), data)

    def read(told: list[Mapping[str, Any]]) -> UploadedFile | list[UploadedFile] | None:
        files = [opened(file) for file in told]
        return files if accept_multiple_files else next(iter(files), None)

    file = value_of(name, [] if accept_multiple_files else None, None)
    more = " multiple" * accept_multiple_files
    field = f'<input type="file"{accept}{more} data-kind="file" data-most="{max_upload_size}"{attributes(name, label)}>'
    inside = labelled(label, label_visibility, field, "stFileUploader")
    draw(inside, name, width, Widget(name, session.fragment, read, on_change, args))
    return file
