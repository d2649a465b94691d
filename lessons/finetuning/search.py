"""The part of the page on search: a box, five example questions, and the visitor's own documents."""

import streamlit as st

from lessons.finetuning import search_results, search_words
from lessons.kit import sentence, ui
from lessons.kit.lesson_page import LessonPage
from lessons.models import asking

TEXT, OWN = "finetuning-question", "finetuning-documents"
MOST_MB, MOST_CHARACTERS = 1, 20_000  # limits for a file and for typed text
NAMES = {"same": "Same words", "two": "Two replaced", "all": "All replaced", "italian": "In Italian", "code": "Only the code"}  # fmt: skip
CODE = {
    "transformer.retrieval.bm25": ("BM25",),
    "transformer.families.searcher": ("Searcher",),
    "transformer.objectives.matching": ("Matching",),
    "transformer.retrieval.order": ("product", "ranks"),
}


def search_part(page: LessonPage) -> None:
    """Draw the box, the example questions and the three rankings of a question."""
    examples = search_results.example_questions()
    opening = examples["italian"]
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="controls"):
        with st.container(width="stretch", key=f"{TEXT}-box"):
            typed = sentence.box(TEXT, opening, "Ask about a document")
        for kind, text in examples.items():
            st.button(NAMES[kind], key=f"{TEXT}-{kind}", on_click=sentence.show, args=(TEXT, text))
        with st.popover("Your own documents"):
            own = ask_for_documents()
    with st.container():  # keeps the layout stable when a note appears
        shown = asking.shown(TEXT, search_results.encode, search_results.NAME, typed, opening).text
        listed, about = search_results.own_documents(own) if own else ([], "")
        if about:
            ui.note(OWN, about)
    if listed:
        page.show(search_results.own_search_figure(shown, own), reveals_answer=False)
        return
    page.show(search_results.search_figure(shown), reveals_answer=shown == opening)


def ask_for_documents() -> str | bytes:
    """Ask for the visitor's own documents; an uploaded file replaces typed text."""
    typed = st.text_area(search_words.OWN, key=OWN, max_chars=MOST_CHARACTERS, height=150)
    file = st.file_uploader(
        search_words.OWN_FILE, type="txt", key=f"{OWN}-file", max_upload_size=MOST_MB
    )
    return file.getvalue() if file else typed.strip()
