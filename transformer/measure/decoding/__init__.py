"""How a model generates text: beam search, speculative decoding, sampling, and the judgement of errors."""
