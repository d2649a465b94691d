"""Layers one after the other: residual stream, LayerNorm, feed-forward, gradients."""
