"""A file of one's own on the command line, and text in, text out: `training pairs FILE`, `translate`."""

from dataclasses import replace

import pytest
import torch

import transformer
from transformer import weights
from transformer.decoding import beam, greedy, last
from transformer.runs import Run, own_file
from transformer.training.__main__ import main
from transformer.vocabulary import END

PAIRS = "".join(f"word {n % 30} and {n}\tmot {n % 30} et {n}\n" for n in range(200))


@pytest.fixture
def runs(tmp_path, monkeypatch):
    folder = tmp_path / "runs"
    monkeypatch.setattr(own_file, "FOLDER", folder)
    return folder


@pytest.mark.parametrize(
    ("task", "text", "score"),
    [("pairs", PAIRS, "exact match"), ("text", PAIRS.replace("\t", " "), "next right")],
)
def test_a_file_becomes_a_run_that_the_app_can_show(task, text, score, tmp_path, runs, capsys):
    file = tmp_path / "mine.txt"
    file.write_text(text, encoding="utf-8-sig")  # as Windows' editor saves it
    main([task, str(file), "--steps", "3", "--set", "d_model=16"])
    (folder,) = runs.glob("[!.]*")
    said, run = capsys.readouterr().out, Run(folder)
    assert run.state() == "done" and run.checkpoints()[-1] == 3
    assert said.startswith("2 columns separated by tabs: ") == (task == "pairs")
    assert "200 pairs are used" in said or "lines are used" in said
    assert score in said and f"lists the model as {run.name}" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["pairs"], "“pairs” needs your own file: python -m transformer.training pairs my_pairs"),
        (["pairs", "nowhere.tsv"], "nowhere.tsv cannot be read: No such file"),
        (["pairs", "{bytes}"], "contains bytes that do not occur in text: if it is"),
        (["pairs", "{text}"], "no columns were recognized in this file"),
        (["pairs", "{text}", "--pieces", "syllables"], "pairs can be split into words or bpe"),
    ],
)
def test_what_cannot_be_trained_is_told_in_a_sentence_and_leaves_no_run(
    words, said, tmp_path, runs
):
    (tmp_path / "bytes").write_bytes(b"a\xff\x00")
    (tmp_path / "text").write_text("no pair\n" * 50)
    given = [w.format(bytes=tmp_path / "bytes", text=tmp_path / "text") for w in words]
    with pytest.raises(SystemExit, match=said):
        main(given)
    assert not runs.exists()


@pytest.mark.parametrize(
    ("name", "search"),
    [
        ("english_french", {}),
        ("english_french", {"beams": 3}),
        ("english_french_recurrent", {}),
        ("english_french_recurrent", {"beams": 4, "alpha": 8.0}),
    ],
)
def test_many_sentences_are_answered_as_each_alone_in_their_order(name, search):
    trained = weights.load(name)
    texts = [" ".join(e.source) for e in trained.task.held_out[:70]]
    together = transformer.translate(trained, texts, **search)
    if "alpha" in search:  # a large α changes what this model answers, otherwise nothing is tested
        assert together[:8] != transformer.translate(trained, texts[:8], beams=4)
    for text, answer in list(zip(texts, together, strict=True))[:8]:
        source = torch.tensor([trained.source_vocabulary.encode(trained.task.split(text))])
        tokens = greedy(trained.model, source)[0]
        if search:
            tokens = last(beam(trained.model, source, **search)).answers().tokens[0, 0]
        assert answer == trained.task.join(trained.target_vocabulary.decode(tokens))


@pytest.mark.parametrize("beams", [1, 2])
def test_an_answer_is_as_long_as_the_model_or_the_caller_allows(beams, monkeypatch):
    """A model that never writes END is cut at its own limit, also above 64 tokens."""
    trained = transformer.load("copy")
    never = trained.model.logits.register_forward_hook(
        lambda layer, read, logits: logits.index_fill(-1, torch.tensor([END]), -torch.inf)
    )
    try:
        monkeypatch.setattr(trained.model, "config", replace(trained.model.config, max_length=70))
        (whole,) = transformer.translate(trained, ["a b c"], beams=beams)
        (short,) = transformer.translate(trained, ["a b c"], beams=beams, max_length=5)
    finally:
        never.remove()
    assert len(whole.split()) == 70 and len(short.split()) == 5
    with pytest.raises(ValueError, match="max_length is 0, but it must be at least 1"):
        transformer.translate(trained, ["a b c"], beams=beams, max_length=0)


def test_what_cannot_be_answered_says_so():
    trained = transformer.load("copy")
    for given, said in (("a b", "needs a list"), (["a", " "], "sentence 2 of 2 has no words")):
        with pytest.raises(ValueError, match=said):
            transformer.translate(trained, given)
    with pytest.raises(ValueError, match="language_model reads no sentence"):
        transformer.translate(transformer.load("language_model"), ["the"])
    assert transformer.translate(trained, []) == []
