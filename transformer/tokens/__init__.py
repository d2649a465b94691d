"""From a text to pieces: byte-pair encoding, learned merge by merge (Sennrich et al. 2016).

Reading order: basic, the whole method in thirty plain lines. Then the same, fast and without losing a
character: text (what merging starts from), learning (which pairs are joined), table and added (look-up
tables, tokens added by hand), learned (what a file keeps), bpe (encode, decode, look back: state), and
tokenizer_json (the file). On a file of your own: `python -m transformer.tokens FILE --merges 5000`.
"""
