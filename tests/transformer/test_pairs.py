"""Your own pairs: what can be used is used, what cannot is counted, too little is said in words."""

import json
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kit.paths import SHARED
from transformer.corpus.cleaning import clean
from transformer.objectives.batch import Batch
from transformer.tasks.custom import pairs, pieces
from transformer.tasks.words import _patterns, lower_words, text_of, tokens_of, words_of
from transformer.training import build, train, vocabularies
from transformer.training.settings import Settings

GOOD = "".join(f"word {n % 30} and {n}\tmot {n % 30} et {n}\tby someone\n" for n in range(200))


def test_lines_that_cannot_be_used_are_counted():
    text = (
        GOOD + "no tab\n\n   \n\tempty\nempty\t\nword 0 and 0\tmot 0 et 0\n" + "x" * 500 + "\ty\n"
    )
    found, refused = pairs.read_pairs(text)
    assert len(found) == 200 and list(found)[1] == ("word 1 and 1", "mot 1 et 1")
    assert found["word 1 and 1", "mot 1 et 1"] == 2, "the number of its line"
    assert refused == {
        "no pair of source and target": 1,
        "one side is empty": 2,
        "a duplicate pair": 1,
        "longer than 400 characters": 1,
    }
    assert refused.lines == [
        (201, "no pair of source and target", "no tab"),
        (204, "one side is empty", "⇥empty"),
        (205, "one side is empty", "empty⇥"),
        (206, "a duplicate pair", "word 0 and 0⇥mot 0 et 0"),
        (207, "longer than 400 characters", "x" * 79 + "…"),
    ]


def test_tatoebas_own_exports_have_numbers_before_the_sentences():
    text = "1276\tLet's try.\t3091\tEssayons !\r\n1277\tGo!\t2\tVa !\textra\r\n7\tseven\n"
    found, refused = pairs.read_pairs(text)
    assert list(found.items()) == [
        (("Let's try.", "Essayons !"), 1), (("Go!", "Va !"), 2), (("7", "seven"), 3)
    ]  # fmt: skip
    assert not refused


def test_only_a_few_lines_of_each_kind_are_kept():
    _, refused = pairs.read_pairs("no tab\n" * 9 + "\tx\n")
    assert [number for number, _, _ in refused.lines] == [1, 2, 3, 10]
    assert refused.summary() == "; 9 × no pair of source and target; 1 × one side is empty"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "different source sentences: 0. At least 20"),
        ("a\tb\n", "different source sentences: 1. At least 20"),
        ("a\tb\n" * 500, "different source sentences: 1; 499 × a duplicate pair"),
        ("nothing but text\n" * 500, "500 × no pair of source and target"),
        ("".join(f"a {n}\tb\n" for n in range(99)), "every line has the same target"),
        ("".join(f"{'a ' * 60}{n}\tb {n}\n" for n in range(99)), "99 × more than 40 tokens"),
        (
            "".join(f"{'a ' * n}\tb {n} b\n" for n in range(1, 30)),
            "in the source sentences: a. All other",
        ),
        (
            "".join(f"s{n}\tb {n} b\n" for n in range(30)),
            "in the source sentences: none",
        ),
    ],
)
def test_too_little_is_said_before_anything_is_trained(text, reason):
    with pytest.raises(ValueError, match=reason):
        pairs.build(text)


def test_no_source_is_on_both_sides():
    twice = GOOD + GOOD.replace("mot", "parole")
    task = pairs.build(twice)
    train, held_out = ({e.source for e in part} for part in (task.train, task.held_out))
    assert not train & held_out and len(held_out) == 20
    assert len(task.train) + len(task.held_out) == 400
    assert pairs.build(twice).train == task.train and pairs.build(twice, seed=1).train != task.train


def test_of_very_many_some_are_taken_by_lot():
    task = pairs.build("".join(f"{n} a b\t{n} b a\n" for n in range(60_000)))
    assert len(task.train) + len(task.held_out) == pairs.MOST
    assert task.refused == {"more than 50,000 pairs: 50,000 of them were sampled": 10_000}


