"""The console game: two sides, human or computer, at one keyboard or reading from a pipe.

`game` holds the game and its players, `commands` parses what the user types and saves and loads
games, and `session` ties them together.
"""
