"""Sentences of the page on cost beside its figures (markdown). Their numbers are held by a test."""

NOTICE = {
    "table": (
        "**Change n first.** Only attention has a term with n². With n = 512 and d = 32 it is most of the products.\n\n"
        "**“In turn” is what made attention win.** A GRU cannot begin with word 64 before word 63 is done. Where many "
        "processors stand ready, as in a graphics card, what need not wait is done at once. On the one thread "
        "that is timed here nothing is done at once.\n\n"
        "**The clock is no counter.** The same number of products takes different times: a loop in Python, memory that "
        "must be filled, a mask. Compare both columns before you believe one."
    ),
    "meet": (
        "**Choose what is counted**, and the curves meet somewhere else: n = d as Table 1 is printed, d/2 with both of "
        "attention’s products, d with a whole GRU, 2d with an LSTM. Against a plain RNN attention always multiplies "
        "more: it has four matrices, the RNN two.\n\n"
        "**“n is smaller than d”** was true for sentences and d = 512. For texts of thousands of words it is not.\n\n"
        "**By the clock** they meet elsewhere again, and on another machine not where they meet on this one."
    ),
    "operators": (
        "**Follow a place** with ← and →. In the convolution the lines keep their form. In attention they "
        "jump to what is alike, near or far.\n\n"
        "**At a number near 0** attention looks everywhere alike: 0 times anything is 0, and equal scores give equal "
        "weights.\n\n"
        "**Nobody tells attention where a place is.** That is why it needs positions (a later lesson). A convolution knows "
        "distances and nothing else."
    ),
    "paths": (
        "**log_k n is for dilated kernels.** A convolution whose places are neighbours moves on by ⌊k/2⌋ places a "
        "layer, so it needs ⌈(n − 1)/⌊k/2⌋⌉ layers. Choose k = 5: twice as far.\n\n"
        "**Attention to near words** has the same paths as a convolution of that width. What it saves in products "
        "it pays in layers.\n\n"
        "**A short path is not yet a good one.** It says what can be known, not what is learned."
    ),
}
