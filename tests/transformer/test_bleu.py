"""BLEU: the examples of the paper by hand, and the same numbers as sacrebleu on everything else."""

import math
import random
import re

import pytest
import torch
from sacrebleu.metrics import BLEU

from tests.kit.paths import ROOT
from transformer.objectives.batch import Batch
from transformer.objectives.bleu import bleu
from transformer.objectives.scores import BLEU_COUNTS, greedy_output, translated
from transformer.tasks import TASKS, Example
from transformer.training import vocabularies
from transformer.training.recipes import RECIPES
from transformer.vocabulary import Vocabulary
from transformer.weights import load, load_card

MODELS = (ROOT / "docs" / "models.md").read_text(encoding="utf-8")

PARTY = [
    "it is a guide to action that ensures that the military will forever heed party commands",
    "it is the guiding principle which guarantees the military forces always being under the command of the party",
    "it is the practical guide for the army always to heed the directions of the party",
]
ONE = (
    "it is a guide to action which ensures that the military always obeys the commands of the party"
)
TWO = "it is to insure the troops forever hearing the activity guidebook that party direct"
CAT = ["the cat is on the mat", "there is a cat on the mat"]


def split(texts):
    return [text.split() for text in texts]


def shares(text: str, references: list[str]) -> list[tuple[int, int]]:
    return [(o.matched, o.written) for o in bleu([text.split()], [split(references)]).orders]


# ---- Papineni et al. 2002, section 2 ---------------------------------------------------------------
def test_clipped_counts_of_the_paper():
    """Example 1: 17/18 and 8/14, pairs 10/17 and 1/13; example 2: "the" seven times, 2/7, and 0."""
    assert shares(ONE, PARTY)[:2] == [(17, 18), (10, 17)]
    assert shares(TWO, PARTY)[:2] == [(8, 14), (1, 13)]
    assert shares("the the the the the the the", CAT)[:2] == [(2, 7), (0, 6)]
    found = bleu([["the"] * 7], [split(CAT)])
    (the,) = found.orders[0].sentences[0]
    assert (the.ngram, the.written, the.allowed, the.clipped_count) == (("the",), 7, 2, 2)


def test_brevity_of_the_paper():
    """Section 2.2.2: with references of 12, 15 and 17 words nothing is lost at 12. Example 3: "of the"
    is precise, and short."""
    references = [[["x"] * n for n in (12, 15, 17)]]
    assert bleu([["x"] * 12], references).brevity == 1
    short = bleu([["x"] * 10], references)
    assert short.right == 12 and short.brevity == pytest.approx(math.exp(1 - 12 / 10))
    found = bleu([["of", "the"]], [split(PARTY)])
    assert [(o.matched, o.written) for o in found.orders[:2]] == [(2, 2), (1, 1)]
    assert found.brevity == pytest.approx(math.exp(1 - 16 / 2))


def test_of_two_references_as_close_the_shorter_counts():
    assert bleu([["x"] * 5], [[["x"] * 6, ["x"] * 4]]).right == 4


def test_the_score_put_together_by_hand():
    found = bleu([ONE.split()], [split(PARTY)])
    p = [17 / 18, 10 / 17, 7 / 16, 4 / 15]
    assert found.precisions == pytest.approx(p)
    assert found.brevity == 1 and (found.written, found.right) == (18, 18)
    assert found.score == pytest.approx(100 * math.prod(p) ** 0.25)


# ---- sacrebleu --------------------------------------------------------------------------------
def corpora(count: int):
    """Sentences of few words, so that n-grams repeat; some empty, some that match nothing."""
    generator = random.Random(0)

    def text():
        return " ".join(
            generator.choices(
                generator.choice(("ab", "abcde")), k=generator.choice((0, 1, 2, 3, 5, 8, 13))
            )
        )

    for _ in range(count):
        sentences = generator.choice((1, 2, 6))
        several = generator.choice((1, 3))
        yield (
            [text() for _ in range(sentences)],
            [[text() or "a" for _ in range(several)] for _ in range(sentences)],
        )


