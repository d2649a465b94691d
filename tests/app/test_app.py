"""The page as Streamlit runs it, without a browser: every model, every example, bad input."""

import gc
import inspect
import json
import re
from importlib import import_module
from types import SimpleNamespace
from unittest.mock import MagicMock

import pytest
from streamlit import config
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner, ScriptRunnerEvent
from streamlit.testing.v1 import AppTest

from lessons.attention import CHANGED, SENTENCE, results
from lessons.host import faults, live
from lessons.kit.sections import duration, read_sections, sections
from lessons.models import catalogue
from lessons.models.facts import Gaze
from lessons.models.shipped import MODELS
from tests.kit import visit
from tests.kit.chosen import few
from tests.kit.paths import ROOT
from tests.kit.small import HOSTILE
from tests.kit.visit import codes, paragraphs, unlinked
from transformer import attention as attention_file


def opened(part: str = "model") -> AppTest:
    return visit.opened("attention", part=part)


DRAWN = ["figure", "figure-panel"]


def drawn(at: AppTest) -> list[str]:
    """The figure and the panel beside it, where they are on the page."""
    return [e.key for e in at.get("bidi_component") if e.key in DRAWN]


def typed(at: AppTest, text: str) -> AppTest:
    at.text_input(key="text").set_value(text).run()  # only the parts that follow the sentence
    return at.run()  # AppTest shows only what ran last: the whole page again


def words_of(at: AppTest) -> list[str]:
    return [element.value for element in at.text]


def markup(at: AppTest) -> str:
    """All of the page's own HTML, without its style."""
    return "".join(element.value for element in at.html if "<style>" not in element.value)


def mistakes(at: AppTest) -> list[str]:
    """Sentences in a red box, or an exception that nobody explained."""
    boxes = [e.label for e in at.expander if e.label.startswith("Traceback")]
    return boxes + [str(e.value) for e in at.exception]


@pytest.fixture
def page() -> AppTest:
    return opened()


def test_settings_that_make_the_app_fast_are_in_force(monkeypatch):
    assert config.get_option("runner.postScriptGC") is False
    assert config.get_option("browser.gatherUsageStats") is False
    assert config.get_option("server.runOnSave") is True
    assert collections_after_a_run(monkeypatch) == 0, "80–140 ms for every click"
    config.set_option("runner.postScriptGC", True)
    try:
        assert collections_after_a_run(monkeypatch) == 1, "the setting has another name now"
    finally:
        config.set_option("runner.postScriptGC", False)


def collections_after_a_run(monkeypatch) -> int:
    """How often Streamlit collects garbage when a script has run (AppTest's own runner never does)."""
    counted = []
    monkeypatch.setattr(gc, "collect", lambda *generation: counted.append(generation) or 0)
    done = ScriptRunnerEvent.SCRIPT_STOPPED_WITH_SUCCESS
    ScriptRunner._on_script_finished(
        MagicMock(), SimpleNamespace(has_script_started=False), done, True, None
    )
    return len(counted)


@pytest.mark.parametrize("name", few({"english_french", "reverse"}, MODELS))
def test_every_model_shows_its_examples(page, name):
    for text in (MODELS[name][1], *results.trained(name).task.examples):
        page.session_state["model"], page.session_state["text"] = name, text
        page.run()
        assert not mistakes(page), text
        assert drawn(page) == DRAWN, "the figure and the panel beside it"
        assert results.facts(name, results.encode(name, text)).translation in words_of(page)


def test_chips_say_what_the_card_says(page):
    for name in MODELS:
        page.selectbox(key="model").select(name).run()
        card = results.trained(name).card
        assert f"{card['held_out']['exact_match']:.1%} of" in markup(page)
        bleu = card["held_out"].get("bleu")
        assert f", BLEU {bleu:.2f}" in markup(page) if bleu else "BLEU" not in markup(page)
        assert f"{card['parameters']:,} parameters" in markup(page)


def test_an_example_goes_into_the_box(page):
    chosen = results.trained("english_french").task.examples[-1]
    page.menu_button(key="example").click(chosen).run()
    assert page.text_input(key="text").value == chosen
    assert not mistakes(page)


def test_another_model_brings_a_sentence_that_it_can_read(page):
    typed(page, "i am a student")
    page.selectbox(key="model").select("reverse").run()
    assert page.text_input(key="text").value == MODELS["reverse"][1]
    assert not [w for w in words_of(page) if "not among" in w]


