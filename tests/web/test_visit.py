"""A visit without Streamlit's server: state, callbacks, parts that run alone, addresses; and every lesson under it.

The stand-in takes the place of Streamlit, so each of these runs in a process of its own.
"""

import json
import subprocess
import sys
import textwrap

import pytest

from lessons import LESSONS
from tests.kit.imports import ROOT

BEGIN = """
import json, sys
from web import stand_in
stand_in.use()
import streamlit as st
from web.static_streamlit.session import Session
from web.visit import Visit

class Small(Visit):
    \"\"\"A visit to a page that a test writes.\"\"\"
    def __init__(self, draw, query=None):
        super().__init__("course", query)
        self._draw = draw

said = {}
"""


def ran(code: str) -> dict:
    """What a piece of code puts into `said`."""
    text = BEGIN + textwrap.dedent(code) + "\nprint(json.dumps(said))"
    done = subprocess.run(
        [sys.executable, "-c", text], cwd=ROOT, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_widgets_callbacks_fragments_and_addresses():
    said = ran(r"""
    runs = {"page": 0, "part": 0}
    def press(word):
        st.session_state["pressed"] = word
    def leave():
        st.switch_page("lessons/heads/page.py", query_params={"text": "a b"})
    def page():
        runs["page"] += 1
        st.button("Press", key="press", on_click=press, args=("yes",))
        st.button("Go", key="go", on_click=leave)
        st.button("All", key="all", on_click=st.rerun)
        name = st.selectbox("Which", ["a", "b", "c"], key="which", format_func=str.upper, bind="query-params")
        text = st.text_input("Text", "opening", key="text", bind="query-params")
        if name != "c":
            st.toggle("On", key="on", bind="query-params")
            st.text_input("Kept", key="kept", persist_state="session")
        place = st.container(key="place")
        @st.fragment(key="part")
        def part():
            runs["part"] += 1
            st.text(f"part {st.session_state.get('inner', '-')}")
            st.button("Inside", key="inside", on_click=lambda: st.session_state.update(inner="seen"))
        with place:
            part()
        st.text(f"{name} {text} {st.session_state.get('pressed')}")
    v = Small(page, {"which": "B", "other": "x"})
    s = v.run()
    said["address"] = "b opening None" in s.html and s.query == {"which": "B", "other": "x"}
    s = v.run({"key": "press"})
    said["callback"] = "b opening yes" in s.html
    s = v.run({"key": "press"})
    s = v.run({"key": "which", "value": 0})
    said["default leaves the address"] = s.query == {"other": "x"}
    v.run({"key": "on", "value": True}); v.run({"key": "kept", "value": "k"})
    s = v.run({"key": "which", "value": 2})
    said["forgotten"] = "on" not in v.session.state and "on" not in s.query and v.session.state["kept"] == "k"
    before = dict(runs)
    s = v.run({"key": "inside"})
    said["alone"] = runs == {"page": before["page"], "part": before["part"] + 1} and "part seen" in s.html
    said["once"] = s.html.count("part seen") == 1 and "c opening yes" in s.html
    v.run({"key": "all"})
    said["rerun"] = runs["page"] == before["page"] + 1
    s = v.run({"query": {"text": "linked", "which": "nonsense"}})
    said["linked"] = "a linked yes" in s.html and s.query == {"text": "linked"}
    said["goes"] = v.run({"key": "go"}).goes == "heads/index.html?text=a+b"
    """)
    assert said and all(said.values()), said


def test_what_is_typed_or_named_is_never_markup():
    said = ran(r"""
    BAD = "<img src=x onerror=alert(1)>\"'</textarea></script>"
    def page():
        text = st.text_input("Text " + BAD, key="text", placeholder=BAD)
        st.text_area("Area", BAD, key="area")
        st.text(text); st.caption(BAD); st.markdown(f"**{BAD}**"); st.code(BAD); st.title(BAD)
        st.button(BAD, key="button", help=BAD); st.selectbox("One", [BAD], key="one")
        st.pills("Two", [BAD], key="two"); st.menu_button(BAD, [BAD], key="menu")
        with st.expander(BAD): st.text(BAD)
        with st.container(key=BAD): st.download_button("Save", BAD, BAD, key="save")
    v = Small(page)
    v.run()
    html = v.run({"key": "text", "value": BAD}).html
    from html.parser import HTMLParser
    tags = []
    class Tags(HTMLParser):
        def handle_starttag(self, tag, attributes):
            tags.append(tag)
            tags.extend(name for name, _ in attributes if name.startswith("on"))
    Tags().feed(html)
    said["none"] = "img" not in tags and "script" not in tags and "onerror" not in tags
    said["there"] = "onerror=alert(1)&gt;" in html
    """)
    assert all(said.values()), said


def test_components_say_what_they_have_and_what_is_unknown_is_refused():
    said = ran(r"""
    heard = []
    def page():
        draw = st.components.v2.component("mine", js="export default () => {}")
        def chosen():
            heard.append(st.session_state["it"].chosen)
        draw(key="it", data=b"\x00\x01", on_chosen_change=chosen)
    v = Small(page)
    s = v.run()
    said["data"] = s.components["it"].name == "mine" and s.components["it"].data == b"\x00\x01"
    said["place"] = 'data-component="it"' in s.html
    v.run({"key": "it", "trigger": "chosen", "value": {"a": 1}})
    v.run({"key": "it", "trigger": "unknown", "value": 2}); v.run({"key": "gone", "value": 2})
    said["heard"] = heard == [{"a": 1}]
    for name in ("dataframe", "sidebar"):
        try:
            getattr(st, name)
        except AttributeError as error:
            said[name] = f"streamlit.{name} is not" in str(error)
    try:
        Visit("nowhere")
    except ValueError as error:
        said["page"] = "attention" in str(error)
    """)
    assert all(said.values()) and len(said) == 6, said


def test_a_number_is_read_and_anything_else_is_an_empty_field():
    said = ran(r"""
    def page():
        st.text(f"<{st.number_input('Steps', 1, 9, None, key='steps', bind='query-params')}>")
    for value, shown in {"4": "4", "10": None, "-1": None, "four": None, "": None}.items():
        visit = Small(page)
        visit.run()
        said[value] = f"&lt;{shown}&gt;" in visit.run({"key": "steps", "value": value}).html
    said["link"] = "&lt;7&gt;" in Small(page, {"steps": "7"}).run().html
    """)
    assert all(said.values()) and len(said) == 6, said


@pytest.mark.slow
def test_every_part_of_every_lesson_is_drawn():
    """Nothing of it asks for what the stand-in has not, and no part shows a mistake."""
    said = ran(r"""
    import re, torch
    from lessons import LESSONS
    torch.set_num_threads(1)
    for lesson in LESSONS:
        visit = Visit(lesson.name)
        shown = visit.run()
        parts = len(re.findall(f'data-widget="{lesson.name}-part"', shown.html)) or 1
        for number in range(parts):
            if number:
                shown = visit.run({"key": f"{lesson.name}-part", "value": number})
            wrong = re.findall(r"st-key-mistake[^>]*>.*?</div>", shown.html, re.S)
            asks = f'st-key-{lesson.name}-exercise' in shown.html or "Check my code" in shown.html
            said[f"{lesson.name} {number}"] = not wrong and asks
    """)
    assert all(said.values()), [name for name, fine in said.items() if not fine]
    assert {name.split()[0] for name in said} == {lesson.name for lesson in LESSONS}
