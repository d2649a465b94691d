"""A browser that translates, or a screen reader, leaves data alone: what a model reads and writes is marked on every kind
of page, French is marked as French, and the course's own sentences are not marked."""

import subprocess
import sys

import pytest

from lessons.figures.attention_map import attention_map
from lessons.figures.kit.labels import data_words, labels
from lessons.kit.tables import as_data, table
from tests.contract.test_figures import made
from tests.kit.paths import ROOT
from transformer.weights import load

SENTENCE = "the animal did not cross the street because it was too tired"

# Every text that is seen or read out: what it says, whether it may be translated, and in which language it is.
# (`translate` of an SVG element is no property, so that the attributes are read.)
TEXTS = """(root) => {
  const up = (one) => one.parentElement ?? one.getRootNode().host;
  const found = [];
  function told(text) {
    let translates = null, lang = null;
    for (let one = text.parentElement; one; one = up(one)) {
      translates ??= one.getAttribute("translate");
      lang ??= one.getAttribute("lang");
    }
    found.push([text.data.trim(), translates !== "no", lang]);
  }
  function walk(one) {
    for (const child of one.childNodes) {
      if (child.nodeType === Node.TEXT_NODE && child.data.trim()) told(child);
      else if (child.nodeType === Node.ELEMENT_NODE && !["STYLE", "SCRIPT"].includes(child.nodeName)) {
        if (child.shadowRoot) walk(child.shadowRoot);
        walk(child);
      }
    }
  }
  walk(root);
  return found;
}"""


def words_of(header) -> dict[str, set[str]]:
    """The labels of a header, and the words that it lists as data: text → its languages."""
    found: dict[str, set[str]] = {}

    def collect(value):
        if isinstance(value, dict) and "label" in value and {"unknown", "lang"} & value.keys():
            for key in ("label", "full"):
                found.setdefault(value[key], set()).add(value.get("lang", ""))
        elif isinstance(value, dict | list):
            for part in value.values() if isinstance(value, dict) else value:
                collect(part)

    collect(header)
    for language, words in header.get("data", {}).items():
        for word in words:
            found.setdefault(word, set()).add(language)
    return {word: said - {""} for word, said in found.items() if any(map(str.isalpha, word))}


def marked_as_data(texts, words: dict[str, set[str]], french: bool) -> None:
    seen = [one for one in texts if one[0] in words]
    assert len({text for text, *_ in seen}) > 3
    assert [text for text, translates, _ in seen if translates] == []
    for text, _, lang in seen:
        languages = words[text]
        assert len(languages) != 1 or lang in languages, text
    assert any(lang == "fr" for *_, lang in seen) == french


def sentences(texts) -> list:
    """What the course says: texts of six words and more with a capital letter; code and input begin without."""
    return [one for one in texts if len(one[0].split()) >= 6 and one[0][0].isupper()]


@pytest.fixture(scope="module")
def translator():
    return load("english_french")


# ---- figures ---------------------------------------------------------------------------------------
def test_a_figure_marks_its_words_also_after_a_choice(show, translator):
    figure = attention_map(translator, SENTENCE).at(map="cross")
    words = words_of(figure.header)
    assert words["street"] == {"en"} and words["animal"] == {"en", "fr"}
    assert words["trop"] == {"fr"} and words["⟨start⟩"] == set()
    shown = show(figure)
    before = shown.run(f"({TEXTS})(root)")
    marked_as_data(before, words, french=True)
    shown.page.get_by_role("button", name="Encoder self-attention").click()
    after = shown.run(f"({TEXTS})(root)")
    marked_as_data(after, words, french=False)
    told = sentences(before) + sentences(after)
    assert len(told) > 5 and all(translates and lang == "en" for _, translates, lang in told)
    assert shown.page.evaluate("document.documentElement.lang") == "en"


@pytest.mark.parametrize(
    "name, french", [("beam_tree", True), ("decoder_step", True), ("hidden_word", False)]
)
def test_all_kinds_of_figures_mark_their_words(show, name, french):
    """A drawing of its own, a figure of panels with words in two places, and one whose model reads only."""
    figure = made(name)
    texts = show(figure).run(f"({TEXTS})(root)")
    marked_as_data(texts, words_of(figure.header), french)
    assert all(translates for _, translates, _ in sentences(texts))


