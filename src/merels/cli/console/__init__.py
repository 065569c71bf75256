"""The console game: two sides, human or computer, at one keyboard or at the end of a pipe.

`match` knows the game and who plays it, `view` and `words` turn it into text, `commands` reads what
was typed, `terminal` is the keyboard and the screen, and `session` brings them together.
"""
