"""The compiled search: iterative deepening on several threads over one transposition table.

`searcher` is the door; `threads` drive the `kernels`.
"""
