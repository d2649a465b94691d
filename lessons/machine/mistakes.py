"""The usual mistakes in putting an encoder–decoder together and in letting it write, one at a time."""

from lessons.kit.mistakes import planted
from lessons.machine.solution import next_scores, translate

MEMORY = "memory = model.encoder(model.source_embedding(source))"
EMBED = "x = model.target_embedding(target)  # (1, target, d_model)"
DECODE = "model.decoder(x, memory, causal(target.shape[1]))"
SCORES = "return model.target_embedding.scores(x)[0, -1]"
BEGIN, MORE, BREAK = "written = [START]", "while len(written) <= most:", "break"
READS = "torch.tensor([written])"

# First those of `next_scores`, then those of `translate`.
MISTAKES = planted(
    (next_scores, translate),
    NoEncoder=(
        "the encoder was left out: the decoder looked at bare word vectors; hand it what leaves the encoder",
        (MEMORY, "memory = model.source_embedding(source)"),
    ),
    WrongSourceTable=(
        "the source went through the embedding of the target; it has one of its own",
        (MEMORY, MEMORY.replace("source_embedding", "target_embedding")),
    ),
    NotEmbedded=(
        "the encoder was given numbers of words; look up their vectors first, model.source_embedding(source)",
        (MEMORY, "memory = model.encoder(source)"),
    ),
    MemoryOfTarget=(
        "the encoder read the words so far; it reads the source",
        (MEMORY, MEMORY.replace("(source)", "(target)")),
    ),
    EncoderMasked=(
        "the encoder has a causal mask; the whole sentence is there, so each word may look both ways",
        (MEMORY, MEMORY.replace("(source))", "(source), causal(source.shape[1]))")),
    ),
    NoDecoder=(
        "the decoder was left out: the scores were made from the memory",
        (DECODE, "memory"),
    ),
    TargetAsMemory=(
        "the decoder looked at the target’s own vectors; its second argument is the memory, from the encoder",
        (DECODE, DECODE.replace("memory", "x")),
    ),
    Swapped=(
        "x and memory changed places; the decoder is called as decoder(x, memory, mask)",
        (DECODE, DECODE.replace("x, memory", "memory, x").replace("target.shape", "source.shape")),
    ),
    NoMask=(
        "the decoder has no causal mask, so earlier words looked ahead",
        (DECODE, "model.decoder(x, memory)"),
    ),
    MaskInverted=(
        "True and False are swapped in the mask: here True means may look, which causal gives as it is",
        (DECODE, DECODE.replace("causal", "~causal")),
    ),
    MaskTurned=(
        "the mask is the wrong way round: each word looked ahead, and not back",
        (DECODE, DECODE.replace("1])", "1]).T")),
    ),
    MaskOfSource=(
        "the mask has a row for each word of the source; it belongs to the words so far, target.shape[1]",
        (DECODE, DECODE.replace("target.shape", "source.shape")),
    ),
    LastWord=(
        "next_scores handed the decoder the last word alone; hand it the whole target",
        (EMBED, "x = model.target_embedding(target[:, -1:])"),
        (DECODE, "model.decoder(x, memory, causal(1))"),
    ),
    SourceWritten=(
        "the decoder was given the source in place of the words so far",
        (EMBED, "x = model.target_embedding(source)"),
        (DECODE, DECODE.replace("target.shape", "source.shape")),
    ),
    TargetNotEmbedded=(
        "the decoder was given numbers of words; look up their vectors first, model.target_embedding(target)",
        (EMBED, "x = target  # (1, target)"),
    ),
    WrongTable=(
        "the target went through the embedding of the source; it has one of its own",
        (EMBED, "x = model.source_embedding(target)"),
    ),
    NoPlaces=(
        "the rows were looked up by hand, so the scale and the positions are missing; call target_embedding",
        (EMBED, "x = model.target_embedding.table(target)"),
    ),
    ScoresOfSource=(
        "the scores are of English words; take target_embedding.scores",
        (SCORES, "return model.source_embedding.scores(x)[0, -1]"),
    ),
    NoScores=(
        "these are the decoder’s vectors; target_embedding.scores makes a score for each word of them",
        (SCORES, "return x[0, -1]"),
    ),
    WithSentence=(
        "the axis of the sentence is still there, (1, vocabulary); take sentence 0, [0, -1]",
        (SCORES, SCORES.replace("[0, -1]", "[:, -1]")),
    ),
    BestWord=(
        "the best word was returned; asked for is the score of every word",
        (SCORES, SCORES + ".argmax()"),
    ),
    FirstPlace=(
        "these are the scores of the first place, what comes after START; take the last place, [0, -1]",
        (SCORES, "return model.target_embedding.scores(x)[0, 0]"),
    ),
    AllPlaces=(
        "these are the scores of all places; take the last one, [0, -1]",
        (SCORES, "return model.target_embedding.scores(x)"),
    ),
    MeanOfPlaces=(
        "these are the mean of all places; take the last one, [0, -1]",
        (SCORES, "return model.target_embedding.scores(x)[0].mean(0)"),
    ),
    Shares=(
        "these are shares, after a softmax; asked for are the scores before it",
        (SCORES, SCORES.replace("[0, -1]", "[0, -1].softmax(-1)")),
    ),
    LogShares=(
        "these are logarithms of shares; asked for are the scores before any softmax",
        (SCORES, SCORES.replace("[0, -1]", "[0, -1].log_softmax(-1)")),
    ),
    NotBatched=(
        "the words so far have no axis for the sentence; the model reads (1, words so far): [written]",
        (READS, "torch.tensor(written)"),
    ),
    NoStart=(
        "it began with nothing; the first word that a decoder reads is START",
        (BEGIN, "written = []"),
        (MORE, "while len(written) < most:"),
        ("written[1:]", "written"),
    ),
    StartKept=("START was returned too; leave it out", ("written[1:]", "written")),
    EndKept=(
        "END was returned too; stop before it is put behind the words",
        (BREAK, "return [*written[1:], END]"),
    ),
    NeverStops=(
        "it went on after END; where END is the best word, the sentence is complete",
        (BREAK, "pass"),
    ),
    NoLimit=("`most` is not used; stop at so many words", (MORE, "while len(written) < 100:")),
    OneTooFew=(
        "it stopped one word too early; START is no written word",
        (MORE, "while len(written) < most:"),
    ),
    OneTooMany=(
        "it wrote one word more than `most`",
        (MORE, "while len(written) <= most + 1:"),
    ),
    LengthOfSource=(
        "it stopped after as many words as the source has; the limit is `most`",
        (MORE, "while len(written) <= source.shape[1]:"),
    ),
    OnlyFirst=(
        "it returned after the first word; the return belongs behind the loop",
        ("written.append(word)", "return [word]"),
    ),
    LastDropped=(
        "the last word is missing; only START is left out",
        ("written[1:]", "written[1:-1]"),
    ),
    Smallest=("the word with the smallest score was taken; take argmax", (".argmax()", ".argmin()")),
    SecondBest=(
        "the second best word was taken; take argmax",
        ("next_scores(model, source, torch.tensor([written])).argmax()", "next_scores(model, source, torch.tensor([written])).topk(2).indices[1]"),
    ),
    OnlyLast=(
        "the decoder read the last word alone; it needs all words so far",
        (READS, "torch.tensor([written[-1:]])"),
    ),
    NotFedBack=(
        "the decoder read START at every step; what was written must go in again",
        (READS, "torch.tensor([[START]])"),
    ),
    InFront=(
        "each new word was put in front; it comes behind the others",
        ("written.append(word)", "written.insert(1, word)"),
    ),
)  # fmt: skip
