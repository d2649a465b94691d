"""Byte-pair encoding: the same merges as a recount and as two other programs, and nothing is lost."""

import contextlib
import io
import json
import random
import re
import subprocess
import sys
from collections import Counter
from itertools import islice, product

import pytest
from hypothesis import example, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from subword_nmt.learn_bpe import learn_bpe
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from tests.kit.paths import ROOT, SHARED
from transformer.tokens import bpe
from transformer.tokens.bpe import BASES, BPE, ENDS, TIES, learn, learning
from transformer.tokens.learning import Pairs
from transformer.tokens.text import BYTE_SYMBOLS, FIRST, NO_WORD

DECK = "low lower newest wides"
COMBINATIONS = list(product(BASES, ENDS))
SHAKESPEARE = SHARED / "data" / "tinyshakespeare.txt"


def shakespeare() -> str:
    if not SHAKESPEARE.exists():
        pytest.skip("the folder of real text is not beside the checkout")
    return SHAKESPEARE.read_text(encoding="utf-8")


def corpora(count: int, letters: tuple[str, ...] = ("abc", "ab", "abcdefgé"), seed: int = 0):
    """Small random texts: few letters, so that pairs tie, repeat and overlap; some long words."""
    generator = random.Random(seed)
    for number in range(count):
        of, longest = letters[number % len(letters)], 50 if number % 8 == 5 else 9
        words = range(generator.randint(1, 3 if longest > 9 else 30))
        yield " ".join(
            "".join(generator.choices(of, k=generator.randint(1, longest))) for _ in words
        )


# --- learning: against a recount --------------------------------------------------------------


def recount(text: str, merges: int, tie: str, base: str, end: str, minimum: int):
    """Count all pairs, join one everywhere, count again. Yields (pair, count, tied), then the words."""
    cut = r" ?[^ ]+| +(?! )| +" if (base, end) == ("bytes", "none") else r"[^ ]+"
    words, times = [], []
    for word, count in Counter(re.findall(cut, text)).items():
        pieces = list(word)
        if base == "bytes":
            pieces = [BYTE_SYMBOLS[byte] for byte in word.encode()]
        if end == "own":
            pieces.append("</w>")
        if end == "glued":
            pieces[-1] += "</w>"
        words.append(pieces)
        times.append(count)
    symbols = {symbol for word in words for symbol in word}
    if base == "bytes":
        symbols |= set(BYTE_SYMBOLS)
    ids = sorted(symbols, key=lambda symbol: (symbol.endswith("</w>"), symbol))
    while True:
        counts = Counter()
        for word, count in zip(words, times, strict=True):
            for pair in zip(word, word[1:], strict=False):
                counts[pair] += count
        top = max(counts.values(), default=0)
        tied = [pair for pair in counts if counts[pair] == top]  # as first seen
        if tie == "largest_pair":
            tied.sort(reverse=True)
        if tie == "smallest_ids":
            tied.sort(key=lambda pair: (ids.index(pair[0]), ids.index(pair[1])))
        yield words, times, counts, tied
        if not merges or top < minimum:
            return
        merges -= 1
        left, right = tied[0]
        ids.append(left + right)
        for word in words:
            place = 0
            while place < len(word) - 1:
                if (word[place], word[place + 1]) == (left, right):
                    word[place : place + 2] = [left + right]
                place += 1


@pytest.mark.parametrize("tie", TIES)
@pytest.mark.parametrize(("base", "end"), COMBINATIONS)
def test_each_merge_is_that_of_a_recount(tie, base, end):
    steps = 0
    for number, text in enumerate(corpora(40)):
        minimum = 1 + number % 3
        learned = learn(text, 25, tie=tie, base=base, end=end, minimum=minimum)
        for k, (words, times, counts, tied) in enumerate(
            recount(text, 25, tie, base, end, minimum)
        ):
            state = learned.at(k)
            there = [(pieces, n) for pieces, n in state.words if pieces != (" ",)]
            if (base, end) == ("bytes", "none"):
                there = state.words
            assert there == [(tuple(w), n) for w, n in zip(words, times, strict=True)]
            assert dict(state.pairs) == counts
            assert [pair for pair, _ in state.pairs[: len(tied)]] == tied
            if k < len(learned.merges):
                merge = learned.merges[k]
                assert merge.pair == tied[0]
                assert (merge.count, merge.ties) == (counts[tied[0]], len(tied))
                assert merge.tied == tuple(tied[:20])
                steps += 1
        assert k == len(learned.merges)
    assert steps > 200


