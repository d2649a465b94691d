"""An autoregressive model that writes word by word from a state: p(y|x) = ∏ p(y_t | y_<t, x)."""

import torch
from torch import Tensor, nn

from transformer.recurrent.writing import Decoder, DecoderState


class RecurrentWriter(nn.Module):
    """Base class of recurrent translators and captioners. Subclasses set the four parts and define `encode`."""

    target_embedding: nn.Module
    decoder: Decoder
    words: nn.Module
    logits: nn.Module

    def encode(self, source: Tensor) -> DecoderState:
        """source → the decoder's initial state and memory."""
        raise NotImplementedError(f"{type(self).__name__} has no method encode(source). Define it.")

    def forward(self, source: Tensor, target: Tensor) -> Tensor:
        """source (batch, …), target (batch, target), which begins with START → logits (batch, target,
        vocabulary). Position t holds the logits for token t + 1."""
        past, vectors = self.encode(source), []
        for word in self.target_embedding(target).unbind(dim=1):  # sequential, even in training
            vector, past = self.decoder(word, past)
            vectors.append(vector)
        return self.scores(torch.stack(vectors, dim=1))

    def scores(self, vectors: Tensor) -> Tensor:
        """Logits of all words: vectors (batch, target, hidden) → (batch, target, vocabulary)."""
        return self.logits(self.words(vectors))

    def start_decoding(self, source: Tensor) -> "Writing":
        """Return the state of decoding for source (batch, …)."""
        return Writing(self, source)


class Writing:
    """A sentence in the middle of decoding, for `transformer/decoding`."""

    def __init__(self, model: RecurrentWriter, source: Tensor):
        self.model, self.past = model, model.encode(source)

    def log_probabilities(self, tokens: Tensor) -> Tensor:
        for word in self.model.target_embedding(tokens).unbind(dim=1):
            vector, self.past = self.model.decoder(word, self.past)
        return self.model.scores(vector[:, None])[:, 0].log_softmax(dim=-1)  # (row, vocabulary)

    def select(self, rows: Tensor) -> None:
        self.past = self.past.select(rows)
