"""What is in real folders of models: each opens as the original does, or is refused by its cause."""

import shutil

import pytest
import torch

from tests.transformer.test_pretrained import (
    SENTENCE,
    changed,
    gpt2,
    lost,
    stored,
    without,
)
from transformer.pretrained import command
from transformer.pretrained.command import opened
from transformer.weights import WeightsError, load
from transformer.weights.outside import open_folder


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    """A folder with a small GPT-2."""
    gpt2(folder := tmp_path_factory.mktemp("outside") / "gpt2")
    return folder


def at(name, content):
    return lambda folder: (folder / name).write_bytes(content)


def prefixed(prefix):
    return lambda f: stored(f, lambda tensors: {f"{prefix}{n}": t for n, t in tensors.items()})


def table(change, **config):
    """An output table in the file, which the config may call untied."""

    def with_table(folder):
        changed(**config)(folder)
        stored(
            folder, lambda t: t | {"lm_head.weight": change(t["transformer.wte.weight"].clone())}
        )

    return with_table


def twice(folder):
    stored(folder, lambda t: t | {"wte.weight": t["transformer.wte.weight"].clone()})


def cached(main, *commits):
    """The layout of the hub's cache, with the files in blobs and links to them."""

    def moved(folder):
        files = [file for file in folder.iterdir() if file.is_file()]
        (folder / "blobs").mkdir()
        for commit in commits:
            (there := folder / "snapshots" / commit).mkdir(parents=True)
            for file in files:
                (there / file.name).symlink_to(f"../../blobs/{file.name}")
        for file in files:
            file.rename(folder / "blobs" / file.name)
        if main:
            (folder / "refs").mkdir()
            (folder / "refs" / "main").write_text(main)

    return moved


def quoted(path):
    return f' "{path}" '


POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 548118077\n"
BOM = b"\xef\xbb\xbf"
# What is done to the folder, how its path is typed, and the refusal; "" where it opens as before.
REAL = {
    "no start token": (changed(bos_token_id=None), str, ""),
    "no end token": (changed(eos_token_id=None), str, ""),
    "neither": (changed(bos_token_id=None, eos_token_id=None), str, "eos_token_id in config.json is null or missing, but this token is needed. Enter its number"),
    "a number beyond": (changed(eos_token_id=50256), str, "eos_token_id in config.json is 50256; it must be the number of a token, from 0 to 289"),
    "a name for a number": (changed(bos_token_id="<s>"), str, "bos_token_id in config.json is '<s>'; it must be the number"),
    "only the output table": (lambda f: stored(f, lambda t: {n.replace("transformer.wte", "lm_head"): v for n, v in t.items()}), str, ""),
    "a list of one end": (changed(eos_token_id=[0]), str, ""),
    "compiled": (prefixed("_orig_mod."), str, ""),
    "trained in parallel": (prefixed("module._orig_mod."), str, ""),
    "one parameter twice": (twice, str, "transformer.wte.weight and wte.weight are the same parameter"),
    "untied by value": (table(torch.zeros_like), str, "lm_head.weight is not equal to transformer.wte.weight: the embeddings are not tied"),
    "untied by name only": (table(torch.clone, tie_word_embeddings=False), str, ""),
    "pointer for weights": (at("model.safetensors", POINTER), str, "model.safetensors is a Git LFS pointer: a short text in place of the file, which git has not downloaded. Install Git LFS and run “git lfs pull”"),
    "pointer for a config": (at("config.json", POINTER), str, "config.json is a Git LFS pointer"),
    "pointer for a tokenizer": (at("tokenizer.json", POINTER), str, "tokenizer.json is a Git LFS pointer"),
    "pointer for words": (lambda f: (without("tokenizer.json")(f), at("vocab.txt", POINTER)(f)), str, "vocab.txt is a Git LFS pointer"),
    "pointer for a pickle": (lambda f: (lost(f), at("pytorch_model.bin", POINTER)(f)), str, "pytorch_model.bin is a Git LFS pointer"),
    "the hub's cache": (cached("b2\n", "a1", "b2"), str, ""),
    "its one snapshot": (cached("", "a1"), "{}/snapshots".format, ""),
    "a file of a snapshot": (cached("", "a1", "b2"), "{}/snapshots/b2/config.json".format, ""),
    "two snapshots": (cached("c3", "a1", "b2"), str, "a model in the hub’s cache with the snapshots a1, b2, and refs/main names none of them. Specify the folder of one snapshot"),
    "in quotes": (lambda f: None, quoted, ""),
    "a file of it": (lambda f: None, "{}/model.safetensors".format, ""),
    "a byte order mark": (lambda f: at("config.json", BOM + (f / "config.json").read_bytes())(f), str, ""),
    "a tokenizer with it": (lambda f: at("tokenizer.json", BOM + (f / "tokenizer.json").read_bytes())(f), str, ""),
}  # fmt: skip


@pytest.mark.parametrize("name", REAL)
def test_what_is_in_real_folders_opens_or_is_refused_by_its_cause(
    tiny, tmp_path, monkeypatch, name
):
    change, typed, says = REAL[name]
    folder = tmp_path / "models--me--tiny"
    shutil.copytree(tiny, folder)
    change(folder)
    monkeypatch.setattr(command.list_model, "__defaults__", ("", tmp_path))
    if says:
        with pytest.raises(WeightsError) as error:
            opened(typed(folder))
        assert says in str(error.value) and "\n" not in str(error.value)
        assert not list(tmp_path.glob("*.json"))
        return
    assert opened(typed(folder))[0] == "my_me_tiny"
    ours, before = load("my_me_tiny", tmp_path), open_folder(tiny)
    state = before.model.state_dict()
    assert all(torch.equal(state[name], t) for name, t in ours.model.state_dict().items())
    assert ours.task.split(SENTENCE) == before.task.split(SENTENCE) and not ours.remark


def test_of_several_end_tokens_the_first_ends_a_text(tiny, tmp_path):
    shutil.copytree(tiny, tmp_path / "copy")
    changed(eos_token_id=[0, 3])(tmp_path / "copy")
    ours = open_folder(tmp_path / "copy")
    assert ours.remark == "Of its end tokens, only 0 ends a text here; 3 does not."
    assert ours.task.sides[1].specials[2] == 0
