"""All text of the figure “LayerNorm by hand”. Text between ** and ** is bold."""

TITLE = "LayerNorm of four numbers"
RULES = {
    "σ": {
        "button": "√ of the mean",
        "formula": "σ = √( mean of the squares + ε )",
        "who": "This is LayerNorm (Ba et al. 2016). ε = 0.00001 prevents a division by 0.",
    },
    "no root": {
        "button": "no √",
        "formula": "“σ” = mean of the squares",
        "who": "Vitay’s slides (Neurocomputing – Transformers) print σ = 1/d Σ (z − μ)². That is σ², the variance. "
        "The root is missing, and so are ε, γ and β.",
    },
    "no root, no 1/d": {
        "button": "no √, no 1/d",
        "formula": "“σ” = sum of the squares",
        "who": "The slides of Militsis and Pitas (Attention and Transformer Networks) print the sum, without the root "
        "and without 1/d. The index runs over positions, but it must run over the components of one vector.",
    },
}
# For each step: its label and its text.
STEPS = {
    "x": (
        "x",
        "These are the four components of one vector. In the model, a vector has d_model components.",
    ),
    "mean": ("μ, their mean", "Add all four and divide by 4."),
    "centred": ("x − μ", "Subtract the mean from each number. The result has mean 0."),
    "squares": ("(x − μ)²", "Square each difference from the mean."),
    "divisor": ("σ", "This is the divisor."),
    "divided": ("(x − μ) / σ", "Divide."),
    "output": (
        "γ · … + β",
        "Finally, each component is scaled by its own γ ({gamma}) and shifted by its own β ({beta}). γ and β are "
        "learned; these values are invented.",
    ),
}
VECTOR, RULE, STEP = "x", "divide by", "step"
SPREAD = "Divide. The spread of (x − μ) / σ is {spread}. "
RIGHT = "The spread is 1 for every x."
WRONG = "The spread should be 1 for every x."
ZERO = "All four numbers are equal, so the result is 0. Without ε, it would be 0 / 0."
UNDEFINED = "0 / 0 is not a number. Adding ε prevents this division."
