"""`python -m transformer.pretrained FOLDER` adds an external model. `transformer/weights/outside` reads it."""
