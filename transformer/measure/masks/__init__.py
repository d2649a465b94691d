"""What a mask lets through, measured by what moves what."""
