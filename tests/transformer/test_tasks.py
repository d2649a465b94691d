"""The tasks' data: right answers, right alignments, nothing of the held-out part in training.

The French is checked by reading it back, word by word, without the code that wrote it: only the
tables of nouns, adjectives and verbs are shared.
"""

import re
import time
from collections import Counter
from contextlib import suppress
from datetime import datetime
from threading import Event, Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kit.chosen import few
from transformer.tasks import TASKS, english_french, language_model
from transformer.tasks.discourses import MARKS
from transformer.tasks.english_french.lexicon import adjective, noun
from transformer.tasks.english_french.sentences import professions
from transformer.tasks.english_french.verbs import conjugate, verb

words = str.split

BUILT = {name: build() for name, build in TASKS.items()}  # each is drawn when it is first asked for
DRAWN = {"drawings", "drawings_by_hand", "films"}
FRENCH = BUILT["english_french"]
EVERY, WITH_IT = [], []

TIRED = "the animal did not cross the street because it was too tired"
WIDE = "the animal did not cross the street because it was too wide"
SLIDES = {
    "i am a student": "je suis étudiant",
    "he hit me with a pie": "il m' a entarté",
    "the european economic area": "la zone économique européenne",
    TIRED: "l' animal n' a pas traversé la rue parce qu' il était trop fatigué",
    WIDE: "l' animal n' a pas traversé la rue parce qu' elle était trop large",
}


@pytest.fixture(scope="module", autouse=True)
def every_sentence():
    """Drawn for these tests, not by each process that only collects them."""
    EVERY[:] = FRENCH.train + FRENCH.held_out
    WITH_IT[:] = [e for e in EVERY if e.referent]


# --- every task ------------------------------------------------------------------------------------


# To draw these takes ten seconds; `drawings` is made in the same way.
of_every_task = pytest.mark.parametrize(
    "name", few(TASKS.keys() - {"drawings_by_hand", "films"}, TASKS)
)
# Drawn two times more; of each way to draw one.
ANEW = {"copy", "dates", "desk", "pronouns", "walk", "prompts", "stories", "english_french"}


@pytest.mark.parametrize("name", few(ANEW, TASKS))
def test_the_seed_decides_everything(name):
    if name == "english_french":
        english_french._draw.cache_clear()  # the sentences of the next-character task, too
    again = TASKS[name].__wrapped__(seed=0)  # drawn anew, not the one that is remembered
    assert (again.train, again.held_out) == (BUILT[name].train, BUILT[name].held_out)
    assert TASKS[name](seed=1).train != BUILT[name].train


@of_every_task
def test_no_held_out_sentence_is_trained_on_and_none_occurs_twice(name):
    task = BUILT[name]
    sources = [e.source or e.target for e in task.train + task.held_out]  # of a text, its lines
    assert len(set(sources)) == len(sources)
    fewest = 2000 if name == "films" else 5000  # a film is twelve pictures
    prompts = name.startswith("prompts")  # 200 of each kind
    held_out = 400 if name in DRAWN else 600 if prompts else 1000
    assert len(task.train) >= fewest and len(task.held_out) == held_out


@of_every_task
def test_vocabularies_are_sorted_and_every_word_is_seen_at_least_five_times_in_training(name):
    task = BUILT[name]
    for side, words in (("source", task.source_words), ("target", task.target_words)):
        marks = [
            word for word in words if word in MARKS
        ]  # of BERT; they are no words of a sentence
        words = words[len(marks) :]
        assert list(words) == sorted(set(words))
        seen = Counter(word for e in task.train for word in getattr(e, side))
        assert set(seen) - set(marks) == set(words)
        # Short sentences of a task: some of its words are seldom in them.
        rarest = 1 if task.kinds else 5
        assert min(seen.values(), default=5) >= rarest
        held_out = {word for e in task.held_out for word in getattr(e, side)}
        assert held_out - set(marks) <= set(words)


