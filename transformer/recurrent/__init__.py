"""Recurrent networks, which read a sentence word by word and keep one state.

These are the models before the Transformer. Reading order: cells (one step of an RNN, a GRU, an LSTM), encoder
(one cell over all words, forwards and backwards), writing (a decoder without attention, with Bahdanau's, with
Luong's), writer (a complete answer, word by word).
`transformer/families/recurrent.py` puts them together.
"""

from transformer.recurrent.cells import CELLS, GRU, LSTM, RNN, Cell, State
from transformer.recurrent.encoder import RecurrentEncoder, WordVectors, read
from transformer.recurrent.writer import RecurrentWriter
from transformer.recurrent.writing import DECODERS, Bahdanau, Decoder, DecoderState, Luong

__all__ = [
    "CELLS",
    "DECODERS",
    "GRU",
    "LSTM",
    "RNN",
    "Bahdanau",
    "Cell",
    "Decoder",
    "Luong",
    "RecurrentEncoder",
    "RecurrentWriter",
    "State",
    "WordVectors",
    "DecoderState",
    "read",
]
