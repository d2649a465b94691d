"""A student's solution as text, in another style than the machine's, and an edit of it for each mistake."""

from tests.kit.exercise_text import ExerciseText

BODY = """\
        queries, keys = scores.size(2), scores.size(3)
        asking = [keys - queries + q for q in range(queries)]
        away = torch.tensor([[float(abs(q - k)) for k in range(keys)] for q in asking], device=scores.device)
        found = []
        for h in range(self.heads):
            slope = 0.5 ** (8 * (h + 1) / self.heads)
            found.append(scores[:, h] * d_k**-0.5 - away * slope)
        return self.scaled(torch.stack(found, dim=1))
"""
_AWAY = "float(abs(q - k))"
_SLOPE = "0.5 ** (8 * (h + 1) / self.heads)"
_FOUND = "scores[:, h] * d_k**-0.5 - away * slope"

EDITS = {
    "NoScaling": [(_FOUND, "scores[:, h] - away * slope")],
    "ByDk": [("d_k**-0.5", "d_k**-1")],
    "DividedAgain": [("self.scaled(torch.stack(found, dim=1))", "super().scale(torch.stack(found, dim=1), d_k)")],
    "BiasDividedToo": [(_FOUND, "(scores[:, h] - away * slope) * d_k**-0.5")],
    "FurtherFirst": [("- away * slope", "+ away * slope")],
    "NoBias": [(" - away * slope", "")],
    "LaterFirst": [(_AWAY, "float(q - k)")],
    "EarlierFirst": [(_AWAY, "float(k - q)")],
    "Squared": [(_AWAY, "float((q - k) ** 2)")],
    "FromPlaceZero": [("keys - queries + q", "q")],
    "OneSlope": [("(h + 1)", "1")],
    "HeadZero": [("(h + 1)", "h")],
    "NoMinus": [("0.5 **", "2 **")],
    "NoEight": [("(8 * (h + 1)", "((h + 1)")],
    "PlainPowers": [(_SLOPE, "0.5 ** (h + 1)")],
    "Backwards": [("(h + 1)", "(self.heads - h)")],
    "NoProbe": [("self.scaled(torch.stack(found, dim=1))", "torch.stack(found, dim=1)")],
}  # fmt: skip
UNKNOWN = {
    "half the slope": [(_SLOPE, f"{_SLOPE} / 2")],
    "a softmax too many": [("torch.stack(found, dim=1)", "torch.stack(found, dim=1).softmax(-1)")],
    "the first key is free": [(_AWAY, f"{_AWAY} if k else 0.0")],
    "in place": [("        found = []", "        scores /= d_k**0.5\n        found = []"), (_FOUND, "scores[:, h] - away * slope")],
    # As somebody might write them late at night.
    "whole powers": [("(h + 1) / self.heads", "(h + 1) // self.heads")],
    "always √6": [("d_k**-0.5", "6**-0.5")],
    "eight places at most": [(_AWAY, "float(min(abs(q - k), 8))")],
    "a single late query": [("keys - queries + q for", "keys - 1 if queries < keys else q for")],
    "seen too early": [(_FOUND, "self.scaled(scores)[:, h] * d_k**-0.5 - away * slope")],
    "kept for so many keys": [("        found = []", '        away = vars(self).setdefault(f"away{keys}", away)\n        found = []')],
    "not in training": [("- away * slope", "- away * slope * (not self.training)")],
}  # fmt: skip

STUDENT = ExerciseText("your_layer", {"scale": BODY})
solution, stub_with = STUDENT.solution, STUDENT.stub_with
