"""Kernels of the search. Whoever imports them loads Numba."""
