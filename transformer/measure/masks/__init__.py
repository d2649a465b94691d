"""What a mask lets through, measured by which changes reach which output."""
