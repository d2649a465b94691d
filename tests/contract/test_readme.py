"""The README and the pages under `docs/` list what exists, their links lead somewhere, and their examples run."""

import json
import re
from textwrap import dedent

import pytest

from lessons import LESSONS
from tests.kit import course_layers
from tests.kit.paths import ROOT
from transformer.registry import LAYERS
from transformer.training.recipes import RECIPES

TEXTS = {
    str(file.relative_to(ROOT)): file.read_text(encoding="utf-8")
    for file in (
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        *sorted((ROOT / "docs").rglob("*.md")),
    )
}
README = TEXTS["README.md"]
every_text = pytest.mark.parametrize("name", TEXTS)


def rows_of(table: str, text: str) -> list[str]:
    """Return the rows of a table between its two marks, without the two lines of its head."""
    rows = re.search(f"<!-- {table}.*?-->\n(.*?)<!-- /{table} -->", text, re.DOTALL)
    return rows.group(1).strip().splitlines()[2:]


def test_lessons():
    rows = [
        f"| [{lesson.title}](notebooks/{n:02}_{lesson.name}.ipynb) | {lesson.question} |"
        for n, lesson in enumerate(LESSONS, start=1)
    ]
    assert rows_of("lessons", README) == rows


def test_models():
    rows = []
    for name in RECIPES:
        card = json.loads((ROOT / "transformer" / "weights" / f"{name}.json").read_text("utf-8"))
        score = card["held_out"]
        if "repeated_right" in score:  # of rows that repeat
            row = f"{score['repeated_right']:.1%} of repeated characters | | | |"
        elif "exact_after" in score:  # of prompts
            said = (f"`{kind}` {share:.1%}" for kind, share in score["exact_after"].items())
            row = f"{', '.join(said)} of the answers | | | |"
        elif "words_right" in score:  # of sentences in which some are hidden
            row = f"{score['words_right']:.1%} of the hidden words | | | |"
        elif "accuracy" in score:  # of questions
            row = f"{score['accuracy']:.1%} of the answers | | | |"
        elif "recall_1" in score:  # of questions about documents
            row = f"{score['recall_1']:.1%} of the documents come first | | | |"
        elif "bits" in score:  # of a text
            row = f"{score['next_right']:.1%} of the next characters | | | |"
        else:
            it = f"{score['it']['right']:.1%}" if "it" in score else ""
            bleu = f"{score['bleu']:.2f}" if "bleu" in score else ""
            looks = f"{score['alignment']:.1%}" if "alignment" in score else ""
            row = f"{score['exact_match']:.1%} | {bleu} | {looks} | {it} |"
        steps = card.get("steps", card["settings"]["steps"])  # fewer where it was stopped
        rows.append(
            f"| `{name}` | {card['parameters']:,} | {steps:,} steps, "
            f"{card['seconds']:.0f} s | {row}"
        )
    assert rows_of("models", TEXTS["docs/models.md"]) == rows, (
        "the table should read:\n" + "\n".join(rows)
    )


def test_a_stranger_reads_it_in_a_few_minutes():
    assert len(README.split()) <= 1000 and len(TEXTS["CONTRIBUTING.md"].split()) <= 250
    for name, text in TEXTS.items():
        assert "contributing/" not in name or len(text.split()) <= 700, name


@every_text
def test_links_lead_somewhere(name):
    for target in re.findall(r"\]\(([^)#]+)\)", TEXTS[name]):
        place = (ROOT / name).parent / target
        assert "://" in target or place.exists() or "?" in target, target


def test_every_page_of_docs_is_linked_from_the_readme_or_from_contributing():
    for name in TEXTS:
        linked = f"({name})" in README + TEXTS["CONTRIBUTING.md"]
        assert name == "README.md" or linked, name


def test_the_task_of_contributing_is_a_task():
    code = re.search(
        r"```python\n(   from transformer\.tasks\.letters.*?)```",
        TEXTS["docs/contributing/models.md"],
        re.DOTALL,
    )[1]
    names: dict = {}
    exec(dedent(code), names)
    example = names["build"]().held_out[0]
    assert example.target == (*example.source[1:], example.source[0])


def test_the_examples_of_the_documentation_run(monkeypatch):
    monkeypatch.setitem(LAYERS, "attention", dict(LAYERS["attention"]))
    examples = re.findall(
        r"^```python\n(.*?)^```", TEXTS["docs/layers.md"], re.DOTALL | re.MULTILINE
    )
    assert len(examples) == 3
    for code in examples:
        exec(code, {"YourClass": course_layers.FourLinears})
