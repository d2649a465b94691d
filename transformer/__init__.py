"""A small Transformer that is trained, inspected, edited and taught with one and the same code.

Reading order: probe, config, masks, embeddings, positions, attention, layers, model. Then what comes
before it (bpe_text, bpe_learning, bpe, vocabulary, tasks) and after it (loss, optimizers, device,
training, runs, decoding, metrics).
"""
