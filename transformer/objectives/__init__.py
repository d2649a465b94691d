"""What a model can learn, and how well it did.

Reading order: rows, maps, objective; then batch, loss, bleu, scores, translation (from one language to
another); then continuing (a text that goes on); then labelling (a name for each input).
"""
