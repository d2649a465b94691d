"""A small Transformer that is trained, inspected, edited and taught with one and the same code.

Reading order: probe, config, masks, positions, embeddings, attention, layers, vocabulary, model.
These nine files are the whole of it, and each imports only what stands before it and torch. The
packages are what comes before it (tokens, tasks), what is built of it (variants, families), and what
is done with it (training, runs, weights, decoding, measure).
"""
