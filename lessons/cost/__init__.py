"""The cost lesson: the parts of its page."""

# Name in the address → (how the page calls the part, the sentence under its name).
PARTS = {
    "table": (
        "Table 1",
        "Four kinds of layers: what they multiply, what must wait for what, how far words are apart, and the time.",
    ),
    "meet": (
        "Where they meet",
        "Attention grows with the square of the length, a recurrent network does not. From which length on does that count?",
    ),
    "operators": (
        "By distance, by content",
        "The same row of numbers, read by a convolution and by attention. Follow one place.",
    ),
    "paths": (
        "How far apart",
        "One word knows something. After how many layers does everybody know it?",
    ),
}
