"""Models from outside in our own layers: what Hugging Face's classes compute, and a sentence for what is none."""

import json
import shutil

import pytest
import torch
import transformers as hf
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

from lessons.machine.measure.leave_out import leave_out
from transformer.measure.architecture import read
from transformer.pretrained.command import list_model, listed_as, main, opened
from transformer.vocabulary import PAD, START
from transformer.weights import WeightsError, load
from transformer.weights.outside import open_folder

SENTENCE = "The animal did not cross the street because it was too tired"
WORDS = (
    "[PAD] [unused0] [UNK] [CLS] [SEP] [MASK] the animal did not cross street it was tire ##d . ,"
)
FRENCH = ("la guitare est vieille", "il est fatigué , mais content", SENTENCE, "où est l’animal ?")


def drawn(model, folder):
    """With weights that are all drawn, biases too: then nothing is hidden behind a zero."""
    for name, parameter in model.named_parameters():
        if "embed_positions" not in name:
            torch.nn.init.normal_(parameter, std=0.2)
    if hasattr(model, "final_logits_bias"):
        model.final_logits_bias.normal_()
    model.save_pretrained(folder)
    return model.eval()


def gpt2(folder, layers=2):
    cut = Tokenizer(models.BPE())
    cut.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    cut.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    end = ["<|endoftext|>"]
    cut.train_from_iterator(
        [SENTENCE] * 3,
        trainers.BpeTrainer(vocab_size=290, special_tokens=end, initial_alphabet=alphabet),
    )
    folder.mkdir(exist_ok=True)
    cut.save(str(folder / "tokenizer.json"))
    config = hf.GPT2Config(
        vocab_size=cut.get_vocab_size(), n_embd=24, n_layer=layers, n_head=3, n_positions=64,
        bos_token_id=0, eos_token_id=0,
    )  # fmt: skip
    return drawn(hf.GPT2LMHeadModel(config), folder)


def bert(folder, positions=32):
    folder.mkdir(exist_ok=True)
    (folder / "vocab.txt").write_text("\n".join(WORDS.split()))
    config = hf.BertConfig(
        vocab_size=len(WORDS.split()), hidden_size=24, num_hidden_layers=2, num_attention_heads=3,
        intermediate_size=40, max_position_embeddings=positions,
    )  # fmt: skip
    return drawn(hf.BertForPreTraining(config), folder)


def marian(folder):
    spm = pytest.importorskip("sentencepiece")
    folder.mkdir(exist_ok=True)
    (text := folder / "corpus.txt").write_text("\n".join(FRENCH * 20))
    known = {}
    for side in ("source", "target"):
        spm.SentencePieceTrainer.train(
            input=str(text), model_prefix=str(folder / side), vocab_size=40, unk_id=0, bos_id=-1,
            eos_id=1, normalization_rule_name="nmt_nfkc", minloglevel=2,
        )  # fmt: skip
        shutil.move(folder / f"{side}.model", folder / f"{side}.spm")
        known[side] = spm.SentencePieceProcessor(model_file=str(folder / f"{side}.spm"))
    pieces = {one.id_to_piece(n) for one in known.values() for n in range(one.vocab_size())}
    numbered = ["</s>", "<unk>", *sorted(pieces - {"</s>", "<unk>"}), "<pad>"]
    (folder / "vocab.json").write_text(json.dumps({p: n for n, p in enumerate(numbered)}))
    config = hf.MarianConfig(
        vocab_size=len(numbered), d_model=24, encoder_layers=2, decoder_layers=2, encoder_ffn_dim=40,
        decoder_ffn_dim=40, encoder_attention_heads=3, decoder_attention_heads=3,
        max_position_embeddings=64, pad_token_id=len(numbered) - 1, eos_token_id=0,
        decoder_start_token_id=len(numbered) - 1, forced_eos_token_id=0, scale_embedding=True,
        activation_function="swish",
    )  # fmt: skip
    made = drawn(hf.MarianMTModel(config), folder)
    made.pieces = known["source"]
    return made


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """A folder of each kind, and the model that was saved there."""
    torch.manual_seed(0)
    root = tmp_path_factory.mktemp("outside")
    return {
        kind.__name__: (root / kind.__name__, kind(root / kind.__name__))
        for kind in (gpt2, bert, marian)
    }


def compared(ours, theirs, pieces, most=1e-5):
    """Scores of ours (…, vocabulary) and of theirs, and how probable each is."""
    there = [n for n in range(len(pieces.rows)) if n not in pieces.twice]
    numbers = [pieces.rows[n] for n in there]
    torch.testing.assert_close(ours[..., there], theirs[..., numbers], atol=most, rtol=most)
    shares = ours.softmax(-1)
    torch.testing.assert_close(
        shares[..., there], theirs.softmax(-1)[..., numbers], atol=most, rtol=most
    )
    assert not shares[..., pieces.twice].any()  # what the model does not have is never written


