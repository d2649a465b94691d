"""Every word that people read in the tables of scores. Between ** and **: bold."""

TITLE = "Seven ways to score a query against four items"
DICTIONARY = "Looking up “{asked}”, softly"

# For each score: its button, its formula, what it is, what it must be given.
SCORES = {
    "parameter_free": {
        "button": "parameter-free",
        "formula": "score = x · q",
        "about": "**Nothing is learned.** The items themselves are keys and values: what counts is how far an "
        "item points the way of the query.",
        "needs": "query and items of the same size; no parameters",
    },
    "dot": {
        "button": "dot",
        "formula": "score = q · k,   k = W_K x",
        "about": "**A key of its own for each item**, made by a matrix. Here W_K swaps the first two numbers of "
        "the item: it can be found by something else than what it is.",
        "needs": "query and keys of the same size; the score itself has no parameters",
    },
    "scaled": {
        "button": "scaled dot",
        "formula": "score = q · k / √d_k",
        "about": "**The score of the Transformer:** the same, divided by the square root of how many numbers a key "
        "has, here 3. The order stays; the weights come closer to each other.",
        "needs": "query and keys of the same size; no parameters",
    },
    "general": {
        "button": "general",
        "formula": "score = qᵀ W k",
        "about": "**The query has 2 numbers here, the keys have 3.** No dot product can be formed; the matrix W, 2 × 3, "
        "says which number of the query goes with which of the key.",
        "needs": "any two sizes; W has size of query × size of key parameters, here 6",
    },
    "concat": {
        "button": "concat",
        "formula": "score = v · tanh(W [q; k])",
        "about": "**Query and key on top of each other**, into a small network with one hidden layer. W times the two "
        "together is W₁ times the query plus W₂ times the key: compare with “additive”.",
        "needs": "any two sizes; W has hidden × (both sizes) parameters, v has hidden, here 10 + 2",
    },
    "additive": {
        "button": "additive",
        "formula": "score = v · tanh(W₁ q + W₂ k)",
        "about": "**The first one that was tried** (Bahdanau et al. 2015). With W = [W₁ W₂] it is “concat”, to the last "
        "digit; v is a vector. A deck counts them as two.",
        "needs": "any two sizes; the same 12 parameters here",
    },
    "location": {
        "button": "location",
        "formula": "score = W q",
        "about": "**It does not look at the items at all:** each place has its row of W, and the query says which place "
        "to look at. A text longer than W has rows cannot be read.",
        "needs": "a row of W for each place; the size of the keys does not matter",
    },
}
LOOKUP = {
    "button": "soft lookup",
    "formula": "score = q · k,   weight = softmax(score / temperature)",
    "about": "**It always answers.** Each name is a vector that counts its letters, scaled to length 1, and is compared with "
    "what is asked; the answer is a mixture of all values.",
    "needs": "a vector for what is asked and for each key; of length 1, their dot product is the cosine",
}
SHARED = "in common: {letters}"
NONE = "no letter"

WAY, TEMPERATURE, SCORE, WEIGHT = "score", "temperature", "score", "weight"
COLD, ONE, WARM = "nearly the best one alone", "as the formula says", "nearly the mean of all"
NEEDS = "**query {query}** · Needs: {needs}"
ZOO = {
    "item": "item x",
    "key": "key",
    "terms": "how",
    "value": "value",
    "output": "output: weights × values = ({output})",
    "cited": "The deck Mining Unstructured Data 12 lists the first six, Basili and Croce’s the additive one for any two "
    "sizes; location comes from Luong et al. (2015). Numbers and matrices are given here, not learned; all results: "
    "transformer/variants/scores.py.",
}
DICTIONARY_WORDS = {
    "item": "entry",
    "key": "key",
    "terms": "letters",
    "value": "value",
    "output": "answer: {output}",
    "cited": "The dictionary is the one of Vitay’s deck, from the Python tutorial. A mixture of telephone numbers is "
    "nobody’s number: what is mixed should be a vector, of which a mixture means something.",
}