def test_the_counts_stay_those_of_the_corpus():
    for text in corpora(20):
        learned = learn(text, 20, minimum=1)
        symbols = learned.vocabulary[: len(learned.vocabulary) - len(learned.merges)]
        pairs = Pairs(learned.corpus, list(symbols), learned.base, learned.end)
        character = {token: chr(n + FIRST) for n, token in enumerate(learned.vocabulary)}
        for k, merge in enumerate(learned.merges):
            counts = {tuple(map(character.get, pair)): n for pair, n in learned.at(k).pairs}
            assert {tuple(pair): n for pair, n in pairs.count.items()} == counts
            pairs.join("".join(map(character.get, merge.pair)), character[merge.token])


@pytest.mark.shared
@pytest.mark.parametrize("tie", TIES)
def test_a_recount_of_real_text(tie):
    text = shakespeare()[:60_000]
    steps = islice(recount(" ".join(text.split()), 40, tie, "characters", "own", 2), 40)
    merges = learn(text, 40, tie=tie).merges
    assert [merge.pair for merge in merges] == [tied[0] for *_, tied in steps]


def test_the_first_step_of_the_deck():
    pairs = {("l", "o"), ("o", "w"), ("w", "e"), ("e", "s")}
    chosen = {"first_seen": ("l", "o"), "largest_pair": ("w", "e"), "smallest_ids": ("e", "s")}
    for tie, pair in chosen.items():
        (merge,) = learn(DECK, 1, tie=tie).merges
        assert (merge.pair, merge.count, merge.ties) == (pair, 2, 4)
        assert set(merge.tied) == pairs
    assert learn(DECK, 1).at(0).tokens == 4 + 6 + 7 + 6  # letters and an end of word each
    assert len(learn(DECK, 0).vocabulary) == 11  # ten letters and one symbol for the end
    assert set(learn(DECK, 1, end="glued").merges[0].tied) == {("l", "o"), ("w", "e")}
    assert learn("low lower newest widest", 1).merges[0].ties == 6
    sennrich = learn({"low": 5, "lower": 2, "newest": 6, "widest": 3}, 3)
    assert sennrich.merges[0].count == 9
    assert set(sennrich.merges[0].tied) == {("e", "s"), ("s", "t"), ("t", "</w>")}


# --- learning: against other programs ---------------------------------------------------------


def hugging_face(text: str, merges: int, cutter=None, minimum: int = 2, suffix=None) -> Tokenizer:
    peer = Tokenizer(models.BPE(end_of_word_suffix=suffix) if suffix else models.BPE())
    peer.pre_tokenizer = cutter or pre_tokenizers.WhitespaceSplit()
    bytes_too = isinstance(cutter, pre_tokenizers.ByteLevel)
    alphabet = pre_tokenizers.ByteLevel.alphabet() if bytes_too else []
    symbols = 256 if bytes_too else len(set("".join(text.split())))
    with_suffix = {"end_of_word_suffix": suffix} if suffix else {}
    trainer = trainers.BpeTrainer(
        vocab_size=symbols + merges,
        min_frequency=minimum,
        show_progress=False,
        initial_alphabet=alphabet,
        **with_suffix,
    )
    peer.train_from_iterator([text], trainer)
    return peer


def merges_of(peer: Tokenizer) -> list[tuple[str, str]]:
    return [tuple(pair) for pair in json.loads(peer.to_str())["model"]["merges"]]


def subword_nmt(text: str, merges: int, minimum: int = 2) -> list[tuple[str, str]]:
    out = io.StringIO()
    with contextlib.redirect_stderr(io.StringIO()):
        learn_bpe(io.StringIO(text), out, merges, minimum)
    return [tuple(line.split(" ")) for line in out.getvalue().splitlines()[1:]]


def pairs_of(learned: BPE) -> list[tuple[str, str]]:
    return [merge.pair for merge in learned.merges]


SIGNS = "ab Zé1٣½²'s_-.\n\t\u3000💥</w>"


def test_the_merges_of_hugging_face():
    for text in corpora(200):
        learned = learn(text, 20, tie="smallest_ids", end="none")
        assert pairs_of(learned) == merges_of(hugging_face(text, 20))
    cutter = pre_tokenizers.ByteLevel(add_prefix_space=False)  # GPT-2's way to cut
    for text in corpora(200, (SIGNS,), seed=1):
        learned = learn(text, 20, tie="smallest_ids", base="bytes", end="none")
        assert pairs_of(learned) == merges_of(hugging_face(text, 20, cutter))


