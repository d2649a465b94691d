"""All text of the chart of the weight inside the right box. Text between ** and ** is bold."""

LEARNING = "Does hard attention learn where to attend?"
SEED, KIND, STEPS = "seed", "word written", "training steps"
KINDS = {"colour": "colour", "shape": "shape"}
INSIDE = "**attention weight inside the correct box**"
RIGHT = "**captions without a mistake**"
BOX = "uniform attention"
RESULT = "{arm} {score:.1%}"
RESULTS = "**Correct captions after training from scratch with seed {seed}:** {results}."
WATCHED = (
    "The weights on 100 held-out drawings were measured every 50 steps. For hard attention, the weight inside the box "
    "is the fraction of drawings whose chosen region lies in the box. “argmax, no gradient” selects its best region "
    "without a gradient, so W, U and v never change."
)
LEARNING_ORIGIN = "transformer/measure/controls: the control hard_attention"
