"""Texts next to the figures of the cost page (markdown). A test checks their numbers."""

NOTICE = {
    "table": (
        "**Change n first.** Only the cost of attention contains an n² term (**quadratic complexity**). With n = "
        "512 and d = 32, this term accounts for most of the multiplications.\n\n"
        "**Sequential operations** explain why attention replaced recurrent layers. A GRU cannot read word 64 "
        "before word 63. A GPU can compute all attention scores in parallel. The times here are for one thread, so "
        "nothing runs in parallel.\n\n"
        "**Big-O and actual counts:** O(…) shows how a cost grows but omits constant factors. For the path length "
        "of attention restricted to r words, the table lists O(n/r). The exact number of layers is (n − 1) divided by "
        "⌊r/2⌋, "
        "rounded up, or about 2n/r.\n\n"
        "**Wall-clock time is a different measure.** The same number of multiplications can take more or less time, "
        "because a Python loop, copying memory and masking scores also take time."
    ),
    "meet": (
        "**Choose what to count.** The curves meet at n = d for Table 1 as printed, at d/2 with both products of "
        "attention, at d for a complete GRU layer, and at 2d for an LSTM. Attention, with four matrices, always "
        "needs more multiplications than a plain RNN, which has two.\n\n"
        "**“n is smaller than d”** was true for sentences and d = 512, but is false for texts of thousands of "
        "words.\n\n"
        "**Wall-clock times** are equal at a different length, which depends on the computer."
    ),
    "operators": (
        "**Change the position** with ← and →. The lines of the convolution retain their shape. The lines of "
        "attention lead to similar values, whether near or far.\n\n"
        "**Where the signal is near 0**, attention is almost uniform, because 0 times any number is 0 and equal "
        "scores produce equal weights.\n\n"
        "**Attention ignores positions.** The lesson *Positional encoding* shows how positions are added. A "
        "convolution uses distances and ignores content."
    ),
    "paths": (
        "**O(log_k n) requires dilated kernels.** Section 4 of the paper says that contiguous kernels need O(n/k) "
        "layers and dilated ones need O(log_k n); Table 1 prints only the second formula. The path length grows "
        "linearly in ConvS2S (Gehring et al. 2017) and logarithmically in ByteNet (Kalchbrenner et al. 2016).\n\n"
        "**Contiguous kernels** need exactly ⌈(n − 1)/⌊k/2⌋⌉ layers. With k = 5, information travels twice as far "
        "per layer as with k = 3.\n\n"
        "**Local attention** to r words has the same path length as a convolution of width r. Local attention saves "
        "multiplications per layer but needs more layers than full attention.\n\n"
        "**A short path shows what a model can know**, not what it learns."
    ),
}
