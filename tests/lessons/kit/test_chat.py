"""A conversation on a real page, the help desk of the lesson on sequences: what is typed is answered, or refused in a
sentence, and is never markup."""

import pytest

from lessons.kit.tables import as_data
from lessons.sequences import FORGETS, LOOKS, results, words
from tests.kit.visit import Visitor
from transformer.tasks import TASKS
from transformer.tasks.help_desk import BEYOND, OPENING


@pytest.fixture(scope="module")
def visitor() -> Visitor:
    return Visitor("sequences").go(part="desk")


@pytest.fixture
def new(visitor) -> Visitor:
    visitor.at.button(key="sequences-new").click().run()
    assert (
        not visitor.mistakes and not visitor.drawn and '<div class="turns"></div>' in visitor.markup
    )
    return visitor.go(reader=LOOKS)


def types(visitor: Visitor, line: str) -> Visitor:
    visitor.at.chat_input(key="sequences-line").set_value(line).run()
    assert not visitor.mistakes
    return visitor


def turns(visitor: Visitor) -> str:
    return visitor.markup.partition('<div class="turns">')[2].partition("</div>")[0]


def test_it_opens_with_a_conversation_and_both_desks_answer_it(visitor):
    for name in (LOOKS, FORGETS):
        visitor.go(reader=name)
        for said in results.talk(name, OPENING):
            assert f">{said}</span>" in turns(visitor)
        assert ("sequences-desk" in visitor.drawn) == (name == LOOKS), "only one of them looks"
    visitor.go(reader=LOOKS)


def test_a_line_is_answered_and_the_next_one_with_all_before_it(new):
    types(new, "Hello, this is Emil: the vpn fails!")
    assert turns(new).endswith(">hello emil which system do you use</span></p>")
    types(new, "linux")
    assert turns(new).endswith(">please update the package</span></p>")
    words = [column["full"] for column in new.figure.header["maps"][0]["columns"]]
    assert words[:3] == ["<user>", "hello", "this"] and words[-2:] == ["<user>", "linux"]


def test_behind_the_last_answer_a_new_conversation_begins(new):
    for line in OPENING:
        assert new.at.chat_input[0].placeholder == words.SAY[0]
        types(new, line)
    assert new.at.chat_input[0].placeholder == words.SAY[1]
    types(new, "the printer fails")
    assert turns(new).count("<p>") == 2 and turns(new).endswith(">what does it say</span></p>")


def test_what_is_typed_is_plain_text_and_an_unknown_word_is_named(new):
    types(new, "my <b>mouse</b> $x$ <img src=x> is <desk> broken")
    assert "<b>mouse" not in turns(new) and "<img" not in turns(new)
    assert "my &lt;b&gt;mouse" in turns(new)
    assert "“mouse” is not among the" in new.text and "reads it as ⟨unknown⟩" in new.text
    words = [column["full"] for column in new.figure.header["maps"][0]["columns"]]
    assert words.count("<desk>") == 0, "nobody types a mark"


def test_nothing_and_far_too_much_get_a_sentence_and_no_answer(new):
    types(new, " … ")
    assert "There is no word in this line." in new.text and turns(new) == ""
    types(new, "linux " * 400)
    assert "has 401 words, but the model reads at most 100. Shorten the line by 301" in new.text
    assert turns(new) == "" and not new.drawn
    types(new, "the printer fails")
    assert "There is no word" not in new.text and turns(new).count("<p>") == 2


def test_it_never_says_that_it_does_not_know(new):
    for e in TASKS["desk"]().train:
        assert "know" not in e.target and "sorry" not in e.target
    shown = new.markup
    for line in BEYOND:
        (answer,) = results.talk(LOOKS, (line,))[1:]
        said, reply = as_data(line, "en"), as_data(answer, "en")
        assert answer and f"<th>{said}</th><td>{reply}</td>" in shown