@pytest.mark.parametrize("layers", [2, 12])
def test_gpt2_is_what_it_was(tmp_path, layers):
    theirs, ours = gpt2(tmp_path / "m", layers), open_folder(tmp_path / "m")
    pieces, words = ours.task.sides[1], ours.task.split(SENTENCE)
    assert ours.task.join(words) == SENTENCE and "␣an" in words
    ids = torch.tensor([[1, *ours.target_vocabulary.encode(words)]])
    with torch.no_grad():
        compared(
            ours.model(ids),
            theirs(torch.tensor(pieces.rows)[ids]).logits,
            pieces,
            1e-4 if layers > 2 else 1e-5,
        )


def test_bert_is_what_it_was(folders):
    folder, theirs = folders["bert"]
    ours = open_folder(folder)
    words = ours.task.split("The animal was [MASK] . [SEP] It did not cross .")
    assert words == [
        "the",
        "animal",
        "was",
        "[MASK]",
        ".",
        "[SEP]",
        "it",
        "did",
        "not",
        "cross",
        ".",
    ]
    ids = [ours.source_vocabulary.encode(words), ours.source_vocabulary.encode(words[:4])]
    examples = [
        ours.task.held_out[0].__class__(tuple(ours.source_vocabulary.decode(i)), ("next",), ())
        for i in ids
    ]
    batch, pieces = ours.family.objective.batch(examples, ours.vocabularies), ours.task.sides[0]
    rows = torch.tensor(pieces.rows)[batch.tokens]
    with torch.no_grad():
        scores, pairs = ours.model(batch.tokens, batch.segments)
        found = theirs(
            rows, token_type_ids=batch.segments, attention_mask=(batch.tokens != 0).long()
        )
    real = batch.tokens != 0
    compared(scores[real], found.prediction_logits[real], pieces)
    torch.testing.assert_close(pairs, found.seq_relationship_logits, atol=1e-5, rtol=1e-5)


def test_marian_is_what_it_was(folders):
    folder, theirs = folders["marian"]
    ours = open_folder(folder)
    read, written = ours.task.sides
    for text in (SENTENCE, "  où   est l’animal ? ½ ﬁn ＡＢ"):
        numbers = [theirs.config.vocab_size, *theirs.pieces.encode(text, out_type=str)]
        known = json.loads((folder / "vocab.json").read_text())
        ids = ours.source_vocabulary.encode(ours.task.split(text))
        assert [read.rows[n] for n in ids] == [*(known.get(p, 1) for p in numbers[1:]), 0]
    source = torch.tensor([ours.source_vocabulary.encode(ours.task.split("il est fatigué"))])
    target = torch.tensor([[1, *ours.target_vocabulary.encode(written.split("la guitare")[:-1])]])
    rows = torch.tensor(read.rows)
    with torch.no_grad():
        found = theirs(input_ids=rows[source], decoder_input_ids=rows[target]).logits
        compared(ours.model(source, target), found, written)
    assert ours.model.source_embedding.table is ours.model.target_embedding.table
    assert written.join(written.split("la guitare")) == "la guitare"


def test_marian_decoding_starts_with_the_token_of_the_config(folders, tmp_path):
    shutil.copytree(folders["marian"][0], tmp_path / "marian")
    changed(decoder_start_token_id=5)(tmp_path / "marian")
    written = open_folder(tmp_path / "marian").task.sides[1]
    assert (
        written.rows[START] == 5 and written.rows[PAD] == folders["marian"][1].config.pad_token_id
    )


def test_what_is_listed_opens_by_its_name(folders, tmp_path, capsys):
    folder, theirs = folders["bert"]
    kept = list_model(folder, "Tiny BERT!", tmp_path)
    assert kept.name == listed_as("Tiny BERT!") == "my_tiny_bert"
    again = load("my_tiny_bert", tmp_path)
    assert again.card["parameters"] == sum(p.numel() for p in theirs.parameters())
    with pytest.raises(SystemExit, match="there is no config.json in"):
        main([str(tmp_path)])
    with pytest.raises(WeightsError, match="no folder was given"):
        opened("  ")


def test_a_body_without_heads_says_so(folders, tmp_path):
    folder, theirs = folders["bert"]
    theirs.bert.save_pretrained(tmp_path)
    shutil.copy(folder / "vocab.txt", tmp_path)
    opened = open_folder(tmp_path)
    assert "no head for masked tokens" in opened.remark and "next sentence" in opened.remark


