"""A model of fallible players: what they see, what they are drawn to, and how often they err.

`player` reads who they are, `kernels` works out how they choose.
"""