@of_every_task
def test_examples_to_show_are_made_of_known_words(name):
    task = BUILT[name]
    # A picture of 784 words is typed by nobody.
    assert len(task.examples) >= (1 if name in DRAWN else 5)
    for text in task.examples:
        known = set(task.source_words or task.target_words)
        assert task.split(text) and set(task.split(text)) <= known, text


# Of a picture no pixel is a word's own; of what the desk says, only a name comes from what it has read. Whether a
# sentence comes next, no single word says.
@pytest.mark.parametrize("name", sorted({*TASKS} - DRAWN - {"desk", "discourses"}))
def test_every_target_word_has_a_source_word(name):
    for e in BUILT[name].train + BUILT[name].held_out:
        assert len(e.alignment) == len(e.target)
        assert all(0 <= i < len(e.source) for i in e.alignment) or not e.source


@pytest.mark.parametrize(("name", "turn"), [("copy", 1), ("reverse", -1)])
def test_letters_are_copied_or_reversed_and_aligned_with_themselves(name, turn):
    task = BUILT[name]
    lengths = Counter(len(e.source) for e in task.train)
    assert set(lengths) == set(range(2, 11))
    for e in task.train + task.held_out:
        assert e.target == e.source[::turn]
        assert e.alignment == tuple(range(len(e.source)))[::turn]


@pytest.mark.parametrize("text", ["a b  c", "abc", "A, B; c!", " a-b/c "])
def test_letters_are_split_however_they_are_typed(text):
    assert BUILT["copy"].split(text) == ["a", "b", "c"]


def test_sorted_letters_keep_the_order_of_equals():
    for e in BUILT["sort"].train + BUILT["sort"].held_out:
        assert list(e.target) == sorted(e.source)
        assert [(e.source[i], i) for i in e.alignment] == sorted(
            (c, i) for i, c in enumerate(e.source)
        )


def test_sums_are_right_and_aligned_with_their_place():
    for e in BUILT["addition"].train + BUILT["addition"].held_out:
        first, second = "".join(e.source).split("+")
        assert (len(first), len(second), len(e.target)) == (3, 3, 4)
        assert int("".join(e.target)) == int(first) + int(second)
        assert e.alignment == (0, 0, 1, 2)


def test_the_answer_to_a_pronoun_is_its_noun_and_pairs_of_nouns_are_new():
    def pairs(examples):
        return {frozenset(e.source[i] for i in (e.referent[1], e.distractor)) for e in examples}

    task = BUILT["pronouns"]
    assert not pairs(task.train) & pairs(task.held_out)
    assert frozenset(("animal", "street")) in pairs(task.held_out)
    for e in task.train + task.held_out:
        assert e.target == (e.source[e.referent[1]],) and e.source[e.referent[0]] == "it"
        assert e.alignment == (e.referent[1],) and e.distractor != e.referent[1]
    said = {" ".join(e.source): e.target for e in task.held_out}
    assert (said[TIRED], said[WIDE]) == (("animal",), ("street",))


def test_dates_are_read_back_from_what_they_were_made_of():
    ways = Counter()
    for e in BUILT["dates"].train + BUILT["dates"].held_out:
        text = "".join(e.source).replace("␣", " ")
        for way in ("%d %B %Y", "%B %d, %Y", "%d %b %Y", "%d.%m.%Y"):
            with suppress(ValueError):
                assert "".join(e.target) == datetime.strptime(text, way).date().isoformat()
                ways[way] += 1
                break
        for word, place in zip(e.target[:4], e.alignment[:4], strict=True):
            assert e.source[place] == word, "the digits of the year"
        assert e.source[e.alignment[-1]] == e.target[-1], "the last digit of the day"
    assert sum(ways.values()) == 11000 and min(ways.values()) > 2000


def test_characters_are_split_and_joined():
    dates = BUILT["dates"]
    assert dates.split(" 3 May\t1998") == list("3␣may␣1998")
    assert dates.join("3␣may␣1998") == "3 may 1998"


