"""Kernels of the search. Importing them loads Numba."""
