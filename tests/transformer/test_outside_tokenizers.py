"""Tokenizers of folders without tokenizer.json: the tokens of Hugging Face's classes, or a refusal by name."""

import json
import shutil

import pytest
import transformers as hf
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers

from tests.transformer.test_pretrained import FRENCH, SENTENCE, WORDS, marian
from transformer.weights import WeightsError
from transformer.weights.outside import folder_tokenizer, sentencepiece

CONFIG, MAP, ADDED = "tokenizer_config.json", "special_tokens_map.json", "added_tokens.json"
MORE_WORDS = "tür tur schön schon Die die 日 本 日本 <x> ist"
BERT_WORDS = f"{WORDS} {MORE_WORDS}".split()
TEXTS = (
    "Die Tür ist schön.",
    "日本 The ANIMAL tired",
    "<|endoftext|> the<|endoftext|>",
    "the [MASK] [MASK]ist [PAD] [mask]",
    " <x> the <new> <NEW>ist <y>  the",
    ">>fra<< la guitare >>est<< vieille",
    "a >>fra<< b << </s> <unk><pad> où\n>>zzz<<",
    "  ",
)
NEW = {"content": "<y>", "lstrip": True, "rstrip": False, "single_word": False, "normalized": False}
STRIPS = dict(NEW, rstrip=True, __type="AddedToken")
DECODER = {"added_tokens_decoder": {str(len(BERT_WORDS)): dict(NEW, special=True)}}


def bert(folder):
    (folder / "vocab.txt").write_text("\n".join(BERT_WORDS), encoding="utf-8")


def gpt2(folder):
    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    numbers = {piece: n for n, piece in enumerate([*letters, "th", "the", "Ġthe"])}
    (folder / "vocab.json").write_text(json.dumps(numbers | {"<|endoftext|>": len(numbers)}))
    (folder / "merges.txt").write_text("\n".join(["#version: 0.2", "t h", "th e", "Ġ the"]))


@pytest.fixture(scope="module")
def pieces(tmp_path_factory):
    """The SentencePiece files of a Marian folder, with two codes for languages in the vocabulary."""
    folder = tmp_path_factory.mktemp("marian")
    marian(folder)
    numbers = json.loads((folder / "vocab.json").read_text())
    for code in (">>fra<<", ">>est<<"):
        numbers[code] = len(numbers)
    (folder / "vocab.json").write_text(json.dumps(numbers))
    (folder / "config.json").unlink()
    return folder


FOLLOWED = {
    "bert, nothing": (bert, {}),
    "bert, cased": (bert, {CONFIG: {"do_lower_case": False}}),
    "bert, accents kept": (bert, {CONFIG: {"do_lower_case": True, "strip_accents": False}}),
    "bert, accents stripped": (bert, {CONFIG: {"do_lower_case": False, "strip_accents": True}}),
    "bert, Chinese words": (bert, {CONFIG: {"tokenize_chinese_chars": False}}),
    "bert, added": (bert, {ADDED: {"<new>": len(BERT_WORDS)}}),
    "bert, extra": (bert, {CONFIG: {"additional_special_tokens": ["<x>", "<new>"], "pad_token": "<x>"}}),
    "bert, in the map": (bert, {MAP: {"mask_token": dict(NEW, content="[MASK]"), "pad_token": "[PAD]"}}),
    "bert, numbered": (bert, {CONFIG: DECODER, ADDED: {"<new>": len(BERT_WORDS)}}),
    "bert, one of its own": (bert, {CONFIG: {"note_token": "<new>", "mask_token": dict(STRIPS, content="[MASK]")}}),
    "gpt2, nothing": (gpt2, {}),
    "gpt2, a space before": (gpt2, {CONFIG: {"add_prefix_space": True}}),
    "gpt2, other ends": (gpt2, {MAP: {"eos_token": "<y>", "bos_token": NEW, "pad_token": "<new>"}}),
    "gpt2, added": (gpt2, {ADDED: {"<new>": 260, "<y>": 261}, CONFIG: {"extra_special_tokens": ["<x>"]}}),
    "marian, nothing": (None, {}),
    "marian, added": (None, {ADDED: {"<new>": 99, ">>zzz<<": 100}, CONFIG: {"source_lang": "en"}}),
    "marian, extra": (None, {CONFIG: {"extra_special_tokens": ["<y>", "<x>"]}}),
}  # fmt: skip


def made(folder, make, files, pieces):
    if make:
        make(folder)
    else:
        shutil.copytree(pieces, folder, dirs_exist_ok=True)
    for name, content in files.items():
        (folder / name).write_text(json.dumps(content))


@pytest.mark.filterwarnings("ignore:Recommended")
@pytest.mark.parametrize("name", FOLLOWED)
def test_the_tokens_are_those_of_the_library(tmp_path, pieces, name):
    make, files = FOLLOWED[name]
    made(tmp_path, make, files, pieces)
    kind = {bert: hf.BertTokenizer, gpt2: hf.GPT2Tokenizer}.get(make, hf.MarianTokenizer)
    theirs, (ours, _) = kind.from_pretrained(tmp_path), folder_tokenizer.read_tokenizers(tmp_path)
    for text in TEXTS:
        assert ours.encode(text) == theirs(text, add_special_tokens=False)["input_ids"], text


