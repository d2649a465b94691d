"""The decoding page: three parts, of which only the open one computes."""

from contextlib import suppress

import streamlit as st

from lessons.decoding import EARLY, PARTS, TYPED_TABLE, choices
from lessons.decoding.choices import DRAFT, FORCED, MODEL, SETTING, TEXT, TYPED
from lessons.host import live
from lessons.kit import sentence, ui
from lessons.kit.lesson_page import LessonPage, Sources

FOUND = "decoding-found"
PAGE = LessonPage(
    "decoding",
    "A model gives a probability to each possible next word. A rule has to choose one.",
    PARTS,
    question=lambda: "decoding",  # only one part asks
)
SOURCES = {
    "tree": Sources(
        "The whole of beam search",
        "First in plain lines, for one sentence; then what grows the tree above, for many sentences at once. A test "
        "holds the two together.",
        {
            "transformer.decoding.basic": ("beam", "ended"),
            "transformer.decoding.beam": ("candidates",),
        },
    ),
    "sampling": Sources(
        "What is drawn from",
        "The sliders change these settings, and every draw goes through `draw`.",
        {"transformer.decoding.sample": ("Settings.distribution", "Distribution.draw")},
    ),
    "drafting": Sources(
        "Accepted or not",
        "`check` decides about all drafted symbols at once.",
        {"transformer.decoding.speculative": ("check", "draw")},
    ),
    "bleu": Sources(
        "The whole of BLEU",
        "Of the same words it gives the numbers of sacrebleu, which the tests compare it with.",
        {"transformer.objectives.bleu": ("bleu", "_clipped", "_precisions")},
    ),
}


def controls():
    """The model, sentences on which it goes wrong, and the box; returns what can be read."""
    results, words = PAGE.results, PAGE.words
    offered = choices.offered()
    with st.container(
        horizontal=True, vertical_alignment="bottom", gap="small", key="decoding-controls"
    ):
        box = st.container(width="stretch", key="decoding-sentence")
        examples = st.container(width="content")
        if st.session_state.get(MODEL, choices.model()) not in offered:
            st.session_state[MODEL] = choices.model()  # in the address too
        if len(offered) > 1:
            st.selectbox(
                "Model",
                list(offered),
                format_func=offered.get,
                key=MODEL,
                bind="query-params",
                label_visibility="collapsed",
                width=290,
                on_change=st.rerun,
            )
        choices.follow()  # now that the address has been read
        name = choices.model()
        key, opening = TYPED if name == TYPED_TABLE else TEXT, choices.opening(name)
        with examples, suppress(Exception):  # what is wrong is said beside the picture
            sentences(name)
        with box:
            if name == TYPED_TABLE:
                text = sentence.area(key, opening, words.TABLE, results.LONGEST_TABLE)
            else:
                text = sentence.box(key, opening, "Type a sentence")
    reading = results.reading(name, text)
    shown = sentence.readable(key, name, reading, opening)
    if reading.problem:
        said = sentence.problem(reading, shown)
        ui.note("decoding", *((reading.problem, words.NO_PICTURE) if name == TYPED_TABLE else said))
    elif reading.unknown:
        said = live.load("lessons.kit.reading").about_unknown(results.trained(name), reading)
        ui.note("decoding", *said)
    if name != TYPED_TABLE:
        ui.remark(results.trained(name))
    return name, results.reading(name, shown)


def sentences(name: str) -> None:
    """Of the model that was stopped early, those that were found; of others their examples."""
    results, words = PAGE.results, PAGE.words
    offered = results.examples(name)
    st.menu_button(
        "Examples",
        [text for _, text in offered],
        format_func=lambda text: words.example(*next(o for o in offered if o[1] == text)),
        key=FOUND,
        on_click=lambda: choices.show_sentence(st.session_state[FOUND]),
    )


def picture() -> None:
    """The figure of the open part, from the present choices."""
    part, results = PAGE.opened(), PAGE.results
    name, reading = controls()
    if part == "tree":
        forced = choices.forced(name, reading)
        figure, on_choose = results.tree(name, reading, forced), choices.force
    elif part == "sampling":
        setting = st.session_state.get(SETTING)
        figure, on_choose = results.sampling(name, reading, setting), choices.choose_setting
    elif part == "bleu":
        figure, on_choose = results.scored(name, reading), None
        if figure is None:
            ui.note("decoding-bleu", PAGE.words.NO_REFERENCE)
            published()
            return
    else:
        figure = results.drafted(reading, st.session_state.get(DRAFT))
        on_choose = choices.choose_draft
    tells = part == "tree" and asked_about(name, reading)
    PAGE.show(figure, figure_key(), tells, on_choose=on_choose)
    if part == "bleu":
        published()
    if part == "drafting":
        st.markdown(PAGE.words.often(results.tallies()))
    if part == "tree" and st.session_state.get(FORCED) and not forced:
        st.session_state[FORCED] = ()  # of another model


def asked_about(name: str, reading) -> bool:
    """Whether this is the sentence of the question."""
    results = PAGE.results
    return name == EARLY and results.predict().sentence == reading.text


def published() -> None:
    """What scores are used for: systems compared, as a deck does it, and what it gets wrong."""
    results, said = (live.load(f"lessons.decoding.{name}") for name in ("results", "published"))
    with st.container(key="decoding-published"):
        st.subheader("Scores as they are published", anchor=False)
        results.published().show(key="decoding-published-scores")
        st.markdown("\n".join(f"- {slip}" for slip in said.OTHER_SLIPS))
        st.markdown(results.ours())


def figure_key() -> str:
    """Of the figure of the open part: in the address, and for its panel."""
    return f"decoding-figure-{PAGE.opened()}"


PAGE.draw(
    picture,
    notice=lambda: PAGE.words.notice(PAGE.opened(), PAGE.results.judged()),
    sources=SOURCES,
    write=("beam_step", "score", "top_p"),
    ask=lambda: PAGE.results.predict(),
    answer=choices.show_answer,
    asked=("tree",),
    panel=figure_key,
)
