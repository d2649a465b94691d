"""Fine-tuning: four small heads on one pretrained body (sentence pair, sentence, span, tags)."""
