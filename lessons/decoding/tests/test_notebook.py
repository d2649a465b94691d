"""The notebook on decoding: its cells print what its text claims."""

import re

from tests.kit import handout
from tests.kit.handout import after

TestAsHandedOut = handout.AsHandedOut


def test_it_draws_its_figures(notebook):
    kinds = handout.kinds(notebook.made)
    assert kinds == ["beam_tree", "beam_tree", "published_scores"]
    table = handout.figures(notebook.made)[1]
    assert "all 5 sequences (length at most 3)" in table
    (the_cat,) = re.findall(r'"word": "cat", "id": 7, "parent": 0, [^}]*rank 3, pruned at 2', table)
    assert '"step": 1, "fate": "cut"' in the_cat


def test_greedy_by_hand_writes_cette_and_the_beam_finds_cet(text):
    assert "same as greedy(): True" in text
    assert "greedy: elle ne défend pas cette accord\nright:  elle ne défend pas cet accord" in text
    step = text.split("\nstep 5\n", 1)[1].splitlines()
    assert step[0].endswith("rank 1: kept") and " cette " in step[0]
    assert step[1].endswith("rank 2: kept") and " cet " in step[1]


def test_the_table_on_which_greedy_is_wrong(text):
    assert "greedy: the dog <end>\np 0.36   a cat <end>\n" in text and "together: 1.00" in text
    assert "with the translation model: 678 words and up to 7 steps give" in text


def test_the_counts_of_errors(text):
    def count(label):
        return int(after(text, f"\n{label} ")[0])

    assert count("search errors") + count("model errors") == 250 - count("beam right")
    mended, spoiled = count("rescued by the beam"), count("lost by the beam")
    assert mended - spoiled == count("beam right") - count("greedy right") > 0 < spoiled
    assert count("model errors") > 10 * count("search errors") > 0
    by_kind = {}
    for kind in ("search", "model"):
        by_kind[kind] = after(text, f"greedy’s {kind} errors: ")
    assert by_kind["search"][0] / 2 < by_kind["search"][1] < by_kind["search"][0]  # most
    assert by_kind["model"][0] > 10 and by_kind["model"][1] == 0  # none


def test_a_search_error_behind_which_a_model_error_waits(text):
    part = text.split("\nthe old donkey did not lift", 1)[1]
    (right, five, ten) = (
        after(part, label)[-1] for label in ("\nright", "\nbeam   5", "\nbeam  10")
    )
    assert five < right < ten


def test_length_decides_only_where_lengths_differ(text):
    others = [int(n) for n in re.findall(r"another translation for (\d+) of 60", text)]
    assert len(others) == 3 and max(others) <= 3
    short, long = (text.split(f"alpha {alpha}: the bear …\n", 1)[1] for alpha in ("0.0", "1.0"))
    assert 1.5 * after(short, "|y|")[0] < after(long, "|y|")[0]
    assert "alpha 1, divided by |y|^α: short -0.80, long -0.60" in text
    assert "alpha 1, multiplied by |y|^α: short -20.00, long -60.00" in text


def test_what_settings_do_to_a_distribution(text):
    rows = {
        setting: [None if cell == "–" else float(cell) for cell in row.split()]
        for setting, row in re.findall(r"^(T \S+, k \S+, p \S+) +([\d.– ]+)$", text, flags=re.M)
    }
    plain, cold, three, most, hot = rows.values()
    assert None not in plain + cold and cold[0] > plain[0] and cold == sorted(cold, reverse=True)
    assert [p is None for p in three] == [False] * 3 + [True] * 6
    assert most.count(None) > hot.count(None)
    by_hand, machine = re.search(r"by hand (\S+), by fit\(\) (\S+);", text).groups()
    assert by_hand == machine
    assert after(text, "p-value:")[0] > 0.01
    assert after(text, "before the cut:")[0] > 100


def test_drafting_saves_calls_and_keeps_the_law(text):
    assert after(text, "tokens per forward pass:")[0] > 3
    assert after(text, "\np-value ")[0] > 0.01 and "other sentences: 0" in text


def test_bleu_by_hand(text):
    assert "written 7, allowed 2: 2/7" in text and "precisions: 17/18 10/17 7/16 4/15" in text
    assert "mean 0.5046 = 50.46 of 100" in text
    (greedy, greedy_bleu), (beam, beam_bleu) = (
        after(text, f"\n{name} ") for name in ("greedy ", "beam   ")
    )
    assert greedy < beam < greedy_bleu < beam_bleu
    assert after(text, "\non the card of the model ")[0] != greedy_bleu


def test_which_vocabulary_has_the_parameters_of_the_paper(text):
    """The text says: 37,000 comes close to 65 million; with 25,000, 8 million are missing."""
    small, large = (after(text, f"{count} words: ")[0] for count in ("25,000", "37,000"))
    assert round(65 - small) == 8 and 65 - large < 2


def test_five_beams_lose_what_two_and_ten_have(text):
    totals = [float(t) for t in re.findall(r"log p +(\S+) .*ma bouteille", text)]
    with_one, with_two, with_five, with_ten, certain = totals
    assert with_one == with_two == with_ten == certain > with_five


def test_the_edits_it_asks_for_do_what_it_expects(notebook, tmp_path):
    """A student solves the exercise and makes every edit of "Modify"."""
    edits = {
        "after_a = 0.9": "after_a = 0.5",
        "beams = 5": "beams = 20",
        "alpha = 0.0": "alpha = 1.0",
        "temperature = 1.0": "temperature = 0.3",
        "order = 5": "order = 2",
    }
    text = notebook.after(edits, tmp_path)
    assert "greedy     the dog <end>\nexhaustive the dog <end>" in text
    assert re.search(r"^beam 20: .*: model error$", text, re.M)
    modified = text.split("your beam of two writes", 1)[1]
    assert modified.startswith(": elle ne défend pas cet accord")
    assert after(modified, "|y|")[0] > 1.5 * 27  # longer, and less probable
    assert after(modified, "{'e': ")[0] > 800  # nearly always the same
    assert after(text, "\norder 2: ")[0] < 2  # fewer tokens per forward pass