def test_a_row_of_the_table_without_a_token_writes_nothing(tmp_path, pieces):
    """Tables are padded to a round size, and a model can predict any row."""
    for make in (bert, gpt2, None):
        folder = tmp_path / str(make and make.__name__)
        folder.mkdir()
        made(folder, make, {}, pieces)
        ours, _ = folder_tokenizer.read_tokenizers(folder)
        numbers = ours.encode("la guitare the")
        assert ours.decode([*numbers, 10**6]) == ours.decode(numbers)


REFUSED = {
    "another class": (bert, {CONFIG: {"tokenizer_class": "BertJapaneseTokenizer"}}, "tokenizer_class in the folder is 'BertJapaneseTokenizer'"),
    "a class in config.json": (gpt2, {"config.json": {"tokenizer_class": "CTRLTokenizer"}}, "'CTRLTokenizer'"),
    "an unknown option": (bert, {CONFIG: {"word_tokenizer_type": "mecab"}}, "word_tokenizer_type of the tokenizer is 'mecab', which is not followed here"),
    "no words": (bert, {CONFIG: {"do_basic_tokenize": False}}, "do_basic_tokenize of the tokenizer is False"),
    "another mask": (bert, {MAP: {"mask_token": "<x>"}}, "mask_token of the tokenizer is '<x>'; only '[MASK]'"),
    "another number": (bert, {ADDED: {"<new>": 99}}, "'<new>' has the number 99 in its file, but 29 is"),
    "sampling": (None, {CONFIG: {"sp_model_kwargs": {"enable_sampling": True}}}, "sp_model_kwargs of the tokenizer"),
    "two vocabularies": (None, {CONFIG: {"separate_vocabs": True}}, "separate_vocabs of the tokenizer is True"),
    "stripped": (None, {CONFIG: {"extra_special_tokens": [STRIPS]}}, "'<y>' has single_word, lstrip or rstrip"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_followed_is_refused_by_name(tmp_path, pieces, name):
    make, files, says = REFUSED[name]
    made(tmp_path, make, files, pieces)
    with pytest.raises(WeightsError) as error:
        folder_tokenizer.read_tokenizers(tmp_path)
    assert says in str(error.value)


def test_options_are_put_over_tokenizer_json(tmp_path):
    """As the library does: the file says lower case, the options say otherwise."""
    bert(tmp_path)
    tokenizer = Tokenizer(
        models.WordPiece(models.WordPiece.read_file(str(tmp_path / "vocab.txt")), unk_token="[UNK]")
    )
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece()
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    (tmp_path / CONFIG).write_text('{"do_lower_case": false, "tokenize_chinese_chars": false}')
    theirs, (ours, _) = (
        hf.BertTokenizer.from_pretrained(tmp_path),
        folder_tokenizer.read_tokenizers(tmp_path),
    )
    for text in (*TEXTS[:2], SENTENCE):
        assert ours.encode(text) == theirs(text, add_special_tokens=False)["input_ids"]


SPM = {
    "control": ({"control_symbols": ["<s>", "la"]}, ""),
    "user_defined": ({"user_defined_symbols": ["où"]}, "has the piece 'où' of type 4"),
    "bytes": ({"byte_fallback": True, "vocab_size": 300, "hard_vocab_limit": False}, "of type 6"),
    "prefix": ({"add_dummy_prefix": False}, "add_dummy_prefix in source.spm is 0"),
    "spaces": ({"remove_extra_whitespaces": False}, "remove_extra_whitespaces in source.spm is 0"),
    "suffix": ({"treat_whitespace_as_suffix": True}, "treat_whitespace_as_suffix in source.spm is 1"),
    "bpe": ({"model_type": "bpe"}, "model_type in source.spm is 2"),
}  # fmt: skip


@pytest.mark.parametrize("name", SPM)
def test_options_of_sentencepiece_are_followed_or_refused(tmp_path, name):
    spm = pytest.importorskip("sentencepiece")
    options, says = SPM[name]
    (text := tmp_path / "corpus.txt").write_text("\n".join(FRENCH * 20))
    options = {"vocab_size": 60, "hard_vocab_limit": False} | options
    spm.SentencePieceTrainer.train(
        input=str(text), model_prefix=str(tmp_path / "source"), minloglevel=2, **options
    )
    file = (tmp_path / "source.model").rename(tmp_path / "source.spm")
    if says:
        with pytest.raises(ValueError, match=says):
            sentencepiece.tokenizer(file)
        return
    ours, theirs = sentencepiece.tokenizer(file), spm.SentencePieceProcessor(model_file=str(file))
    for sentence in (*FRENCH, "la <s> vieille </s>"):
        assert ours.encode(sentence).tokens == theirs.encode(sentence, out_type=str)
