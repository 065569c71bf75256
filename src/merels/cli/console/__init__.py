"""The console game: two sides, human or computer, at one keyboard or reading from a pipe.

`game` holds the game and its players, `view` and `descriptions` turn it into text, `commands`
parses what the user types, `terminal` is the keyboard and the screen, `files` saves and loads
games, and `session` ties them together.
"""