def test_the_merges_of_subword_nmt():
    for number, text in enumerate(corpora(200, ("abc", "abcdefgé"))):
        if max(map(len, text.split())) == 1:
            continue  # it cannot learn from single letters
        minimum = 2 + number % 2
        learned = learn(text, 20, tie="largest_pair", end="glued", minimum=minimum)
        assert pairs_of(learned) == subword_nmt(text, 20, minimum)


@pytest.mark.shared
def test_their_merges_of_real_text():
    text = shakespeare()
    learned = learn(text, 5000, tie="smallest_ids", end="none")
    assert len(learned.merges) == 5000
    assert merges_of(hugging_face(text, 5000))[:5000] == pairs_of(learned)
    assert subword_nmt(text, 60) == pairs_of(learn(text, 60, tie="largest_pair", end="glued"))


# --- encoding and decoding --------------------------------------------------------------------

TEXTS = st.text(st.characters(exclude_categories=[]), max_size=30) | st.text(
    st.sampled_from("ab lowr\n\u3000é💥<>/0xE2\x1c\ud800"), max_size=60
)


@pytest.mark.parametrize(("base", "end"), COMBINATIONS)
def test_nothing_is_lost(base, end):
    some = "low lower</w> newest <0xE2> wides\n\n a</w>b  <0xE2>\u3000é<0xE2></w>"
    some = " ".join([some] * 3)
    learned = [learn(some, k, base=base, end=end) for k in (0, 15, 60)]

    @hypothesis_settings(max_examples=150, deadline=None, database=None)
    @given(TEXTS)
    @example("")
    @example(" low")
    @example("low ")
    @example("low  low\nlow")
    @example("</w> </w>a </w")
    @example("<0xE2><0xE2> <0x41>é")
    def whole(text):
        for one in learned:
            ids = one.encode(text)
            assert one.decode(ids) == text
            assert one.tokens(text) == [(*one.vocabulary, *one.fallback)[i] for i in ids]

    whole()
    for one in learned:
        assert one.at(len(one.merges)).tokens == len(one.encode(some))
        for k, merge in enumerate(one.merges):
            assert one.at(k).pairs[: len(merge.tied)] == [
                (pair, merge.count) for pair in merge.tied
            ]
        assert len(set(one.vocabulary + one.fallback)) == len(one)


@pytest.mark.parametrize(("base", "end"), COMBINATIONS)
def test_encoding_replays_learning(base, end, monkeypatch):
    text = " ".join(corpora(8))
    learned = learn(text, 60, base=base, end=end)
    last = dict(zip(learned.corpus, learned.at(len(learned.merges)).words, strict=True))
    for word, (pieces, _) in last.items():
        assert tuple(learned.tokens(word)) == pieces
        steps = learned.steps(word)
        assert steps[-1][1] == pieces
        ranks = [rank for rank, _ in steps]
        assert ranks[0] is None
        assert ranks[1:] == sorted(set(ranks[1:]))
        for (_, before), (rank, after) in zip(steps, steps[1:], strict=False):
            pair = learned.merges[rank].pair
            assert len(after) < len(before)
            assert pair in zip(before, before[1:], strict=False)
            assert "".join(after) == "".join(before)
    by_word, states = learned.encode(text), [learned.at(k).words for k in range(30)]
    monkeypatch.setattr(bpe, "LONG", 1)  # the way of long words gives the same
    other = learn(text, 60, base=base, end=end)
    assert other.encode(text) == by_word
    assert [other.at(k).words for k in range(30)] == states


def test_a_merge_applies_in_the_order_in_which_it_was_learned():
    learned = learn({"ab": 9, "bc": 5}, 2, end="none")  # (a, b) first: of "abc" the c remains
    assert learned.tokens("abc") == ["ab", "c"]
    assert learned.steps("abc") == [(None, ("a", "b", "c")), (0, ("ab", "c"))]
    assert learned.steps("bc")[1:] == [(1, ("bc",))]


def test_unseen_characters_are_spelled_in_bytes():
    learned = learn(DECK, 3)
    assert learned.tokens("loé") == ["lo", "<0xC3>", "<0xA9>", "</w>"]
    assert learned.decode([len(learned) - 1]) == "�"  # byte FF alone is no text
    with pytest.raises(
        ValueError, match="Token 9999 is not in this vocabulary, whose IDs range from 0 to"
    ):
        learned.decode([9999])


# --- unusual corpora and wrong arguments ------------------------------------------------------


