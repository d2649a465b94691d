"""Tokenization by byte-pair encoding, learned merge by merge (Sennrich et al. 2016).

Reading order: basic has the whole method in thirty plain lines. The other files do the same, fast and without
losing a character: text (the symbols before merging), learning (which pairs are merged), table and added
(look-up tables, tokens added by hand), learned (what a file stores), bpe (encode, decode, and earlier states:
state), and tokenizer_json (the file). On your own file: `python -m transformer.tokens FILE --merges 5000`.
"""