# --- English → French: the split -------------------------------------------------------------------


def test_the_sentences_of_the_slides_have_their_translations():
    said = {" ".join(e.source): " ".join(e.target) for e in EVERY}
    for english, french in SLIDES.items():
        assert said[english] == french


def test_the_famous_two_are_new_to_the_model_and_the_idiom_is_not():
    train = {" ".join(e.source) for e in FRENCH.train}
    assert TIRED not in train and WIDE not in train
    assert {"i am a student", "he hit me with a pie", "the european economic area"} <= train
    assert FRENCH.examples[:2] == (TIRED, WIDE)


def test_training_never_tells_of_the_held_out_noun_pairs_with_it():
    def pairs(examples):
        return {
            frozenset(e.source[i] for i in (e.referent[1], e.distractor))
            for e in examples
            if e.distractor is not None
        }

    assert frozenset(("animal", "street")) in pairs(FRENCH.held_out)
    assert not pairs(FRENCH.held_out) & pairs(FRENCH.train)


def test_sentences_have_2_to_15_words():
    lengths = Counter(len(e.source) for e in EVERY)
    assert min(lengths) == 2 and max(lengths) <= 15
    assert all(lengths[n] > 50 for n in range(3, 15))


# --- English → French: it --------------------------------------------------------------------------


def test_it_points_from_the_pronoun_to_a_noun_of_its_gender():
    for e in WITH_IT:
        place, meant = e.referent
        assert e.source[place] == "it" and e.source.count("it") == 1
        rendered = e.target[e.alignment.index(place)]
        assert rendered == {"m": "il", "f": "elle"}[noun[e.source[meant]].gender], e
        if e.distractor is not None:
            assert e.source[e.distractor] in noun and e.distractor != meant


def test_only_sentences_with_it_have_a_referent():
    assert all(("it" in e.source) == (e.referent is not None) for e in EVERY)


def test_there_is_enough_of_it_and_gender_often_tells_the_nouns_apart():
    held_out = [e for e in FRENCH.held_out if e.referent]
    assert len(held_out) >= 300
    two = [e for e in held_out if e.distractor is not None]
    differ = [
        e
        for e in two
        if noun[e.source[e.referent[1]]].gender != noun[e.source[e.distractor]].gender
    ]
    assert 0.4 * len(held_out) <= len(differ) <= 0.8 * len(held_out)
    subject_first = sum(e.referent[1] < e.distractor for e in two)
    assert 0.35 * len(two) <= subject_first <= 0.65 * len(two)


def test_the_reason_alone_decides_what_it_means():
    """The same reason never speaks of the subject in one sentence and of the object in another
    whose nouns are of the same kinds."""
    spoken_of: dict[tuple, set[bool]] = {}
    for e in WITH_IT:
        if e.distractor is not None:
            meant, other = e.referent[1], e.distractor
            kinds = tuple(noun[e.source[i]].kind for i in sorted((meant, other)))
            spoken_of.setdefault((e.source[-1], *kinds), set()).add(meant < other)
    assert len(spoken_of) > 50
    assert all(len(which) == 1 for which in spoken_of.values())


# --- English → French: the French, read back -------------------------------------------------------

