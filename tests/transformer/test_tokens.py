"""Byte-pair encoding beside itself: the plain lines, wrong input, and tokens added by hand."""

import inspect
import json
import re
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from tokenizers import AddedToken, Tokenizer, models, pre_tokenizers, trainers

from transformer.tokens import basic
from transformer.tokens.bpe import BPE, learn, learning

DECK = "low lower newest wides"
WORDS = st.lists(st.text("abcé", min_size=1, max_size=8), min_size=1, max_size=12).map(" ".join)


# ---- the plain lines ------------------------------------------------------------------------------
@hypothesis_settings(max_examples=200, deadline=None, database=None)
@given(WORDS, WORDS, st.integers(0, 12))
def test_the_plain_lines_find_and_apply_the_same_merges(text, other, merges):
    fast, plain = learn(text, merges), basic.learn(text, merges)
    assert plain == [merge.pair for merge in fast.merges]
    known = " ".join("".join(c for c in word if c in text) for word in other.split())
    for words in (text, " ".join(known.split())):  # a letter never seen is beyond the plain lines
        assert basic.encode(words, plain) == fast.tokens(words)


def test_the_plain_lines_are_plain():
    code = inspect.getsource(basic).splitlines()
    assert len(code) <= 60 and all(len(line) <= 100 for line in code)


# ---- wrong input ----------------------------------------------------------------------------------
@pytest.mark.parametrize("merges", [1.5, True, float("nan"), "3", None, 2.0])
def test_merges_are_a_whole_number(merges):
    with pytest.raises(ValueError, match=f"^merges={merges!r} is not an integer: pass"):
        learn(DECK, merges)


@pytest.mark.parametrize("minimum", [1.5, True, float("nan"), float("inf"), "2", None])
def test_a_minimum_is_a_whole_number(minimum):
    for call in (lambda: learn(DECK, 3, minimum=minimum), lambda: learning(DECK, minimum=minimum)):
        with pytest.raises(ValueError, match=f"^minimum={minimum!r} is not an integer: pass"):
            call()


def test_any_whole_number_will_do():
    assert learn(DECK, 10**30) == learn(DECK, 1000) == learn(DECK, np.int64(1000))


NO_TEXTS = [b"low", None, 3, ["low", "low"], ("low",), {"low"}, bytearray(b"low"), iter("low")]


@pytest.mark.parametrize("wrong", NO_TEXTS, ids=lambda wrong: type(wrong).__name__)
def test_what_is_no_text_gets_a_sentence(wrong):
    learned = learn(DECK, 3)
    for use in (lambda g: learn(g, 3), learning, learned.encode, learned.tokens, learned.steps):
        with pytest.raises(ValueError, match=f"is a {type(wrong).__name__}, not a string: pass"):
            use(wrong)


def test_the_sentence_says_how_to_make_a_text_of_it():
    for wrong, way in ((b"low", "corpus.read"), (["low"], '" ".join')):
        with pytest.raises(ValueError, match=way):
            learn(wrong, 3)


@pytest.mark.parametrize("word", [1, b"low", None])
def test_words_with_counts_are_words(word):
    with pytest.raises(ValueError, match=f"is a {type(word).__name__}, not a string"):
        learn({word: 2}, 3)


def test_a_count_is_a_whole_number():
    for count in (True, 1.5, "3", None):
        with pytest.raises(ValueError, match=f"has a count of {count!r}: it must be 1 or more"):
            learn({"low": count}, 3)


@pytest.mark.parametrize("ids", ["low", ["low"], [None], [1.5], [[1]]])
def test_what_is_no_token_number_gets_a_sentence(ids):
    with pytest.raises(ValueError, match=r"is not a list of token IDs: .*text\(tokens\)"):
        learn(DECK, 3).decode(ids)


@pytest.mark.parametrize("k", [1.5, True, None, "1"])
def test_a_state_is_asked_for_by_a_whole_number(k):
    with pytest.raises(ValueError, match=f"k={k!r} is not an integer: pass"):
        learn(DECK, 3).at(k)


# ---- tokens added by hand ---------------------------------------------------------------------------
def trained(text: str, base: str, suffix: str | None, added: list[AddedToken]) -> Tokenizer:
    """One of Hugging Face, with tokens added to what it learned."""
    ending = {"end_of_word_suffix": suffix} if suffix else {}
    theirs, alphabet = Tokenizer(models.BPE(**ending)), []
    theirs.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    if base == "bytes":
        theirs.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
        alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=300, show_progress=False, initial_alphabet=alphabet, **ending
    )
    theirs.train_from_iterator([text], trainer)
    theirs.add_special_tokens([one for one in added if one.special])
    theirs.add_tokens([one for one in added if not one.special])
    return theirs


KINDS = [("characters", None), ("characters", "</w>"), ("bytes", None)]
# One within another, one with a space, a word of the text, two that overlap, and bytes beyond 127.
ADDED = ["<|end|>", "<|e", "a b", "low", "b<", "<é"]
TYPED = st.lists(
    st.sampled_from([*ADDED, "<|end", "a", "b", " ", "  ", "lower", "é", "\n"]), max_size=12
).map("".join)


