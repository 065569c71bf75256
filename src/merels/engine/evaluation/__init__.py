"""Static evaluation: patterns of men, weighted, without a search.

`plain` serves the levels in plain Python, `kernels` the compiled search.
"""
