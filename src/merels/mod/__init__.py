"""The mini-game for other programs' pages: the built script, and its installer."""