def test_of_many_lines_as_many_are_read_as_one_can_wait_for(monkeypatch):
    """By lot: a file that is sorted by length must not lose its long sentences."""
    monkeypatch.setattr(pairs, "MOST_LINES", 1000)
    text = "".join(f"line {n}\tligne {n}\n" for n in range(5000))
    found, refused = pairs.read_pairs(text)
    assert refused == {"more than 1,000 lines: 1,000 of them were sampled": 4001}
    numbers = list(found.values())
    assert len(found) == 1000 and numbers == sorted(numbers) and numbers[-1] > 4000
    assert all(text.split("\n")[n - 1] == "\t".join(pair) for pair, n in found.items())


def test_a_sentence_that_differs_in_capitals_is_on_the_same_side():
    twice = GOOD + GOOD.replace("word", "Word").replace("mot", "parole")
    task = pairs.build(twice, "bpe")
    parts = [{"".join(e.source).lower() for e in part} for part in (task.train, task.held_out)]
    assert len(task.held_out) == 40 and not parts[0] & parts[1]


def test_pieces_are_learned_from_training_alone():
    """A letter that only held-out sentences have is no piece of the vocabulary."""
    plain = pairs.build(GOOD, "bpe")
    held = {"".join(e.source).replace("</w>", " ").strip() for e in plain.held_out}
    pairs_of = pairs.read_pairs(GOOD)[0]
    marked = [f"{a}ξ\t{b}ξ" if a in held else f"{a}\t{b}" for a, b in pairs_of]
    task = pairs.build("\n".join(marked), "bpe")
    assert all("<0xCE>" in e.source and "<0xCE>" in e.target for e in task.held_out)
    assert not any("ξ" in word or "<0xCE>" in word for word in task.source_words)


def test_the_most_frequent_words_are_known():
    lines = [f"{'often ' * (n % 3)}w{n // 3}\tx{n // 3} {n}\n" for n in range(3 * 6000)]
    task = pairs.build("".join(lines))
    assert len(task.source_words) == pieces.MOST_WORDS and "often" in task.source_words


def test_a_piece_spelled_like_a_special_token_is_unknown():
    """<pad> before letters of which each comes once is learned as a piece, and stays one."""
    text = "".join(f"say <pad>{chr(0x4E00 + n)}\tdis <end>{chr(0x4E00 + n)}\n" for n in range(200))
    task = pairs.build(text, "bpe")
    assert "<pad>" in task.train[0].source and "<end>" in task.train[0].target
    vocabularies(task)
    assert not {"<pad>", "<end>"} & {*task.source_words, *task.target_words}


@pytest.mark.parametrize("text", ["L'animal n'a pas faim.", "Tom, viens (vite)…", "I'm OK!"])
def test_words_are_joined_as_people_write_them(text):
    assert text_of(words_of(text)).replace(" !", "!") == text.lower()


OTHER_SCRIPTS = {
    "我爱你，好吗？": "我 爱 你 ， 好 吗 ？",
    "今日は「いい」天気です。": "今 日 は 「 い い 」 天 気 で す 。",
    "ฉันรักคุณ": "ฉั น รั ก คุ ณ",
    "हिन्दी में लिखो": "हिन्दी में लिखो",
    "שָׁלוֹם עולם.": "שָׁלוֹם עולם .",
    "أَهْلاً، كيف حالك؟": "أَهْلاً ، كيف حالك ؟",
    "می\u200cخواهم بروم.": "می\u200cخواهم بروم .",
    "안녕하세요, 세계.": "안녕하세요 , 세계 .",
    "¿qué hora es (aquí)": "¿ qué hora es ( aquí )",
    "привет, мир…": "привет , мир …",
}


@pytest.mark.parametrize("text", OTHER_SCRIPTS)
def test_words_of_other_scripts(text):
    """Scripts without spaces are cut into characters; marks stay with their letter; the way back."""
    assert words_of(text) == OTHER_SCRIPTS[text].split(" ")
    assert text_of(words_of(text)) == text


@pytest.mark.parametrize("text", [*OTHER_SCRIPTS, "Plain text, l'été: x_y 3.5 “so” aujourd’hui"])
def test_the_fast_pattern_finds_the_same(text):
    plain, every, special = _patterns()
    if not special.search(text):
        assert plain.findall(text.lower()) == every.findall(text.lower()) == words_of(text)
    assert bool(special.search("我爱你")) and not special.search("Привет l'été – “so” ’")


@given(st.text(min_size=1).filter(str.strip))
@settings(max_examples=50, deadline=None)
def test_learned_pieces_give_the_sentence_back(text):
    task = pairs.build(GOOD, "bpe")
    target = task.train[0].target
    assert task.join(target).startswith("mot ")
    assert isinstance(task.split(text), list)