ETRE = "suis es est sommes sont étais étais était étions étaient été"
AVOIR = "ai as a avons ont avait"
FUNCTION_WORDS = {
    "the": "le la l' les",
    "a": "un une de d' des",
    "an": "un une de d'",
    "this": "ce cet cette",
    "my": "mon ma mes",
    "your": "ton ta tes",
    "his": "son sa ses",
    "her": "son sa ses la l'",
    "our": "notre nos",
    "their": "leur leurs",
    **{"i": "je j'", "you": "tu te t'", "he": "il", "she": "elle", "it": "il elle", "we": "nous"},
    **{"they": "ils", "me": "me m'", "him": "le l'", "us": "nous", "them": "les"},
    **dict.fromkeys(("am", "are", "were"), ETRE),
    **dict.fromkeys(("is", "was"), f"{ETRE} {AVOIR}"),
    "did": f"{ETRE} {AVOIR}",
    "not": "ne n' pas",
    "never": "ne n' jamais",
    **{"there": "il y", "too": "trop", "very": "très"},
    **{"often": "souvent", "yesterday": "hier", "signed": "signé signée"},
    **{
        "in": "dans en",
        "near": "près de d' du",
        "behind": "derrière",
        "under": "sous",
        "on": "sur",
    },
    **{"to": "à au", "at": "à au", "into": "dans", "from": "de d' du"},
    **{"january": "janvier", "february": "février", "march": "mars", "april": "avril"},
    **{"may": "mai", "june": "juin", "july": "juillet", "august": "août"},
    **{"september": "septembre", "october": "octobre", "november": "novembre"},
    "december": "décembre",
    **{str(year): str(year) for year in range(1990, 2000)},
}
PLURAL_DETERMINERS = words("les des mes tes ses nos leurs")
GENDER_OF = {
    **dict.fromkeys(words("le un ce cet au du"), "m"),
    **dict.fromkeys(words("la une cette ma ta sa"), "f"),
}
BEFORE_VOWEL = {"vieil": "vieux", "nouvel": "nouveau", "bel": "beau"}


def sounds_like_vowel(word: str) -> bool:
    return bool(re.match(r"[aeiouyàâéèêîôûœ]|h(?!érisson|ibou)", word))


def french_for() -> dict[str, set[str]]:
    """English word → all French words that may render it."""
    words = {english: set(french.split()) for english, french in FUNCTION_WORDS.items()}

    def add(english: str, *french: str) -> None:
        words.setdefault(english, set()).update(french)

    add("because", "parce que", "parce qu'")
    for n in noun.values():
        add(n.english, n.french)
        if n.english_plural:
            add(n.english_plural, n.french_plural)
    for english, forms in professions.items():
        add(english, *forms)
    for a in adjective.values():
        masculine = {a.masculine, a.agree("m", True)}
        masculine |= {short for short, full in BEFORE_VOWEL.items() if full == a.masculine}
        add(a.english, *masculine, a.feminine, a.agree("f", True))
    for v in verb.values():
        present, participle = conjugate(v.french)
        forms = {*present.values(), *(participle + end for end in ("", "e", "s", "es"))}
        for english in (v.english, v.third, v.past):
            add(english, *forms)
        add(v.past, *(ETRE if v.auxiliary == "être" else AVOIR).split(), *v.preposition.split())
        add(v.english, *v.preposition.split())
        add(v.third, *v.preposition.split())
    add("pie", "entarté", "entartée", "entartés")
    return words


def test_every_french_word_can_render_the_english_word_that_it_is_aligned_with():
    words = french_for()
    for e in EVERY:
        for french, place in zip(e.target, e.alignment, strict=True):
            assert french in words.get(e.source[place], ()), (french, e.source[place], e)


def test_what_french_says_with_a_word_of_its_own_is_never_lost():
    """Every English word is rendered, but for the few that French does without."""
    silent = {"a", "an", "do", "does", "did", "for", "of", "to", "at", "with", "hit", "the"}
    for e in EVERY:
        missing = {e.source[i] for i in set(range(len(e.source))) - set(e.alignment)}
        assert missing <= silent, (missing, e)


def test_elision_and_contraction():
    full = words("le la je ne me te que de ce ma ta sa")
    short = words("l' j' n' m' t' qu' d' cet vieil nouvel bel")
    elided = 0
    for e in EVERY:
        assert not e.target[-1].endswith("'")
        for word, following in zip(e.target, e.target[1:], strict=False):
            word = word.split()[-1]  # "parce que" is one token
            assert not (word in full and sounds_like_vowel(following)), e
            assert not (word in short and not sounds_like_vowel(following)), e
            assert (word, following) not in {("à", "le"), ("de", "le"), ("à", "les"), ("de", "les")}
            elided += word in short
    assert elided > 1000


