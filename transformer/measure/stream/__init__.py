"""Layers in sequence: residual stream, LayerNorm, feed-forward, gradients."""
