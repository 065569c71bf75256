"""What moving and placing kernels share: a `row` of a dense table and its `runs` of arrangements.

`rating` compares the positions after moves, `carrying` takes scores to the order of the mover.
"""
