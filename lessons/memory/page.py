"""The memory page: your own story hop by hop, and how many hops an answer needs."""

import streamlit as st

from lessons.kit import sentence, ui
from lessons.kit.lesson_page import LessonPage, Sources
from lessons.memory import MODEL, MODELS, PARTS, QUESTION, STORY, pairs, results, words
from lessons.models import asking, catalogue

TEXT, ASKED, CHOSEN, FACT = "memory-text", "memory-question", "memory-model", "memory-fact"
PAIR, JUDGING = ("memory-premise", "memory-hypothesis"), "memory-judge"
MOST = 2000  # characters of a story
PAGE = LessonPage(
    "memory",
    "A memory network attends to the facts of a story, updates its query, and attends again.",
    PARTS,
)
HOPS = {
    "transformer.facts.sentence_encoder": ("Table", "place_weights"),
    "transformer.facts.hop": ("Hop",),
    "transformer.families.memory": ("Memory",),
}
SOURCES = Sources.for_parts(
    "The code",
    "The models above were trained with this code.",
    story=HOPS,
    hops=HOPS,
    follows={"transformer.families.entailment": ("WordByWord", "Entailment")},
)


def offered() -> dict[str, tuple[str, tuple[str, str]]]:
    """Return the title and the opening story of each model, also of your own."""

    def fits(card: dict) -> bool:
        return catalogue.family_of(card) == "memory"

    opening = MODELS[MODEL][1]
    return MODELS | {name: (name, opening) for name in catalogue.not_shipped(fits)}


def show_opening(models: dict) -> None:
    """Callback: show the story and the question of the chosen model."""
    for key, text in zip((TEXT, ASKED), models[st.session_state[CHOSEN]][1], strict=True):
        sentence.show(key, text)
    st.rerun()


def story() -> None:
    """Draw the editor, and the figure of the story next to it."""
    models = offered()
    if (name := st.session_state.get(CHOSEN)) is not None and name not in models:
        st.session_state[CHOSEN] = MODEL
    with st.container(horizontal=True, gap="medium", key="memory-both"):
        with st.container(width=240, key="memory-editor"):
            name = st.selectbox(
                "Model", list(models), format_func=lambda model: models[model][0], key=CHOSEN, bind="query-params",
                on_change=show_opening, args=(models,),
            )  # fmt: skip
            facts, question = models[name][1]
            facts_text = sentence.area(
                TEXT, facts, "Story, one fact per line; the question is below", MOST
            )
            question_text = sentence.box(ASKED, question, "Ask where something is")
            draw_move(facts_text)
        with st.container(width="stretch", key="memory-figure"):
            typed, opening = f"{facts_text}\n{question_text}", f"{facts}\n{question}"
            with st.container():  # so that a note does not move the figure
                reading = asking.shown(TEXT, results.story, name, typed, opening)
                ui.remark(results.trained(name))
            # Decide by what is shown: below an unreadable story, the figure still shows the story before it.
            first = results.story(MODEL, f"{STORY}\n{QUESTION}")  # also in another spelling
            tells = name == MODEL and reading.words == first.words
            PAGE.show(results.hops(name, reading), reveals_answer=tells)


def draw_move(story_text: str) -> None:
    """Draw a list of facts, and a button that moves the chosen fact up."""
    lines = [line for line in story_text.splitlines() if line.strip()]
    if len(lines) > 1:
        at = st.selectbox(
            "Move a fact",
            range(1, len(lines)),
            format_func=lambda n: f"{n + 1} {lines[n]}",
            index=len(lines) - 2,
        )
        st.button("Move this fact up", on_click=move_up, args=(lines, at), width="stretch")


def move_up(lines: list[str], at: int) -> None:
    """Callback: swap the fact `at` with the fact before it."""
    lines[at - 1], lines[at] = lines[at], lines[at - 1]
    sentence.show(TEXT, "\n".join(lines))


def hops() -> None:
    """Draw all models by hops and facts, and explain two of the numbers below."""
    PAGE.show(results.scores())
    if not PAGE.is_unanswered():
        score = results.trained("stories_hops_1").card["held_out"]["accuracy"]
        with PAGE.section("An accuracy of 50% that shows no learning"):
            same = results.baseline_agreement()["often"]
            st.markdown(words.ONE_HOP.format(score=score, same=same, **results.guesses(2)))
    with PAGE.section("Accuracy by the number of moves", words.BY_MOVES):
        st.html(words.table(results.by_moves()))


def follows() -> None:
    """Draw a premise, a hypothesis and a model’s answer, and compare all models below."""
    opening = f"{pairs.PREMISE}\n{pairs.HYPOTHESIS}"
    *judges, _ = pairs.JUDGES
    own = catalogue.not_shipped(lambda card: card["task"] == pairs.TASK)
    with st.container(horizontal=True, gap="small", key="memory-pair"):
        premise = sentence.box(PAIR[0], pairs.PREMISE, "The premise: who does what")
        name = st.selectbox(
            "Model", asking.there(JUDGING, (*judges, *own)), format_func=lambda model: pairs.JUDGES.get(model, model), key=JUDGING,
            bind="query-params", label_visibility="collapsed", width=asking.WIDE,
        )  # fmt: skip
    hypothesis = sentence.box(PAIR[1], pairs.HYPOTHESIS, "The hypothesis: does it follow?")
    with st.container():
        typed = f"{premise}\n{hypothesis}"
        reading = asking.shown(PAIR[0], results.pair, name, typed, opening)
        ui.remark(results.trained(name))
    PAGE.show(results.draw_pair(name, reading), reveals_answer=False)
    with PAGE.section("Accuracy of all models"), PAGE.covered(wholly=False, place="judges"):
        results.compare_judges().show(key="memory-judges")
    if not PAGE.is_unanswered():
        with PAGE.section("Control: three seeds, trained longer", words.CONTROL):
            st.html(results.control_rows("entailment_length"))


def notice() -> str:
    if PAGE.opened() == "story":
        right = results.slide_stories()
        return words.STORY.format(**right)
    if PAGE.opened() == "follows":
        return words.FOLLOWS.format(**results.entailment_accuracies())
    two = results.trained("stories_three_hops_2").card["held_out"]["accuracy"]
    return words.HOPS.format(two=two)


PAGE.draw(
    {"story": story, "hops": hops, "follows": follows},
    notice=notice,
    sources=SOURCES,
    write=("look", "hop", "answer"),
)
