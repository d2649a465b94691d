"""A small Transformer that is trained, inspected, edited and taught with one and the same code.

Reading order: probe, config, masks, embeddings, positions, attention, layers, model.
"""
