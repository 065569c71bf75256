"""The index of a table: orbits of men under the symmetries, ranks of sets, slots of positions.

`slots` is what tables use; it builds on `orbits` and `ranking`. `dense` is the solver's own layout.
"""
