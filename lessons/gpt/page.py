"""The GPT page: a batch with its loss mask, swapped task tokens, three tasks during training, and model sizes."""

import streamlit as st

from lessons.gpt import MODEL, MODELS, PARTS, SENTENCE, results, words
from lessons.kit.lesson_page import LessonPage, Sources
from lessons.models import asking, catalogue, open_model

PAGE = LessonPage(
    "gpt",
    "A decoder-only model predicts the next word. With a task token after the text, one model does several tasks.",
    PARTS,
)
SOURCES = Sources.for_parts(
    "The code",
    "The models above were trained with exactly this code.",
    rows={
        "transformer.objectives.next_word": ("loss_mask", "next_word_loss"),
        "transformer.tasks.prompts": ("row", "story"),
    },
    swap={"transformer.families.gpt": ("GPT",), "lessons.gpt.measure.prompting": ("moved_weight", "few_shot_accuracy", "accuracy_by_round")},
    learning={
        "transformer.objectives.continuing": ("Continuing.loss",),
        "transformer.objectives.prompted": ("exact_after",),
        "lessons.gpt.measure.probing": ("probe_next_word",),
    },
    sizes={
        "transformer.measure.cost.sizes": ("without_memory", "parameters_by_part", "count_parameters", "multiply_adds"),
        "lessons.gpt.measure.same_parts": ("first_layer_attention",),
        "transformer.families.gpt": ("GPTConfig",),
    },
)  # fmt: skip


def rows() -> None:
    PAGE.show(results.batch())


def outside(card: dict) -> bool:
    return catalogue.from_outside(card) and catalogue.is_decoder_only(card)


def swap() -> None:
    """Show a typed sentence with each of the three task tokens after it; a model from outside continues it."""
    opened = dict.fromkeys(catalogue.not_shipped(outside), ("", ""))
    box = asking.Box(PAGE, MODELS | opened)
    with box.row():
        box.pick()
    if box.name in opened:
        reading = box.encoded_text(results.prompt)
        figure = results.continuation_figure(box.name, reading)
        PAGE.show(figure, reveals_answer=False)
        with PAGE.section("What the model writes", words.CONTINUED):
            st.text(figure.header["run"]["output"])
        return
    reading = box.encoded_text(results.sentence)
    PAGE.show(
        results.swap_figure(box.name, reading),
        reveals_answer=(box.name, reading.text) == (MODEL, SENTENCE),
    )
    shots = results.shot_accuracies()
    with PAGE.section("Zero-shot, one-shot, few-shot", words.SHOTS):
        st.html(words.shot_table(shots))
        st.markdown(words.about_shots(shots))
    right = results.desk_scores()
    with PAGE.section("A conversation as a prompt", words.about_desks(right)):
        st.html(words.desk_table(right))
        st.markdown(words.BEYOND)
        st.html(words.answer_table(results.desk_answers()))


def learning() -> None:
    PAGE.show(results.learning_figure())
    probes = results.probes()
    with PAGE.section("Bias: the model reproduces its training data", words.about_probes(probes)):
        st.html(words.probe_table(probes))


def sizes() -> None:
    """Show all sizes; below, the models by year, and four of them built from the same layers."""
    PAGE.show(results.sizes_figure())
    with PAGE.section("Models by year, from GPT to GPT-3", words.SAME_PARTS):
        results.four_models().show(key="gpt-parts")


PAGE.draw(
    {"rows": rows, "swap": swap, "learning": learning, "sizes": sizes},
    notice=lambda: words.NOTICE[PAGE.opened()],
    sources=SOURCES,
    aside=open_model.link,
    write=("loss_mask", "next_word_loss", "count_parameters"),
)
