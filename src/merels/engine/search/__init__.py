"""The compiled search: iterative deepening on several threads over one transposition table."""
