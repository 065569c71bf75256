"""The rules: position, move, legal moves, game and outcome; `text` and `pgn` read and write them.

`generator` is the reference in plain Python, `kernels` its compiled twin. Depends on `board` alone.
"""
