"""Former titles of the parts of pages: an old address still opens its part."""

# Lesson → {former title: the part}.
FORMER = {
    "sequences": {"Time": "time", "A conversation": "desk"},
    "alignment": {"One step": "step", "The alignment": "map", "Measured": "scored"},
    "pictures": {"Word by word": "look", "Soft and hard": "hard", "Videos": "films"},
    "memory": {"One question": "story", "Does it follow?": "follows"},
    "cost": {"Table 1": "table", "Where they meet": "meet", "Two operators": "operators"},
    "machine": {"The machine": "model", "Word by word": "writing"},
    "embeddings": {
        "The map": "map",
        "Through training": "film",
        "Agreement": "pairs",
        "Scores": "scores",
    },
    "scores": {"Touch": "head", "Seven scores": "functions", "÷ √d_k": "root"},
    "positions": {
        "Why positions": "why",
        "Ways to mark a place": "lab",
        "Inside a score": "score",
        "Longer than trained": "length",
    },
    "masks": {"Training and writing": "cheat"},
    "heads": {"At a glance": "roles", "Patching": "patch", "Copying": "copying"},
    "block": {
        "If it stopped here": "stream",
        "LayerNorm and depth": "norm",
        "Feed-forward": "units",
    },
    "training": {"Film": "film", "Compare": "compare"},
    "decoding": {"Drafting": "drafting"},
    "bert": {"The sum": "sum", "Hide a word": "hide", "Learning": "learning", "Tables": "tables"},
    "finetuning": {
        "Four heads": "heads",
        "Labels": "labels",
        "What moved": "moved",
        "Search": "search",
    },
    "gpt": {"One row": "rows", "Swap the token": "swap", "Learning": "learning", "Sizes": "sizes"},
    "your_layer": {"Write": "write", "Compare": "compare", "Picture ↔ source": "source"},
}
