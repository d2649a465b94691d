"""Open a model from a folder of this computer, and the pages that can show it."""

from collections.abc import Callable

import streamlit as st

from lessons import LESSONS
from lessons.kit import page, ui
from lessons.models import catalogue, start

FOLDER, OPENED = "machine-folder", "machine-opened"  # the typed folder; the result for the last one
ALONE = ("127.0.0.1", "localhost")  # addresses only for this computer
TITLE = "Open a model"
ABOUT = (
    "Enter a folder on this computer with config.json, model.safetensors and a tokenizer. Models of the types GPT-2, "
    "BERT and Marian can be opened, as Hugging Face’s library saves them. Nothing in the folder is run or copied."
)
# Each page with a list of models → which of the models from outside it can show.
PAGES: dict[str, Callable[[dict], bool]] = {
    **dict.fromkeys(("machine", "embeddings", "attention", "masks", "heads"), catalogue.has_maps),
    **dict.fromkeys(("block", "your_layer"), catalogue.has_maps),
    **{"scores": catalogue.has_cross_attention, "decoding": catalogue.can_be_searched},
    **{"bert": catalogue.predicts_masked, "gpt": catalogue.is_decoder_only},
}


def is_allowed() -> bool:
    """Say whether folders can be opened: only if no other computer can reach the app."""
    return st.get_option("server.address") in ALONE


def form() -> None:
    """Draw the box for the folder, with the result for the last one."""
    with st.form("machine-open", border=False):
        with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
            st.text_input("Folder", key=FOLDER, placeholder="/home/me/gpt2")
            st.form_submit_button("Open", on_click=open_folder)
    if message := st.session_state.get(OPENED):
        ui.note(OPENED, message)


def open_folder() -> None:
    """Open the named folder; a callback."""
    from transformer.pretrained import (
        command,  # it needs tokenizers, which a browser's tab does not have
    )

    state = st.session_state
    with start.explained(lambda message: state.update({OPENED: message})):
        state[OPENED] = where_shown(*command.opened(state[FOLDER]))


def where_shown(name: str, card: dict, remark: str) -> str:
    """Say on which pages an opened model now appears, and what is special about it."""
    pages = ", ".join(lesson.title for lesson in LESSONS if shows(lesson.name, card))
    return f"{name} is now in the lists of models on these pages: {pages}. {remark}".strip()


def shows(lesson: str, card: dict) -> bool:
    """Say whether a page offers the model from outside with this card."""
    return lesson in PAGES and PAGES[lesson](card)


def link() -> None:
    """Draw the link to the form, on the pages that offer an opened model."""
    if is_allowed():
        st.page_link(page.page_of(page.entry("machine")), label=TITLE)