def test_a_word_of_two_languages_has_none_and_a_changed_text_loses_its_mark(show, translator):
    shown = show(attention_map(translator, SENTENCE))
    code = """(() => {
      const place = document.createElement("p"), said = [];
      const now = () => said.push([place.getAttribute("translate"), place.getAttribute("lang")]);
      root.querySelector(".left").append(place);
      const steps = ["trop", "This is a sentence.", "“trop”", "⟨start⟩"].map((text) => () => (place.textContent = text));
      return steps.reduce((before, step) => before.then(step).then(now), Promise.resolve()).then(() => said);
    })()"""
    assert shown.run(code) == [["no", "fr"], [None, None], ["no", "fr"], ["no", None]]


# ---- pages -----------------------------------------------------------------------------------------
BUILD = """
import sys
from pathlib import Path
from web import build, notebook, views
from web.files import Site
site = Site(Path(sys.argv[1]))
build.code(site)
build.course(site)
views.listen()
site.lesson(views.of_lesson("attention", (), lambda key: False))
notebook.write(site, "attention", runs=False)
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-c", BUILD, str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def texts_of(page, site):
    """Open a page of the site, from its disk, and read its texts."""

    def read(address: str, ready: str):
        page.goto(f"file://{site}/{address}")
        page.locator(ready).first.wait_for(state="attached")
        return page.evaluate(f"({TEXTS})(document.body)")

    return read


@pytest.mark.slow
def test_a_lesson_marks_what_the_model_reads_and_writes(page, texts_of):
    texts = texts_of("attention/index.html?attention-part=In+a+model", ".words b")
    page.locator(".gb .lefts text[translate=no]").first.wait_for(state="attached")
    assert page.evaluate("document.documentElement.lang") == "en"
    french = page.locator("[class*=st-key-data-fr-]")
    assert french.get_attribute("translate") == "no" and french.get_attribute("lang") == "fr"
    unmarked = "[...document.querySelectorAll(given)].filter((one) => one.getAttribute('translate') !== 'no').length"
    for found in (
        "pre",
        "code",
        "kbd",
        "[data-testid=stTextInput] input",
        ".words b",
        ".words span",
    ):
        assert page.locator(found).count(), found
        assert page.evaluate(f"(given) => {unmarked}", found) == 0, found
    assert page.locator(".words b").first.get_attribute("lang") == "fr"
    assert page.locator(".words span").first.get_attribute("lang") == "en"
    told = [text for text, translates, _ in sentences(texts) if translates]
    assert len(told) > 10
    # A part that is drawn anew loses no mark.
    page.evaluate(
        "document.querySelectorAll('pre').forEach((one) => one.removeAttribute('translate'))"
    )
    assert page.evaluate(f"(given) => {unmarked}", "pre") == 0


@pytest.mark.slow
def test_the_course_is_english_and_may_be_translated(page, texts_of):
    texts = texts_of("index.html", "a")
    assert page.evaluate("document.documentElement.lang") == "en"
    assert len(sentences(texts)) > 10 and all(translates for _, translates, _ in sentences(texts))


@pytest.mark.slow
def test_a_notebook_marks_its_code(page, texts_of):
    texts = texts_of("attention/notebook.html", "section.cell")
    assert page.evaluate("document.documentElement.lang") == "en"
    assert page.locator(":is(pre, code):not([translate=no])").count() == 0
    assert page.locator("pre.code").count() > 10
    assert len([one for one in sentences(texts) if one[1]]) > 10


# ---- without a browser -------------------------------------------------------------------------------
def test_labels_say_their_language_where_there_is_one():
    assert labels(["le"], language="fr") == [
        {"label": "le", "full": "le", "unknown": False, "lang": "fr"}
    ]
    assert "lang" not in labels(["le"])[0] and "lang" not in labels(["⟨end⟩"], language="fr")[0]
    assert data_words((["le", "⟨end⟩"], "fr"), (["a", "a"], "")) == {
        "fr": ["le"],
        "": ["a", "⟨end⟩"],
    }


def test_a_table_marks_the_columns_with_data():
    html = table("look", ("in", "n"), [("l’<b>", "2")], data={0: "fr"})
    assert '<th><span translate="no" lang="fr">l’&lt;b&gt;</span></th><td>2</td>' in html
    assert as_data("a") == '<span translate="no">a</span>'
