"""The embeddings notebook: what its text claims is what its cells print."""

import copy
import re
from dataclasses import replace

from lessons.embeddings import prediction
from tests.kit import handout
from tests.kit.handout import numbers_in
from transformer.weights import film as films

TestAsHandedOut = handout.AsHandedOut


# --- as it is handed out ----------------------------------------------------------------------


def test_it_draws_three_figures(notebook):
    assert len(handout.figures(notebook.made)) == 3


def test_neighbours_share_their_french_gender_and_untrained_ones_do_not(text):
    """And the two rows of neighbours are all of one gender, as the text says."""
    guitar, cat = (re.search(rf"^{word} \(.\): (.*)$", text, re.M)[1] for word in ("guitar", "cat"))
    assert re.findall(r"\((.)\)", guitar) == ["f"] * 5
    assert re.findall(r"\((.)\)", cat) == ["m"] * 5
    assert "tractor" in cat  # as "Recall" has it
    trained, untrained = re.findall(r"feminine in French[^\n]*?([\d.]+)%   any", text)
    assert float(trained) > 90 > 60 > float(untrained) > 40
    kind = numbers_in(r"words of the same kind[^\n]*?([\d.]+)%   any", text)
    assert kind[0] < 40


def test_one_hot_times_matrix_is_the_lookup(text):
    assert "equal in every bit: True" in text
    product, row = (
        re.search(rf"^{name} +tensor\((.*)\)$", text, re.M)[1] for name in ("product", "row")
    )
    assert product == row
    assert "one-hot (469,) × table (469, 64) → (64,)" in text  # the text names 469 and 64
    assert "multiplications: 30016 " in text


def test_the_decks_forms_clash_where_the_text_says_so(text):
    assert "W_e x   → shapes clash" in text
    assert "W_eᵀ x  → (64,)" in text
    assert "X W_e   → (3, 64)" in text
    assert "X     (3, 469) × M (64, 64) → shapes clash" in text


def test_scaling_makes_the_word_louder_than_its_place(text):
    place = numbers_in(r"a positional encoding: ([\d.]+)", text)[0]
    assert place == numbers_in(r"√32 = ([\d.]+)", text)[0]
    plain, scaled = re.search(
        r"untrained a word, mean: +([\d.]+) unscaled, +([\d.]+)", text
    ).groups()
    assert float(plain) < place / 4 and float(scaled) > place
    rows = re.findall(r"two words, one place: ([\d.]+)   one word, two places: ([\d.]+)", text)
    (words_0, places_0), (words_1, places_1) = [tuple(map(float, row)) for row in rows]
    assert words_0 > 0.9 and places_0 < words_0  # unscaled: the place decides
    assert words_1 < 0.5 < places_1  # scaled: the word does


def test_one_score_by_hand(text):
    assert numbers_in(r"in the model [\d.]+, difference ([\d.e+-]+)", text)[0] < 1e-4
    small, large = numbers_in(r"^rows .* loss ([\d.]+)$", text)
    even = numbers_in(r"log 681 = ([\d.]+)", text)[0]
    assert small < even + 1 and large > 3 * even


def test_agreement_is_counted_beside_its_baseline(text):
    hits, count = map(int, re.search(r"with the direction: (\d+) of (\d+)", text).groups())
    baseline, stays = (
        int(numbers_in(r"without: +(\d+) of", text)[0]),
        int(numbers_in(r"nearest (\d+) times", text)[0]),
    )
    assert hits > 0.8 * count > 0.65 * count > baseline > 0.3 * count
    assert stays > 0.95 * count


