"""What the README lists is what there is."""

import json
import re

from lessons import LESSONS
from tests.kit.paths import ROOT
from transformer.training.recipes import RECIPES

README = (ROOT / "README.md").read_text(encoding="utf-8")


def part(name: str) -> list[str]:
    """The rows of a table between its two marks, without the two lines of its head."""
    text = re.search(f"<!-- {name}.*?-->\n(.*?)<!-- /{name} -->", README, re.DOTALL).group(1)
    return text.strip().splitlines()[2:]


def test_lessons():
    rows = [
        f"| {n} | {lesson.title} | {lesson.question} | "
        f"[{n:02}_{lesson.name}.ipynb](notebooks/{n:02}_{lesson.name}.ipynb) |"
        for n, lesson in enumerate(LESSONS, start=1)
    ]
    assert part("lessons") == rows


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
    assert part("models") == rows, "the table should read:\n" + "\n".join(rows)


def test_links_lead_somewhere():
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / target).exists(), target


def test_the_examples_run():
    for code in re.findall(r"```python\n(.*?)```", README, re.DOTALL):
        exec("\n".join(line.removeprefix("  ") for line in code.splitlines()), {})
