"""The part of the page on search: a box, five questions ready, and documents of one's own."""

from typing import Any

import streamlit as st

from lessons.host import live
from lessons.kit import sentence, ui
from lessons.kit.lesson_page import LessonPage

TEXT, OWN = "finetuning-question", "finetuning-documents"
MOST_MB, MOST_CHARACTERS = 1, 20_000  # of a file, and of what is typed
NAMES = {
    "same": "Same words",
    "two": "Two replaced",
    "all": "All replaced",
    "italian": "In Italian",
    "code": "Code alone",
}
CODE = {
    "transformer.retrieval.bm25": ("BM25",),
    "transformer.families.searcher": ("Searcher",),
    "transformer.objectives.matching": ("Matching",),
    "transformer.retrieval.order": ("product", "ranks"),
}


def results() -> Any:
    return live.load("lessons.finetuning.search_results")


def search(page: LessonPage) -> None:
    """What a question finds by each of the three orders; what the vectors have learned for it."""
    said, found = live.load("lessons.finetuning.search_words"), results()
    ready = found.ready()
    opening = ready["italian"]
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="controls"):
        with st.container(width="stretch", key=f"{TEXT}-box"):
            typed = sentence.box(TEXT, opening, "Ask about a document")
        for kind, text in ready.items():
            st.button(NAMES[kind], key=f"{TEXT}-{kind}", on_click=sentence.show, args=(TEXT, text))
        with st.popover("Your own documents"):
            given = documents(said)
    with st.container():  # a note moves nothing
        shown = question(typed, opening, found, said)
        listed, about = found.own_documents(given) if given else ([], "")
        if about:
            ui.note(OWN, about)
    if listed:
        page.show(found.searched_in(shown, given), tells=False)
        return
    page.show(found.searched(shown), tells=shown == opening)
    told, table = found.encoders()
    with page.section(said.TRAINED, told):
        st.html(table)


def documents(said: Any) -> str | bytes:
    """The lines of one's own; a file, where there is one, instead."""
    typed = st.text_area(said.OWN, key=OWN, max_chars=MOST_CHARACTERS, height=150)
    file = st.file_uploader(said.OWN_FILE, type="txt", key=f"{OWN}-file", max_upload_size=MOST_MB)
    return file.getvalue() if file else typed.strip()


def question(typed: str, opening: str, found: Any, said: Any) -> str:
    """The question that is searched for: the typed one, or the last one that could be."""
    if wrong := found.problem(typed):
        last = st.session_state.get(f"{TEXT}-last", opening)
        ui.note(TEXT, wrong, said.STILL.format(text=last))
        return last
    st.session_state[f"{TEXT}-last"] = typed
    if new := found.unknown(typed):
        ui.note(TEXT, new)
    return typed
