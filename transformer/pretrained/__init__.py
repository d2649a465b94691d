"""`python -m transformer.pretrained FOLDER` lists a model from outside. What reads it: `transformer/weights/outside`."""
