"""A text of your own: prepared by the process that trains, once; whatever it is, a sentence at most."""

import json
import os
import random
import re
import signal
import subprocess
import sys
import time

import pytest
import torch
from sacrebleu.metrics import BLEU

from lessons.host import server, storage
from lessons.models import listing
from lessons.training import actions, controls, words
from lessons.training.tests.test_page import mistakes, opened
from tests.kit.app import still
from tests.kit.paths import ROOT, SHARED
from tests.kit.remove import remove
from tests.kit.small import TINY
from tests.kit.upload import uploaded
from tests.kit.workers import AtOnce
from transformer import corpus, families, weights
from transformer.decoding import greedy
from transformer.runs import Run, RunConfig, processes, runs
from transformer.runs.workers import TrainingFailed, Workers
from transformer.tasks.custom import pairs, stored
from transformer.tasks.custom.stored import Unusable
from transformer.tasks.words import words_of
from transformer.training import vocabularies
from transformer.training.settings import Settings

PAIRS = "".join(
    f"Say {n % 30}, then {n}\tdis {n % 30} puis {n} !\tby someone\n" for n in range(200)
)
BAD = "no tab\n\tempty <script>alert(1)</script>\n" + "x" * 500 + "\ty\n"
TEXT = "".join(f"Line {n} of a text that goes on and on.\n" for n in range(300))
KINDS = [
    ("pairs", "words"),
    ("pairs", "bpe"),
    ("text", "characters"),
    ("text", "words"),
    ("text", "bpe"),
]

FIRST = {
    ("pairs", "words"),
    ("text", "bpe"),
}  # which train for as long as it takes to learn something


def run_config(task: str, pieces: str = "words", steps: int = 3) -> RunConfig:
    return RunConfig(task, Settings(steps=steps), TINY, pieces)


def given(task: str) -> str:
    return PAIRS + BAD if task == "pairs" else TEXT


@pytest.fixture
def large(monkeypatch):
    """As if every text were too long to be prepared at once."""
    monkeypatch.setattr(stored, "FEW_LINES", 5)


# --- what is written down is all that is needed ------------------------------------------------------


@pytest.mark.parametrize(("task", "pieces"), KINDS)
def test_task_json_is_all_that_is_needed(large, tmp_path, task, pieces):
    """Without the text itself: the same words, sentences cut and joined alike, model, scores, weights."""
    run = Run.create(run_config(task, pieces), tmp_path, text=given(task))
    assert not stored.is_prepared(run.folder, task), "the app has prepared nothing"
    whole = stored.build(task, given(task), pieces)
    list(run.train())
    (run.folder / stored.FILES[task]).unlink()
    found = run.task()
    assert type(found) is type(whole) and found.title == stored.TITLES[task]
    for name in ("source_words", "target_words", "held_out", "examples", "refused"):
        assert getattr(found, name) == getattr(whole, name), name
    for sentence in (*whole.examples, "Then say 3 … ξ 我", ""):
        assert found.split(sentence) == whole.split(sentence)
    for example in whole.held_out[:20]:
        assert found.join(example.target) == whole.join(example.target)
    if task == "text":
        lines = [e.target for e in whole.held_out]
        for some in (lines, lines[:3]):
            assert found.ngram_counts.losses(some) == whole.ngram_counts.losses(some)
        assert found.unit == whole.unit
    model = run.model_at(3)
    objective = families.family_of(model).objective
    batch = objective.batch(found.held_out[:2], vocabularies(found))
    assert torch.isfinite(objective.run(model, batch)).all()
    weights.save("mine", model, found, run.card, tmp_path / "weights")
    kept = {
        (tmp_path / "weights" / f"mine{kind}").stat().st_mode for kind in (".json", ".safetensors")
    }
    assert len(kept) == 1, "who may read the card may read the weights"
    with pytest.raises(FileNotFoundError):
        found.train  # noqa: B018  that alone needs the text


