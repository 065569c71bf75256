"""Games between players: matches, their openings and score, and the annotation of a game.

Needs `rules` and `engine`.
"""
