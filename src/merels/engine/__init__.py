"""The compiled search, the static evaluation and the computer players.

Needs `board` and `rules`; asks an `oracle` for exact values and never imports the tables.
"""