@pytest.mark.parametrize("kind", ["gpt2", "bert", "marian"])
def test_the_line_for_a_pickle_keeps_every_tensor_and_its_source(folders, tmp_path, kind):
    """Run as printed, on a pickle in two parts, as the library splits it. The class in the config has fewer heads
    than the file, as in Google's BERT."""
    here = tmp_path / "it's here"
    shutil.copytree(folders[kind][0], here)
    if kind == "bert":
        changed(architectures=["BertForMaskedLM"])(here)
    tensors = load_file(here / "model.safetensors")
    (here / "model.safetensors").unlink()
    torch.save({"state": {}}, here / "optimizer.pt")  # beside it, and no model
    for part, names in enumerate((list(tensors)[::2], list(tensors)[1::2]), 1):
        file = here / f"pytorch_model-0000{part}-of-00002.bin"
        torch.save({name: tensors[name].t().clone().t() for name in names}, file)
    before = {file.name: file.read_bytes() for file in here.iterdir()}
    with pytest.raises(WeightsError, match="pytorch_model-00001-of-00002.bin is a pickle") as error:
        open_folder(here)
    exec(str(error.value).partition("changes no other file: ")[2], {})
    after = {file.name: file.read_bytes() for file in here.iterdir()}
    assert after.keys() - before.keys() == {"model.safetensors"} and before.items() < after.items()
    converted = load_file(here / "model.safetensors")
    assert converted.keys() == tensors.keys()
    assert all(torch.equal(converted[name], tensors[name]) for name in tensors)
    assert not open_folder(here).remark


def test_a_marian_body_without_its_prefix_opens(folders, tmp_path):
    """As `AutoModel` saves it: names without "model.", and no bias of the logits."""
    shutil.copytree(folders["marian"][0], tmp_path / "body")
    hf.AutoModel.from_pretrained(folders["marian"][0]).save_pretrained(tmp_path / "body")
    ours, whole = open_folder(tmp_path / "body"), open_folder(folders["marian"][0])
    assert (
        ours.remark == "The model in this folder has no final_logits_bias: 0 is used for each word."
    )
    encoded = [t.model.encoder.layers[0].feed_forward.expand.weight for t in (ours, whole)]
    assert torch.equal(*encoded)


def test_a_language_code_is_one_piece(folders, tmp_path):
    """As `MarianTokenizer` cuts it: models for several target languages are told the language so."""
    shutil.copytree(folders["marian"][0], tmp_path / "many")
    file = tmp_path / "many" / "vocab.json"
    numbers = json.loads(file.read_text())
    spare = next(piece for piece in numbers if piece not in ("</s>", "<unk>", "<pad>"))
    file.write_text(json.dumps({(">>fra<<" if p == spare else p): n for p, n in numbers.items()}))
    theirs = hf.MarianTokenizer(
        *(str(file.with_name(name)) for name in ("source.spm", "target.spm", "vocab.json"))
    )
    ours = open_folder(tmp_path / "many")
    for text in (f">>fra<< {SENTENCE}", SENTENCE, ">>zzz<< il est fatigué"):
        ids = ours.source_vocabulary.encode(ours.task.split(text))
        assert [ours.task.sides[0].rows[n] for n in ids] == theirs(text)["input_ids"]
    assert ours.task.split(f">>fra<< {SENTENCE}")[0] == ">>fra<<"


def test_a_bias_under_its_other_name_is_read(folders, tmp_path):
    shutil.copytree(folders["bert"][0], tmp_path / "copy")
    stored(
        tmp_path / "copy",
        lambda tensors: {
            n.replace("cls.predictions.bias", "cls.predictions.decoder.bias"): t
            for n, t in tensors.items()
        },
    )
    ours, whole = open_folder(tmp_path / "copy"), open_folder(folders["bert"][0])
    assert not ours.remark
    assert torch.equal(ours.model.embedding.bias, whole.model.embedding.bias)


def test_general_names_of_sizes_and_a_missing_bias_are_read(folders, tmp_path):
    shutil.copytree(folders["gpt2"][0], tmp_path / "gpt2")
    file = tmp_path / "gpt2" / "config.json"
    config = json.loads(file.read_text())
    config["hidden_size"], config["num_hidden_layers"] = config.pop("n_embd"), config.pop("n_layer")
    file.write_text(json.dumps(config))
    assert open_folder(tmp_path / "gpt2").model.config.d_model == 24
    shutil.copytree(folders["marian"][0], tmp_path / "marian")
    stored(
        tmp_path / "marian",
        lambda tensors: {n: t for n, t in tensors.items() if n != "final_logits_bias"},
    )
    assert "no final_logits_bias: 0 is used" in open_folder(tmp_path / "marian").remark


