"""Models from outside in our own layers: what Hugging Face's classes compute, and a sentence for what is none."""

import json
import shutil

import pytest
import torch
import transformers as hf
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

from transformer.measure.architecture import read
from transformer.measure.leave_out import leave_out
from transformer.pretrained.command import keep, listed_as, main, opened
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


def bert(folder):
    folder.mkdir(exist_ok=True)
    (folder / "vocab.txt").write_text("\n".join(WORDS.split()))
    config = hf.BertConfig(
        vocab_size=len(WORDS.split()), hidden_size=24, num_hidden_layers=2, num_attention_heads=3,
        intermediate_size=40, max_position_embeddings=32,
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


def test_what_is_listed_opens_by_its_name(folders, tmp_path, capsys):
    folder, theirs = folders["bert"]
    kept = keep(folder, "Tiny BERT!", tmp_path)
    assert kept.name == listed_as("Tiny BERT!") == "my_tiny_bert"
    again = load("my_tiny_bert", tmp_path)
    assert again.card["parameters"] == sum(p.numel() for p in theirs.parameters())
    with pytest.raises(SystemExit, match="there is no config.json in"):
        main([str(tmp_path)])
    with pytest.raises(WeightsError, match="no folder is named"):
        opened("  ")


def test_a_body_without_heads_says_so(folders, tmp_path):
    folder, theirs = folders["bert"]
    theirs.bert.save_pretrained(tmp_path)
    shutil.copy(folder / "vocab.txt", tmp_path)
    opened = open_folder(tmp_path)
    assert "no head for hidden words" in opened.remark and "next sentence" in opened.remark


def changed(**config):
    def change(folder):
        file = folder / "config.json"
        file.write_text(json.dumps(json.loads(file.read_text()) | config))

    return change


def pickled(folder):
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")


def damaged(folder):
    (folder / "model.safetensors").write_bytes(b"no tensors")


def without(name):
    return lambda folder: (folder / name).unlink()


def lost(folder):
    (folder / "model.safetensors").unlink()


WRONG = {
    "no config": (without("config.json"), "there is no config.json"),
    "a list for a config": (lambda f: (f / "config.json").write_text("[]"), "holds a list"),
    "another kind": (changed(model_type="t5"), "model_type is 't5'; read here are gpt2, bert, marian"),
    "a config without sizes": (lambda f: (f / "config.json").write_text('{"model_type": "gpt2"}'), "does not say 'vocab_size'"),
    "an activation that we lack": (changed(activation_function="quick_gelu"), "activation_function is 'quick_gelu'; known here are relu"),
    "scores scaled otherwise": (changed(scale_attn_by_inverse_layer_idx=True), "scale_attn_by_inverse_layer_idx is True"),
    "an output of its own": (changed(tie_word_embeddings=False), "tie_word_embeddings is False"),
    "words for sizes": (changed(n_embd="wide"), "describes no model that can be made"),
    "half a number": (changed(n_inner=40.5), "describes no model that can be made"),
    "a thousand million layers": (changed(n_layer=10**9), "1,000,000,000 layers, and there are"),
    "a thousand million pieces": (changed(vocab_size=10**9), "vocab_size is 1,000,000,000; at most"),
    "too wide for any machine": (changed(n_embd=3 * 2**30), "describes no model that can be made"),
    "weights of another": (changed(n_layer=3), "h.2.attn.c_attn.weight is missing"),
    "another width": (changed(n_inner=56), "(56, 24)"),
    "heads that do not divide": (changed(n_head=5), "cannot be divided among 5"),
    "pickle": (pickled, "is a pickle, which can run any program"),
    "damaged": (damaged, "is damaged or not safetensors"),
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
        keep(tmp_path / "copy", "wrong", tmp_path)
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
