"""What can be measured in a trained model, beside its score: for lessons and figures."""
