"""From a text to pieces: byte-pair encoding, learned merge by merge."""