def test_the_training_examples_are_cut_anew_from_the_text(tmp_path):
    run = Run.create(run_config("pairs", "bpe"), tmp_path, text=PAIRS)
    list(run.train())
    assert run.task().train == stored.build("pairs", PAIRS, "bpe").train


@pytest.mark.parametrize(
    ("task", "pieces"),
    [one if one in FIRST else pytest.param(*one, marks=pytest.mark.slow) for one in KINDS],
)
def test_a_run_translates_a_sentence_of_ones_own(tmp_path, task, pieces):
    run = Run.create(run_config(task, pieces, steps=150), tmp_path, text=given(task))
    list(run.train())
    learned, model = run.task(), run.model_at(150)
    source, target = vocabularies(learned)
    typed = learned.split(learned.examples[0])
    ids = torch.tensor([source.encode(typed) if task == "pairs" else []], dtype=torch.long)
    written = learned.join(target.decode(greedy(model, ids, max_length=30)[0]))
    assert written.startswith("dis" if task == "pairs" else ("line", "Line")), written
    last, said = (
        run.events()[-1],
        words.run_line(run, "done", listing.score(run), listing.bleu(run)),
    )
    assert ("BLEU" in said) == ("bleu" in last) == (task == "pairs")
    if task == "pairs":  # whatever pieces it writes, words are counted
        batch = families.family_of(model).objective.batch(learned.held_out, (source, target))
        output = map(target.decode, greedy(model, batch.source, batch.target.shape[1]))
        spaced = [
            [" ".join(one if pieces == "words" else words_of(learned.join(one))) for one in side]
            for side in (output, [e.target for e in learned.held_out])
        ]
        right = BLEU(tokenize="none").corpus_score(spaced[0], [spaced[1]]).score
        assert (
            last["bleu"] == pytest.approx(right)
            and f"BLEU {right:.2f} with the task’s tokenization ·" in said
        )
        drawn = listing.live_curve(run, learned, "done").arrays["bleu"].values
        assert drawn.tolist() == pytest.approx([e["bleu"] for e in run.events() if "bleu" in e])


# --- what is not used is told ------------------------------------------------------------------------


def test_what_was_used_and_what_was_not(tmp_path):
    run = Run.create(run_config("pairs"), tmp_path, text=PAIRS + BAD)
    list(run.train())
    found = stored.report(run.folder)
    assert found.used == "200 pairs are used: 180 for training, 20 held out"
    assert found.left_out == (
        "1 × no pair of source and target",
        "1 × one side is empty",
        "1 × longer than 400 characters",
    )
    assert [line[0] for line in found.lines] == [201, 202, 203]
    assert found.lines[1][2] == "⇥empty <script>alert(1)</script>"
    assert "line 202 (one side is empty): ⇥empty <script>" in str(found)
    assert str(stored.report_of(stored.build("pairs", PAIRS + BAD, "words"))) == str(found)


def test_unknown_words_are_counted_and_pieces_advised():
    text = "".join(f"we know w{n} here\tnous x{n} ici\n" for n in range(100))
    held = stored.build("pairs", text, "words").held_out
    asked = sum(len(e.source) + len(e.target) for e in held)
    found = stored.report_of(stored.build("pairs", text, "words")).unknown
    assert found.startswith(f"{2 * len(held) / asked:.1%} of the held-out tokens are unknown")
    assert found.endswith("Learned tokens (BPE) cover nearly all of them")
    assert stored.report_of(stored.build("pairs", PAIRS, "bpe")).unknown == ""


@pytest.mark.parametrize(
    ("task", "text", "said"),
    [
        ("pairs", TEXT, "none of the 300 lines contains a tab"),
        ("pairs", TEXT * 4, "none of the first 1,000 lines contains a tab"),
        ("pairs", TEXT + "a\tb\n", "choose “Your own text”"),
        (
            "text",
            PAIRS,
            "200 of the 200 lines contain a tab, so they are pairs: choose “Your own pairs”",
        ),
        ("text", "word\n", "different lines of text: 1"),
        ("pairs", "a\tb\n", "different source sentences: 1"),
        ("pairs", "a\tb\n" * 99, "98 × a duplicate pair"),
    ],
)
def test_the_other_choice_is_named_and_too_little_is_said(tmp_path, task, text, said):
    with pytest.raises(Unusable, match=said):
        Run.create(run_config(task), tmp_path, text=text)
    assert runs(tmp_path) == []


