"""The page on sequences: its numbers equal those of the cards and the backward passes."""

from lessons.figures.cost_curves.step import verdict
from lessons.sequences import (
    BOAT,
    COMPARED,
    FORGETS,
    LONGER,
    SENTENCE,
    TRANSLATOR,
    prediction,
    results,
    words,
)


def test_what_is_said_of_the_tricks_is_on_the_cards():
    scores = results.scores()
    text = words.about_tricks(scores, results.control("copy_length"))
    for name in (
        "english_french_recurrent",
        "english_french_recurrent_backwards",
        "dates_recurrent",
    ):
        assert f"{results.trained(name).card['held_out']['exact_match']:.1%}" in text
    back, one_state = scores["read backwards"], scores["one state"]
    # It helps copying, and hurts translation.
    assert back[0] > one_state[0] and back[1] < one_state[1] - 0.1
    assert one_state[2] == scores["with attention"][2] == 1  # dates have no bottleneck
    table = words.score_table(scores)
    assert table.count("<tr>") == 5 and table.count("–") == 3


def test_what_to_notice_is_measured():
    text, control = words.about_length(results), results.control("copy_length")
    for arm, steps in (("one state", 1200), ("with attention", 400)):
        assert f"{max(control.scores_of(arm, steps)):.1%}" in text
    gradients = results.gradients_over_time()
    left = {way: 10 ** logs.double().mean(0) for way, logs in gradients.items()}
    assert left["gru"][2] < 1e-3 < 0.3 < left["gru open"][2]
    assert left["lstm"][2] < 1e-3 < 0.3 < left["lstm open"][4]
    assert f"{left['gru open'][4]:.3f}" in words.about_time(gradients)
    # The rest comes back through W_hh.
    assert left["lstm gate"][4] < 0.01 < 1 < left["lstm open"][4]


def test_a_longer_training_is_shown_beside_the_shorter_one():
    short, long = (results.length(steps).header for steps in COMPARED)
    assert "one state (6,000 steps)" in str(long) and "6,000" not in str(short)
    table = words.why_table(results)
    assert table.count("training too short") == 2 and "32 of the 32 more frequent" in table


def test_the_desk_with_one_state_learns_the_name_later():
    right = {name: sets["new_histories"].names for name, sets in results.desk_accuracies().items()}
    assert right[FORGETS] < 0.7 < 0.98 < right[LONGER]
    assert f"{right[FORGETS]:.0%}" in words.about_desk(results.desk_accuracies())


def test_the_unrolled_drawing_has_a_box_for_each_step():
    reading = results.encode(TRANSLATOR, SENTENCE)
    heard, wrote, fed = results.boxes(TRANSLATOR, reading)
    drawn = words.unrolled(heard, wrote, fed)
    assert drawn.count("class=h") == len(heard) == 12 and drawn.count("class=s") == len(wrote)
    assert fed[1:] == wrote[:-1] and wrote[-1] == "⟨end⟩"


def test_a_boat_becomes_an_elephant(visitor):
    assert "32 of the 33 subjects remain" in words.subjects_text(
        results.subjects(), results.sentences()
    )
    shown = visitor.go(part="read", text=BOAT)
    written = shown.figure.header["title"]
    assert "boat" in written and "éléphant" in str(shown.figure.header["panels"])


def test_twice_as_many_words_give_no_more_numbers():
    question = prediction.about_state(results.trained(TRANSLATOR), ["the", "cat"])
    assert question.right == "128 numbers" and "the decoder still receives 128" in question.reason


def test_what_is_said_below_time_follows_from_the_numbers():
    wave, clock, clipping = map(results.below_time, words.BELOW_TIME)
    assert "Sequential steps:** 24 for 12 words and 48 for 24" in str(wave.header["panels"])
    milliseconds = {name: clock.arrays[name].values.tolist() for name in ("gru", "attention")}
    assert (
        verdict(milliseconds) in str(clock.header["panels"])
        and min(map(min, milliseconds.values())) > 0
    )
    slow = {"gru": [2.0, 3, 4, 5, 20], "attention": [1.0, 2, 9, 20, 50]}
    for claim in (
        "10 times as long with our GRU",
        "50 times as long with attention",
        "our GRU is 2.5 times as fast",
    ):
        assert claim in verdict(slow)
    of = {name: array.values for name, array in clipping.arrays.items()}
    assert of["explodes plain.norm"][0] > 1000 > 10 > of["explodes plain.norm"][1]
    assert of["explodes clipped.loss"][-1] < of["explodes plain.loss"][-1]
    for what in ("norm", "used", "loss", "share"):  # nothing vanished comes back
        assert (of[f"vanishes plain.{what}"] == of[f"vanishes clipped.{what}"]).all()
    assert of["vanishes plain.norm"].max() < of["cap"][0]
    assert of["vanishes clipped.share"].max() < 1e-4