# --- bad input: a sentence for each, and nothing is lost -----------------------------------------


def test_an_empty_box_keeps_the_picture(page):
    for text in ("", "   ", "?!…", "\t"):
        typed(page, "i am a student")
        typed(page, text)
        assert any("There is no word" in w for w in words_of(page)), repr(text)
        assert "The figure still shows: i am a student" in words_of(page), repr(text)
        assert drawn(page) == DRAWN and not mistakes(page), repr(text)


def test_too_many_words_are_counted(page):
    text = " ".join(["animal"] * 500)
    typed(page, text)
    limit = results.trained("english_french").model.config.max_length
    assert f"The text has 500 words, but the figure shows at most {limit}." in " ".join(
        words_of(page)
    )
    assert page.text_input(key="text").value == text, "what was typed stays in the box"
    assert drawn(page) == DRAWN and not mistakes(page)
    typed(page, " ".join(["animal"] * limit))
    assert "the figure shows" not in " ".join(words_of(page)) and not mistakes(page)


def test_an_unknown_word_is_named_and_near_ones_offered(page):
    typed(page, "the animel did not cross the street")
    said = " ".join(words_of(page))
    assert "“animel” is not among" in said and "animal" in said.split("“animel”")[1]
    assert "⟨unknown⟩" in said and "which no training sentence used" in said
    assert drawn(page) == DRAWN and not mistakes(page)


TYPED = (
    HOSTILE,
    "<script>alert(1)</script> animal",
    "the $\\frac{a}{b}$ animal",
    "**bold** [link](javascript:alert(1)) `code` :red[red] # animal",
    "the 🐘 did not cross 👩‍👩‍👧",
    "שלום עולם الحيوان",
    "\u202ethe animal",
    "a\x00b animal",
)


def test_nothing_typed_becomes_markup(page):
    own = {element.value for element in (*page.markdown, *page.caption)}
    for text in TYPED:
        typed(page, text)
        assert not mistakes(page), text
        assert drawn(page) == DRAWN, text
        tags = re.findall(r"<\s*([a-zA-Z]+)", markup(page))
        assert set(tags) <= {
            "span",
            "b",
            "p",
            "pre",
            "div",
            "i",
            "details",
            "summary",
            "ul",
            "li",
            *("table", "thead", "tbody", "tr", "th", "td"),
        }, "only the page's own elements"
        for element in (*page.markdown, *page.caption):
            if element.value not in own:
                assert not re.search(r"[^\\][<$`\[]|javascript:", element.value), (
                    f"typed text as markdown: {text}"
                )


# --- predict first -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", few({"english_french", "reverse"}, MODELS))
def test_every_answer_gets_a_reply_and_the_model_decides(page, name):
    page.selectbox(key="model").select(name).run()
    prediction = results.prediction(name)
    assert prediction.right in prediction.options
    assert set(prediction.replies) == set(prediction.options)
    before = " ".join(paragraphs(page))
    assert not any(reply in before for reply in prediction.replies.values()), "told too early"
    for number, option in enumerate(prediction.options):
        page.button(key=f"predict-{name}-{number}").click().run()
        assert prediction.replies[option] in paragraphs(page)
        labels = [
            page.button(key=f"predict-{name}-{n}").label for n in range(len(prediction.options))
        ]
        assert [x for x in labels if x.startswith("✓")] == [f"✓ {prediction.right}"]
        assert any(x.startswith("✗") for x in labels) == (option != prediction.right)


def test_the_right_answer_is_what_the_model_does(page):
    right = results.prediction("english_french").right
    gaze = results.facts("english_french", results.encode("english_french", CHANGED)).it
    assert (right in ("animal", "street")) == (gaze.strongest()[0] in ("animal", "street"))
    page.button(key="predict-english_french-0").click().run()
    page.button(key="predict-english_french-show").click().run()
    assert page.text_input(key="text").value == CHANGED


def test_an_answer_that_surprises_is_still_computed():
    from lessons.attention.prediction import BOTH, OTHER, about_it
    from lessons.models.facts import Facts

    def looking(**weights):
        gaze = Gaze(0, 0, "it", tuple(weights.items()))
        return about_it(Facts("", (), gaze), guided=False).right

    assert looking(animal=0.9, street=0.1) == "animal"
    assert looking(animal=0.1, street=0.9) == "street"
    assert looking(animal=0.4, street=0.5) == BOTH
    assert looking(animal=0.1, street=0.2, wide=0.7) == OTHER


