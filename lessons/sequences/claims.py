"""Conclusions of the lesson on sequences, each with the control experiment behind it."""

from lessons.kit.claims import Claim

CLAIMS = (
    Claim("So the first training run was too short", "copy_length",
        lambda t: min(t.scores_of("one state", 6000)) > max(t.scores_of("one state", 1200)) + 0.1),
    Claim("attention learns the task sooner", "copy_length",
        lambda t: min(t.scores_of("with attention", 400)) > max(t.scores_of("one state", 6000))),
    Claim("Reading backwards improves copying at both run lengths", "copy_length",
        lambda t: all(min(t.scores_of("read backwards", n)) > max(t.scores_of("one state", n)) for n in (1200, 3600))),
    Claim("A larger state copies more", "copy_capacity",
        lambda t: min(t.scores_of("128 dimensions", 6000)) > max(t.scores_of("16 dimensions", 6000)) + 0.1),
    Claim("The same trick hurts translation", "french_length",
        lambda t: max(t.scores_of("read backwards", 3000)) < min(t.scores_of("one state", 3000))),
    Claim("So one state can store a name, but the model learns this more slowly", "desk_length",
        lambda t: min(t.scores_of("one state", 3000)) > max(t.scores_of("one state", 1000))
        and min(t.scores_of("with attention", 1500)) >= max(t.scores_of("one state", 3000))),
)  # fmt: skip