@pytest.mark.parametrize(("base", "end"), COMBINATIONS)
def test_unusual_corpora(base, end):
    for text in ("", "   \n\t\u3000", {}):
        with pytest.raises(ValueError, match=re.escape(NO_WORD)):
            learn(text, 5, base=base, end=end)
    for text in ("a", "word", "💥", "💥💥 💥", "a" * 3000, "aaa", "\x00 \x01"):
        learned = learn(text, 50, base=base, end=end)
        assert learned.decode(learned.encode(text)) == text
        assert all(merge.count >= 2 for merge in learned.merges)
    assert len(learn("a", 5, end=end).merges) == 0
    assert [m.count for m in learn("aaaaa", 5, end="none").merges] == [4]  # overlapping pairs count


def test_a_text_and_its_word_counts_are_the_same_corpus():
    text = next(corpora(1))
    assert pairs_of(learn(Counter(text.split()), 9)) == pairs_of(learn(text, 9))
    with pytest.raises(ValueError, match="not a single word"):
        learn({"two words": 3}, 9)
    with pytest.raises(ValueError, match="has a count of 0"):
        learn({"word": 0}, 9)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"tie": "random"}, "choose one of first_seen, largest_pair, smallest_ids"),
        ({"base": "letters"}, "choose one of characters, bytes"),
        ({"end": "</w>"}, "choose one of own, glued, none"),
        ({"minimum": 0}, "at least once"),
    ],
)
def test_wrong_arguments_are_refused_at_once(wrong, says):
    with pytest.raises(ValueError, match=says):
        learning(DECK, **wrong)
    with pytest.raises(ValueError, match="choose 0 or more"):
        learn(DECK, -1)


def test_a_corpus_is_shown_without_learning_again(monkeypatch):
    learned = learn("low low lower", 3)
    monkeypatch.setattr(bpe, "learning_from", None)
    assert [learned.at(k).tokens for k in range(4)] == [14, 11, 8, 6]
    assert learned.at(2).words == [(("low", "</w>"), 2), (("low", "e", "r", "</w>"), 1)]
    for k in (-1, 4):
        with pytest.raises(ValueError, match="choose k between 0 and 3"):
            learned.at(k)
    with pytest.raises(ValueError, match="not a single word"):
        learned.steps("two words")


def test_half_a_character_is_refused():
    with pytest.raises(ValueError, match="lone surrogate"):
        learn("half \ud83d", 3)


# --- tokenizer.json ---------------------------------------------------------------------------


@pytest.mark.parametrize(("base", "end"), COMBINATIONS)
def test_hugging_face_reads_our_file(base, end, tmp_path):
    letters = "ab<>w x\n0E2é💥\u3000"  # without "/": see the head of tokenizer_json.py
    generator, file = random.Random(4), tmp_path / "tokenizer.json"
    for number in range(60):
        some = "x" + "".join(generator.choices(letters, k=generator.randint(1, 60)))
        tie = TIES[number % 3]
        learned = learn(some, generator.randint(0, 20), tie=tie, base=base, end=end, minimum=1)
        learned.save(file)
        theirs = Tokenizer.from_file(str(file))
        unseen = "".join(generator.choices(letters + "zZ\tß\x1c", k=40)) + " <0xE2>é<0x41>"
        for text in (some, unseen, "", " ", "x  w "):
            found = theirs.encode(text)
            assert found.tokens == learned.tokens(text)
            assert found.ids == learned.encode(text)
            assert theirs.decode(found.ids) == text
        again = BPE.load(file)
        assert again == learned
        assert again.at(1 if again.merges else 0) == learned.at(1 if again.merges else 0)
    assert [path.name for path in tmp_path.iterdir()] == ["tokenizer.json"]


def test_a_file_is_replaced_as_a_whole_or_not_at_all(tmp_path, monkeypatch):
    def full(*names):
        raise OSError("no space left")

    file = tmp_path / "tokenizer.json"
    learn(DECK, 3).save(file)
    before = file.read_bytes()
    monkeypatch.setattr("os.replace", full)
    with pytest.raises(OSError, match="no space"):
        learn(DECK, 5).save(file)
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["tokenizer.json"]


def test_we_read_their_files(tmp_path):
    file = str(tmp_path / "tokenizer.json")
    text = " ".join(corpora(9, ("abcdefgé.,-12",), seed=5))
    byte_level = pre_tokenizers.ByteLevel(add_prefix_space=False)
    for cutter, suffix in ((None, None), (None, "</w>"), (byte_level, None)):
        theirs = hugging_face(text, 80, cutter, suffix=suffix)
        theirs.add_special_tokens(["<|end|>"])
        theirs.save(file)
        ours, spaces = BPE.load(file), not cutter and not suffix
        found = [token for token in ours.tokens(text) if token != "<0x20>" or not spaces]
        assert found == theirs.encode(text).tokens
        assert [ours._numbers[token] for token in found] == theirs.encode(text).ids
        assert ours.decode(ours.encode(text + "\n ёж")) == text + "\n ёж"
        assert ours.decode([theirs.token_to_id("<|end|>")]) == "<|end|>"


