"""What the table of captions says of itself."""

ORIGIN = (
    "Measured on new drawings, which no captioner was trained on. Right means: to the last word."
)
