"""The index of a table: maps a position to its slot.

`ranking` numbers sets of men and classifies them by symmetry, `slots` combines both into the index
of table files. `dense` is the layout that the solver works on. Needs NumPy and Numba.
"""
