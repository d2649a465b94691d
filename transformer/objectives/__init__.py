"""Training objectives and their scores.

Reading order: rows, maps, objective; then batch, loss, bleu, scores, translation (sequence to sequence);
then continuing (language modelling); then labelling (classification).
"""
