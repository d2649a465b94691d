"""The page on GPT: a sentence of one's own, whatever is wrong with it, and the numbers that the page shows."""

from datetime import datetime

import numpy as np
import pytest

from lessons.gpt import EVERYTHING, MODEL, SENTENCE, results, words
from lessons.gpt.measure.probing import probe_next_word
from lessons.gpt.measure.same_parts import PUBLISHED
from transformer.measure.cost import sizes
from transformer.measure.statistics import interval
from transformer.tasks.english_french.choosing import PRONOUNS
from transformer.tasks.prompts import TASK_WORDS

STILL = "The figure still shows"


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ("", "There is no word in this text."),
        ("we sing <back>", "The page itself adds “<back>” after the sentence"),
        ("cat " * 40, "The text has 40 words, but the figure shows at most 24."),
    ],
)
def test_what_is_no_sentence_gets_one_and_the_picture_stays(visitor, typed, problem):
    visitor.go(part="swap", text=SENTENCE)
    shown = visitor.go(part="swap", text=typed)
    assert problem in shown.text and STILL in shown.text and shown.drawn == ["gpt-swap"]


def test_a_sentence_of_ones_own_is_answered_three_times(visitor):
    shown = visitor.go(part="swap", text="he hit me with a <b>pie")
    assert "“<b>pie” is not among" in shown.text and "<b>pie" not in shown.markup
    shown = visitor.go(part="swap", text="he hit me with a pie", model=EVERYTHING)
    stands = [
        shown.figure.arrays[f"{n}.decoder.layers.0.self_attention.weights"].labels["row"]
        for n in range(3)
    ]
    assert [names[7]["full"] for names in stands] == list(TASK_WORDS)
    assert [word["full"] for word in stands[1]][-6:] == ["pie", "a", "with", "me", "hit", "he"]


def test_its_numbers_are_those_that_were_measured(visitor):
    shown = visitor.go(part="learning", answered=True)
    cards = {way: results.trained(name).card for way, name in results.WAYS.items()}
    for way, card in cards.items():
        exact = shown.figure.arrays[f"{way}.exact"].values
        last = [card["held_out"]["exact_after"][kind] for kind in TASK_WORDS]
        assert exact[-1].tolist() == pytest.approx(last), (
            "the card was measured at the last moment, too"
        )
    half = {
        way: [np.argmax(shown.figure.arrays[f"{way}.exact"].values[:, k] >= 0.5) for k in range(3)]
        for way in cards
    }
    assert half["answer"][2] < half["answer"][1] < half["answer"][0]
    assert half["everything"][0] > half["answer"][0], "French comes later with prompts learned"
    batch = visitor.go(part="rows", answered=True).figure.arrays
    assert float(batch["everything.mean"].values) > 10 * float(batch["answer.mean"].values)
    hatched = (np.isneginf(batch[f"{way}.loss"].values).sum() for way in ("answer", "everything"))
    assert next(hatched) > next(hatched)


def test_a_summary_of_a_story_is_right_and_of_another_sentence_nonsense():
    story = results.sentence(MODEL, "anna buys a drum and ben finds a fish and anna sells a lamp")
    arrays = results.swap_figure(MODEL, story).arrays
    rows = arrays["2.decoder.layers.0.self_attention.weights"].labels["row"]
    assert " ".join(word["full"] for word in rows).endswith("anna is named two of three times")


def test_who_may_look_at_whom_in_four_models():
    of = {name: array.values for name, array in results.four_models().arrays.items()}
    assert 10 ** of.pop("power").max() == pytest.approx(175e9, rel=1e-5)
    assert {name.split(".")[0] for name in of} == {"BERT", "GPT", "BART", "T5"} and len(of) == 8
    for name, looks in of.items():
        seen = ~np.isnan(looks)
        back = np.tri(len(looks), dtype=bool)
        assert (seen == back).all() if name.endswith("decoder") else seen.all()


def test_the_help_desk_is_measured_three_ways(visitor):
    shown, right = visitor.go(part="swap"), results.desk_scores()
    for name, sets in right.items():
        row = [sets["new_histories"].exact, sets["new_pairs"].exact, sets["new_pairs"].names]
        cells = "".join(f"<td>{share:.1%}</td>" for share in row)
        assert f"<tr><th>{results.DESKS[name]}</th>{cells}" in shown.markup
    alone, _, state = (sets["new_pairs"].exact for sets in right.values())
    assert alone > 0.95 > state
    assert [lines for lines, *_ in results.desk_answers()][1:] == [*results.BEYOND]


def test_what_the_rows_hold_more_often_is_said_more_often():
    probes = results.probes()
    she, he = (pronoun_probe for begins, _, pronoun_probe in probes if not begins)
    assert she.count > 2 * he.count and she.probability > 1.8 * he.probability
    for pronoun_probe in (she, he):  # held-out rows are not counted
        assert abs(pronoun_probe.probability - pronoun_probe.count / pronoun_probe.rows) < 0.02
    assert (
        she.count / he.count == pytest.approx(2.5, abs=0.1)
        and PRONOUNS["she"] == 3 * PRONOUNS["he"]
    )
    for _, _, probe in probes:  # the page says that the rows show nothing about professions
        low, high = interval(probe.count, probe.rows)
        assert low <= probe.probability <= high
    text, table = words.about_probes(probes), words.probe_table(probes)
    assert "with weights of 1 for “he” and 3 for “she”" in text
    assert f"{she.count:,} of the {she.rows:,}" in text and f"{she.probability:.1%}" in table
    with pytest.raises(ValueError, match="no training sentence begins with “sleeps old”"):
        probe_next_word(results.trained(EVERYTHING), "sleeps old", "cat")


def test_an_example_in_the_prompt_helps_one_model_and_harms_the_other(visitor):
    shots = results.shot_accuracies()
    assert shots["repeats"][0] < 0.06 and min(shots["repeats"][1:]) > 0.95
    assert shots["french"][0] > 0.85 and max(shots["french"][1:]) < 0.05
    shown = visitor.go(part="swap")
    cells = "".join(f"<td>{shots[name][1]:.1%}</td>" for name in ("repeats", "french"))
    assert f"<tr><th>one (one-shot)</th>{cells}" in shown.markup


def test_models_by_year_stand_in_the_order_of_their_papers():
    assert {"GPT", "BERT-base", "UniLM", "XLNet-large", "DistilBERT", "T5-11B"} <= set(PUBLISHED)
    when = [datetime.strptime(model.when, "%B %Y") for model in PUBLISHED.values()]
    assert when == sorted(when)
    for name, ours in (("GPT", "GPT"), ("GPT-2 XL", "GPT-2 XL"), ("GPT-3", "GPT-3")):
        counted = sum(sizes.parameters_by_part(sizes.PUBLISHED[ours][1]).values())
        assert PUBLISHED[name].parameters == pytest.approx(counted, rel=0.02)
    assert PUBLISHED["BERT-base"].parameters == pytest.approx(sizes.bert_base(), rel=0.01)
