"""A file of one's own on the command line, and text in, text out: `training pairs FILE`, `translate`."""

import pytest
import torch

import transformer
from transformer import weights
from transformer.decoding import beam, greedy, last
from transformer.runs import Run, own_file
from transformer.training.__main__ import main

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
    (folder,) = runs.iterdir()
    said, run = capsys.readouterr().out, Run(folder)
    assert run.state() == "done" and run.frames()[-1] == 3
    assert "200 pairs are used" in said or "lines are used" in said
    assert score in said and f"lists the model as {run.name}" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["pairs"], "“pairs” needs a file of yours: python -m transformer.training pairs my_pairs"),
        (["pairs", "nowhere.tsv"], "nowhere.tsv cannot be read: No such file"),
        (["pairs", "{bytes}"], "is no text in UTF-8 .byte 1.: save it as UTF-8"),
        (["pairs", "{text}"], "has a tab, and no tab means no pair"),
        (["pairs", "{text}", "--pieces", "syllables"], "pairs are cut into words or bpe"),
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


@pytest.mark.parametrize("name", ["english_french", "english_french_recurrent"])
@pytest.mark.parametrize("beams", [1, 3])
def test_many_sentences_are_answered_as_each_alone_in_their_order(name, beams):
    trained = weights.load(name)
    texts = [" ".join(e.source) for e in trained.task.held_out[:70]]
    together = transformer.translate(trained, texts, beams=beams)
    for text, answer in list(zip(texts, together, strict=True))[:8]:
        source = torch.tensor([trained.source_vocabulary.encode(trained.task.split(text))])
        tokens = greedy(trained.model, source)[0]
        if beams > 1:
            tokens = last(beam(trained.model, source, beams)).answers().tokens[0, 0]
        assert answer == trained.task.join(trained.target_vocabulary.decode(tokens))


def test_what_cannot_be_answered_says_so():
    trained = transformer.load("copy")
    for given, said in (("a b", "needs a list"), (["a", " "], "sentence 2 of 2 has no word")):
        with pytest.raises(ValueError, match=said):
            transformer.translate(trained, given)
    with pytest.raises(ValueError, match="language_model reads no sentence"):
        transformer.translate(transformer.load("language_model"), ["the"])
    assert transformer.translate(trained, []) == []
