"""What a position looks like without searching: patterns of men, weighted.

`plain` serves the levels in plain Python, `kernels` the compiled search.
"""
