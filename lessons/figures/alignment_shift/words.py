"""Every word that people read in the picture of measured alignments. Between ** and **: bold."""

TITLE = "Where they look, against the known alignment"
MODEL, NOTED = "model", "a row of the map is noted"
ROWS = {"used": "at the word it helps to write", "early": "one step early"}
TOLD = {
    "used": "**Row t holds the weights with which word t was written.** A grammar made the sentences, so it is known which "
    "word of the source each word renders.",
    "early": "**The same weights, each row one step early:** those of word t + 1 stand at word t, as when a decoder looks "
    "at the end of a step and keeps the context for the next. No translation changes.",
}
OFFSETS = ("the word before it", "the aligned word", "the word after it")
ELSEWHERE = "all others"
WEIGHT = "**Where the weight lies**"
PLACES = "**Largest weight on the aligned word, by place in the answer**"
ALL = "Largest weight on the aligned word, all places"
EXACT, PEAK, EARLY = "all right", "as used", "early"
ABOUT = {
    "english_french_bahdanau": "Nobody told it where to look: it learned that from translations alone. Both readers of the "
    "encoder pass each word, so its neighbours’ states know it, too.",
    "english_french_luong": "The same sentences, with the look after the move.",
    "english_french_unguided": "A Transformer that nobody guided. It translates as well, and looks elsewhere more often.",
    "english_french": "A Transformer whose training also rewarded the right look. So that it looks right is no discovery.",
    "copy_bahdanau": "The source is copied letter by letter: a clean diagonal. Its weight is less sharp than its peak: a "
    "third lies on the two neighbours.",
    "dates_bahdanau": "Every date is right. Yet the first digit of the year is never looked at: the look goes to the second, "
    "and a state that was read from the left has seen the first already. A hyphen needs no look at all.",
}
ORIGIN = (
    "Measured on 300 held-out sentences of each task, {least} to {most} words with a known source word, the right words "
    "given; several heads: their mean."
)
