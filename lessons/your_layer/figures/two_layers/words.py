"""All text of the figure that compares two layers. Text between ** and ** is bold."""

TITLE = "{one} and {other}, step by step"
PLACE, STEP, HEAD, ROW, COLUMN = "where", "step", "head", "row", "column"
SAME, APART, MISSING, SHAPES = "same", "≠ {}", "only in one", "other shape"
NEVER = "**No step differs:** both layers compute the same numbers on this sentence."
FIRST = (
    "**First different step: {step}**, at {file}:{line}. All earlier steps have the same numbers."
)
BEGIN = "**First different step: {step}**, the first step, at {file}:{line}."
LATER = (
    "**First different step: {step}**, the first step here: either its input already differs, or the step itself "
    "does."
)
DIFFERENCE = "{other} − {one}"
WITHOUT = "{name} lacks this step"
READ = "{{row}}, {{column}}: {a} in {one}, {b} in {other}, difference {d}"
TIP = "{row} · {column}: {value}"
HATCHED = "masked (−∞)"
LISTED = "**{name}** {file}:{{line}}"
CELL, WHICH = "This cell", "{step}, {row} · {column}"
