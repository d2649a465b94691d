"""Every word that people read in the film of a training on hidden words. Between ** and **: bold."""

TITLE = "What is learned, and when"
MOMENT, KIND = "moment", "hidden"
KINDS = {"is, are": "is or are", "the verb": "the verb", "he, she": "he or she"}
PAIR = {
    "is, are": "the young queen **▢** in the library. today she reads the new letter",
    "the verb": "the young queen is in the library. today she **▢** the new letter",
    "he, she": "the young queen is in the library. today **▢** reads the new letter",
}
NOW = "After **{step} steps** ({seconds} s of one processor)"
SHARES = "**Right in so many held-out pairs**, one word hidden"
SCORES = "**Right in so many held-out pairs**, as in training"
AXIS = "hundreds of steps"
CURVES = {"is, are": "is or are {now}", "the verb": "verb {now}", "he, she": "he or she {now}"}
HUES = {"is, are": "query", "the verb": "key", "he, she": "ink"}
WORDS, PAIRS = "hidden words {now}", "comes next or not {now}"
BEST_WORDS, BEST_PAIRS = "at best {best}", "at best {best}"
GUESS = "**What it says at ▢**"
CEILING = (
    "**Why {words:.1%} is the best possible:** most hidden words are free choices. Whether the queen is old, young, tired or happy, "
    "nothing else in the pair says. Who knows the whole grammar, and for each hidden word takes the most probable one, is "
    "right in {words:.1%}. Pairs: a second sentence from elsewhere may fit by chance, so {pairs:.1%}."
)
ORIGIN = (
    "Measured in one training of {steps} steps, seed 0, every {every}: python -m transformer.measure.discourses. The best "
    "possible shares are computed from the grammar."
)