# --- in the run's own process ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def workers():
    started = Workers(most=1)
    yield started
    started.shutdown()


@pytest.mark.slow
def test_a_long_text_that_cannot_be_used_ends_the_run_with_that_sentence(large, tmp_path, workers):
    run = Run.create(run_config("pairs"), tmp_path, text="one\tun\n" * 5000)
    with pytest.raises(
        TrainingFailed, match="^number of different source sentences: 1; 4,999 × a duplicate"
    ):
        workers.submit(run).result(60)
    assert run.state() == "failed" and run.card["error"].startswith(
        "number of different source sentences: 1"
    )
    with pytest.raises(Unusable, match="has not been prepared"):
        run.task()


def test_the_sentence_of_other_errors_keeps_its_place():
    assert processes.sentence(Unusable("too short")) == "too short"
    assert "ValueError: too short" in processes.sentence(ValueError("too short"))


BIG = "".join(f"the word{n} and {n * n}\tle mot{n} et {n * n}\n" for n in range(8_000))


@pytest.mark.slow
def test_killed_while_it_prepares_it_starts_again(tmp_path, monkeypatch):
    """A real process and a real SIGKILL, at a moment that nobody chose."""
    run = Run.create(
        RunConfig("pairs", Settings(steps=2, batch=2), TINY, "bpe"), tmp_path, text=BIG
    )
    process = subprocess.Popen([sys.executable, "-m", "transformer.runs", run.folder], cwd=ROOT)
    while run.card["state"] == "waiting" and process.poll() is None:
        time.sleep(0.01)
    time.sleep(random.uniform(0, 0.2))
    assert process.poll() is None and not stored.is_prepared(run.folder, "pairs"), "killed too late"
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert run.state() == "stopped" and run.checkpoints() == [] and run.events() == []
    (run.folder / "task.part").write_text('{"task": "pa')  # as a process leaves a file when it dies
    list(run.train())
    assert run.state() == "done" and len(run.task().held_out) == 800
    monkeypatch.setattr(
        stored, "build", lambda *_: pytest.fail("to open it, the app prepares it again")
    )
    assert Run(run.folder).task().held_out and stored.report(run.folder).used


def test_it_gives_signs_of_life(tmp_path):
    """Who waits for the first step ends a run in which nothing happens."""
    run = Run.create(run_config("pairs", "bpe"), tmp_path, text=PAIRS)
    stored.store(run.folder, "pairs", "bpe")
    assert (run.folder / "events.jsonl").exists()


def test_a_branch_needs_no_preparing(large, tmp_path):
    run = Run.create(run_config("pairs", "bpe"), tmp_path, text=PAIRS)
    list(run.train())
    other = run.branch(run.checkpoints()[1], Settings(steps=5))
    assert other.task().held_out == run.task().held_out
    list(other.train())
    assert other.state() == "done"


def test_a_run_of_other_tokens_stays_as_it_is(tmp_path, monkeypatch):
    """One from an earlier version, which had no marks for spaces, still answers; it cannot be continued."""
    with monkeypatch.context() as earlier:
        earlier.setattr(pairs, "tokens_of", words_of)
        run = Run.create(run_config("pairs"), tmp_path, text=PAIRS.replace(" !", "!"))
        list(run.train(stop=2))
    with pytest.raises(Unusable, match="pairs-1 was prepared by another version of the code"):
        list(run.train())
    assert run.model_at(run.checkpoints()[-1]) and run.task().join(["dis", "3", "!"]) == "dis 3 !"


# --- damaged -----------------------------------------------------------------------------------------