@pytest.mark.parametrize("pieces", pairs.PIECES)
def test_it_trains(pieces):
    task = pairs.build(GOOD, pieces)
    model = build(task, d_model=16, self_heads=2, d_ff=16)
    steps = list(train(model, task, Settings(steps=3)))
    assert all(step.loss > 0 for step in steps)
    batch = Batch.from_examples(task.held_out, *vocabularies(task))
    assert (batch.alignment == -1).all(), "which word renders which is not known"


@pytest.mark.shared
@pytest.mark.skipif(
    not SHARED.exists(), reason="the folder of real text is not beside the checkout"
)
@pytest.mark.parametrize("pieces", pairs.PIECES)
def test_tatoebas_file_is_read_as_it_comes(pieces):
    text = (SHARED / "data" / "tatoeba" / "eng-fra-5000.tsv").read_text(encoding="utf-8")
    task = pairs.build(text, pieces)
    assert len(task.train) + len(task.held_out) == 5000 and task.refused == {}
    assert "?" in "".join(task.source_words)


# ---- words and back --------------------------------------------------------------------------------
@given(st.text())
@settings(max_examples=300, deadline=None)
def test_tokens_give_the_text_back(text):
    text = " ".join(unicodedata.normalize("NFC", text).split())
    assert text_of(tokens_of(text)) == text
    assert tokens_of(text_of(tokens_of(text))) == tokens_of(text)


TOKENS = {
    "Est-ce que Tom a 3.50 € ?": "↑ est ‿- ‿ce que ↑ tom a 3 . ‿50 € ?",
    "“I’m OK!”, he said: yes.": "“ ↑ ‿i’ m OK ‿! ‿” , he said ‿: yes .",
    "यह क्या है? यह घर है।": "यह क्या है ‿? यह घर है ‿।",
    "我爱 Python。": "我 爱 ↑ python 。",
    "↑ a↑ ‿b ▁": "▁↑ a ‿↑ ‿ ‿b ▁",
}


@pytest.mark.parametrize("text", TOKENS)
def test_tokens_are_words_with_marks(text):
    assert tokens_of(text) == TOKENS[text].split(" ") and text_of(tokens_of(text)) == text
    assert lower_words(tokens_of(text)) == words_of(text)


def test_an_answer_is_written_as_the_targets_are():
    text = "".join(f"say {n} now\tDis-le {n % 9} fois à Tom : « {n}.5 ! »\n" for n in range(60))
    task = pairs.build(text)
    assert {task.join(e.target) for e in (*task.train, *task.held_out)} == {
        line.split("\t")[1] for line in text.splitlines()
    }
    assert task.split("SAY 3 now") == ["say", "3", "now"]
    assert task.words(["↑", "dis", "‿-", "‿le"]) == ["dis", "-", "le"], "BLEU counts words"


HINDI = [  # of the Universal Declaration of Human Rights
    "सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है ।",
    "उन्हें बुद्धि और अन्तरात्मा की देन प्राप्त है और परस्पर उन्हें भाईचारे के भाव से बर्ताव करना चाहिए।",
    "क्या आप हिन्दी बोलते हैं? हाँ, बोलता हूँ!",
    "मेरे पास 3.50 रुपये हैं; उसके पास १० हैं॥",
]


@pytest.mark.shared
@pytest.mark.skipif(
    not SHARED.exists(), reason="the folder of real text is not beside the checkout"
)
def test_real_lines_come_back_exactly():
    data = SHARED / "data"
    tatoeba = (data / "tatoeba" / "eng-fra-5000.tsv").read_text(encoding="utf-8").splitlines()
    plays = (data / "tinyshakespeare.txt").read_text(encoding="utf-8").splitlines()
    xquad = [
        json.dumps(
            json.loads((data / "xquad" / f"xquad6.{name}.json").read_bytes()), ensure_ascii=False
        )
        for name in ("de", "es")
    ]
    sides = zip(*(line.split("\t")[:2] for line in tatoeba), strict=True)
    for lines in (*sides, plays[:5000], HINDI, *(text.split(". ") for text in xquad)):
        lines = [" ".join(clean(line).split()) for line in lines]
        back = [text_of(tokens_of(line)) for line in lines]
        assert sum(map(str.__eq__, back, lines)) >= 0.99 * len(lines), lines[0]
