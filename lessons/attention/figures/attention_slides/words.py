"""All text of the check of four slides on attention. Text between ** and ** is bold."""

TITLE = "Four slides on attention, recomputed"
SLIDE = "slide"
SLIDES = {
    "roles": "query and value",
    "columns": "KᵀQ",
    "width": "d, L′ and √d_F",
    "name": "convolution",
}
PRINTED = {
    "roles": "Vitay’s slide says that the output of the encoder is used as **query and value** of the decoder.",
    "columns": "Kim’s slide shows A = [k¹; k¹; k¹] [q¹ q² q³] = [α_ij], and the output V [ᾱ_ij], without a division.",
    "width": "On the slide of Militsis and Pitas, X′_e and Y′_e are L × **d** matrices, and the scores are divided by "
    "√**d_F**.",
    "name": "The caption of a figure on Kim’s slide is “**Convolution**: a weighted average for all inputs”.",
}
COMPUTED = {
    "roles": "In the code, **keys and values** come from the encoder. The query comes from the decoder, so there is "
    "one output for each word of the **target**.",
    "columns": "The rows must be k¹, k², k³. With words as columns, KᵀQ is the **transpose** of the scores q_i · k_j, "
    "so the softmax runs **down the columns**, after the division by √d. Then the output agrees with the definition.",
    "width": "After the embedding, a word’s vector has **d_model** components (d_m on the slide); d is the size of "
    "the vocabulary. The target has its own length **L′**. The scores are divided by **√d_k**, where d_k is the width "
    "of one head.",
    "name": "The caption describes **attention**. A convolution applies the same weights to a position’s neighbours "
    "in every sentence. The attention weights below depend on the words.",
}
ROLES = {"query": "query", "key": "key", "value": "value", "output": "output"}
READS, SHAPE, FROM = "tensor", "shape", "from the output of"
MIXED = "the values, mixed by the weights"
DOWN, ALONG, RIGHT = (
    "V · softmax(KᵀQ / √d), down the columns",
    "V · softmax(KᵀQ / √d), along the rows",
    "by the definition (transposed)",
)
RANK = (
    "As printed, with k¹ three times, the matrix has rank **{printed}**; with k¹, k², k³ it has rank **{rank}**. The "
    "largest difference from the definition is **{down}** down the columns and **{along}** along the rows."
)
NAMES = {
    "one-hot": "X, one-hot",
    "table": "W_e",
    "embedded": "X W_e √d_m",
    "target": "Y′_e",
    "head": "query of one head",
}
MEANS = {
    "one-hot": "L × d: source words × size of the vocabulary",
    "table": "d × d_m",
    "embedded": "L × d_m",
    "target": "L′ × d_m: one row for each target word",
    "head": "L × d_k, so the scores are divided by √{d_k} = {root}",
}
MEANING = "on the slide"
TWO = ("… too tired", "… too wide")
WEIGHTS = "weight of *it* on each word, encoder layer {layer}, head {head}"
WORD = "word"
ORIGIN = "Model {model}; KᵀQ uses the three inputs of the hand calculation. Building this page recomputes the numbers."