def test_a_bert_with_one_row_of_segments_is_refused_by_its_reason(folders, tmp_path):
    shutil.copytree(folders["bert"][0], tmp_path / "copy")
    changed(type_vocab_size=1)(tmp_path / "copy")
    with pytest.raises(
        WeightsError, match="type_vocab_size in config.json is 1; only 2 can be read"
    ):
        open_folder(tmp_path / "copy")


def changed(**config):
    def change(folder):
        file = folder / "config.json"
        file.write_text(json.dumps(json.loads(file.read_text()) | config))

    return change


def pickled(folder):
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")


def stored(folder, change):
    tensors = change(load_file(folder / "model.safetensors"))
    save_file(tensors, folder / "model.safetensors", {"format": "pt"})


def second_table(folder):
    stored(
        folder,
        lambda tensors: (
            tensors | {"lm_head.weight": torch.randn(tensors["transformer.wte.weight"].shape)}
        ),
    )


def wrapped(folder):
    stored(folder, lambda tensors: {f"model.{name}": tensor for name, tensor in tensors.items()})


def damaged(folder):
    (folder / "model.safetensors").write_bytes(b"no tensors")


def without(name):
    return lambda folder: (folder / name).unlink()


def lost(folder):
    (folder / "model.safetensors").unlink()


WRONG = {
    "no config": (without("config.json"), "there is no config.json"),
    "a list for a config": (lambda f: (f / "config.json").write_text("[]"), "contains a list"),
    "another kind": (changed(model_type="t5"), "model_type in config.json is 't5'; the types that can be read here are gpt2, bert, marian"),
    "a config without sizes": (lambda f: (f / "config.json").write_text('{"model_type": "gpt2"}'), "does not contain 'vocab_size'"),
    "an activation that we lack": (changed(activation_function="quick_gelu"), "activation_function in config.json is 'quick_gelu'; the known activations are relu"),
    "scores scaled otherwise": (changed(scale_attn_by_inverse_layer_idx=True), "scale_attn_by_inverse_layer_idx in config.json is True"),
    "an output of its own": (changed(tie_word_embeddings=False), "tie_word_embeddings in config.json is False"),
    "words for sizes": (changed(n_embd="wide"), "describes a model that cannot be built"),
    "half a number": (changed(n_inner=40.5), "describes a model that cannot be built"),
    "a thousand million layers": (changed(n_layer=10**9), "1,000,000,000 layers, but there are"),
    "a thousand million pieces": (changed(vocab_size=10**9), "vocab_size is 1,000,000,000; at most"),
    "too wide for any machine": (changed(n_embd=3 * 2**30), "describes a model that cannot be built"),
    "weights of another": (changed(n_layer=3), "h.2.attn.c_attn.weight is missing"),
    "another width": (changed(n_inner=56), "(56, 24)"),
    "heads that do not divide": (changed(n_head=5), "self_heads is 5, but"),
    "pickle": (pickled, "pytorch_model.bin is a pickle, which can run any program"),
    "an output table of its own": (second_table, "lm_head.weight is not equal to transformer.wte.weight"),
    "saved inside another model": (wrapped, "wte.weight is called model.transformer.wte.weight"),
    "damaged": (damaged, "is damaged or not a safetensors file"),
    "no weights": (lost, "model.safetensors is missing"),
    "no tokenizer": (without("tokenizer.json"), "there is no tokenizer"),
    "a tokenizer that is none": (lambda f: (f / "tokenizer.json").write_text("{}"), "the tokenizer in"),
    "shards elsewhere": (
        lambda f: (pickled(f), (f / "model.safetensors.index.json").write_text('{"weight_map": {"a": "../b"}}')),
        "names ../b, which is not in",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_what_is_no_model_gets_a_sentence(folders, tmp_path, name):
    change, says = WRONG[name]
    shutil.copytree(folders["gpt2"][0], tmp_path / "copy")
    change(tmp_path / "copy")
    with pytest.raises(WeightsError) as error:
        list_model(tmp_path / "copy", "wrong", tmp_path)
    assert says in str(error.value) and "\n" not in str(error.value)
    assert not (tmp_path / "my_wrong.json").exists()


def test_of_a_large_model_the_deepest_boxes_are_left_out(folders):
    ours = open_folder(folders["gpt2"][0])
    passed = read(ours, ours.target_vocabulary.encode(ours.task.split(SENTENCE)))
    paths = [box.path for lane in passed.lanes for one in lane.boxes for box in one.walk()]
    left_out = leave_out(passed.lanes, 20_000)
    kept = [box for lane in passed.lanes for one in lane.boxes for box in one.walk()]
    assert left_out == len(paths) - len(kept) > 0
    assert {p for p in paths if p.endswith(".weights")} <= {box.path for box in kept}
    assert all(one in kept for box in kept for one in box.reads)
