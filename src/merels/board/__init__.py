"""The board: points, neighbours, mills, symmetries, names. No turns, no rules."""
