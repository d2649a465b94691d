"""Every word that people read in the picture of two layers. Between ** and **: bold."""

TITLE = "{one} and {other}, step by step"
PLACE, STEP, HEAD, ROW, COLUMN = "where", "step", "head", "row", "column"
SAME, APART, MISSING, SHAPES = "same", "≠ {}", "only in one", "other shape"
NEVER = "**No step differs:** on this sentence both layers give the same numbers here."
FIRST = (
    "**First different step: {step}**, at {file}:{line}. Every step before it has the same numbers."
)
BEGIN = "**First different step: {step}**, the first step, at {file}:{line}."
LATER = "**First different step: {step}**, the first step here: what goes in differs already, or this step does."
DIFFERENCE = "{other} − {one}"
WITHOUT = "no such step in {name}"
READ = "{{row}}, {{column}}: {a} in {one}, {b} in {other}, difference {d}"
TIP = "{row} · {column}: {value}"
HATCHED = "hidden by the mask (−∞)"
LISTED = "**{name}** {file}:{{line}}"
CELL, WHICH = "This cell", "{step}, {row} · {column}"