def nouns_of(e):
    """(place, lexicon entry, is plural) of each French noun that stands behind a determiner."""
    plurals = {n.english_plural: n for n in noun.values() if n.english_plural}
    for place, i in enumerate(e.alignment):
        english = e.source[i]
        entry = plurals.get(english) or noun.get(english)
        if entry and e.target[place] in (entry.french, entry.french_plural):
            yield place, entry, english in plurals


def adjective_at(e, place):
    if not 0 <= place < len(e.target):
        return None
    return adjective.get(e.source[e.alignment[place]])


def agrees(form: str, a, gender: str, plural: bool) -> bool:
    """Spelt out again: feminine and plural forms, and bel, nouvel, vieil."""
    right = a.feminine if gender == "f" else BEFORE_VOWEL.get(form, a.masculine)
    if plural and right[-1] not in "sx":
        right = (
            right + "x"
            if right.endswith("eau")
            else re.sub("al$", "au", right) + ("x" if right.endswith("al") else "s")
        )
    return form == right or (form in BEFORE_VOWEL and right == BEFORE_VOWEL[form] and not plural)


def test_determiners_and_adjectives_agree_with_their_noun():
    determiners = adjectives = 0
    for e in EVERY:
        for place, entry, plural in nouns_of(e):
            i = place - 1
            while adjective_at(e, i):
                assert adjective_at(e, i).place == "before"
                assert agrees(e.target[i], adjective_at(e, i), entry.gender, plural), e
                if entry.gender == "m" and not plural and sounds_like_vowel(e.target[i + 1]):
                    assert e.target[i] not in BEFORE_VOWEL.values(), e  # un vieil ours
                adjectives, i = adjectives + 1, i - 1
            j = place + 1
            while adjective_at(e, j) and adjective_at(e, j).place == "after":
                assert agrees(e.target[j], adjective_at(e, j), entry.gender, plural), e
                adjectives, j = adjectives + 1, j + 1
            if i < 0 or e.source[e.alignment[i]] not in FUNCTION_WORDS:
                continue  # no determiner: he is a student
            determiner = e.target[i]
            assert (determiner in PLURAL_DETERMINERS) == plural, e
            if determiner in GENDER_OF:
                assert GENDER_OF[determiner] == entry.gender, e
            if determiner in ("mon", "ton", "son"):
                assert entry.gender == "m" or sounds_like_vowel(e.target[i + 1]), e
            determiners += 1
    assert determiners > 8000 and adjectives > 2000


def test_what_is_said_of_it_agrees_with_its_noun():
    for e in WITH_IT:
        gender = noun[e.source[e.referent[1]]].gender
        assert agrees(e.target[-1], adjective[e.source[-1]], gender, False), e


def test_a_verb_agrees_with_its_pronoun():
    person = {
        "je": "i",
        "j'": "i",
        "tu": "you",
        "il": "he",
        "elle": "he",
        "nous": "we",
        "ils": "they",
    }
    between = words("ne n' me m' te t' le la l' les nous y")
    finite = {p: set() for p in ("i", "you", "he", "we", "they")}
    for infinitive in {v.french for v in verb.values()} | {"être", "avoir"}:
        for p, form in conjugate(infinitive)[0].items():
            finite[p].add(form)
    past = zip(finite, words("étais étais était étions étaient"), strict=True)
    for p, form in past:
        finite[p].add(form)
    finite["he"].add("avait")
    checked = 0
    for e in EVERY:
        if e.target[0] in person:
            first = next(word for word in e.target[1:] if word not in between)
            assert first in finite[person[e.target[0]]], e
            checked += 1
    assert checked > 1500


def verb_of(english: str):
    """The verb of which this English word is a form; "pie" stands for entarter."""
    return next((v for v in verb.values() if english in (v.english, v.third, v.past)), None) or (
        verb["hit"] if english == "pie" else None
    )


