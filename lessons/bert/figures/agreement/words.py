"""All text of the recording of a masked-language-modelling run. Text between ** and ** is bold."""

TITLE = "What the model learns, and when"
MOMENT, KIND = "moment", "masked"
KINDS = {"is, are": "is or are", "the verb": "the verb", "he, she": "he or she"}
PAIR = {
    "is, are": "the young queen **▢** in the library. today she reads the new letter",
    "the verb": "the young queen is in the library. today she **▢** the new letter",
    "he, she": "the young queen is in the library. today **▢** reads the new letter",
}
NOW = "After **{step} steps** ({seconds} s of CPU time)"
SHARES = "**Accuracy on held-out pairs**, one word masked"
SCORES = "**Accuracy on held-out pairs**, masked as in training"
AXIS = "hundreds of steps"
CURVES = {"is, are": "is or are {now}", "the verb": "verb {now}", "he, she": "he or she {now}"}
HUES = {"is, are": "query", "the verb": "key", "he, she": "ink"}
WORDS, PAIRS = "masked words {now}", "comes next or not {now}"
BEST_WORDS, BEST_PAIRS = "at best {best}", "at best {best}"
GUESS = "**Probabilities at ▢**"
CEILING = (
    "**Why {words:.1%} is the best possible accuracy:** most masked words were chosen freely. For example, no other "
    "word in the pair depends on whether the queen is old, young, tired or happy. A model that knows the whole "
    "grammar and always chooses the most probable word scores {words:.1%}. For pairs, the best possible accuracy is "
    "{pairs:.1%}, because a second sentence taken from elsewhere can fit by chance."
)
ORIGIN = (
    "One training run of {steps} steps with seed 0 was measured every {every} steps: python -m "
    "lessons.bert.measure.discourses. The best possible accuracies are computed from the grammar."
)
