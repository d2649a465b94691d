"""A student's solution of the machine exercise as text, and one edit of it for each common mistake."""

from tests.kit.exercise_text import ExerciseText

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

# Mistake that should be recognised → edits of the solution.
EDITS = {
    "NoEncoder": [("    read = model.encoder(read)\n", "")],
    "WrongSourceTable": [("read = english(source)", "read = french(source)")],
    "NotEmbedded": [("read = english(source)", "read = source")],
    "TargetNotEmbedded": [("new = french(target)", "new = target")],
    "MemoryOfTarget": [("read = english(source)", "read = english(target)")],
    "EncoderMasked": [("model.encoder(read)", "model.encoder(read, torch.ones(source.size(1), source.size(1)).tril() > 0)")],
    "NoDecoder": [("new = model.decoder(new, read, mask)", "new = read"), ("count - 1", "-1")],
    "MaskOfSource": [("mask = torch.ones(count, count)", "mask = torch.ones(source.size(1), source.size(1))")],
    "LastWord": [("french(target)", "french(target[:, -1:])"), ("target.size(1)", "1")],
    "SourceWritten": [("french(target)", "french(source)"), ("target.size(1)", "source.size(1)")],
    "NoScores": [("every[0][count - 1]", "new[0, count - 1]")],
    "WithSentence": [("every[0][count - 1]", "every[:, count - 1]")],
    "BestWord": [("[count - 1]", "[count - 1].argmax()")],
    "LogShares": [("[count - 1]", "[count - 1].softmax(0).log()")],
    "NotBatched": [(_READS, "torch.tensor(tokens)")],
    "OneTooMany": [("range(most)", "range(most + 1)")],
    "LengthOfSource": [("range(most)", "range(source.size(1))")],
    "OnlyFirst": [("        tokens = tokens + [best]", "        tokens = tokens + [best]\n        return tokens[1:]")],
    "LastDropped": [("tokens[1:]", "tokens[1:-1]")],
    "TargetAsMemory": [("new, read,", "new, new,")],
    "Swapped": [("new, read, mask", "read, new, torch.ones(source.size(1), source.size(1)).tril() > 0"), ("count - 1", "-1")],
    "NoMask": [(", mask)", ", None)")],
    "MaskInverted": [("tril() > 0", "tril() == 0")],
    "MaskTurned": [("tril", "triu")],
    "WrongTable": [("new = french(target)", "new = english(target)")],
    "NoPlaces": [("french(target)", "french.table.weight[target]")],
    "ScoresOfSource": [("french.scores", "english.scores")],
    "FirstPlace": [("count - 1", "0")],
    "AllPlaces": [("every[0][count - 1]", "every")],
    "MeanOfPlaces": [("every[0][count - 1]", "every[0].sum(0) / count")],
    "Shares": [("[count - 1]", "[count - 1].softmax(0)")],
    "NoStart": [("tokens = [START]", "tokens = []"), ("tokens[1:]", "tokens")],
    "StartKept": [("tokens[1:]", "tokens")],
    "EndKept": [("            return tokens[1:]", "            return tokens[1:] + [best]")],
    "NeverStops": [("            return tokens[1:]", "            pass")],
    "NoLimit": [("range(most)", "range(99)")],
    "OneTooFew": [("range(most)", "range(most - 1)")],
    "Smallest": [("descending=True", "descending=False")],
    "SecondBest": [("indices[0]", "indices[1]")],
    "OnlyLast": [(_READS, "torch.tensor([[tokens[-1]]])")],
    "NotFedBack": [(_READS, "torch.tensor([tokens[:1]])")],
    "InFront": [("tokens + [best]", "[START, best] + tokens[1:]")],
}  # fmt: skip

# Mistakes that are not on the list: the checks must catch them, and must not name them.
UNKNOWN = {
    "doubled": [("every[0]", "2 * every[0]")],
    "encoder twice": [("model.encoder(read)", "model.encoder(model.encoder(read))")],
    "a window of two": [("tril() > 0", "tril().triu(-1) > 0")],
    "a word twice": [("tokens + [best]", "tokens + [best, best]")],
    "backwards": [("tokens[1:]", "tokens[:0:-1]")],
    # Mistakes of a tired student.
    "a mask only for long ones": [("read, mask", "read, mask if count > 2 else None")],
    "left in training": [("    read = english", "    model.train()\n    read = english")],
    "no word twice": [("        best =", "        scores[tokens] = -1e9\n        best =")],
    "one word at least": [("range(most)", "range(max(most, 1))")],
    "sampled": [("scores.sort(descending=True).indices[0].item()", "scores.softmax(0).multinomial(1, generator=torch.Generator().manual_seed(len(tokens))).item()")],
    "numbers as text": [("return tokens[1:]", "return [str(one) for one in tokens[1:]]")],
    "a source without its axis": [("(model, source,", "(model, source[0],")],
}  # fmt: skip

STUDENT = ExerciseText("machine", BODIES)
solution, stub_with = STUDENT.solution, STUDENT.stub_with