def added(normalized: bool | None) -> list[AddedToken]:
    """Half of them special; normalized or not, or (None) now this and now that."""
    return [
        AddedToken(
            one, special=n % 2 == 0, normalized=n % 3 == 0 if normalized is None else normalized
        )
        for n, one in enumerate(ADDED)
    ]


@pytest.mark.parametrize(
    ("base", "suffix", "normalized"),
    [
        (base, suffix, normalized)
        for base, suffix in KINDS
        for normalized in (False, True, None)
        if normalized is not None or not suffix
    ],
)
def test_added_tokens_are_found_as_they_find_them_and_kept(base, suffix, normalized, tmp_path):
    letters = "<>|abdelnorswé"  # each within a word and at its end: what is unseen they leave out
    text = f"low lower newest {' '.join(letters)} {' '.join(letter + 'a' for letter in letters)}"
    theirs = trained(text, base, suffix, added(normalized))
    theirs.save(str(tmp_path / "theirs.json"))
    ours = BPE.load(tmp_path / "theirs.json")
    ours.save(tmp_path / "ours.json")
    again, read = BPE.load(tmp_path / "ours.json"), Tokenizer.from_file(str(tmp_path / "ours.json"))
    assert again == ours
    before, after = (
        {
            number: (token.content, token.special)
            for number, token in one.get_added_tokens_decoder().items()
        }
        for one in (theirs, read)
    )
    assert before == after and len(after) == len(ADDED)
    space = {
        ours.names.index(name) for name in (" ", "<0x20>", "<0x0A>", "\n") if name in ours.names
    }

    @hypothesis_settings(max_examples=200, deadline=None, database=None)
    @given(TYPED)
    def alike(text):
        found = ours.encode(text)
        assert again.encode(text) == found
        assert ours.decode(found) == ours.text(ours.tokens(text)) == text
        assert read.encode(text).ids == found
        kept = [number for number in found if base == "bytes" or number not in space]
        assert theirs.encode(text).ids == kept

    alike()
    assert "low" in theirs.encode("slower").tokens, "a token in the middle of a word is found"


def a_file(*tokens: dict, suffix: str | None = None) -> bytes:
    """A file of theirs whose added tokens were changed by hand."""
    marks = [AddedToken(one, special=True) for one in ("<|end|>", "<|x|>")]
    file = json.loads(trained(DECK, "characters", suffix, marks).to_str())
    for token, change in zip(file["added_tokens"], tokens, strict=False):
        token.update(change)
    return json.dumps(file).encode()


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (a_file({"lstrip": True}), "'<|end|>' removes the white space on its left (lstrip)"),
        (a_file({"rstrip": True}), "white space on its right (rstrip)"),
        (a_file({"single_word": True}), "matches only as a separate word (single_word)"),
        (a_file({"content": ""}), "is empty"),
        (a_file({"content": 3}), "damaged"),
        (a_file({"id": "x"}), "damaged"),
        (a_file({"normalized": True}, suffix="</w>"), "are normalized and some are not"),
    ],
)
def test_an_added_token_that_cannot_be_honoured_is_refused(data, says):
    with pytest.raises(ValueError, match=re.escape(says)):
        BPE.read(data)


@pytest.mark.parametrize(
    ("base", "suffix", "token"),
    [
        ("bytes", None, "Ġ"),
        ("bytes", None, "Ġlow"),
        ("bytes", None, "é"),
        ("characters", "</w>", "low</w>"),
        ("characters", "</w>", "w</w>"),
        ("characters", None, "<0x41>"),
    ],
)
def test_an_added_token_that_already_means_another_text_is_refused(base, suffix, token):
    """Its number would stand for two texts, of which decoding can give back only one."""
    theirs = trained("low low low a low", base, suffix, [AddedToken(token)])
    with pytest.raises(ValueError, match=f"'{token}' is already used for another text"):
        BPE.read(theirs.to_str().encode())


def test_a_damaged_list_of_added_tokens_is_refused():
    for added in ([3], 3, [{"id": 3}], {"content": "a"}):
        file = json.loads(a_file())
        file["added_tokens"] = added
        with pytest.raises(ValueError, match="damaged"):
            BPE.read(json.dumps(file).encode())


@pytest.mark.parametrize(
    ("base", "end"), product(("characters", "bytes"), ("own", "glued", "none"))
)
def test_what_was_learned_here_has_no_added_tokens(base, end, tmp_path):
    learned = learn(DECK, 3, base=base, end=end)
    learned.save(tmp_path / "tokenizer.json")
    assert learned.added == () == BPE.load(tmp_path / "tokenizer.json").added
    assert json.loads((tmp_path / "tokenizer.json").read_text())["added_tokens"] == []


def test_nothing_is_merged_in_an_added_token():
    with pytest.raises(ValueError, match="added by hand; added tokens are never merged"):
        BPE.read(a_file()).steps("a<|end|>")