def damaged(change) -> bytes:
    """A file of theirs, changed."""
    file = json.loads(hugging_face(DECK, 5).to_str())
    change(file)
    return json.dumps(file).encode()


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"\x80\x04\x95", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"[]", "not a tokenizer.json"),
        (b'{"model": {"type": "WordPiece"}}', "'WordPiece'; only \"BPE\""),
        (damaged(lambda f: f["model"].pop("vocab")), "damaged"),
        (damaged(lambda f: f["model"].update(merges=[1])), "damaged"),
        (damaged(lambda f: f["model"].update(merges=[["l"]])), "damaged"),
        (damaged(lambda f: f["model"]["vocab"].update(l=99)), "not numbered 0, 1, 2"),
        (damaged(lambda f: f["model"]["vocab"].update(l="x")), "damaged"),
        (damaged(lambda f: f["model"]["merges"].append(["l", "q"])), "not in the vocabulary"),
        (damaged(lambda f: f["model"]["merges"].reverse()), "comes too early"),
        (
            damaged(lambda f: f.update(pre_tokenizer={"type": "Whitespace"})),
            "of this file is Whitespace",
        ),
        (damaged(lambda f: f.update(pre_tokenizer=None)), "of this file is missing"),
        (damaged(lambda f: f.update(normalizer={"type": "Lowercase"})), "normalizer"),
        (damaged(lambda f: f["model"].update(learning={"tie": "first_seen"})), "damaged"),
        (damaged(lambda f: f["model"].update(learning=[])), "damaged"),
    ],
)
def test_a_file_that_cannot_be_used_says_why(data, says, tmp_path):
    (tmp_path / "tokenizer.json").write_bytes(data)
    with pytest.raises(ValueError, match=re.escape(says)):
        BPE.load(tmp_path / "tokenizer.json")


# --- the command ------------------------------------------------------------------------------


def command(*arguments: str, **options) -> subprocess.Popen:
    words = [sys.executable, "-m", "transformer.tokens", *map(str, arguments)]
    return subprocess.Popen(
        words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options
    )


@pytest.mark.slow
def test_the_command_reports_and_saves(tmp_path):
    generator = random.Random(6)
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = ["".join(generator.choices(letters, k=9)) for _ in range(48_000)]
    (tmp_path / "text.txt").write_text(" ".join(words))
    out = tmp_path / "tokenizer.json"
    running = command(tmp_path / "text.txt", "--merges", 3000, "--out", out, "--json")
    said, errors = running.communicate(timeout=300)
    *progress, last = map(json.loads, said.splitlines())
    assert errors == ""
    assert running.returncode == 0
    assert progress
    assert all(line.keys() == {"merges", "of", "seconds"} for line in progress)
    seconds = [line["seconds"] for line in progress]
    assert all(b - a > 0.19 for a, b in zip(seconds, seconds[1:], strict=False))
    assert last["done"]["merges"] == 3000
    assert BPE.load(out) == learn(" ".join(words), 3000)


def test_the_command_explains_what_is_wrong(tmp_path):
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n")
    (tmp_path / "empty.txt").write_text("")
    for file, says in (
        ("picture.png", "is an image"),
        ("empty.txt", "is empty: use a file that contains text"),
        ("no", "No such file"),
    ):
        running = command(tmp_path / file, "--out", tmp_path / "out.json", "--json")
        said, errors = running.communicate(timeout=300)
        (line,) = said.splitlines()
        assert says in json.loads(line)["error"]
        assert (running.returncode, errors) == (1, "")
        assert not (tmp_path / "out.json").exists()


def test_the_command_leaves_nothing_behind_when_stopped(tmp_path):
    (tmp_path / "text.txt").write_text(" ".join(corpora(3000, ("abcdefgh",))))
    out = tmp_path / "out.json"
    running = command(tmp_path / "text.txt", "--merges", 100_000, "--out", out, "--json")
    json.loads(running.stdout.readline())
    running.terminate()
    running.communicate(timeout=300)
    assert running.returncode != 0
    assert [path.name for path in tmp_path.iterdir()] == ["text.txt"]


def test_learning_needs_no_torch():
    code = "import sys, transformer.tokens.bpe, transformer.tokens.__main__, transformer.tokens.tokenizer_json\n"
    code += "print('torch' in sys.modules or 'numpy' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert said.stdout == "False\n"
