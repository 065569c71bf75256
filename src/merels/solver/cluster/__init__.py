"""Solving on a dask cluster: the same plan, carried out by workers that share a folder."""
