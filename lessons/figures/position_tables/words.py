"""Every word that people read in the picture of position tables. Between ** and **: bold."""

TITLE = "Tables of positions: learned ones, and a formula"
TABLE = "table"
SIMILAR = "**How alike the vectors of two positions are**: their cosine"
VECTORS = "**The table**: a row for each position, {size} numbers"
FIRST = "**The table**: a row for each position, the first {some} of {size} numbers"
TIP = "positions {row} and {column}: {value}"
CELL = "position {row}: {value}"
SEGMENTS, BOTH = "**The two rows of segments**", ("sentence A", "sentence B")
ALIKE = "Neighbours: {near:.2f} on average; positions that are five apart: {far:.2f}."
ORIGIN = "Read from the weights of {models}; sinusoids by the formula of Vaswani et al. (2017)."