@pytest.mark.parametrize("smoothing", ["exp", "none"])
@pytest.mark.parametrize("effective", [False, True])
def test_the_numbers_of_sacrebleu(smoothing, effective):
    measure = BLEU(tokenize="none", smooth_method=smoothing, effective_order=effective, force=True)
    above = 0
    for sentences, references in corpora(150):
        theirs = measure.corpus_score(sentences, list(zip(*references, strict=True)))
        ours = bleu(
            split(sentences), list(map(split, references)), smoothing=smoothing, effective=effective
        )
        assert ours.score == pytest.approx(theirs.score, abs=1e-9), (sentences, references)
        assert [o.matched for o in ours.orders] == theirs.counts
        assert [o.written for o in ours.orders] == theirs.totals
        assert [100 * p for p in ours.precisions] == pytest.approx(theirs.precisions)
        assert ours.brevity == pytest.approx(theirs.bp)
        assert (ours.written, ours.right) == (theirs.sys_len, theirs.ref_len)
        above += ours.score > 1
    assert above > 20


def test_all_right_and_all_wrong():
    assert bleu([ONE.split()], [[ONE.split()]]).score == pytest.approx(100)
    assert bleu([["a"] * 5], [[["b"] * 5]]).score == 0
    assert bleu([[]], [[["b"] * 5]]).score == 0


def test_a_word_that_a_model_does_not_know_matches_nothing():
    """Though the model may write <unknown> where one stands: its number is the right one then."""
    examples = [Example((), tuple("abcd"), ()), Example((), ("a", "b", "c", "e"), ())]
    words = Vocabulary("abcd")
    output = torch.tensor([words.encode(e.target) for e in examples])
    right = bleu([list("abcd"), ["a", "b", "c", "?"]], [[list(e.target)] for e in examples]).score
    assert translated(output, TASKS["english_french"](), examples, words) == right < 100


def test_what_the_bleu_of_a_card_counts():
    """As each card says; and `docs/models.md` names both numbers, that of the card and sacrebleu's own."""
    trained = load("english_french_early")
    examples, card = trained.task.held_out, trained.card["held_out"]
    assert card["bleu_counts"] == BLEU_COUNTS
    batch = Batch.from_examples(examples, *vocabularies(trained.task))
    output = greedy_output(trained.model, batch)
    found = [trained.target_vocabulary.decode(row) for row in output.tolist()]
    right = [list(example.target) for example in examples]
    assert any("l'" in words for words in right) and any("parce qu'" in words for words in right)
    assert max(map(len, found)) == max(map(len, right)) + 2  # cut off there
    assert bleu(found, [[one] for one in right]).score == pytest.approx(card["bleu"], abs=0.5)
    texts = [[trained.task.join(words) for words in side] for side in (found, right)]
    theirs = BLEU().corpus_score(texts[0], [texts[1]]).score
    told = re.search(r"gives ([\d.]+) in place of ([\d.]+)\.", " ".join(MODELS.split()))
    assert float(told[1]) == pytest.approx(theirs, abs=0.5) and told[2] == f"{card['bleu']:.2f}"
    assert theirs < bleu(found, [[one] for one in right]).score


@pytest.mark.parametrize("name", [name for name in RECIPES if "english_french" in name])
def test_every_card_with_a_bleu_says_what_it_counts(name):
    assert load_card(name)["held_out"]["bleu_counts"] == BLEU_COUNTS in " ".join(MODELS.split())


def test_which_tasks_translate():
    """Of rows, sums and pronouns a right answer is one thing, and nearly right means nothing."""
    assert {name for name, make in TASKS.items() if make().translates} == {"english_french"}


@pytest.mark.parametrize(
    ("arguments", "options", "said"),
    [
        (([], []), {}, "0 sentences and 0 lists of references"),
        (([["a"]], []), {}, "1 sentences and 0 lists"),
        (([["a"]], [[]]), {}, "no reference for 'a' was given"),
        ((["a b"], [[["a"]]]), {}, "was given the text 'a b'"),
        (([["a"]], ["a b"]), {}, "was given the text 'a b'"),
        (([["a"]], [["a b"]]), {}, "was given the text 'a b'"),
        (([["a"]], [[["a"]]]), {"smoothing": "floor"}, "smoothing is 'floor'"),
        (([["a"]], [[["a"]]]), {"longest": 0}, "longest is 0"),
    ],
)
def test_what_is_refused(arguments, options, said):
    with pytest.raises((ValueError, TypeError), match=said):
        bleu(*arguments, **options)