# --- source, exercise, notebook ------------------------------------------------------------------


def test_your_own_models_are_offered(tmp_path, monkeypatch):
    (tmp_path / "my_reverse.json").write_text('{"task": "reverse"}')
    (tmp_path / "my_damaged.json").write_text("{")
    text = {"task": "language_model", "config": {"family": "decoder_only"}}
    (tmp_path / "my_language_model.json").write_text(json.dumps(text))
    monkeypatch.setattr(catalogue, "WEIGHTS", tmp_path)
    offered = catalogue.offered()
    assert list(offered) == [*MODELS, "my_damaged", "my_reverse"], "and none without an encoder"
    assert offered["my_reverse"][1] == MODELS["reverse"][1]


def test_the_source_on_the_page_is_the_source_that_runs(page):
    shown = next(c for c in codes(page) if c.startswith("# transformer/attention.py"))
    assert inspect.getsource(attention_file.ScaledDotProduct).strip() in shown
    assert len(shown.splitlines()) <= 60


def test_the_exercise_says_where_to_start(page):
    (first, *_) = import_module("lessons.attention.checks").CHECKS
    assert any(first.title in c for c in codes(page))
    page.button(key="check-attention").click().run()
    assert not mistakes(page)


def test_the_lesson_text_comes_from_the_lesson(page):
    """Modify and Break; Recall asks in the browser."""
    sections = read_sections(ROOT / "lessons" / "attention" / "lesson.py")
    sections = {heading: unlinked(text) for heading, text in sections.items()}
    for heading in ("Modify", "Break"):
        assert any(e.label.startswith(f"**{heading}** ") for e in page.expander)
        assert sections[heading] not in paragraphs(page), "sent before it is opened"
        page.session_state[f"attention-{heading}"] = True
    page.run()
    for heading in ("Modify", "Break"):
        assert sections[heading] in paragraphs(page)


def test_sections_of_a_percent_file(tmp_path):
    file = tmp_path / "lesson.py"
    file.write_text(
        "# %% [markdown]\n# ## One · 4 min\n# a\n# %%\nx = 1\n"
        "# %% [markdown]\n# # Two · 12 min · optional\n#\n# b\n#\n# ### One · and more\n# c\n"
    )
    assert read_sections(file) == {
        "One": "a\n\n```python\nx = 1\n```",
        "Two": "b",
        "One · and more": "c",
    }
    assert [found.time for found in sections(file.read_text())] == [
        *("", "4 min", "12 min · optional", ""),
    ]
    assert str(duration(file.read_text())) == "4 min · optional 12"


# --- mistakes in words ---------------------------------------------------------------------------


def test_a_mistake_is_one_sentence_with_a_place():
    try:
        attention_file.attention(None, None, None)
    except AttributeError as error:
        mistake = faults.explain(error)
    number = inspect.getsource(attention_file).splitlines().index(mistake_line(mistake)) + 1
    assert mistake.location == f"transformer/attention.py:{number}"
    assert mistake.location in mistake.sentence and "\n" not in mistake.sentence
    assert "Traceback" in mistake.trace


def mistake_line(mistake: faults.Mistake) -> str:
    lines = inspect.getsource(attention_file).splitlines()
    return next(line for line in lines if line.strip() == mistake.line)


def test_a_long_error_is_cut_and_kept_in_the_traceback():
    mistake = faults.explain(ValueError("word " * 400))
    assert len(mistake.sentence) < faults.LONGEST + 10 and mistake.sentence.endswith("…")
    assert mistake.trace.count("word") == 400


def test_looking_for_changes_reads_no_file_and_finds_none(monkeypatch):
    before = live.poll_for_edits()
    monkeypatch.setattr(
        live, "content", lambda file: pytest.fail(f"every run of a page reads {file}")
    )
    assert [live.poll_for_edits() for _ in range(3)] == [before] * 3


def test_the_opening_sentence_is_one_of_the_examples():
    assert SENTENCE in results.trained("english_french").task.examples
    assert not [
        w for w in CHANGED.split() if w not in results.trained("english_french").source_vocabulary
    ]
