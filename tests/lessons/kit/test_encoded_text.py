"""A typed text is split and encoded once, and whoever shows it is told what is wrong with it."""

import pytest

from lessons.kit.encoded_text import EncodedText, encoded_text
from transformer.weights import load


def test_a_text_is_split_encoded_and_looked_up(trained):
    reading = EncodedText.encode(trained, "The animel, the street!", most=4)
    assert reading.words == ("the", "animel", "the", "street") and not reading.problem
    assert list(reading.ids) == trained.source_vocabulary.encode(reading.words)
    assert reading.is_unknown == [False, True, False, False]
    ((word, near),) = reading.unknown
    assert word == "animel" and "animal" in near
    said = " ".join(reading.notes)
    assert "“animel” is not among the 465 words" in said and "animal" in said


def test_many_unknown_words_are_named_in_one_sentence(trained):
    said = EncodedText.encode(trained, "<img 77 animel 88", most=9).notes
    assert said[0] == "“<img” is not among the 465 words of this model, nor “77”, “88”."
    assert said[1].startswith("“animel” is not among") and "animal" in said[1] and len(said) == 3


def test_a_model_of_characters_has_characters():
    model = load("language_model")
    said = " ".join(EncodedText.encode(model, "a $", most=9).notes)
    assert "“$” is not among the 37 characters" in said and "unknown characters" in said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "There is no word"),
        (" ?! ", "There is no word"),
        (
            "the " * 5,
            "The text has 5 words, but the figure shows at most 4. Shorten the sentence by 1.",
        ),
    ],
)
def test_what_cannot_be_shown_is_said(trained, text, said):
    reading = EncodedText.encode(trained, text, most=4)
    assert reading.problem.startswith(said)
    with pytest.raises(ValueError, match="this figure takes between 1 and 4"):
        encoded_text(trained, text, most=4)
    with pytest.raises(ValueError, match="this figure takes between 1 and 4"):
        encoded_text(trained, reading, most=4)


def test_the_caller_may_say_it_in_its_own_words(trained):
    asked = {"empty": "Type.", "too_long": "{count} > {most}: {spare} less."}
    assert EncodedText.encode(trained, "", 2, **asked).problem == "Type."
    assert EncodedText.encode(trained, "the the the", 2, **asked).problem == "3 > 2: 1 less."


def test_a_figure_takes_a_reading_as_it_is(trained):
    reading = EncodedText.encode(trained, "the street", most=4)
    assert encoded_text(trained, reading, most=4) is reading
    assert encoded_text(trained, "the street", most=4) == reading
