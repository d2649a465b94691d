"""The page on sequences: its numbers are those of the cards and of the passes."""

from lessons.figures.cost_curves.step import verdict
from lessons.sequences import BOAT, TRANSLATOR, prediction, results, words


def test_what_is_said_of_the_tricks_is_on_the_cards():
    scores = results.scores()
    said = words.about_tricks(scores)
    copy, translation = "copy_recurrent", "english_french_recurrent_backwards"
    for name in (copy, f"{copy}_backwards", translation):
        assert f"{results.trained(name).card['held_out']['exact_match']:.1%}" in said
    back, one = scores["read backwards"], scores["one state"]
    assert back[0] > one[0] and back[1] < one[1] - 0.1  # it helps copying, and hurts translation
    assert one[2] == scores["with attention"][2] == 1  # dates have no bottleneck
    table = words.score_table(scores)
    assert table.count("<tr>") == 5 and table.count("–") == 3


def test_what_to_notice_is_measured():
    said = words.about_length(results)
    shares = {e["length"]: e["exact_match"] for e in results.trained("copy_recurrent").card["held_out"]["by_length"]}  # fmt: skip
    for length in (4, 6, 8):
        assert f"{100 * shares[length]:.0f}% of" in said or f"{100 * shares[length]:.0f}%" in said
    found = results.gradients_over_time()
    left = {way: 10 ** logs.double().mean(0) for way, logs in found.items()}
    assert left["gru"][2] < 1e-3 < 0.3 < left["gru open"][2]
    assert left["lstm"][2] < 1e-3 < 0.3 < left["lstm open"][4]
    assert f"{left['gru open'][4]:.3f}" in words.about_time(found)


def test_a_boat_becomes_an_elephant(visitor):
    assert "elephant" in words.READ
    shown = visitor.go(part="read", text=BOAT)
    written = shown.figure.header["title"]
    assert "boat" in written and "éléphant" in str(shown.figure.header["panels"])


def test_twice_as_many_words_give_no_more_numbers():
    asked = prediction.about_state(results.trained(TRANSLATOR), ["the", "cat"])
    assert asked.right == "128 numbers" and "it is 128 again" in asked.reason


def test_what_is_said_below_time_follows_from_the_numbers():
    wave, clock, clipping = map(results.below_time, words.BELOW_TIME)
    assert "24 moments** one after the other for 12 words, 48 for 24" in str(wave.header["panels"])
    found = {name: clock.arrays[name].values.tolist() for name in ("gru", "attention")}
    assert verdict(found) in str(clock.header["panels"]) and min(map(min, found.values())) > 0
    slow = {"gru": [2.0, 3, 4, 5, 20], "attention": [1.0, 2, 9, 20, 50]}
    for claim in ("GRU takes 10 times", "attention 50 times", "our GRU is 2.5 times as fast"):
        assert claim in verdict(slow)
    of = {name: array.values for name, array in clipping.arrays.items()}
    assert of["explodes plain.norm"][0] > 1000 > 10 > of["explodes plain.norm"][1]
    assert of["explodes clipped.loss"][-1] < of["explodes plain.loss"][-1]
    for what in ("norm", "used", "loss", "share"):  # nothing vanished comes back
        assert (of[f"vanishes plain.{what}"] == of[f"vanishes clipped.{what}"]).all()
    assert of["vanishes plain.norm"].max() < of["cap"][0]
    assert of["vanishes clipped.share"].max() < 1e-4