def test_the_participle_agrees_with_the_object_before_avoir():
    """il l' a vue, il nous a vus; without an object in front it stays as it is: elle a vu."""
    endings = {"her": "e", "us": "s", "them": "s"}
    checked = Counter()
    for e in EVERY:
        for place, word in enumerate(e.target):
            if word not in words(AVOIR) or e.source[e.alignment[place]] in ("is", "was"):
                continue
            after = place + 1
            while e.target[after] in ("pas", "jamais"):
                after += 1
            clitic = e.target[place - 1] in words("la l' nous les")
            ending = endings.get(e.source[e.alignment[place - 1]], "") if clitic else ""
            _, base = conjugate(verb_of(e.source[e.alignment[after]]).french)
            assert e.target[after] == base + ending, e
            checked[ending] += 1
    assert checked["e"] > 25 and checked["s"] > 50 and checked[""] > 1000


def test_the_participle_agrees_with_the_subject_of_etre():
    """elle est allée, nous sommes allés, le lac ... est allé."""
    checked = Counter()
    for e in EVERY:
        for place, word in enumerate(e.target):
            doing = verb_of(e.source[e.alignment[place]])
            if not doing or doing.auxiliary != "être":
                continue
            base = conjugate(doing.french)[1]
            if word not in (base, base + "e", base + "s", base + "es"):
                continue
            found = [(n.gender, plural) for at, n, plural in nouns_of(e) if at < place]
            if found:
                (subject_gender, plural), *_ = found
            else:
                subject_gender = "f" if e.source[0] == "she" else "m"
                plural = e.source[0] in ("we", "they")
            ending = ("e" if subject_gender == "f" else "") + ("s" if plural else "")
            assert word == base + ending, e
            checked[ending] += 1
    assert checked["e"] > 40 and checked["s"] > 40 and checked[""] > 100


# --- English → French: reading and writing ---------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("The animal didn't cross the street, because it was too tired!", TIRED),
        ("I’m a student.", "i am a student"),
        ("She isn't a lawyer; they're nurses", "she is not a lawyer they are nurses"),
        ("it's, that's, the dog's", "it is that is the dog's"),
        ("We can't. We cannot. Don't! Won't", "we can not we can not do not will not"),
        ("the European Economic Area (1992)", "the european economic area 1992"),
        ("'quoted' -- \"text\"", "quoted text"),
        ("a <b>pie</b> 🥧 שלום", "a <b>pie< b> 🥧 שלום"),
        ("", ""),
    ],
)
def test_split_understands_what_people_type(typed, words):
    assert FRENCH.split(typed) == words.split()


@given(st.text())
def test_split_takes_any_text_and_has_nothing_left_to_split(text):
    words = FRENCH.split(text)
    assert FRENCH.split(" ".join(words)) == words


def test_join_glues_what_french_glues():
    assert FRENCH.join(words("l' animal n' a pas dormi")) == "l’animal n’a pas dormi"
    assert BUILT["copy"].join(["a", "b"]) == "a b"


def test_a_task_made_of_another_does_not_wait_for_who_asks_for_that_one(monkeypatch):
    """Two threads of the app: one makes the sentences of the language model out of the translations, the
    other asks for these. Until Python 3.12 a cached property has one lock for all objects."""
    build, begun, asked, done = english_french.build, Event(), Event(), []

    def slowly(seed):
        begun.set()
        asked.wait()
        time.sleep(0.2)  # the other is on its way
        return build(seed)

    monkeypatch.setattr(english_french, "build", slowly)
    language, french = language_model.build(5), build(5)

    def ask():
        begun.wait()
        asked.set()
        done.append(len(french.train))

    threads = [Thread(target=lambda: done.append(len(language.held_out))), Thread(target=ask)]
    for thread in threads:
        thread.daemon = True
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(done) == 2