def test_a_flat_picture_hides_nearly_every_neighbour(text):
    rows = re.findall(
        r"^ +(\d+) +([\d.]+)% +by distance +([\d.]+)%, by cosine +([\d.]+)%", text, re.M
    )
    kept = {int(row[0]): tuple(map(float, row[1:])) for row in rows}
    untrained = numbers_in(r"two axes of the untrained table: ([\d.]+)%", text)[0]
    assert 0.35 < untrained / kept[2][0] < 0.65  # "half as much"
    assert round(kept[2][0]) == 12  # as "Recall" has it
    assert max(kept[2][1:]) < 3.4  # "hardly one in thirty"
    assert kept[64][1] == 100 and 40 < kept[64][2] < 60  # "half of the nearest words differ"
    cut = re.findall(r"axis 1: \d+% of variance, one cut separates (\d+)%", text)
    assert int(cut[0]) > 95 and int(cut[1]) < 65


def test_training_sorts_the_words_when_the_text_says_so(text):
    rows = re.findall(r"^ *(\d+) +([\d.]+) +([\d.]+)% +([\d.]+)%$", text, re.M)
    film = {int(step): (float(a), float(b), float(c)) for step, a, b, c in rows}
    assert film[100][2] < 60 and film[320][2] > 85
    assert film[0][0] < film[320][0] < film[1500][0]
    assert film[0][1] < film[1500][1] / 2


def test_a_fitted_axis_separates_anything_and_proves_nothing(text):
    rows = re.findall(
        r"^([ABCD])   the 50 .*?: ([\d.]+)% right   \d+ others: ([\d.]+)%", text, re.M
    )
    seen, new = ({name: float(row[n]) for name, *row in rows} for n in (0, 1))
    assert seen["A"] > 95 and seen["B"] == seen["C"] == seen["D"] == 100
    assert new["A"] > 90 and new["D"] > 90  # the gender is there
    assert 35 < new["B"] < 62 and 35 < new["C"] < 62  # a coin
    strips = dict(re.findall(r"^([ABC]) ([fmoex·]{61})$", text, re.M))
    assert set(strips["B"][1:-1]) == set(strips["C"][1:-1]) == {"·"}  # perfect, nothing in between
    assert len(set(strips["A"])) > 2 and "·" in strips["A"]


# --- with everything done that it asks for ----------------------------------------------------


def test_the_edits_it_asks_for_run_and_do_what_it_expects(notebook, tmp_path, text):
    """A student answers, solves the exercise and makes every edit of "Modify"."""
    edits = {
        'mixture = {"guitar": 1.0}': 'mixture = {"guitar": 0.5, "cat": 0.5}',
        "factor = 1.0": "factor = 1 / math.sqrt(d_model)",
        "masculine_allowed = False": "masculine_allowed = True",
        "axes = 3": "axes = 32",
    }
    done = notebook.after(edits, tmp_path)
    french = re.search(r"in “(.*)”", text)[1]
    assert re.search(rf"^{re.escape(french)}\nembedded by .*exercise\.py:", done, re.M)
    mixed = re.findall(r"^(\w+) +0\.\d\d$", done, re.M)
    assert set(mixed[:2]) == {"guitar", "cat"}
    assert f"'{french}'" in text and f"'{french}'" not in done  # unscaled, another translation
    assert re.search(r"^\d of \d\d right$", done, re.M)  # hardly any hit is left
    variance, kept = re.search(r"^32 axes: ([\d.]+)% .*? for ([\d.]+)%", done, re.M).groups()
    assert float(variance) > 70 and 40 < float(kept) < 65


# --- the question asked first -----------------------------------------------------------------


def test_the_right_answer_is_counted(trained):
    question = prediction.about_neighbours(trained)
    assert question.right == prediction.GENDER
    assert set(question.replies) == set(question.options)
    for option, reply in question.replies.items():
        assert reply.startswith("Yes." if option == question.right else "No.")
        assert re.search(r"nearest to \*guitar\* are|Among the 5 words nearest", reply)


def test_an_untrained_table_has_another_right_answer(trained):
    model = copy.deepcopy(trained.model)
    model.source_embedding.table.weight.data.copy_(films.load(trained.name).source[0])
    question = prediction.about_neighbours(replace(trained, model=model))
    assert question.right == prediction.NONE
    assert question.replies[prediction.NONE].startswith("Yes.")
