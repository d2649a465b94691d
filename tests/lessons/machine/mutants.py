"""A student's solution of the machine exercise as text, and one edit of it for each usual mistake.

Written apart from `lessons/machine/mistakes.py`, in another style.
"""

from tests.kit.written import Written

BODIES = {
    "next_scores": """\
    english, french = model.source_embedding, model.target_embedding
    read = english(source)
    read = model.encoder(read)
    new = french(target)
    count = target.size(1)
    mask = torch.ones(count, count).tril() > 0
    new = model.decoder(new, read, mask)
    every = french.scores(new)
    return every[0][count - 1]
""",
    "translate": """\
    tokens = [START]
    for _ in range(most):
        scores = next_scores(model, source, torch.tensor(tokens)[None])
        best = scores.sort(descending=True).indices[0].item()
        if best == END:
            return tokens[1:]
        tokens = tokens + [best]
    return tokens[1:]
""",
}
_READS = "torch.tensor(tokens)[None]"

# name → ((the function, edits of its body), the mistake that should be recognised)
EDITS = {
    "no encoder": (("next_scores", [("    read = model.encoder(read)\n", "")]), "NoEncoder"),
    "french reads english": (("next_scores", [("read = english(source)", "read = french(source)")]), "WrongSourceTable"),
    "bare numbers": (("next_scores", [("read = english(source)", "read = source")]), "NotEmbedded"),
    "bare target": (("next_scores", [("new = french(target)", "new = target")]), "TargetNotEmbedded"),
    "reads the target": (("next_scores", [("read = english(source)", "read = english(target)")]), "MemoryOfTarget"),
    "encoder looks back": (("next_scores", [("model.encoder(read)", "model.encoder(read, torch.ones(source.size(1), source.size(1)).tril() > 0)")]), "EncoderMasked"),
    "no decoder": (("next_scores", [("new = model.decoder(new, read, mask)", "new = read"), ("count - 1", "-1")]), "NoDecoder"),
    "english mask": (("next_scores", [("mask = torch.ones(count, count)", "mask = torch.ones(source.size(1), source.size(1))")]), "MaskOfSource"),
    "the last alone": (("next_scores", [("french(target)", "french(target[:, -1:])"), ("target.size(1)", "1")]), "LastWord"),
    "writes the source": (("next_scores", [("french(target)", "french(source)"), ("target.size(1)", "source.size(1)")]), "SourceWritten"),
    "vectors": (("next_scores", [("every[0][count - 1]", "new[0, count - 1]")]), "NoScores"),
    "still a batch": (("next_scores", [("every[0][count - 1]", "every[:, count - 1]")]), "WithSentence"),
    "a word": (("next_scores", [("[count - 1]", "[count - 1].argmax()")]), "BestWord"),
    "logarithms": (("next_scores", [("[count - 1]", "[count - 1].softmax(0).log()")]), "LogShares"),
    "flat": (("translate", [(_READS, "torch.tensor(tokens)")]), "NotBatched"),
    "one more": (("translate", [("range(most)", "range(most + 1)")]), "OneTooMany"),
    "as long as the source": (("translate", [("range(most)", "range(source.size(1))")]), "LengthOfSource"),
    "returns at once": (("translate", [("        tokens = tokens + [best]", "        tokens = tokens + [best]\n        return tokens[1:]")]), "OnlyFirst"),
    "the last is lost": (("translate", [("tokens[1:]", "tokens[1:-1]")]), "LastDropped"),
    "looks at itself": (("next_scores", [("new, read,", "new, new,")]), "TargetAsMemory"),
    "swapped": (("next_scores", [("new, read, mask", "read, new, torch.ones(source.size(1), source.size(1)).tril() > 0"), ("count - 1", "-1")]), "Swapped"),
    "no mask": (("next_scores", [(", mask)", ", None)")]), "NoMask"),
    "upside down": (("next_scores", [("tril() > 0", "tril() == 0")]), "MaskInverted"),
    "triu": (("next_scores", [("tril", "triu")]), "MaskTurned"),
    "english table": (("next_scores", [("new = french(target)", "new = english(target)")]), "WrongTable"),
    "rows only": (("next_scores", [("french(target)", "french.table.weight[target]")]), "NoPlaces"),
    "english scores": (("next_scores", [("french.scores", "english.scores")]), "ScoresOfSource"),
    "first": (("next_scores", [("count - 1", "0")]), "FirstPlace"),
    "all": (("next_scores", [("every[0][count - 1]", "every")]), "AllPlaces"),
    "mean": (("next_scores", [("every[0][count - 1]", "every[0].sum(0) / count")]), "MeanOfPlaces"),
    "softmax": (("next_scores", [("[count - 1]", "[count - 1].softmax(0)")]), "Shares"),
    "no start": (("translate", [("tokens = [START]", "tokens = []"), ("tokens[1:]", "tokens")]), "NoStart"),
    "start too": (("translate", [("tokens[1:]", "tokens")]), "StartKept"),
    "end too": (("translate", [("            return tokens[1:]", "            return tokens[1:] + [best]")]), "EndKept"),
    "goes on": (("translate", [("            return tokens[1:]", "            pass")]), "NeverStops"),
    "no limit": (("translate", [("range(most)", "range(99)")]), "NoLimit"),
    "too early": (("translate", [("range(most)", "range(most - 1)")]), "OneTooFew"),
    "worst": (("translate", [("descending=True", "descending=False")]), "Smallest"),
    "second": (("translate", [("indices[0]", "indices[1]")]), "SecondBest"),
    "last only": (("translate", [(_READS, "torch.tensor([[tokens[-1]]])")]), "OnlyLast"),
    "start only": (("translate", [(_READS, "torch.tensor([tokens[:1]])")]), "NotFedBack"),
    "in front": (("translate", [("tokens + [best]", "[START, best] + tokens[1:]")]), "InFront"),
}  # fmt: skip

# Wrong in ways that are on no list: these must be caught, and must not be given a name.
UNKNOWN = {
    "doubled": ("next_scores", [("every[0]", "2 * every[0]")]),
    "encoder twice": (
        "next_scores",
        [("model.encoder(read)", "model.encoder(model.encoder(read))")],
    ),
    "a window of two": ("next_scores", [("tril() > 0", "tril().triu(-1) > 0")]),
    "a word twice": ("translate", [("tokens + [best]", "tokens + [best, best]")]),
    "backwards": ("translate", [("tokens[1:]", "tokens[:0:-1]")]),
    # As somebody might write them late at night.
    "a mask only for long ones": ("next_scores", [("read, mask", "read, mask if count > 2 else None")]),
    "left in training": ("next_scores", [("    read = english", "    model.train()\n    read = english")]),
    "no word twice": ("translate", [("        best =", "        scores[tokens] = -1e9\n        best =")]),
    "one word at least": ("translate", [("range(most)", "range(max(most, 1))")]),
    "drawn by lot": (
        "translate",
        [("scores.sort(descending=True).indices[0].item()", "scores.softmax(0).multinomial(1, generator=torch.Generator().manual_seed(len(tokens))).item()")],
    ),
    "numbers as text": ("translate", [("return tokens[1:]", "return [str(one) for one in tokens[1:]]")]),
    "a source without its axis": ("translate", [("(model, source,", "(model, source[0],")]),
}  # fmt: skip

STUDENT = Written("machine", BODIES)
solution, stub_with = STUDENT.solution, STUDENT.stub_with
