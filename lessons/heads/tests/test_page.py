"""The heads page: what cannot be compared, and the numbers that it says."""

from lessons.heads import CHANGED, COPYING, MODEL, OTHER_SEED, SENTENCE, UNGUIDED, results, words

OPENING = {"part": "patch", "base": SENTENCE, "donor": CHANGED, "translator": MODEL}


def test_what_cannot_be_compared_is_said_and_the_picture_stays(visitor):
    for donor, reason in (("the cat sleeps", "equal length"), (SENTENCE, "same answer")):
        shown = visitor.go(**OPENING | {"donor": donor})
        assert reason in shown.text.lower() and shown.drawn == ["heads-patch"]
        assert shown.figure.header["sentences"][1]["text"] == CHANGED
    assert visitor.go(**OPENING | {"translator": UNGUIDED}).figure.header["model"] == UNGUIDED


def test_its_numbers_are_those_that_were_measured(visitor):
    shown = visitor.go(part="roles")
    assert shown.drawn == ["heads-roles", "heads-joined"]
    assert shown.markup.count("<td>1,048,576</td>") == 5  # heads 1, 2, 4, 8, 16
    assert "1,048,576 parameters, without biases, whatever the number of heads" in shown.text
    guided, *others = (results.roles(name) for name in (MODEL, UNGUIDED, OTHER_SEED))
    labelled = sum(bool(head.label) for head in guided.heads)
    text = words.about_roles(guided, *others)
    assert f"{labelled} of {len(guided.heads)}" in text
    (head,) = [head_ for head_ in guided.heads if head_.refuted]
    assert f"has a share of {head.scores[head.best]:.2f} for “{head.best}”" in text
    assert (
        f"the share is still {head.controls[head.best]:.2f} where the words have no earlier copy"
        in text
    )
    assert "head 3 of encoder 1" in words.notice("patch", results)
    assert "head 4 of encoder 1" in words.notice("patch", results)
    share = results.trained(COPYING[0]).card["held_out"]["repeated_right"]
    assert f"{share:.1%}" in words.notice("copying", results)
