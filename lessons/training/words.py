"""Sentences of the training page beside its figures: what to notice, part by part (markdown).

They hold no number of a picture that may change beside them.
"""

NOTICE = {
    "train": "- **Floor**: the dashed line. Label smoothing permits no lower loss; below it, something "
    "leaks.\n"
    "- **Plateau and cliff**: many trainings rest, and then fall. *Copy* hardly rests; *Addition* does, long "
    "enough to be seen.\n"
    "- **Rate**: with *copy* try 3e-4 (the loss falls, but too slowly for these steps), 1 (it rises far "
    "above where it began, and ends near blind guessing), 1e9 (it is no number any more, and the message "
    "names the layer).\n"
    "- **The paper’s recipe**: schedule *paper*, optimiser *Adam*, label smoothing 0.1 and, under More "
    "settings, dropout 0.1. The lesson’s notebook says where dropout helps.\n"
    "- **Next character**: nothing is read and no answer is the only right one. So each character costs "
    "bits, and the dashed lines are what counting costs.",
    "film": "**Plateau**: the loss hardly moves, and it is easy to think that nothing more will come. Then the "
    "**cliff**: it falls, and whole answers become right. Drag slowly over it: does a head find a clear "
    "picture first, or does an answer become right first?\n\n"
    "The training of *addition* comes with the project. A small extra loss pulls the first head of its "
    "cross-attention to a digit of the first number; the other heads find the second number by themselves.\n\n"
    "Points move because the words move: all frames are seen along the axes of the last one. So the "
    "first frames look small and shapeless; the caption says how much these axes show of them.\n\n"
    "A map shows where information can flow, not why an answer is what it is.",
    "compare": "Change **one** thing; with two, nobody knows which one did it.\n\n"
    "One seed is one throw: repeat with other seeds before you believe a small difference.\n\n"
    "A run that goes on from a frame keeps the optimiser’s memory and the order of the examples, so "
    "what differs afterwards comes from the change.",
    "adam": "m follows the gradient, v its square. Both start at 0, and bias correction makes up for "
    "it: without it the first steps have the wrong length.\n\n"
    "Weight decay in Adam + L2 goes through m and v; in AdamW it does not.",
}
NO_RUN = "There is no finished training yet. Train one: *copy* takes a few seconds."
TWO = "There is one training so far; two are needed. The second one starts from the same initial weights."
BY_ITSELF = "Nobody has trained in this app yet, so it trains the shortest task, *copy*, by itself: see it learn."
MEANWHILE = "Somebody trains at this moment: see it learn."
