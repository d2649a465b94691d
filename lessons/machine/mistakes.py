"""Common mistakes in assembling an encoder–decoder and in decoding, one at a time."""

from lessons.kit.mistakes import mutations
from lessons.machine.solution import next_scores, translate

MEMORY = "memory = model.encoder(model.source_embedding(source))"
EMBED = "x = model.target_embedding(target)  # (1, target, d_model)"
DECODE = "model.decoder(x, memory, causal(target.shape[1]))"
SCORES = "return model.target_embedding.scores(x)[0, -1]"
BEGIN, MORE, BREAK = "written = [START]", "while len(written) <= most:", "break"
READS = "torch.tensor([written])"

# First those of `next_scores`, then those of `translate`.
MISTAKES = mutations(
    (next_scores, translate),
    NoEncoder=(
        "the encoder is missing: the decoder attends to plain word vectors; pass it the output of the encoder",
        (MEMORY, "memory = model.source_embedding(source)"),
    ),
    WrongSourceTable=(
        "the source is embedded with the target’s table; use `source_embedding`",
        (MEMORY, MEMORY.replace("source_embedding", "target_embedding")),
    ),
    NotEmbedded=(
        "the encoder received word indices; look up their vectors first: `model.source_embedding(source)`",
        (MEMORY, "memory = model.encoder(source)"),
    ),
    MemoryOfTarget=(
        "the encoder reads the words so far; it must read the source",
        (MEMORY, MEMORY.replace("(source)", "(target)")),
    ),
    EncoderMasked=(
        "the encoder has a causal mask; the whole sentence is known, so each word may attend in both directions",
        (MEMORY, MEMORY.replace("(source))", "(source), causal(source.shape[1]))")),
    ),
    NoDecoder=(
        "the decoder is missing: the logits come from the memory",
        (DECODE, "memory"),
    ),
    TargetAsMemory=(
        "the decoder attends to the target’s own vectors; its second argument must be the memory from the encoder",
        (DECODE, DECODE.replace("memory", "x")),
    ),
    Swapped=(
        "`x` and `memory` are swapped; call `decoder(x, memory, mask)`",
        (DECODE, DECODE.replace("x, memory", "memory, x").replace("target.shape", "source.shape")),
    ),
    NoMask=(
        "the decoder has no causal mask, so words attend to later words",
        (DECODE, "model.decoder(x, memory)"),
    ),
    MaskInverted=(
        "True and False are swapped in the mask: True means “may attend”, so use `causal(…)` unchanged",
        (DECODE, DECODE.replace("causal", "~causal")),
    ),
    MaskTurned=(
        "the mask is transposed, so each word attends to later words and not to earlier ones",
        (DECODE, DECODE.replace("1])", "1]).T")),
    ),
    MaskOfSource=(
        "the mask has one row for each source word; it needs one row for each target word so far, `target.shape[1]`",
        (DECODE, DECODE.replace("target.shape", "source.shape")),
    ),
    LastWord=(
        "`next_scores` passes only the last word to the decoder; pass the whole target",
        (EMBED, "x = model.target_embedding(target[:, -1:])"),
        (DECODE, "model.decoder(x, memory, causal(1))"),
    ),
    SourceWritten=(
        "the decoder reads the source instead of the words so far",
        (EMBED, "x = model.target_embedding(source)"),
        (DECODE, DECODE.replace("target.shape", "source.shape")),
    ),
    TargetNotEmbedded=(
        "the decoder received word indices; look up their vectors first: `model.target_embedding(target)`",
        (EMBED, "x = target  # (1, target)"),
    ),
    WrongTable=(
        "the target is embedded with the source’s table; use `target_embedding`",
        (EMBED, "x = model.source_embedding(target)"),
    ),
    NoPlaces=(
        "the rows are looked up directly, so the scaling and the positions are missing; call `target_embedding`",
        (EMBED, "x = model.target_embedding.table(target)"),
    ),
    ScoresOfSource=(
        "these are logits for English words; call `target_embedding.scores`",
        (SCORES, "return model.source_embedding.scores(x)[0, -1]"),
    ),
    NoScores=(
        "these are the decoder’s vectors; `target_embedding.scores` turns them into logits",
        (SCORES, "return x[0, -1]"),
    ),
    WithSentence=(
        "the sentence axis was not removed: the shape is (1, vocabulary); take sentence 0: `[0, -1]`",
        (SCORES, SCORES.replace("[0, -1]", "[:, -1]")),
    ),
    BestWord=(
        "`next_scores` returns the best word; return the logit of every word",
        (SCORES, SCORES + ".argmax()"),
    ),
    FirstPlace=(
        "these are the logits of the first position, after START; take the last position: `[0, -1]`",
        (SCORES, "return model.target_embedding.scores(x)[0, 0]"),
    ),
    AllPlaces=(
        "these are the logits of all positions; take the last one: `[0, -1]`",
        (SCORES, "return model.target_embedding.scores(x)"),
    ),
    MeanOfPlaces=(
        "this is the mean over all positions; take the last one: `[0, -1]`",
        (SCORES, "return model.target_embedding.scores(x)[0].mean(0)"),
    ),
    Shares=(
        "these are probabilities after a softmax; return the logits before it",
        (SCORES, SCORES.replace("[0, -1]", "[0, -1].softmax(-1)")),
    ),
    LogShares=(
        "these are log-probabilities; return the logits before any softmax",
        (SCORES, SCORES.replace("[0, -1]", "[0, -1].log_softmax(-1)")),
    ),
    NotBatched=(
        "the words so far have no sentence axis; the model needs shape (1, words so far): `[written]`",
        (READS, "torch.tensor(written)"),
    ),
    NoStart=(
        "`translate` starts with an empty list; the first word that the decoder reads must be START",
        (BEGIN, "written = []"),
        (MORE, "while len(written) < most:"),
        ("written[1:]", "written"),
    ),
    StartKept=("the result contains START; remove it", ("written[1:]", "written")),
    EndKept=(
        "the result contains END; stop before it is appended",
        (BREAK, "return [*written[1:], END]"),
    ),
    NeverStops=(
        "`translate` continues after END; stop when END is the best word",
        (BREAK, "pass"),
    ),
    NoLimit=("`most` is not used; stop after `most` words", (MORE, "while len(written) < 100:")),
    OneTooFew=(
        "`translate` stops one word too early; do not count START",
        (MORE, "while len(written) < most:"),
    ),
    OneTooMany=(
        "`translate` writes one more word than `most` allows",
        (MORE, "while len(written) <= most + 1:"),
    ),
    LengthOfSource=(
        "`translate` stops at the length of the source; the limit is `most`",
        (MORE, "while len(written) <= source.shape[1]:"),
    ),
    OnlyFirst=(
        "`translate` returns after the first word; move the return statement after the loop",
        ("written.append(word)", "return [word]"),
    ),
    LastDropped=(
        "the last word is missing; remove only START",
        ("written[1:]", "written[1:-1]"),
    ),
    Smallest=("`translate` takes the word with the smallest logit; use `argmax`", (".argmax()", ".argmin()")),
    SecondBest=(
        "`translate` takes the second-best word; use `argmax`",
        ("next_scores(model, source, torch.tensor([written])).argmax()", "next_scores(model, source, torch.tensor([written])).topk(2).indices[1]"),
    ),
    OnlyLast=(
        "the decoder reads only the last word; it needs all words so far",
        (READS, "torch.tensor([written[-1:]])"),
    ),
    NotFedBack=(
        "the decoder reads only START at every step; append the written words to its input",
        (READS, "torch.tensor([[START]])"),
    ),
    InFront=(
        "each new word is inserted at the front; append it instead",
        ("written.append(word)", "written.insert(1, word)"),
    ),
)  # fmt: skip
