"""Every word that people read in LayerNorm by hand. Between ** and **: bold."""

TITLE = "LayerNorm of four numbers"
RULES = {
    "σ": {
        "button": "√ of the mean",
        "formula": "σ = √( mean of the squares + ε )",
        "who": "This is LayerNorm (Ba et al. 2016). ε = 0.00001 keeps it from dividing by 0.",
    },
    "no root": {
        "button": "no √",
        "formula": "“σ” = mean of the squares",
        "who": "As Vitay’s slides print it (Neurocomputing – Transformers): σ = 1/d Σ (z − μ)². That is σ², the "
        "variance. The root is missing, and so are ε, γ and β.",
    },
    "no root, no 1/d": {
        "button": "no √, no 1/d",
        "formula": "“σ” = sum of the squares",
        "who": "As the slides of Militsis and Pitas print it (Attention and Transformer Networks): "
        "the sum, without root and without 1/d. Its index runs over positions; it belongs to the numbers of one vector.",
    },
}
# For each step: its label, and what it says.
STEPS = {
    "x": ("x", "Four numbers of one vector. In the model there are d_model of them."),
    "mean": ("μ, their mean", "Add them up and divide by 4."),
    "centred": ("x − μ", "Subtract it from each. What is left has mean 0."),
    "squares": ("(x − μ)²", "Square each: how far it lies from the mean."),
    "divisor": ("σ", "What everything will be divided by."),
    "divided": ("(x − μ) / σ", "Divide."),
    "output": (
        "γ · … + β",
        "At last each feature is stretched by its own γ ({gamma}) and shifted by its own β ({beta}). Both are "
        "learned; these are made up.",
    ),
}
VECTOR, RULE, STEP = "x", "divide by", "step"
SPREAD = "Divide. The spread of (x − μ) / σ is {spread}. "
RIGHT = "So it is for every x: 1."
WRONG = "It should be 1, whatever x is."
ZERO = "All four are equal, so there is nothing to divide: 0. Without ε it would be 0 / 0."
UNDEFINED = "0 / 0: no number. This is what ε is for."
