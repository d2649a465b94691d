"""All text of the tables of scores. Text between ** and ** is bold."""

TITLE = "Seven ways to score a query against four items"
DICTIONARY = "Soft lookup of “{asked}”"

# For each score: its button, its formula, what it is, what it needs.
SCORES = {
    "parameter_free": {
        "button": "parameter-free",
        "formula": "score = x · q",
        "about": "**Nothing is learned.** The items themselves are keys and values: the score is large if an "
        "item points in the direction of the query.",
        "needs": "query and items of the same size; no parameters",
    },
    "dot": {
        "button": "dot",
        "formula": "score = q · k,   k = W_K x",
        "about": "**Each item gets its own key**, computed by a matrix. Here W_K swaps the first two components of "
        "the item, so the key can differ from the value.",
        "needs": "query and keys of the same size; the score itself has no parameters",
    },
    "scaled": {
        "button": "scaled dot",
        "formula": "score = q · k / √d_k",
        "about": "**The score of the Transformer** is the same dot product, divided by the square root of the key "
        "dimension, here 3. The order stays the same; the weights become more similar.",
        "needs": "query and keys of the same size; no parameters",
    },
    "general": {
        "button": "general",
        "formula": "score = qᵀ W k",
        "about": "**Here the query has 2 dimensions and the keys have 3.** Their dot product is undefined, so the 2 "
        "× 3 matrix W weights each pair of a query and a key component.",
        "needs": "any two sizes; W has query size × key size parameters, here 6",
    },
    "concat": {
        "button": "concat",
        "formula": "score = v · tanh(W [q; k])",
        "about": "**Query and key are concatenated** and go through a small network with one hidden layer. W times "
        "[q; k] equals W₁ times the query plus W₂ times the key; compare with “additive”.",
        "needs": "any two sizes; h units: W has h × (both sizes) parameters, v has h, here 10 + 2",
    },
    "additive": {
        "button": "additive",
        "formula": "score = v · tanh(W₁ q + W₂ k)",
        "about": "**This score was published first** (Bahdanau et al. 2015). With W = [W₁ W₂], it equals “concat” to "
        "the last digit; v is a vector. One deck counts “concat” and “additive” as two scores.",
        "needs": "any two sizes; the same 12 parameters here",
    },
    "location": {
        "button": "location",
        "formula": "score = W q",
        "about": "**This score ignores the items:** each position has a row of W, and the query determines which position "
        "gets the weight. W limits the length of the text.",
        "needs": "a row of W for each position; keys of any size",
    },
}
LOOKUP = {
    "button": "soft lookup",
    "formula": "score = q · k,   weight = softmax(score / temperature)",
    "about": "**A soft lookup always answers.** Each name becomes a vector of letter counts, scaled to length 1, and is compared "
    "with the query. The answer is a mixture of all values.",
    "needs": "a vector for the query and for each key; with length 1, their dot product is the cosine",
}
SHARED = "in common: {letters}"
NONE = "no letter"

WAY, TEMPERATURE, SCORE, WEIGHT = "score", "temperature", "score", "weight"
COLD, ONE, WARM = "nearly only the best", "the plain formula", "nearly the mean of all"
NEEDS = "**query {query}** · Needs: {needs}"
ZOO = {
    "item": "item x",
    "key": "key",
    "terms": "how",
    "value": "value",
    "output": "output: weights × values = ({output})",
    "cited": "The deck Mining Unstructured Data 12 lists the first six; Basili and Croce’s deck shows the additive "
    "score for any two sizes; the location score is from Luong et al. (2015). Vectors and matrices are given, not "
    "learned. All results: transformer/variants/scores.py.",
}
DICTIONARY_WORDS = {
    "item": "entry",
    "key": "key",
    "terms": "letters",
    "value": "value",
    "output": "answer: {output}",
    "cited": "The dictionary is from Vitay’s deck, which took it from the Python tutorial. A mixture of telephone numbers is "
    "meaningless; the values should be vectors, whose mixtures are meaningful.",
}
