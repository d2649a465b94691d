"""The lesson *Training*: the parts of its page, and the default settings of a training run."""

from dataclasses import dataclass, field

# Name in the address → (how the page calls the part, the sentence under its name).
PARTS = {
    "film": (
        "Recorded run",
        (
            "This recording shows a finished training run. Where is the loss flat, and where does it fall? Drag the "
            "slider: the loss, heads, word vectors and output change together."
        ),
    ),
    "train": (
        "Train",
        (
            "Choose the settings, press Train, and watch the loss, the held-out accuracy, the learning rate and the "
            "gradients."
        ),
    ),
    "compare": (
        "Compare runs",
        "Compare two training runs. Rewind a run, change one setting, and see the effect.",
    ),
    "adam": (
        "One step of Adam",
        "Follow the whole computation from the gradient to the optimiser’s step.",
    ),
}


@dataclass(frozen=True)
class Suggestion:
    """The title of a task, and settings that solve it on two cores; `also`: other settings that differ from the defaults."""

    title: str
    steps: int
    learning_rate: str
    layers: int  # of the encoder, and of the decoder
    also: dict[str, str] = field(default_factory=dict)


# In a text, each next token has its own probability, which label smoothing would change.
SHARP = {"smoothing": "0"}
# A memory network needs most settings to be different. With seed 0, the network for three facts stays at 0.5.
MEMORY = {"d_model": "32", "batch": "32", "clip": "5", "seed": "1"} | SHARP
SUGGESTED = {
    "copy": Suggestion("Copy", 300, "1e-2", 1),
    "reverse": Suggestion("Reverse", 600, "1e-2", 1),
    "sort": Suggestion("Sort", 600, "1e-2", 1),
    "dates": Suggestion("Dates", 700, "1e-2", 1),
    "pronouns": Suggestion("What does “it” mean?", 600, "1e-2", 2),
    "addition": Suggestion("Addition", 2000, "3e-3", 2),
    "english_french": Suggestion("English → French", 1000, "1e-2", 1),
    "language_model": Suggestion("Next character", 500, "1e-2", 2, SHARP),
    "walk": Suggestion("A walk by coin", 300, "1e-2", 1, SHARP),
    "induction": Suggestion("Repeats", 800, "1e-2", 2, SHARP),
    "induction_fixed": Suggestion("Repeats, one period", 400, "1e-2", 1, SHARP),
    "stories": Suggestion("Where is the object?", 1500, "1e-2", 1, MEMORY),
    "stories_one": Suggestion("Where is the person?", 1500, "1e-2", 1, MEMORY),
    "stories_three": Suggestion("On which floor?", 3000, "1e-2", 1, MEMORY),
    "stories_dropped": Suggestion("Where was it dropped?", 1500, "1e-2", 1, MEMORY),
    "stories_alike": Suggestion("What colour is the animal?", 1500, "1e-2", 1, MEMORY),
    "entailment": Suggestion("Textual entailment", 2000, "3e-3", 1, SHARP | {"weight_decay": "0"}),
    "desk": Suggestion("Help desk", 500, "5e-3", 1, SHARP | {"batch": "32"}),
    "drawings": Suggestion("Drawings → captions", 300, "5e-3", 1, SHARP),
    "films": Suggestion("Videos → captions", 600, "5e-3", 1, SHARP | {"batch": "32"}),
    "discourses": Suggestion("Masked words", 1000, "3e-3", 2, SHARP),
    "collection": Suggestion("Search", 200, "3e-3", 2, SHARP | {"weight_decay": "0"}),
    "pairs": Suggestion("Your own pairs", 1000, "3e-3", 1),
    "text": Suggestion("Your own text", 1000, "3e-3", 2, SHARP),
}
SLOW = ("drawings", "films", "entailment")  # generating their examples takes seconds
TASKS = {name: suggested.title for name, suggested in SUGGESTED.items()}
USUAL = Suggestion("", 1000, "1e-2", 1)  # for a user's own task
