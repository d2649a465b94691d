"""One trained body, four small heads: a label of two sentences, of one, an answer in a text, a tag for each word."""