def damages() -> dict:
    def without(facts, name):
        del facts[name]

    return {
        "half": lambda text, facts: text[: len(text) // 2],
        "empty": lambda text, facts: "",
        "no object": lambda text, facts: "[1, 2]",
        "no words": lambda text, facts: without(facts, "source_words"),
        "numbers for words": lambda text, facts: facts.update(target_words=[1, 2]),
        "a word twice": lambda text, facts: facts.update(source_words=["a", "a"]),
        "another task": lambda text, facts: facts.update(task="copy"),
        "unknown pieces": lambda text, facts: facts.update(pieces="syllables"),
        "no examples": lambda text, facts: facts.update(held_out=[]),
        "half an example": lambda text, facts: facts.update(held_out=[["a"]]),
        "a damaged tokenizer": lambda text, facts: facts["tokenizers"][0]["model"].update(vocab={}),
        "no tokenizer": lambda text, facts: facts.update(tokenizers=[None, None]),
        "refused": lambda text, facts: facts.update(refused={"why": "many"}),
    }


def test_a_damaged_task_json_is_a_sentence_and_can_be_made_again(tmp_path):
    run = Run.create(run_config("pairs", "bpe"), tmp_path, text=PAIRS)
    stored.store(run.folder, "pairs", "bpe")
    file = run.folder / stored.FACTS
    text = file.read_text(encoding="utf-8")
    for damage, change in damages().items():
        facts = json.loads(text)
        new = change(text, facts)
        file.write_text(json.dumps(facts) if new is None else new, encoding="utf-8")
        for use in (run.task, lambda: stored.report(run.folder)):
            with pytest.raises(Unusable) as caught:
                use()
            said = str(caught.value)
            assert re.search("task.json of pairs-1 is damaged .*python -m", said), damage
            assert len(said) < 450, damage
    command = [sys.executable, "-m", "transformer.tasks.custom.stored", run.folder]
    mended = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    assert "200 pairs are used" in mended.stdout and file.read_text(encoding="utf-8") == text


# --- uploads -----------------------------------------------------------------------------------------

UPLOADS = {  # those that no reader can use are in test_corpus.py
    "too large": (b"a\tb\n" * (17 * 2**20), "at most 64"),
    "html": (b"<html><script>alert(1)</script>\n" * 40, "o columns were recognized"),
    "one pair": (b"one\tun", "different source sentences: 1"),
    "identical pairs": (b"one\tun\n" * 500, "499 × a duplicate pair"),
    "one target": ("".join(f"a {n}\tb\n" for n in range(99)).encode(), "the same target"),
    "one word": (
        "".join(f"{'a ' * n}\tb {n} b\n" for n in range(1, 30)).encode(),
        "source sentences: a. All other",
    ),
    "no file": (None, "no file yet"),
}


@pytest.fixture
def state(monkeypatch, tmp_path):
    """What is chosen on the page, with workers that train while one waits."""
    chosen = {
        **controls.DEFAULTS,
        "task": "pairs",
        "steps": "3",
        "d_model": "16",
        "self_heads": "2",
    }
    made = {controls.key(name): value for name, value in chosen.items()}
    monkeypatch.setattr(actions.st, "session_state", made)
    monkeypatch.setattr(storage, "RUNS", tmp_path)
    monkeypatch.setattr(server, "_workers", AtOnce())
    monkeypatch.setattr(server, "_training", {})
    return made


@pytest.mark.parametrize("name", UPLOADS)
def test_every_upload_that_cannot_be_used_is_a_sentence(state, tmp_path, name):
    data, said = UPLOADS[name]
    actions.train(None if data is None else uploaded(data))
    assert said in state[actions.BOX.problem] and state[actions.BOX.problem].endswith((".", "”"))
    assert runs(tmp_path) == []


def test_a_choice_does_not_stay_where_it_cannot_be():
    """Characters are for texts only: who goes on to pairs gets words."""
    at = opened(task="text", pieces="characters")
    assert not mistakes(at) and at.selectbox(key="training-pieces").value == "characters"
    at.selectbox(key="training-task").select("pairs").run()
    assert not mistakes(at) and at.selectbox(key="training-pieces").value == "words"


# --- real text ---------------------------------------------------------------------------------------


@pytest.mark.shared
@pytest.mark.skipif(
    not SHARED.exists(), reason="the folder of real text is not beside the checkout"
)
@pytest.mark.slow
@pytest.mark.parametrize("pieces", ["words", "bpe"])
def test_tatoebas_file_as_it_comes(tmp_path, workers, pieces):
    """As Windows would save it, with lines that are none."""
    file = (SHARED / "data" / "tatoeba" / "eng-fra-5000.tsv").read_bytes()
    text = b"\xef\xbb\xbf" + file.replace(b"\n", b"\r\n") + b"no tab\r\n\tempty\r\n"
    text = corpus.contents("pairs", [("own.tsv", text)]).text
    run = Run.create(run_config("pairs", pieces), tmp_path, text=text)
    assert not stored.is_prepared(run.folder, "pairs")
    workers.submit(run).result(120)
    found = stored.report(run.folder)
    # 44 pairs differ from another one only in the width of a space before "!" or "?"
    assert found.used.startswith("4,956 pairs are used") and len(found.left_out) == 3
    assert bool(found.marks) == (pieces == "words")
    learned = run.task()
    assert "".join(learned.split("Go now!")).replace("</w>", "").lower() == "gonow!"
    whole = stored.build("pairs", text, pieces)
    assert [learned.join(e.target) for e in learned.held_out] == [
        whole.join(e.target) for e in whole.held_out
    ]


@pytest.mark.slow
@pytest.mark.shared
@pytest.mark.skipif(
    not SHARED.exists(), reason="the folder of real text is not beside the checkout"
)
def test_plays_as_a_text(tmp_path):
    text = (SHARED / "data" / "tinyshakespeare.txt").read_text(encoding="utf-8")
    run = Run.create(run_config("text", "characters"), tmp_path, text=text)
    stored.store(run.folder, "text", "characters")
    assert "lines are used" in stored.report(run.folder).used
    assert run.task().join(run.task().split("To be, or not")) == "To be, or not"


# --- in a browser ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_from_the_upload_to_the_film(app, browser, tmp_path):
    """Upload a file with bad lines, train, see what was left out as plain text, and the film."""
    file = tmp_path / "own.tsv"
    file.write_text(PAIRS + BAD, encoding="utf-8")
    page = browser.new_page(viewport={"width": 1440, "height": 1000})
    problems = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("dialog", lambda dialog: problems.append(dialog.message))
    try:
        page.goto(f"{app.url}/training?training-part=Train&answered=true")
        page.get_by_role("combobox", name="Task").click()
        page.get_by_role("option", name="Your own pairs", exact=True).click()
        page.get_by_text("Your pairs: a table").wait_for()
        for label, value in (("Steps", "8"), ("d_model", "16")):
            still(page)
            page.get_by_label(label, exact=True).fill(value)
            page.keyboard.press("Tab")
        with page.expect_response(lambda answer: "upload_file" in answer.url):
            page.locator("input[type=file]").first.set_input_files(file)
        page.get_by_text("own.tsv").first.wait_for()
        page.wait_for_timeout(1000)
        still(page)
        page.get_by_role("button", name="Train", exact=True).click()
        page.get_by_text("Done: 8 steps").first.wait_for()  # drawn anew, it stands there twice
        page.get_by_text(re.compile(r"^BLEU \d+\.\d\d with the task’s tokenization$")).wait_for()
        page.get_by_text("of the held-out sentences. BLEU ").first.wait_for()
        page.get_by_text("200 pairs are used: 180 for training, 20 held out").wait_for()
        page.get_by_text("The first omitted lines").click()
        page.get_by_text("⇥empty <script>alert(1)</script>").wait_for()
        page.get_by_text("The pinned sentence").first.wait_for()
        assert problems == []
    finally:
        page.close()
        for path in app.runs.glob("pairs-*"):
            remove(path)
